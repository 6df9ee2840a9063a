//! What is no capture, and what is too large.

use d2snap::{Document, Error, Limits, Options};

use super::{Page, element, text, whole};

fn refused(capture: &str) -> String {
    Document::from_capture(capture, &Options::default()).expect_err("a capture that is refused").to_string()
}

/// A capture of these nodes, below the page, the root element and the body.
fn of(nodes: &str) -> String {
    format!(
        r#"{{"version": 1, "capturer": "c", "names": ["html", "body", "p", "iframe"],
            "nodes": [[-1, 9], [0, 1, 0, [], 1], [1, 1, 1, [], 2], {nodes}]}}"#
    )
}

#[test]
fn what_is_no_json_is_refused_with_its_place() {
    assert_eq!(refused("<p>Hi"), "the capture does not read: expected value at line 1 column 1");
    assert_eq!(refused("{}"), "the capture does not read: missing field `version` at line 1 column 2");
}

#[test]
fn another_version_is_refused_whatever_else_it_holds() {
    let message = "the capture is of version 2: this engine reads version 1";
    assert_eq!(refused(r#"{"version": 2, "tree": {}}"#), message);
    assert_eq!(refused(&Page::body([]).set("version", 2).json()), message);
    assert_eq!(refused(r#"{"version": "1.1"}"#), "the capture is of version \"1.1\": this engine reads version 1");
    let inner = Page::body([]).set("version", 3);
    let outer = Page::body([element("iframe").reference(7)]).with_frame(7, inner);
    assert_eq!(refused(&outer.json()), "the capture is of version 3: this engine reads version 1");
}

#[test]
fn a_list_that_is_no_tree_is_refused() {
    for (nodes, reason) in [
        ("[3, 1, 2, [], 3]", "node 3 has a parent that is not before it"),
        ("[4, 1, 2, [], 3], [3, 1, 2, [], 4]", "node 3 has a parent that is not before it"),
        ("[-1, 1, 2, [], 3]", "node 3 has a parent that is not before it"),
        ("[-1, 9]", "node 3 has a parent that is not before it"),
        ("[2, 1, 9, [], 3]", "node 3 has a name that is not in the list"),
        ("[2, 1, 2, [9, \"x\"], 3]", "node 3 has a name that is not in the list"),
        ("[2, 9]", "node 3 is a page outside of a frame"),
        ("[0, 11]", "node 3 is a shadow root without a host"),
        ("[2, 3, \"a\"], [3, 3, \"b\"]", "node 4 stands in a text"),
        ("[2, 1, 2, [], 3, {\"hidden\": \"shy\"}]", "node 3 is hidden for `shy`, which is no reason"),
    ] {
        assert_eq!(refused(&of(nodes)), format!("the capture does not read: {reason}"), "{nodes}");
    }
    assert!(refused(&of("[2, 8]")).contains("a node of kind 8: it is 1, 3, 9 or 11"));
    assert!(refused(&of("[2, 3]")).contains("a node that ends too early"));
    assert!(refused(&of("[2, 1, 2, [0], 3]")).contains("an attribute without a value"));
    assert!(refused(&of("7")).contains("expected a node: [parent, kind, …]"));
    let no_page = r#"{"version": 1, "capturer": "c", "names": ["p"], "nodes": [[0, 1, 0, [], 1]]}"#;
    assert_eq!(refused(no_page), "the capture does not read: node 0 is not the page: [-1, 9]");
}

#[test]
fn a_page_of_nothing_is_empty() {
    assert_eq!(whole(r#"{"version": 1, "capturer": "c", "names": [], "nodes": []}"#), "");
    assert_eq!(whole(r#"{"version": 1, "capturer": "c", "names": [], "nodes": [[-1, 9]]}"#), "");
    assert_eq!(whole(&of("[2, 3, \"Hi\", null, \"what a later version may say\"]")), "Hi\n");
}

#[test]
fn the_format_is_as_it_is_described() {
    let described = include_str!("../../../../../bindings/capture/README.md");
    let example = described.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(whole(example), "<dialog open>\n</dialog>\n<div inert>\nBehind it\n</div>\n");
    assert_eq!(super::document(example).meta().viewport.unwrap().page_height, 5400);
}

#[test]
fn limits_hold() {
    let of = |limits: Limits, capture: &str| Document::from_capture(capture, &Options::default().with_limits(limits)).err();
    let page = Page::body((0..10).map(|n| element(&format!("x-{n}")).says("x"))).json();
    let limit = |name, limit| format!("the page exceeds the limit of {limit} {name}");
    let said = |error: Option<Error>| error.expect("a limit").to_string();
    assert_eq!(said(of(Limits::default().with_max_bytes(100), &page)), limit("bytes", 100));
    assert_eq!(said(of(Limits::default().with_max_elements(11), &page)), limit("elements", 11));
    assert_eq!(said(of(Limits::default().with_max_names(11), &page)), limit("names", 11));
    assert!(of(Limits::default().with_max_elements(12).with_max_names(12), &page).is_none());
}

#[test]
fn deep_pages_are_flattened_in_order() {
    let mut inner = element("div").holds([text("core"), element("button").says("Go")]);
    for level in (0..5000).rev() {
        inner = element("div").holds([text(&format!("before {level}.")), inner, text(&format!("after {level}."))]);
    }
    let page = Page::body([inner]).json();
    let document = super::document(&page);
    let snapshot = document.snap(d2snap::Params::new(f64::INFINITY, 0.0, 1.0).unwrap());
    assert!(snapshot.stats().depth_cut > 4000);
    let html = snapshot.html();
    let at = |what: &str| html.find(what).unwrap_or_else(|| panic!("{what} is missing"));
    assert!(at("before 0.") < at("before 255.") && at("before 255.") < at("before 300.") && at("before 4999.") < at("core"));
    assert!(at("core") < at(">Go<") && at(">Go<") < at("after 4999.") && at("after 4999.") < at("after 256."));
    assert!(at("after 300.") < at("after 200.") && at("after 200.") < at("after 0."));
    assert_eq!(document.target_count(), 1);
}
