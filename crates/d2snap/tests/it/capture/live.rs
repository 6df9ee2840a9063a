//! What a browser says of elements.

use d2snap::{Document, Options, Params, Reason, Side};

use super::{Page, document, element, shadow, text, whole};

#[test]
fn what_a_browser_hides_is_withheld_with_its_reason() {
    let hidden = |reason: &str| element("p").says(reason).hidden(reason);
    let reasons = ["opacity", "zero-size", "clipped", "tiny", "off-page", "content-visibility", "display-none", "visibility-hidden"];
    let page = Page::body(reasons.map(hidden).into_iter().chain([
        element("p").holds([text("small").hidden("font-size"), element("b").says("Seen")]),
        element("p").holds([text("white").hidden("same-color")]),
    ]));
    let document = document(&page.json());
    let snapshot = document.snap(Params::default());
    assert_eq!(snapshot.html(), "**Seen**\n");
    for reason in reasons.into_iter().chain(["font-size", "same-color"]) {
        assert_eq!(snapshot.stats().withheld.get(reason), 1, "{reason}");
    }
}

#[test]
fn a_browser_knows_better_than_markup() {
    let page = Page::body([
        element("p").with("hidden", "").says("Shown by a rule"),
        element("p").with("style", "display:none").says("Important"),
        element("dialog").says("Open without a word"),
        element("p").with("hidden", "").says("Hidden").hidden("display-none"),
        element("dialog").says("Closed").hidden("display-none"),
        element("div").with("popover", "").says("Not open").hidden("display-none"),
    ]);
    let document = document(&page.json());
    let snapshot = document.snap(Params::new(1.0, 0.0, 1.0).unwrap());
    assert_eq!(snapshot.html(), "Shown by a rule\nImportant\n<dialog>\nOpen without a word\n</dialog>\n");
    let withheld = &snapshot.stats().withheld;
    assert_eq!(["hidden", "closed-dialog", "popover"].map(|reason| withheld.get(reason)), [1, 1, 1]);
}

#[test]
fn without_layout_markup_is_what_there_is() {
    let root = element("html").holds([element("body").holds([element("p").with("hidden", "").says("No"), element("p").says("Yes")])]);
    assert_eq!(whole(&Page::of(root, true).json()), "Yes\n");
}

#[test]
fn what_is_inert_is_withheld_though_it_is_seen() {
    let page = Page::body([element("div").with("inert", "").holds([element("button").says("Buy")]), element("p").says("Text")]);
    let document = document(&page.json());
    assert_eq!((document.target_count(), document.snap(Params::default()).html()), (0, "Text\n"));
}

#[test]
fn what_shows_in_spite_of_what_is_around_it_is_there() {
    let page = Page::body([element("div")
        .hidden("visibility-hidden")
        .holds([text("no"), element("p").fact("shown", true).holds([text("yes "), element("b").says("and this").hidden("opacity")])])]);
    assert_eq!(whole(&page.json()), "yes\n");
}

#[test]
fn what_only_screen_readers_are_told_names_a_control() {
    let page =
        |reason: &str| Page::body([element("button").holds([text("2 "), element("span").says("items in the cart").hidden(reason)])]).json();
    for reason in ["clipped", "tiny", "off-page"] {
        assert_eq!(whole(&page(reason)), "<button aria-label=\"2 items in the cart\" uid=1>2</button>\n");
        assert_eq!(document(&page(reason)).targets()[0].name.as_deref(), Some("2 items in the cart"));
    }
    // What nobody is told does not.
    for reason in ["opacity", "display-none", "same-color"] {
        assert_eq!(whole(&page(reason)), "<button uid=1>2</button>\n", "{reason}");
    }
}

#[test]
fn the_text_of_a_lone_icon_names_its_control() {
    let page = Page::body([element("a").with("href", "/").holds([text("Home").hidden("off-page")])]);
    assert_eq!(whole(&page.json()), "<a href=\"/\" aria-label=Home uid=1></a>\n");
}

#[test]
fn values_are_those_that_fields_have_now() {
    let page = Page::body([
        element("input").with("value", "old").with("name", "a").fact("value", "typed"),
        element("input").with("value", "old").fact("value", ""),
        element("input").with("type", "checkbox").with("checked", "").fact("checked", false),
        element("input").with("type", "checkbox").fact("checked", true),
        element("select").holds([
            element("option").with("selected", "").says("A").fact("selected", false),
            element("option").says("B").fact("selected", true),
        ]),
        element("textarea").says("new"),
    ]);
    let document = document(&page.json());
    let html = document.snap(Params::new(0.0, 0.0, 1.0).unwrap()).into_html();
    assert_eq!(
        html,
        "<input value=typed uid=1>\n<input uid=2>\n<input type=checkbox uid=3>\n<input type=checkbox checked uid=4>\n\
         <select uid=5><option>A</option><option selected>B</option></select>\n<textarea uid=6>new</textarea>\n"
    );
    let values: Vec<_> = document.targets().into_iter().map(|target| target.value).collect();
    assert_eq!(values, [Some("typed".into()), None, None, None, Some("B".into()), Some("new".into())]);
}

#[test]
fn a_box_that_is_neither_ticked_nor_not_is_mixed() {
    let page = Page::body([element("input").with("type", "checkbox").fact("checked", true).fact("indeterminate", true)]);
    assert_eq!(document(&page.json()).targets()[0].state[0], ("checked", "mixed".to_owned()));
    assert!(whole(&page.json()).contains(" aria-checked=mixed"));
}

#[test]
fn of_a_secret_it_is_told_that_it_is_filled_whatever_the_field_is() {
    let page = Page::body([
        element("input").with("type", "password").with("value", "").with("name", "p").fact("filled", true),
        // One whose text a user has made visible.
        element("input").with("type", "text").fact("filled", true),
        element("input").with("type", "password").fact("filled", false),
        element("textarea").with("autocomplete", "one-time-code").fact("filled", true),
    ]);
    assert_eq!(
        whole(&page.json()),
        "<input type=password value=\"(filled)\" name=p uid=1>\n<input type=text value=\"(filled)\" uid=2>\n<input type=password uid=3>\n\
         <textarea autocomplete=one-time-code uid=4>(filled)</textarea>\n"
    );
    for (target, filled) in document(&page.json()).targets().into_iter().zip(["true", "true", "false", "true"]) {
        assert_eq!(target.value, None);
        assert!(target.state.contains(&("filled", filled.to_owned())));
    }
}

#[test]
fn a_control_that_its_label_stands_for_stays() {
    let input = || element("input").with("type", "checkbox").hidden("opacity");
    let page = Page::body([
        element("label").holds([input(), text("Gift")]),
        input().with("id", "x"),
        element("label").with("for", "x").says("Wrap"),
        element("label").hidden("opacity").holds([element("input").with("type", "checkbox"), text("Nobody sees it")]),
    ]);
    let names: Vec<_> = document(&page.json()).targets().into_iter().map(|target| target.name).collect();
    assert_eq!(names, [Some("Gift".into()), Some("Wrap".into())]);
}

#[test]
fn listeners_and_pointing_hands_make_targets() {
    let page = Page::body([
        element("div").says("Mumbai").fact("listener", true),
        element("div").fact("pointer", true).holds([element("h3").says("Card"), element("span").says("0")]),
        element("div").fact("listener", true).holds([text("Holds a "), element("button").says("button")]),
    ]);
    let targets = document(&page.json()).targets();
    let found: Vec<_> = targets.iter().map(|target| (target.name.as_deref().unwrap(), target.reasons.as_slice())).collect();
    let expected: [(&str, &[Reason]); 3] = [("Mumbai", &[Reason::Listener]), ("Card 0", &[Reason::Cursor]), ("button", &[Reason::Tag])];
    assert_eq!(found, expected);
    assert!(whole(&page.json()).contains("<div onclick uid=1>Mumbai</div>"));
    assert_eq!(Reason::Listener.as_str(), "listener");
}

#[test]
fn where_targets_are_is_told() {
    let page = Page::body([
        element("button").with("covered", "page").says("Under").fact("covered", true).reference(12),
        element("button").with("covered", "page").says("Free").reference(40),
        element("button").says("Late").fact("offscreen", serde_json::json!(["below", 2400])),
    ]);
    // A page can not say so itself.
    assert_eq!(whole(&page.json()), "<button covered uid=1>Under</button>\n<button uid=2>Free</button>\n<button uid=3>Late</button>\n");
    let targets = document(&page.json()).targets();
    assert_eq!(targets.iter().map(|target| target.covered).collect::<Vec<_>>(), [true, false, false]);
    let away = targets[2].off_screen.expect("it is out of sight");
    assert_eq!((away.side, away.pixels, targets[1].off_screen), (Side::Below, 2400, None));
    let reference = targets[0].reference.as_ref().unwrap();
    assert_eq!((reference.capturer.as_str(), reference.number, reference.to_string().as_str()), ("c1", 12, "c1/12"));
}

#[test]
fn the_header_tells_where_the_page_is_scrolled_to() {
    let viewport =
        |height: u32| serde_json::json!({ "x": 0, "y": 720, "width": 1280, "height": 720, "pageWidth": 1280, "pageHeight": height });
    let below = |name: &str| element("button").says(name).fact("offscreen", serde_json::json!(["below", 10]));
    let page = |height| {
        Page::body([element("button").says("A").fact("offscreen", serde_json::json!(["above", 10])), below("B"), below("C")])
            .set("viewport", viewport(height))
            .set("url", "https://shop.example/")
    };
    let options = Options::default().with_header(true);
    let first = |capture: &str| {
        let html = Document::from_capture(capture, &options).unwrap().snap(Params::default()).into_html();
        html.lines().next().unwrap().to_owned()
    };
    assert_eq!(
        first(&page(5400).json()),
        "<!-- https://shop.example/ | 3 of 3 targets | scrolled 720 of 4680 px, 1 target above, 2 below -->"
    );
    let short = Page::body([element("p").says("All of it")]).set("viewport", viewport(720));
    assert_eq!(first(&short.json()), "<!-- 0 of 0 targets -->");
    let meta = Document::from_capture(&page(5400).json(), &options).unwrap().meta().clone();
    assert_eq!((meta.viewport.unwrap().page_height, meta.base_url.as_deref()), (5400, Some("https://shop.example/")));
}

#[test]
fn links_are_resolved_against_the_address_of_the_page() {
    let page = Page::body([element("a").with("href", "../x").says("X")]).set("url", "https://shop.example/a/b/");
    assert_eq!(document(&page.json()).targets()[0].href.as_deref(), Some("https://shop.example/a/x"));
    let options = Options::default().with_base_url("https://other.example/");
    let given = Document::from_capture(&page.json(), &options).unwrap();
    assert_eq!(given.targets()[0].href.as_deref(), Some("https://other.example/x"));
}

#[test]
fn selectors_go_through_shadow_roots_without_a_trace_of_them() {
    let page = Page::body([element("x-card")
        .holds([shadow().holds([element("p").holds([element("slot")]), element("button").says("In")]), element("button").says("Light")])]);
    let targets = document(&page.json()).targets();
    let found: Vec<_> = targets.iter().map(|target| (target.name.as_deref().unwrap(), target.selector.as_str())).collect();
    assert_eq!(found, [("Light", "x-card > button"), ("In", "x-card >>> button")]);
    assert_eq!(targets[0].xpath.as_deref(), Some("//x-card/button"));
    let only = |selector: &str| {
        let options = Options::default().with_selector(selector);
        Document::from_capture(&page.json(), &options).unwrap().snap(Params::default()).into_html()
    };
    assert_eq!(only("x-card >>> button"), "<button>In</button>\n");
    // No template stands before the light child.
    assert_eq!(only("x-card > :first-child"), "<button>Light</button>\n");
    let without = Options::default().with_exclude("x-card >>> p");
    let snapshot = Document::from_capture(&page.json(), &without).unwrap().snap(Params::default()).into_html();
    assert_eq!(snapshot, "<x-card>\n<button>In</button>\n</x-card>\n");
}

#[test]
fn no_selector_counts_on_what_was_typed() {
    let field = |typed: &str| element("input").with("value", "old").fact("value", typed);
    let page = Page::body([element("div").holds([field("a"), field("b")])]);
    let selectors: Vec<_> = document(&page.json()).targets().into_iter().map(|target| target.selector).collect();
    assert!(selectors.iter().all(|selector| !selector.contains("value")), "{selectors:?}");
}

#[test]
fn a_snapshot_of_a_capture_can_be_stored() {
    let page = Page::body([
        element("button").says("Late").fact("offscreen", serde_json::json!(["above", 3])),
        element("p").says("No").hidden("same-color"),
    ]);
    let detached = document(&page.json()).snap(Params::default()).detach();
    let back: d2snap::Detached = serde_json::from_str(&serde_json::to_string(&detached).unwrap()).unwrap();
    assert_eq!(back, detached);
}
