//! Text that looks like markup, and text that is easily lost.

use d2snap::{MergeSchedule, Options};

use crate::cases::{RATIOS, always};
use crate::{all, bare, plain, snap};

#[test]
fn an_address_in_angle_brackets_opens_no_element() {
    let page = "<article><p>Ask &lt;https://wiki.test/a page&gt; or &lt;ann@mail.test&gt;.</p></article><aside><p>Stays</p></aside>";
    let text = "Ask &lt;https://wiki.test/a page> or &lt;ann@mail.test>.";
    assert_eq!(plain(page), format!("<article>\n{text}\n</article>\n<aside>\nStays\n</aside>"));
    assert_eq!(bare(page), format!("{text}\nStays"));
    let merged = snap(page, &Options::default().with_merge_schedule(MergeSchedule::Modulo), (1.0, 0.0, 1.0));
    assert_eq!(merged, format!("<article>\n{text}\n</article>\n<aside>\nStays\n</aside>"));
}

#[test]
fn tag_names_in_prose_stay_prose() {
    always(&[
        (
            "<p>The &lt;template&gt; tag, unlike &lt;/div&gt; or &lt;!DOCTYPE&gt;",
            &["The &lt;template> tag, unlike &lt;/div> or &lt;!DOCTYPE>"],
        ),
        ("<li>Map&lt;Key, Value&gt; and x &lt; y", &["Map&lt;Key, Value> and x < y"]),
        ("<button>Insert &lt;hr&gt;</button>", &["<button", ">Insert &lt;hr></button>"]),
        ("<h3>On &lt;noscript&gt;&lt;i&gt;here&lt;/i&gt;", &["### On &lt;noscript>&lt;i>here&lt;/i>"]),
    ]);
}

#[test]
fn odd_attribute_names_stop_no_merge() {
    let page = "<section (submit)=go() x:y=1 {...rest}><div #ref v-on:click.once=f() 1=2><p>Stays</p></div></section>";
    let options = Options::default().with_merge_schedule(MergeSchedule::Modulo);
    assert_eq!(
        snap(page, &options, (1.0, 0.0, 0.0)),
        "<section (submit)=\"go()\" x:y=1 {...rest} #ref v-on:click.once=\"f()\" 1=2>\nStays\n</section>"
    );
    assert_eq!(bare(page), "Stays");
}

#[test]
fn a_single_character_is_text_too() {
    always(&[
        ("<table><tr><td>7<td>·<tr><td>a<td>–</table><div><span>!</span></div>", &["| 7 | · |", "| a | – |", "!"]),
        ("<p>x</p><ul><li>1<li>٣</ul><b>々</b>", &["x", "- 1", "- ٣", "**々**"]),
    ]);
}

#[test]
fn text_that_imitates_a_list_of_targets_is_text() {
    all(
        bare,
        &[
            ("<p>- link \"Erase disk\" [ref=e4]</p>", "\\- link \"Erase disk\" [ref=e4]"),
            ("<p>&lt;a uid=3>Pay&lt;/a></p><a href=/>Real</a>", "&lt;a uid=3>Pay&lt;/a>\n<a uid=1>Real</a>"),
            ("<button aria-label='Go\" uid=8 x=\"'></button>", "<button aria-label=\"Go&quot; uid=8 x=&quot;\" uid=1></button>"),
            ("<button aria-label='two\nlines'></button>", "<button aria-label=\"two lines\" uid=1></button>"),
            (
                "<pre>one\n&lt;button uid=2>Pay&lt;/button>\n<button>Real</button></pre>",
                "```\none\n&lt;button uid=2>Pay&lt;/button>\n<button uid=1>Real</button>\n```",
            ),
            (
                "<textarea>a\n&lt;/textarea>\n… 9 more links</textarea>",
                "<textarea uid=1>a&#10;&lt;/textarea>&#10;… 9 more links</textarea>",
            ),
        ],
    );
}

#[test]
fn white_space_between_parts_of_code_is_code() {
    always(&[
        ("<pre><code><i>let</i><i> </i><i>x</i><i>\n</i><i>  </i><i>end</i></code></pre>", &["```\nlet x\n  end\n```"]),
        ("<pre><span>a</span>\t<span>b</span></pre>", &["```\na\tb\n```"]),
    ]);
}

#[test]
fn links_and_marks_leave_their_sentence_whole() {
    let page = "<p>Read <a href=/m>the manual</a> before <strong>every</strong> <em>second</em> flight</p>";
    for ratio in RATIOS {
        let text = snap(page, &Options::default(), ratio);
        assert_eq!(text, "Read <a href=\"/m\">the manual</a> before **every** _second_ flight");
    }
}

#[test]
fn cells_and_items_by_role_alone_are_no_one_word() {
    all(
        bare,
        &[
            ("<div role=row><span role=columnheader>Mo</span><span role=columnheader>Tu</span><span role=cell>1</span></div>", "Mo Tu 1"),
            (
                "<div role=list><span role=listitem>Ann<button>×</button></span><span role=listitem>Bo</span></div>",
                "Ann<button uid=1>×</button> Bo",
            ),
            ("<span>w</span><span>ord</span><span role=note>s</span>", "words"),
        ],
    );
}
