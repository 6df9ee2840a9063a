//! A page that says nothing that only layout tells is the same, read as markup or in a browser.

use std::fs;

use d2snap::{Document, Options, Params};
use scraper::{Html, Node as Parsed};

use super::build::{Node, Page, element, frame, shadow, text};

/// A page as a browser without layout would list it.
fn captured(html: &str) -> Page {
    Page::of(root(html), true)
}

fn root(html: &str) -> Node {
    let html = Html::parse_document(html);
    convert(*html.root_element())
}

fn convert(node: ego_tree::NodeRef<'_, Parsed>) -> Node {
    let Parsed::Element(parsed) = node.value() else { return text(node.value().as_text().map_or("", |text| text)) };
    let space = match &*parsed.name.ns {
        "http://www.w3.org/2000/svg" => "svg ",
        "http://www.w3.org/1998/Math/MathML" => "math ",
        _ => "",
    };
    let local = parsed.name();
    let mut out = element(&format!("{space}{local}"));
    for (name, value) in &parsed.attrs {
        let space = if name.ns.is_empty() { "" } else { "xlink " };
        if &*name.local != "srcdoc" {
            out = out.with(&format!("{space}{}", name.local), value);
        }
    }
    if let Some(srcdoc) = parsed.attr("srcdoc").filter(|srcdoc| !srcdoc.is_empty()) {
        return out.holds([frame().holds([root(srcdoc)])]);
    }
    if matches!(local, "script" | "style" | "noscript" | "template") {
        return out;
    }
    let roots: Vec<_> = node.children().filter(|child| is_shadow(*child)).collect();
    let contents = roots.iter().filter_map(|template| template.first_child()).take(1);
    let shadows = contents.map(|contents| shadow().holds(contents.children().filter(is_listed).map(convert)));
    out.holds(shadows.chain(node.children().filter(|child| is_listed(child) && !is_shadow(*child)).map(convert)))
}

fn is_shadow(node: ego_tree::NodeRef<'_, Parsed>) -> bool {
    node.value().as_element().is_some_and(|element| element.name() == "template" && element.attr("shadowrootmode").is_some())
}

fn is_listed(node: &ego_tree::NodeRef<'_, Parsed>) -> bool {
    node.value().is_element() || node.value().is_text()
}

fn assert_same(name: &str, html: &str, options: &Options) {
    let parsed = Document::parse(html, options).unwrap();
    let captured = Document::from_capture(&captured(html).json(), options).unwrap();
    for (k, l, m) in [(0.0, 0.0, 0.0), (0.4, 0.4, 0.4), (f64::INFINITY, 1.0, 1.0)] {
        let params = Params::new(k, l, m).unwrap();
        assert_eq!(captured.snap(params).html(), parsed.snap(params).html(), "{name} at {k} {l} {m}");
    }
    for (captured, parsed) in captured.targets().into_iter().zip(parsed.targets()) {
        assert_eq!((&captured.name, &captured.context, &captured.reasons), (&parsed.name, &parsed.context, &parsed.reasons), "{name}");
        // Values that users change tell nothing apart.
        if !parsed.selector.contains("[value=") {
            assert_eq!(captured.xpath, parsed.xpath, "{name}");
            assert_eq!(captured.selector, parsed.selector, "{name}");
        }
    }
}

#[test]
fn our_own_pages_are() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/pages");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let html = d2snap::decode(&fs::read(&path).unwrap(), None).unwrap().into_owned();
        // The recursion of this test is not the engine's.
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert_same(&name, &html, &Options::default().with_uids(true));
        assert_same(&name, &html, &Options::paper());
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn what_selects_parts_selects_the_same() {
    let html = "<main><p id=a>One<p class=b>Two<x-y><template shadowrootmode=open><p class=b>Three</template></x-y></main><p>Four";
    for selector in ["#a", "main > p:nth-of-type(2)", ".b, #a", "x-y >>> .b"] {
        let options = Options::default().with_selector(selector);
        assert_same(selector, html, &options);
        assert_same(selector, html, &Options::default().with_exclude(selector));
    }
}
