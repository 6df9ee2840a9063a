//! Dialogs that make the rest of the page inert.

use d2snap::{Budget, Document, Options, Params};

use super::{Page, document, element, shadow, text, whole};

fn page(modal: u32) -> Page {
    let dialog =
        element("dialog").with("open", "").holds([element("h2").says("Sure?"), element("button").says("Yes").fact("covered", false)]);
    let links = (0..40).map(|n| element("a").with("href", "/x").says(&format!("Link {n}")).fact("covered", true));
    let list = links.map(|link| element("li").holds([link]));
    Page::body([element("h1").says("Shop"), element("ul").holds(list), dialog, element("p").says("End.")]).set("modal", modal)
}

/// The place of the dialog in the list.
fn place_of_dialog(page: &Page) -> u32 {
    let value = page.value();
    let names = value["names"].as_array().unwrap();
    let name = names.iter().position(|name| name == "dialog").unwrap();
    value["nodes"].as_array().unwrap().iter().position(|node| node[1] == 1 && node[2] == name).unwrap() as u32
}

#[test]
fn the_dialog_stands_first_and_all_else_in_an_inert_element() {
    let page = page(place_of_dialog(&page(0)));
    let html = whole(&page.json());
    let start = "<dialog open>\n## Sure?\n<button uid=1>Yes</button>\n</dialog>\n<div inert>\n# Shop\n- <a href=\"/x\" uid=2>Link 0</a>\n";
    assert!(html.starts_with(start), "{html}");
    assert!(html.ends_with("Link 39</a>\nEnd.\n</div>\n"), "{html}");
    let targets = document(&page.json()).targets();
    assert_eq!(targets.iter().filter(|target| target.inert).count(), 40);
    assert!(!targets[0].inert && targets[1].inert);
    // Selectors are those of the page as it is.
    assert_eq!(targets[0].selector, "dialog > button");
    // It is not dissolved.
    assert!(document(&page.json()).snap(Params::new(f64::INFINITY, 1.0, 1.0).unwrap()).html().contains("<div inert>\n"));
}

#[test]
fn what_is_behind_goes_first_under_a_budget() {
    let page = page(place_of_dialog(&page(0)));
    let document = document(&page.json());
    let snapshot = document.adaptive(&Budget::new(60)).unwrap();
    assert!(snapshot.html().starts_with("<dialog open>\n## Sure?\n<button uid=1>Yes</button>\n</dialog>\n"), "{}", snapshot.html());
}

#[test]
fn the_published_algorithm_knows_no_dialogs() {
    let page = page(place_of_dialog(&page(0)));
    let document = Document::from_capture(&page.json(), &Options::paper()).unwrap();
    assert!(document.snap(Params::default()).html().starts_with("# Shop\n"));
}

#[test]
fn a_page_of_nothing_but_its_dialog_has_nothing_behind() {
    let page = Page::body([element("dialog").with("open", "").holds([element("button").says("Yes")])]).set("modal", 3);
    assert_eq!(whole(&page.json()), "<dialog open>\n<button uid=1>Yes</button>\n</dialog>\n");
}

#[test]
fn a_dialog_in_a_shadow_root_has_what_its_slots_hold_once() {
    let dialog = element("dialog").with("open", "").holds([element("slot"), element("button").says("Close")]);
    let page = Page::body([
        element("p").says("Page"),
        element("x-modal").holds([shadow().holds([element("div").holds([dialog])]), text("Slotted words")]),
    ])
    .set("modal", 8);
    assert_eq!(whole(&page.json()), "<dialog open>\nSlotted words<button uid=1>Close</button>\n</dialog>\n<div inert>\nPage\n</div>\n");
    assert_eq!(document(&page.json()).targets()[0].selector, "x-modal >>> button");
}

#[test]
fn a_modal_that_is_no_element_is_none() {
    for modal in [0, 4, 4000] {
        let page = Page::body([element("p").says("Page")]).set("modal", modal);
        assert_eq!(whole(&page.json()), "Page\n");
    }
}

#[test]
fn a_page_can_not_say_that_it_is_behind() {
    let page = Page::body([element("section").with("inert", "").holds([element("button").says("No")]), element("p").says("<div inert>")]);
    assert_eq!(whole(&page.json()), "&lt;div inert>\n");
}
