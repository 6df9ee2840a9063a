//! SPEC §3: what of a page is read, composed, hidden, cleaned.

use d2snap::{Document, Error, Hidden, Limits, Options, Params};

use crate::{all, bare, plain, snap};

#[test]
fn any_text_gives_a_document() {
    all(
        plain,
        &[
            ("", ""),
            ("just text", "just text"),
            ("<td>cell", "cell"),
            ("</p>", ""),
            ("<p>a<div>b</p>c", "a\n<div>\nb\nc\n</div>"),
            ("<frameset><frame src=a><frame title=T></frameset>", "<iframe src=a></iframe>\n<iframe title=T></iframe>"),
        ],
    );
}

#[test]
fn what_is_removed_goes_with_its_subtree() {
    all(
        plain,
        &[
            ("a<script>b</script><style>c</style><noscript>d</noscript><template><p>e</p></template><!-- f -->g", "ag"),
            ("a<svg><path d=x /><style>b</style></svg>c<title>d</title>", "a c"),
            ("<table><colgroup><col><col></colgroup><tr><td>a<td>b<tr><td>c<td>d</table>", "| a | b |\n| c | d |"),
            ("a<wbr>b", "ab"),
            ("<p>5<img src=x>20<span aria-hidden=true>·</span>3<span hidden>x</span>4", "5 20 34"),
            ("<div>a</div><div>\u{200B}</div>", "<div>\na\n</div>"),
            ("<x<button><p>a</p>b</x<button>", "<div>\na\nb\n</div>"),
        ],
    );
}

#[test]
fn shadow_roots_are_composed() {
    all(
        plain,
        &[
            (
                "<my-card><template shadowrootmode=open><header><slot name=t>No title</slot></header><slot>Nothing</slot></template><b slot=t>T</b>Body</my-card>",
                "<my-card>\n<header>\n**T**\n</header>\nBody\n</my-card>",
            ),
            ("<x-a><template shadowmode=closed><p><slot>fallback</slot></p></template> </x-a>", "<x-a>\nfallback\n</x-a>"),
            ("<x-a><template shadowroot=open><p>in</p></template><p slot=none>lost</p></x-a>", "<x-a>\nin\n</x-a>"),
            (
                "<x-a><template shadowrootmode=open><x-b><template shadowrootmode=open><p><slot></slot></p></template><slot></slot></x-b></template><i>deep</i></x-a>",
                "<x-a>\n<x-b>\n_deep_\n</x-b>\n</x-a>",
            ),
        ],
    );
}

#[test]
fn frames_are_entered_or_written_as_stubs() {
    all(
        plain,
        &[
            (
                r#"<iframe role=presentation title=Card srcdoc="<input aria-label='Card number'>"></iframe>"#,
                r#"<input aria-label="Card number">"#,
            ),
            ("a<iframe title=Pay src=/pay width=3 id=f tabindex=0></iframe>b", "a\n<iframe title=Pay src=\"/pay\"></iframe>\nb"),
            ("<iframe></iframe>", "<iframe></iframe>"),
            (r#"<iframe srcdoc="<iframe srcdoc='<button>B</button>'></iframe>"></iframe>"#, "<button>B</button>"),
        ],
    );
}

#[test]
fn hidden_content_is_dropped_and_counted() {
    all(
        plain,
        &[
            ("<p hidden>a</p><p style='color:red; DISPLAY : none !important'>b</p><p inert>c</p><dialog>d</dialog><p popover>e</p>f", "f"),
            ("<div aria-hidden=true><h1>X</h1></div>y", "y"),
            ("<div aria-hidden=true><a href=/x>X</a></div>", "<div aria-hidden=true>\n<a href=\"/x\">X</a>\n</div>"),
            ("<button aria-hidden=true>+</button><a href=/x aria-hidden=true tabindex=-1>again</a>", "<button aria-hidden=true>+</button>"),
            (
                "a <math><mi style=display:none>x</mi><mi>y</mi></math> <svg><g hidden><text>x</text></g><a href=/ hidden><text>l</text></a></svg>",
                "a y",
            ),
            ("<p style='visibility:hidden'>a <b style='visibility:visible'>b</b> c</p>", "**b**"),
            ("<input type=hidden name=t value=1><input name=u>", "<input name=u>"),
            ("<details><summary>S</summary>kept</details>", "<details>\n<summary>S</summary> kept\n</details>"),
        ],
    );
    let page = "<p hidden>a<b hidden>b</b></p><p style=display:none>c</p><p>d</p>";
    let document = Document::parse(page, &Options::default()).unwrap();
    let withheld = document.snap(Params::default()).stats().withheld.clone();
    assert_eq!(withheld.iter().collect::<Vec<_>>(), [("display-none", 1), ("hidden", 1)]);
}

#[test]
fn an_input_shows_through_its_visible_label() {
    all(
        bare,
        &[
            ("<label><input type=radio style=display:none checked> A</label>", "<label><input type=radio checked uid=1> A</label>"),
            ("<label>Upload<input type=file hidden></label>", "<label>Upload<input type=file uid=1></label>"),
            ("<div hidden><input type=file id=f><p>x</p></div><label for=f>Photo</label>", "<input type=file uid=1>\n<label>Photo</label>"),
            ("<label hidden><input type=checkbox> A</label>", ""),
            ("<label>A<span style=display:none><input type=checkbox></span></label>", "<label>A<input type=checkbox uid=1></label>"),
        ],
    );
}

#[test]
fn hidden_content_can_be_kept_with_one_mark() {
    let keep = Options::default().with_hidden(Hidden::Keep);
    let kept = |html: &str| snap(html, &keep, (f64::INFINITY, 0.0, 1.0));
    all(
        kept,
        &[
            ("<div aria-hidden=true><h1>X</h1><p hidden>y</p></div>", "<div hidden>\n# X\ny\n</div>"),
            ("<p>a <span hidden>b</span></p>", "a <span hidden>b</span>"),
            ("<table><tr><th>A<th>B<tr hidden><td>c<td>d</table>", "| A | B |\n| --- | --- |\n<tr hidden>| c | d |</tr>"),
        ],
    );
    assert_eq!(snap("<p hidden>b</p>", &Options::paper(), (0.0, 0.0, 1.0)), "b");
}

#[test]
fn characters_that_hide_are_removed_and_counted() {
    all(
        plain,
        &[
            ("a\u{202E}b\u{200B}c\u{2060}d\u{AD}e\u{E0041}f", "abcdef"),
            ("👨‍👩‍👧‍👦 Family", "👨‍👩‍👧‍👦 Family"),
            ("<a href=/ title='x\u{200B}y'>z</a>", "<a href=\"/\" title=xy>z</a>"),
            ("a\u{A0}\u{A0} b", "a b"),
            ("“Curly” — dash", "“Curly” — dash"),
        ],
    );
    let document = Document::parse("<p title='\u{200B}'>a\u{202E}b</p>", &Options::default()).unwrap();
    assert_eq!(document.snap(Params::default()).stats().withheld.get("characters"), 1);
}

#[test]
fn secrets_are_never_shown() {
    all(
        bare,
        &[
            ("<input type=password value=hunter2>", "<input type=password value=\"(filled)\" uid=1>"),
            ("<input type=password value=''>", "<input type=password uid=1>"),
            ("<input autocomplete='section-a new-password' value=x>", "<input value=\"(filled)\" uid=1>"),
            ("<input autocomplete=one-time-code value=1>", "<input value=\"(filled)\" uid=1>"),
            (
                "<textarea autocomplete=one-time-code id=t>1234</textarea><button aria-labelledby=t></button>",
                "<textarea uid=1>(filled)</textarea>\n<button uid=2></button>",
            ),
            ("<textarea autocomplete=cc-number>4111</textarea>", "<textarea uid=1>(filled)</textarea>"),
        ],
    );
    for options in [Options::default(), Options::paper()] {
        let document = Document::parse("<input type=password value=hunter2>", &options).unwrap();
        for m in [0.0, 0.5, 1.0] {
            assert!(!document.snap(Params::new(0.0, 0.0, m).unwrap()).html().contains("hunter2"));
        }
        let target = &document.targets()[0];
        assert_eq!((target.value.as_deref(), target.state.as_slice()), (None, &[("filled", "true".to_owned())][..]));
    }
}

#[test]
fn limits_are_typed_errors_and_depth_is_flattened() {
    let limits = |limits: Limits| Options::default().with_limits(limits);
    let bytes = Document::parse("<p>abc", &limits(Limits::default().with_max_bytes(5))).unwrap_err();
    assert_eq!(bytes.to_string(), "the page exceeds the limit of 5 bytes");
    let elements = Document::parse(&"<b>".repeat(9), &limits(Limits::default().with_max_elements(9))).unwrap_err();
    assert!(matches!(elements, Error::Limit { name: "elements", .. }));
    let deep = format!("{}text{}", "<div>".repeat(1000), "</div>".repeat(1000));
    let document = Document::parse(&deep, &limits(Limits::default().with_max_depth(10))).unwrap();
    let snapshot = document.snap(Params::new(0.0, 0.0, 0.0).unwrap());
    assert!(snapshot.html().contains("text"));
    assert_eq!(snapshot.stats().depth_cut, 990);
}

#[test]
fn a_scope_writes_what_matches_and_keeps_numbers() {
    let page = "<nav><a href=/1>One</a></nav><main><a href=/2>Two</a><div><a href=/3>Three</a></div></main>";
    let scoped = |selector: &str| snap(page, &Options::default().with_uids(true).with_selector(selector), (0.0, 0.0, 1.0));
    assert_eq!(scoped("main div, main"), "<main>\n<a uid=2>Two</a>\n<div>\n<a uid=3>Three</a>\n</div>\n</main>");
    assert_eq!(scoped("a[href='/3']"), "<a uid=3>Three</a>");
    let excluded = Options::default().with_uids(true).with_exclude("nav, div");
    assert_eq!(snap(page, &excluded, (0.0, 0.0, 1.0)), "<main>\n<a uid=2>Two</a>\n</main>");
    let missing = Document::parse(page, &Options::default().with_selector("video")).unwrap_err();
    assert_eq!(missing.to_string(), "the selector `video` matches no element of the page");
    assert!(matches!(Document::parse(page, &Options::default().with_selector("a[")).unwrap_err(), Error::Selector { .. }));
}

#[test]
fn a_scope_reaches_into_shadow_roots_and_frames() {
    let page = r#"<p class=x>light</p><x-a><template shadowrootmode=open><p class=x>shadow</p></template></x-a><iframe srcdoc="<p class=x>frame</p>"></iframe>"#;
    let scoped = |selector: &str| snap(page, &Options::default().with_selector(selector), (0.0, 0.0, 1.0));
    assert_eq!(scoped(".x"), "light");
    assert_eq!(scoped("x-a >>> .x"), "shadow");
    assert_eq!(scoped("iframe >>> p"), "frame");
}

#[test]
fn meta_says_what_the_page_is() {
    let page = "<html lang=de><head><base href='/shop/'><title> A\n B </title></head><body><a href=x>y</a>";
    let document = Document::parse(page, &Options::default().with_base_url("https://a.test/q")).unwrap();
    let meta = document.meta();
    assert_eq!((meta.title.as_str(), meta.lang.as_str(), meta.base_url.as_deref()), ("A B", "de", Some("https://a.test/shop/")));
    assert_eq!(document.targets()[0].href.as_deref(), Some("https://a.test/shop/x"));
    let error = Document::parse(page, &Options::default().with_base_url("shop")).unwrap_err();
    assert_eq!(error.to_string(), "the base URL `shop` is not an absolute URL: relative URL without a base");
}

#[test]
fn the_header_is_the_first_line_and_can_not_be_broken_out_of() {
    let page = "<html lang=en><title>A --> <script></title><button>x</button><button>y</button>";
    let options = Options::default().with_header(true).with_base_url("https://a.test/").with_selector("button:first-child");
    assert_eq!(
        snap(page, &options, (0.0, 0.0, 0.0)),
        "<!-- A -&#45;> <script> | https://a.test/ | en | 1 of 2 targets -->\n<button>x</button>"
    );
}
