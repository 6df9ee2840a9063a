//! SPEC §7: attributes and affordances.

use d2snap::{GroundTruth, Hrefs, Options};

use crate::{all, bare, plain, snap};

#[test]
fn kept_while_rated_at_least_m() {
    let page = r#"<div data-x=1 style="a" id=i class=c title=t>x<p>y</div>"#;
    let at = |m: f64| snap(page, &Options::default(), (0.0, 0.0, m)).lines().next().unwrap().to_owned();
    assert_eq!(at(0.0), "<div data-x=1 style=a id=i class=c title=t>");
    assert_eq!(at(0.1), "<div style=a id=i class=c title=t>");
    assert_eq!(at(0.6), "<div id=i class=c title=t>");
    assert_eq!(at(0.7), "<div id=i class=c>");
    assert_eq!(at(0.8), "<div id=i>");
    assert_eq!(at(0.81), "<div>");
}

#[test]
fn names_of_any_form_never_fail() {
    let page = r#"<div @click="f()" *ngIf="x" :href="y" [v]=1 a"b=2 =c=3><section><p>KEEP</p></section>a</div>"#;
    let text = snap(page, &Options::default(), (0.0, 0.0, 0.0));
    assert_eq!(text, "<div @click=\"f()\" *ngif=x :href=y [v]=1>\n<section>\nKEEP\n</section>\na\n</div>");
}

#[test]
fn affordances_stay_at_every_m() {
    all(
        bare,
        &[
            (
                "<input type=checkbox checked><input type=radio><input type=file>",
                "<input type=checkbox checked uid=1>\n<input type=radio uid=2>\n<input type=file uid=3>",
            ),
            ("<div role=button tabindex=0>Buy</div>", "<div role=button uid=1>Buy</div>"),
            ("<button role=button>Buy</button>", "<button uid=1>Buy</button>"),
            (
                "<button aria-expanded=false aria-haspopup=menu aria-disabled=false>M</button>",
                "<button aria-expanded=false aria-haspopup=menu uid=1>M</button>",
            ),
            ("<input required readonly value='a b' placeholder=p>", "<input required readonly value=\"a b\" placeholder=p uid=1>"),
            ("<a href=/ aria-current=page>Home</a>", "<a aria-current=page uid=1>Home</a>"),
            ("<div contenteditable></div>", "<div contenteditable uid=1></div>"),
            ("<div onclick='f()'><svg/></div>", "<div onclick uid=1></div>"),
            ("<div style='cursor:pointer'><i><svg/></i></div>", "<div onclick uid=1></div>"),
            ("<p tabindex=0>t</p>", "<p onclick uid=1>t</p>"),
            ("<details open><summary>S</summary>t</details>", "<details open>\n<summary uid=1>S</summary> t\n</details>"),
            (
                "<fieldset disabled><legend>L <button>a</button></legend><button>b</button></fieldset>",
                "L <button uid=1>a</button>\n<button disabled uid=2>b</button>",
            ),
            ("<span role=slider tabindex=0 aria-valuenow=3></span>", "<span role=slider aria-valuenow=3 uid=1></span>"),
            ("<div onclick><svg/></div>", "<div onclick uid=1></div>"),
            (
                "<select><option disabled selected hidden>Choose<option>A</select>",
                "<select uid=1><option disabled selected>Choose</option><option>A</option></select>",
            ),
            (
                "<select><option selected>A<option selected>B</select>",
                "<select uid=1><option>A</option><option selected>B</option></select>",
            ),
            (
                "<select autocomplete=cc-exp-month><option>01<option selected>02</select>",
                "<select uid=1><option>01</option><option>02</option></select>",
            ),
            ("<fieldset disabled><legend>L</legend><legend><button>y</button></legend></fieldset>", "L\n<button disabled uid=1>y</button>"),
            ("<button aria-label=Like>Unlike</button>", "<button aria-label=Like uid=1>Unlike</button>"),
            ("<button role=presentation>B</button>", "<button uid=1>B</button>"),
            (
                "<input list=d><datalist id=d><option value=Chrome><option>Edge</datalist>",
                "<input uid=1>\n<option value=Chrome></option>\n<option>Edge</option>",
            ),
            ("<input name=a uid=99 type=submit value=Go>", "<input type=submit value=Go uid=1>"),
        ],
    );
    let row = "<table><tr role=row onclick=f()><td>a<td>b<tr><td role=gridcell onclick=f>c<td>d</table>";
    assert_eq!(snap(row, &Options::default(), (1.0, 1.0, 1.0)), "<tr onclick>| a | b |</tr>\n| <td role=gridcell onclick>c</td> | d |");
    let names = "<div u\u{200B}id=5 a|b=1>v<p>w</div>";
    assert_eq!(snap(names, &Options::default(), (0.0, 0.0, 0.0)), "<div>\nv\nw\n</div>");
    assert_eq!(plain("<div onclick='f(1)'>x</div>"), "<div onclick>x</div>");
    assert_eq!(snap("<div onclick='f(1)'>x</div>", &Options::default(), (0.0, 0.0, 0.0)), "<div onclick=\"f(1)\">x</div>");
}

#[test]
fn names_are_kept_where_nothing_else_tells_them() {
    all(
        bare,
        &[
            ("<button aria-label=Close>×</button>", "<button aria-label=Close uid=1>×</button>"),
            ("<button aria-label=close>Close</button>", "<button uid=1>Close</button>"),
            ("<input title=T>", "<input title=T uid=1>"),
            ("<label for=i>Name</label><input id=i title=T placeholder=P>", "<label>Name</label>\n<input uid=1>"),
            ("<span id=n hidden>Amount</span><input aria-labelledby=n>", "<input aria-label=Amount uid=1>"),
            ("<label for=i hidden>Name</label><input id=i>", "<input aria-label=Name uid=1>"),
            ("<a href=/><i aria-label=Home></i></a>", "<a uid=1>Home</a>"),
            ("<button><b aria-label='3 new'>3</b></button>", "<button aria-label=\"3 new\" uid=1>**3**</button>"),
            ("<input type=image alt=Pay src=p.png>", "<input type=image alt=Pay uid=1>"),
            ("<a href=/ title=T></a>", "<a title=T uid=1></a>"),
            ("<a href=/ title=T>x</a>", "<a uid=1>x</a>"),
        ],
    );
}

#[test]
fn without_uids_a_link_keeps_its_address() {
    let page = "<a href='https://a.test/p?q=1#f'>x</a>";
    let hrefs = |hrefs: Hrefs| snap(page, &Options::default().with_hrefs(hrefs).with_base_url("https://a.test/"), (0.0, 0.0, 1.0));
    assert_eq!(hrefs(Hrefs::Keep), "<a href=\"https://a.test/p?q=1#f\">x</a>");
    assert_eq!(hrefs(Hrefs::Path), "<a href=\"/p\">x</a>");
    assert_eq!(hrefs(Hrefs::Drop), "<a>x</a>");
    assert_eq!(bare(page), "<a uid=1>x</a>");
}

#[test]
fn values_are_cut_and_payloads_dropped() {
    let cut = |html: &str| snap(html, &Options::default().with_max_attribute_chars(10), (0.0, 0.0, 0.3));
    all(
        cut,
        &[
            ("<a href='/path?query=long'>x</a>", "<a href=\"/path…\">x</a>"),
            ("<a href='/a-long-path-indeed'>x</a>", "<a href=\"/a-long-p…\">x</a>"),
            ("<input placeholder='exactly 10'>", "<input placeholder=\"exactly 10\">"),
            ("<a href='data:text/html;base64,QUJD'>x</a>", "<a href=\"data:text…\">x</a>"),
        ],
    );
    assert_eq!(plain("<a href='data:text/html;base64,QUJD'>x</a>"), "<a href=\"data:text/html\">x</a>");
    assert_eq!(plain("<a href='javascript:go()'>x</a>"), "<a href=\"javascript:go()\">x</a>");
    let document = d2snap::Document::parse("<a href='/path?query=long'>x</a>", &Options::default().with_max_attribute_chars(6)).unwrap();
    assert_eq!(document.targets()[0].href.as_deref(), Some("/path?query=long"));
}

#[test]
fn the_paper_quotes_always_and_forces_nothing() {
    let paper = |html: &str| snap(html, &Options::paper(), (0.0, 0.0, 0.5));
    all(
        paper,
        &[
            ("<input type=checkbox checked id=a>", "<input checked id=\"a\">"),
            ("<div role=button>x</div>", "<div role=\"button\">\nx\n</div>"),
            ("<a>x</a>", "<a>x</a>"),
        ],
    );
    let uids = snap("<a href=x>y</a>", &Options::paper().with_uids(true), (0.0, 0.0, 1.0));
    assert_eq!(uids, "<a data-uid=\"1\">y</a>");
}

#[test]
fn the_ground_truth_can_be_replaced() {
    let truth =
        GroundTruth::from_json(r#"{"interactive": {"tags": ["em"]}, "content": {"inline": ["b"]}, "attributes": {"q": 1}}"#).unwrap();
    let options = Options::default().with_ground_truth(truth);
    assert_eq!(snap("<b q=1>x</b> <em q=2 id=i>y</em>", &options, (0.0, 0.0, 1.0)), "**x** <em q=2>y</em>");
}
