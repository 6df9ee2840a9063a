//! Frames: in the list, and as the host composes them.

use d2snap::{Document, Limits, Options, Params};

use super::{Page, document, element, frame, whole};

fn inner(words: &str) -> super::build::Node {
    frame().holds([element("html").holds([element("body").holds([element("button").says(words)])])])
}

#[test]
fn what_a_frame_holds_stands_in_its_place() {
    let page =
        Page::body([element("p").says("Before"), element("iframe").with("title", "F").holds([inner("In")]), element("p").says("After")]);
    assert_eq!(whole(&page.json()), "Before\n<button uid=1>In</button>\nAfter\n");
    let target = &document(&page.json()).targets()[0];
    assert_eq!(target.selector, "iframe[title=\"F\"] >>> body > button");
    assert_eq!(target.xpath.as_deref(), Some("//iframe[@title='F'] >>> //body/button"));
}

#[test]
fn frames_of_a_frameset_are_entered() {
    let frames =
        element("frameset").holds([element("frame").with("src", "a.htm").holds([inner("In")]), element("frame").with("src", "b.htm")]);
    let page = Page::of(element("html").holds([frames]), false);
    assert_eq!(whole(&page.json()), "<button uid=1>In</button>\n<iframe src=b.htm></iframe>\n");
}

#[test]
fn the_host_composes_what_it_read_elsewhere_to_any_depth() {
    let deepest = Page::body([element("button").says("Deep").reference(5)]).set("capturer", "c3");
    let middle = Page::body([element("iframe").reference(9)]).set("capturer", "c2").with_frame(9, deepest);
    let page = Page::body([element("iframe").with("src", "https://pay.example").reference(7), element("button").says("Own").reference(5)])
        .with_frame(7, middle);
    assert_eq!(whole(&page.json()), "<button uid=1>Deep</button>\n<button uid=2>Own</button>\n");
    let references: Vec<_> = document(&page.json()).targets().iter().map(|target| target.reference.as_ref().unwrap().to_string()).collect();
    assert_eq!(references, ["c3/5", "c1/5"]);
}

#[test]
fn a_frame_that_is_not_there_is_a_stub() {
    let page = Page::body([element("iframe").with("src", "https://pay.example/").with("title", "Pay").fact("frame", "cross-origin")]);
    assert_eq!(whole(&page.json()), "<iframe src=\"https://pay.example/\" title=Pay></iframe>\n");
}

#[test]
fn frames_are_entered_up_to_the_limits() {
    let mut page = Page::body([element("button").says("Deepest")]);
    for _ in 0..5 {
        page = Page::body([element("p").says("Level"), element("iframe").reference(4)]).with_frame(4, page);
    }
    let levels = |limits: Limits| {
        let document = Document::from_capture(&page.json(), &Options::default().with_limits(limits)).unwrap();
        document.snap(Params::default()).html().matches("Level").count()
    };
    assert_eq!(levels(Limits::default()), 5);
    assert_eq!(levels(Limits::default().with_max_frame_depth(2)), 3);
    assert_eq!(levels(Limits::default().with_max_frames(1)), 2);
    // What JSON nests too deeply is refused, and not followed.
    for _ in 0..200 {
        page = Page::body([element("iframe").reference(4)]).with_frame(4, page);
    }
    let error = Document::from_capture(&page.json(), &Options::default()).unwrap_err().to_string();
    assert!(error.starts_with("the capture does not read: recursion limit exceeded"), "{error}");
}

#[test]
fn ids_are_of_their_frame() {
    let labelled = |words: &str| {
        let label = element("label").with("for", "x").says(words);
        frame().holds([element("html").holds([element("body").holds([label, element("input").with("id", "x")])])])
    };
    let page = Page::body([element("iframe").holds([labelled("One")]), element("iframe").holds([labelled("Two")])]);
    let names: Vec<_> = document(&page.json()).targets().into_iter().map(|target| target.name.unwrap()).collect();
    assert_eq!(names, ["One", "Two"]);
}
