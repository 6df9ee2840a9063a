//! The pages, and what becomes of each.

/// A hostile page.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) page: fn() -> Vec<u8>,
    pub(crate) outcome: Outcome,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    /// So many lines at (0, 0, 0).
    Lines(usize),
    /// The error of this limit.
    Limit(&'static str),
}

use Outcome::{Limit, Lines};

const MB: usize = 1_000_000;
/// Elements that fit, with those that the parser supplies.
const MOST: usize = 500_000 - 4;

pub(crate) const CASES: &[Case] = &[
    case("empty", Vec::new, Lines(0)),
    case("nul-bytes", || vec![0; 50 * MB], Lines(0)),
    case("over-64-mib", || vec![b'a'; 65 << 20], Limit("bytes")),
    case("nul-bytes-in-title", || [b"<title>".to_vec(), vec![0; 50 * MB]].concat(), Lines(0)),
    case("nul-bytes-in-svg", || [b"<svg><text>".to_vec(), vec![0; 50 * MB]].concat(), Lines(1)),
    case("nul-bytes-between", || b"a\0".repeat(25 * MB), Lines(1)),
    case("comments-between", || b"a<!---->".repeat(6 * MB), Lines(1)),
    case("cdata", || [b"<svg><text>".to_vec(), b"<![CDATA[a]]>".repeat(4 * MB)].concat(), Lines(1)),
    case("doctypes", || b"<!doctype a>".repeat(4 * MB), Lines(0)),
    // Text.
    case(
        "page-50mb",
        || {
            to(50 * MB, |n| {
                format!(
                    "<div class=card><h2>Item {n}</h2><p>It is <b>good</b>. Buy it now, for {n} euros. <a href=/item/{n}>More of {n}</a></p><input name=n{n}></div>\n"
                )
            })
        },
        Limit("elements"),
    ),
    case(
        "page-50mb-prose",
        || to(50 * MB, |n| format!("<p>{}", "Sentence of some words, and of more. ".repeat(n % 9 + 20))),
        Lines(56_118),
    ),
    case("text-50mb", || to(50 * MB, |n| format!("word{} of a text ", n % 5_000)), Lines(1)),
    case("word-50mb", || vec![b'a'; 50 * MB], Lines(1)),
    case("word-50mb-mixed", || to(50 * MB, |n| format!("{n:x}Q/")), Lines(1)),
    case("cjk-50mb", || to(50 * MB, |n| char::from_u32(0x4E00 + (n as u32 * 7919) % 20_000).unwrap_or('x').to_string()), Lines(1)),
    case("combining-50mb", || format!("a{}", "\u{301}".repeat(25 * MB)).into(), Lines(1)),
    case("spaces-50mb", || vec![b' '; 50 * MB], Lines(0)),
    case("punctuation-50mb", || vec![b'.'; 50 * MB], Lines(1)),
    case("sentences-1m", || to(30 * MB, |n| format!("This is the sentence {n} of it. ")), Lines(1)),
    case("sentences-1m-equal", || "It is so. ".repeat(MB).into(), Lines(1)),
    case("sentences-1m-distinct", || to(30 * MB, |n| format!("A{n} b{n} c{n} d{n}. ")), Lines(1)),
    case("sentences-500k-in-items", || to_count(MOST, |n| format!("<li>Item {n}.")), Lines(499_996)),
    case("invalid-utf8", || [0xFF, b'a', 0xC3, b' '].repeat(5 * MB), Lines(1)),
    case("pre-50mb", || [b"<pre>".to_vec(), to(50 * MB, |n| format!("line {n}\n"))].concat(), Lines(3_931_626)),
    case("br-500k", || to_count(MOST, |n| format!("{n}<br>")), Lines(499_996)),
    // Elements.
    case("elements-500k", || "<p>a".repeat(MOST).into(), Lines(499_996)),
    case("elements-1m", || "<p>a".repeat(MB).into(), Limit("elements")),
    case("empty-elements-500k", || "<div></div>".repeat(MOST).into(), Lines(0)),
    case("links-500k", || to_count(MOST, |n| format!("<a href={n}>{n}</a>")), Lines(499_996)),
    case("buttons-200k-nameless", || "<button></button>".repeat(200_000).into(), Lines(200_000)),
    case("levels-100k", || "<div>".repeat(100_000).into(), Lines(0)),
    case("levels-1m", || "<div>".repeat(MB).into(), Limit("elements")),
    case("options-1m", || format!("<select>{}", "<option>a".repeat(MB)).into(), Limit("elements")),
    case("items-1m", || "<li>One sentence.".repeat(MB).into(), Limit("elements")),
    case("levels-500k", || "<div>a".repeat(MOST).into(), Lines(1_499_988)),
    case("levels-500k-custom", || "<x-a>a".repeat(MOST).into(), Lines(1_499_985)),
    case("levels-list", || "<ul><li>a".repeat(200_000).into(), Lines(200_000)),
    case("levels-quote", || "<blockquote>a".repeat(200_000).into(), Lines(200_000)),
    case("levels-inline", || "<b><i>a".repeat(100_000).into(), Lines(1)),
    case("levels-span", || "<span>a".repeat(MOST).into(), Lines(1)),
    case("levels-button", || "<button><div>a".repeat(100_000).into(), Lines(100_000)),
    case("levels-closed", || format!("{}{}", "<div>a".repeat(200_000), "</div>".repeat(200_000)).into(), Lines(600_000)),
    case("levels-table", || "<table><tr><td>a".repeat(100_000).into(), Lines(100_000)),
    case("levels-template", || "<template>".repeat(200_000).into(), Lines(0)),
    case("levels-svg", || "<svg><g>".repeat(200_000).into(), Lines(0)),
    case("levels-select", || "<select><option>a".repeat(200_000).into(), Lines(100_001)),
    case(
        "options-500k",
        || format!("<select>{}", String::from_utf8_lossy(&to_count(MOST, |n| format!("<option value={n}>Option {n}")))).into(),
        Lines(1),
    ),
    case("options-500k-selected", || format!("<select multiple>{}", "<option selected>a".repeat(MOST)).into(), Lines(1)),
    case("radios-240k", || to_count(240_000, |n| format!("<label><input type=radio name=r>{n}</label>")), Lines(240_000)),
    case("end-tags", || "</p></b></x>".repeat(4 * MB).into(), Lines(0)),
    case("comments", || "<!--a--><!---->".repeat(3 * MB).into(), Lines(0)),
    case("comment-unclosed", || "<!--a-- ".repeat(6 * MB).into(), Lines(0)),
    case("markup-unclosed", || "<a b='".repeat(8 * MB).into(), Lines(0)),
    case("lt-50mb", || vec![b'<'; 50 * MB], Lines(1)),
    case("bogus", || "<!a><?b></ >".repeat(4 * MB).into(), Lines(0)),
    case("scripts", || "<script>a</script>".repeat(MB / 4).into(), Lines(0)),
    case("scripts-unclosed", || "<script><!--".repeat(4 * MB).into(), Lines(0)),
    case("titles", || "<title>a</title>".repeat(MB / 4).into(), Lines(0)),
    case("title-unclosed", || "<title>a&".repeat(4 * MB).into(), Lines(0)),
    case("textareas", || "<textarea>a</textarea>".repeat(MB / 4).into(), Lines(250_000)),
    // References.
    case("references", || "&amp;&lt;&quot;".repeat(3 * MB).into(), Lines(1)),
    case("references-rare", || "&CounterClockwiseContourIntegral;&notit;".repeat(MB).into(), Lines(1)),
    case("references-numeric", || "&#x110000;&#0;&#128;&#x1F600;".repeat(MB).into(), Lines(1)),
    case("references-broken", || "&".repeat(50 * MB).into(), Lines(1)),
    case("references-open", || "&ampersand &copy".repeat(3 * MB).into(), Lines(1)),
    case("references-values", || "<a title='&rarr;&amp;&foo;'>".repeat(MOST).into(), Lines(0)),
    // Attributes.
    case("attributes-1m", || attributes("<a ", MB, "="), Limit("names")),
    case("attributes-1m-nul", || attributes("<a \0b ", MB, "="), Limit("names")),
    case("attributes-1m-html", || [attributes("<html ", MB, ""), attributes("<body ", MB, "")].concat(), Limit("names")),
    case("attributes-1m-equal", || format!("<a {}>", "a=b ".repeat(MB)).into(), Lines(0)),
    case("attributes-many-tags", || to(50 * MB, |n| format!("<p a{n}=1 b{n}=1 c{n}=1 d{n}=1 e{n} f{n} g{n} h{n}>")), Limit("names")),
    case("attribute-50mb", || format!("<a href=/ title='{}'>x</a>", "long value ".repeat(4 * MB + MB / 2)).into(), Lines(1)),
    case("attribute-name-50mb", || format!("<a {}=1>x</a>", "a".repeat(50 * MB)).into(), Lines(1)),
    case("tag-name-50mb", || format!("<{}>x", "a".repeat(50 * MB)).into(), Lines(1)),
    case("classes", || format!("<div class='{}'>x", "c ".repeat(20 * MB)).into(), Lines(3)),
    case("styles", || format!("<div style='{}'>x", "color:red;".repeat(100_000)).repeat(40).into(), Lines(120)),
    case("data-urls", || format!("<img alt=a src='data:image/png;base64,{}'>", "A".repeat(450_000)).repeat(50).into(), Lines(1)),
    case("names-distinct", || to(50 * MB, |n| format!("<p data-attribute-{n}>")), Limit("names")),
    case("tags-distinct", || to(50 * MB, |n| format!("<custom-tag-{n}>")), Limit("names")),
    case("attributes-1m-reference", || attributes("<a b=&rarr; ", MB, "="), Limit("names")),
    case(
        "attributes-1m-unclosed",
        || {
            let mut page = attributes("<a ", MB, "=");
            page.truncate(page.len() - 2);
            page
        },
        Limit("names"),
    ),
    case("attributes-1m-doctype", || attributes("<!doctype html><a ", MB, "="), Limit("names")),
    case("attributes-40k", || attributes("<a href=/ ", 40_000, "=b"), Lines(1)),
    case("attributes-25m", || format!("<p {}>", "a b c d e f g h i j k l m n o p q r s t u v w x y z ").repeat(450_000).into(), Lines(0)),
    case("language-long", || format!("<html lang='{}'><body>{}", "a".repeat(1_000_000), "One. Two. ".repeat(500_000)).into(), Lines(1)),
    case("languages", || "<p lang=de>Eins. Zwei.<p lang=en>One. Two.".repeat(200_000).into(), Lines(400_000)),
    // The tree builder's bombs.
    case("bomb-font-p", || "<font><p>a".repeat(100_000).into(), Lines(100_000)),
    case("bomb-font-p-attributes", || to_count(100_000, |n| format!("<font size={n}><p>a")), Limit("elements")),
    case("bomb-b-p-closed", || "<b><p></b>a".repeat(200_000).into(), Lines(200_000)),
    case("bomb-a", || "<a href=/>a".repeat(200_000).into(), Lines(200_000)),
    case("bomb-a-div", || "<a href=/><div>a".repeat(100_000).into(), Lines(100_762)),
    case("bomb-nobr", || "<nobr><div>a".repeat(100_000).into(), Lines(100_508)),
    case("bomb-mixed", || "<b><i><u><s><p></b>a</i></u><div></s>".repeat(60_000).into(), Lines(60_510)),
    case("bomb-foster", || format!("<table>{}", "a<tr>".repeat(MB / 2)).into(), Limit("elements")),
    case("bomb-foster-elements", || format!("<table>{}", "<b>a<tr><i>".repeat(100_000)).into(), Limit("elements")),
    case("bomb-tables", || "<table>a".repeat(200_000).into(), Lines(200_000)),
    case("bomb-form", || "<form><table><form>a".repeat(100_000).into(), Lines(100_002)),
    case("bomb-dd-li", || "<dl><dd><ul><li>a<p>".repeat(50_000).into(), Lines(50_000)),
    case("bomb-math", || "<math><mi><p>a<svg><desc><table>".repeat(50_000).into(), Lines(1)),
    case("bomb-frameset", || "<frameset><frame>".repeat(150_000).into(), Lines(150_000)),
    case("bomb-head", || "<head><body></body></html><p>a".repeat(200_000).into(), Lines(200_000)),
    // Tables.
    case(
        "span-table",
        || format!("<table>{}", format!("<tr>{}", "<td rowspan=65534 colspan=1000>x".repeat(2)).repeat(1_000)).into(),
        Lines(1000),
    ),
    case("span-1000x65534", || "<table><tr><td colspan=1000 rowspan=65534>x<tr><td>y</table>".into(), Lines(2)),
    case("span-many", || format!("<table>{}", "<tr><td colspan=1000 rowspan=65534>x<td>y".repeat(160_000)).into(), Lines(160_000)),
    case(
        "span-wide",
        || format!("<table><tr>{}{}", "<td colspan=1000 rowspan=0>x".repeat(20_000), "<tr><td>y".repeat(100_000)).into(),
        Lines(100_001),
    ),
    case("rows-160k", || format!("<table>{}", "<tr><td>x<td>y".repeat(160_000)).into(), Lines(160_000)),
    case("cells-450k", || format!("<table><tr>{}", "<td>x".repeat(450_000)).into(), Lines(450_000)),
    case(
        "cells-wide-then-short",
        || format!("<table><tr>{}{}", "<td>x".repeat(200_000), "<tr><td>y".repeat(100_000)).into(),
        Lines(100_001),
    ),
    // Names.
    case("ids-equal", || "<p id=a>x</p><input aria-labelledby=a>".repeat(150_000).into(), Lines(300_000)),
    case("labels-many", || format!("<input id=a>{}", "<label for=a>Label</label>".repeat(200_000)).into(), Lines(200_001)),
    case("labels-many-fields", || "<input id=a><label for=a>Label</label>".repeat(150_000).into(), Lines(300_000)),
    case("labels-nested", || "<label>a<input>".repeat(100_000).into(), Lines(1)),
    case(
        "labelledby-long",
        || format!("<p id=a>{}</p>{}", "Long text of a label. ".repeat(40_000), "<input aria-labelledby=a>".repeat(100_000)).into(),
        Lines(100_001),
    ),
    case("labelledby-many", || format!("<p id=a>Text</p><input aria-labelledby='{}'>", "a ".repeat(500_000)).into(), Lines(2)),
    case(
        "labelledby-many-ids",
        || {
            format!(
                "{}<input aria-labelledby='{}'>",
                String::from_utf8_lossy(&to_count(50_000, |n| format!("<p id=a{n}>T{n}</p>"))),
                String::from_utf8_lossy(&to_count(50_000, |n| format!("a{n} ")))
            )
            .repeat(3)
            .into()
        },
        Lines(150_003),
    ),
    case(
        "labelledby-quadratic",
        || {
            format!("{}{}", "<p id=a>Text of some length</p>", format!("<input aria-labelledby='{}'>", "a ".repeat(10_000)).repeat(2_000))
                .into()
        },
        Lines(2001),
    ),
    case(
        "labelledby-label-long",
        || {
            format!("<p id=a aria-label='{}'>x</p>{}", "Long text of a label. ".repeat(40_000), "<input aria-labelledby=a>".repeat(100_000))
                .into()
        },
        Lines(100_001),
    ),
    case(
        "labelledby-picture",
        || format!("<p id=a>{}</p>{}", "Long text of a label. ".repeat(40_000), "<svg aria-labelledby=a></svg>".repeat(100_000)).into(),
        Lines(2),
    ),
    case(
        "labelledby-svg",
        || format!("<svg aria-labelledby='{}'>{}</svg>", "x ".repeat(500_000), "<g></g>".repeat(100_000)).into(),
        Lines(0),
    ),
    case(
        "alts-in-link",
        || format!("<a href=/>{}</a>", String::from_utf8_lossy(&to_count(450_000, |n| format!("<img alt=a{n} src=b>")))).into(),
        Lines(1),
    ),
    case("alts-in-buttons", || format!("<a href=/>{}</a>", "<button><img alt=a></button><img alt=b>".repeat(150_000)).into(), Lines(1)),
    case(
        "labelledby-cycle",
        || to_count(200_000, |n| format!("<button id=b{n} aria-labelledby=b{}></button>", (n + 1) % 200_000)),
        Lines(200_000),
    ),
    case(
        "labelledby-ancestor",
        || format!("<div id=a>{}</div>", "<button aria-labelledby=a></button>text ".repeat(200_000)).into(),
        Lines(3),
    ),
    case("describedby", || "<button id=x aria-describedby=x aria-controls=x aria-owns=x>a</button>".repeat(200_000).into(), Lines(200_000)),
    case("names-nested", || "<a href=/ role=button><span role=button>a".repeat(100_000).into(), Lines(100_000)),
    case("role-buttons-nested", || "<div role=button>a".repeat(200_000).into(), Lines(1)),
    case("legends", || "<fieldset><legend>a</legend><input>".repeat(100_000).into(), Lines(200_510)),
    case("images-in-link", || format!("<a href=/>{}</a>", "<img alt=a src=b>".repeat(450_000)).into(), Lines(1)),
    case("tabindex-nested", || "<div tabindex=0>a".repeat(200_000).into(), Lines(765)),
    case("alerts", || "<div role=alert aria-live=polite>a</div>".repeat(200_000).into(), Lines(600_000)),
    case("headings", || to_count(200_000, |n| format!("<h2>Heading {n}</h2>")), Lines(200_000)),
    case("aria-hidden", || "<div aria-hidden=true><a href=/>a</a>".repeat(150_000).into(), Lines(150_510)),
    // Shadow roots and frames.
    case(
        "slots",
        || {
            format!(
                "<x-a><template shadowrootmode=open>{}</template>{}</x-a>",
                "<slot name=a></slot>".repeat(150_000),
                "<p slot=a>x</p>".repeat(150_000)
            )
            .into()
        },
        Lines(150_002),
    ),
    case(
        "slots-cyclic",
        || {
            "<x-a><template shadowrootmode=open><slot name=a><slot name=b></slot></slot><x-b><template shadowrootmode=open><slot></slot></template><slot name=a slot=a></slot></x-b></template><p slot=a>x</p></x-a>".repeat(40_000).into()
        },
        Lines(120_000),
    ),
    case("shadow-nested", || "<x-a><template shadowrootmode=open><slot></slot>".repeat(100_000).into(), Lines(0)),
    case("shadow-hosts", || "<x-a><template shadowrootmode=open><slot></slot></template>a</x-a>".repeat(125_000).into(), Lines(375_000)),
    case("frames-many", || "<iframe srcdoc='<p>a'></iframe>".repeat(250_000).into(), Lines(250_000)),
    case("frames-nested", frames_nested, Lines(9)),
    case("frame-50mb", || format!("<iframe srcdoc='{}'>", "&lt;p>text ".repeat(100_000)).repeat(50).into(), Lines(100_000)),
    // Text marks.
    case("marks", || "<b>a</b><i>b</i> ".repeat(200_000).into(), Lines(1)),
    case("marks-in-word", || "a<b>b</b>".repeat(450_000).into(), Lines(1)),
    case("backticks", || format!("<code>{}</code>", "`a``".repeat(MB)).into(), Lines(1)),
    case("codes", || "<code>`</code>".repeat(450_000).into(), Lines(1)),
    case("escapes", || to_count(450_000, |_| "<p># - > 1. * [x](y) … 3 more".to_owned()), Lines(450_000)),
    case("quotes-in-pre", || format!("<pre>{}", "````\n".repeat(5 * MB)).into(), Lines(5_000_002)),
];

const fn case(name: &'static str, page: fn() -> Vec<u8>, outcome: Outcome) -> Case {
    Case { name, page, outcome }
}

/// Pieces until there are so many bytes.
fn to(bytes: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    let mut page = Vec::with_capacity(bytes + 1024);
    let mut n = 0;
    while page.len() < bytes {
        page.extend(piece(n).into_bytes());
        n += 1;
    }
    page
}

/// So many pieces.
fn to_count(count: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    (0..count).flat_map(|n| piece(n).into_bytes()).collect()
}

/// A tag of so many attributes of different names.
fn attributes(start: &str, count: usize, equals: &str) -> Vec<u8> {
    let mut page = start.to_owned();
    (0..count).for_each(|n| page.push_str(&format!("a{n}{equals} ")));
    page.push_str(">x");
    page.into()
}

/// A frame in a frame, twenty deep.
fn frames_nested() -> Vec<u8> {
    let mut page = "text ".repeat(1_000);
    for _ in 0..20 {
        page = format!("<iframe srcdoc=\"<p>a{}\"></iframe>", page.replace('&', "&amp;").replace('"', "&quot;"));
        if page.len() > 50 * MB {
            break;
        }
    }
    page.into()
}
