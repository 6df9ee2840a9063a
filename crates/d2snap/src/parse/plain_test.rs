//! What is read fast gives the tree that html5ever gives alone.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, tree_builder::TreeBuilderOpts};
use proptest::prelude::*;

use super::guard;
use super::sink::Sink;
use super::source::SourceNode;
use super::tree::{NodeRef, Shape};
use crate::options::Limits;

/// The tree in lines; an end of each element too, so that shape shows.
fn dump((shape, nodes): &(Shape, Vec<SourceNode>)) -> String {
    let mut out = String::new();
    let mut next = NodeRef::root(shape, nodes).first_child();
    while let Some(node) = next {
        match node.value() {
            SourceNode::Element(element) => {
                out += &format!("<{:?}:{}", element.space, element.local());
                for (name, value) in element.attributes() {
                    out += &format!(" {name}={value:?}");
                }
                out += ">\n";
            }
            SourceNode::Text(text) => out += &format!("{:?}\n", &**text),
            SourceNode::Comment => out += "#\n",
            SourceNode::Document | SourceNode::Contents => out += "!\n",
        }
        next = node.first_child().or_else(|| following(node, &mut out));
    }
    out
}

fn following<'s, 't>(node: NodeRef<'s, 't>, out: &mut String) -> Option<NodeRef<'s, 't>> {
    let mut at = node;
    loop {
        out.push_str("/\n");
        if let Some(sibling) = at.next_sibling() {
            return Some(sibling);
        }
        at = at.parent()?;
    }
}

fn agree(html: &str) {
    let ours = guard::parse(html, Sink::new(html), &Limits::default()).output;
    let options = ParseOpts { tree_builder: TreeBuilderOpts { scripting_enabled: true, ..Default::default() }, ..Default::default() };
    let alone = html5ever::parse_document(Sink::new(html), options).one(html);
    assert_eq!(dump(&ours), dump(&alone), "{html:?}");
}

const PARTS: &[&str] = &[
    "<",
    ">",
    "/",
    "=",
    "\"",
    "'",
    "`",
    "!",
    "?",
    "-",
    "--",
    "->",
    "-->",
    "--!>",
    "&",
    ";",
    "#",
    "\0",
    "\r",
    "\r\n",
    "\n",
    "\t",
    "\u{C}",
    " ",
    "a",
    "B",
    "é",
    "漢",
    "amp",
    "nbsp",
    "lt;",
    "&amp;",
    "&ampx",
    "&amp",
    "&notit;",
    "&#39;",
    "&#x27;",
    "&#0;",
    "&quot;",
    "<!--",
    "<!-->",
    "<!--->",
    "<!doctype html>",
    "<![CDATA[",
    "]]>",
    "<?x?>",
    "</",
    "</>",
    "</p",
    "<p",
    "<p>",
    "</p>",
    "<P CLASS=x>",
    "<b>",
    "</b>",
    "<a href=",
    "<a href=\"x?a=1&amp;b=2\">",
    "<a href='x&b' href=y>",
    "<a href='?a&copy=1&lt=2&not&b'>",
    "<a title=\"&copy &#169 &hearts;\">",
    "<i a b = c d='e'f/g>",
    "<br/>",
    "<br / >",
    "<input value=a&b>",
    "<svg>",
    "</svg>",
    "<svg/>",
    "<title>",
    "</title>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "</SCRIPT >",
    "<script src=x>",
    "<noscript>",
    "</noscript>",
    "<textarea>\n",
    "</textarea>",
    "<xmp>",
    "</xmp>",
    "<iframe>",
    "</iframe>",
    "<plaintext>",
    "<table>",
    "<tr><td>",
    "</table>",
    "<template>",
    "</template>",
    "<select>",
    "<option>",
    "</select>",
    "<math>",
    "</math>",
    "<mi>",
    "<foreignObject>",
    "<body class=y>",
    "<html lang=en>",
    "<frameset>",
    "<pre>\n",
    "</pre>",
    "<div\n id\n=\n1\n>",
    "<x-y Z=\"\">",
    "<p =x>",
    "<p a=>",
    "<p a=\"b\"c>",
    "<p <b>",
    "<p a\"b>",
    "<p\0>",
    "<\0",
    "</p a=b c>",
    "</p/>",
    "</ x>",
    "<!x>",
    "<!doctype x \"a>",
    "<p a=&ampx b='&amp=' c=&copy;&#x80>",
    "<p a=\"\0\" \0=b>",
    "&#x80;",
    "&#xD800;",
    "&#99999999999;",
    "&#",
    "&#x",
    "&CounterClockwiseContourIntegral;",
    "&bne;",
    "&noti",
    "<noframes>",
    "</noframes>",
    "]]",
];

#[test]
fn plain_and_odd_markup_gives_the_tree_of_html5ever() {
    for one in PARTS {
        agree(one);
        for other in PARTS {
            agree(&format!("{one}{other}"));
            agree(&format!("<p>x{one}y{other}z</p><b id=1>"));
        }
    }
    let many: String = (0..100).map(|n| format!(" a{}=\"{n}\"", n % 60)).collect();
    agree(&format!("<p{many}>x"));
    agree("\u{FEFF}<p>x");
}

proptest! {
    #[test]
    fn any_markup_gives_the_tree_of_html5ever(parts in prop::collection::vec(prop::sample::select(PARTS), 0..24)) {
        agree(&parts.concat());
    }
}
