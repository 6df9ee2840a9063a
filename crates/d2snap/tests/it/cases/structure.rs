//! Headings, lists, and the elements that are easily taken for empty.

use crate::cases::always;
use crate::{all, bare, plain};

#[test]
fn every_block_has_its_line() {
    always(&[(
        "<h1>Menu <b>today</b></h1><ul><li>Soup<li>Bread</ul><h2>Prices</h2><table><tr><th>Dish<th>€<tr><td>Soup<td>4</table><ol><li>Order<li>Eat</ol>",
        &["# Menu **today**\n- Soup\n- Bread\n## Prices\n| Dish | € |\n| --- | --- |\n| Soup | 4 |\n1. Order\n2. Eat"],
    )]);
}

#[test]
fn nested_lists_keep_their_numbers_and_levels() {
    always(&[
        ("<ul><li>A<ul><li>B<ol><li>one<li>two</ol></ul><li>C</ul>", &["- A\n  - B\n    1. one\n    2. two\n- C"]),
        (
            "<ul><li><ul><li><ol><li>i1<li>i2<li>i3<li>i4<li>i5<li>i6<li>i7<li>i8<li>i9<li>i10<li>i11</ol></ul></ul>",
            &["- - 1. i1\n    2. i2\n", "    9. i9\n    10. i10\n    11. i11"],
        ),
        ("<ol><li>one<p>more</p><ul><li>in</ul><li>two</ol>", &["1. one\n   more\n   - in\n2. two"]),
    ]);
}

#[test]
fn void_elements_take_no_children() {
    all(
        plain,
        &[
            ("<div><br><p>Stays here</p></div>", "<div>\nStays here\n</div>"),
            ("<div><hr><div><p>a</p><wbr><p>b</p></div></div>", "<div>\n---\n<div>\na\nb\n</div>\n</div>"),
            (
                "<div><img alt=I src=i><div>a</div><input><div>b</div></div>",
                "<div>\n![I](i)\n<div>\na\n</div>\n<input>\n<div>\nb\n</div>\n</div>",
            ),
        ],
    );
    all(
        bare,
        &[
            ("<div><br><div><img src=x><div><hr><input><div>last</div></div></div></div>", "---\n<input uid=1>\nlast"),
            ("<hr><section>a</section>", "---\na"),
        ],
    );
}

#[test]
fn what_stands_for_something_else_is_not_empty() {
    always(&[
        ("<iframe title=Map></iframe>", &["<iframe title=Map></iframe>"]),
        ("<canvas aria-label='Rain by month'></canvas>", &["![Rain by month]"]),
        ("<object data=x aria-label=Plan></object><embed title=Tune><video title=Clip></video>", &["![Plan]", "![Tune]", "![Clip]"]),
        ("<img alt=Crest src=c.png>", &["![Crest]"]),
        (
            "<map><area href=/n alt='North wing'><area href=/s title=South></map>",
            &["<area", "alt=\"North wing\"", " uid=1>", "title=South uid=2>"],
        ),
        ("<svg aria-label=Bin></svg>", &["![Bin]"]),
    ]);
}

#[test]
fn a_fragment_of_any_element_is_a_page() {
    all(
        plain,
        &[
            ("<li>alone", "- alone"),
            ("<dd>said", ": said"),
            ("</div></table>after", "after"),
            ("<h2>T</h2>tail", "## T\ntail"),
            ("<tr><td>cell</td></tr>", "cell"),
            ("<option>one</option>", "<option>one</option>"),
            ("<summary>S</summary>", "<summary>S</summary>"),
            ("<!-- only -->", ""),
        ],
    );
}

#[test]
fn a_link_in_a_heading_is_a_link() {
    always(&[
        ("<h2><a href=/p>Title</a></h2>", &["## <a", ">Title</a>"]),
        ("<h3>See <a href=/q>more</a> <button>x</button></h3>", &["### See <a", ">more</a> <button", ">x</button>"]),
    ]);
}

#[test]
fn a_form_is_kept_with_its_labels() {
    always(&[(
        "<div><form><label>Email</label><input><button>Send</button></form></div>",
        &["<form>", "<label>Email</label>", "<input uid=1>", "<button uid=2>Send</button>", "</form>"],
    )]);
}
