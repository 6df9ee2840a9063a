//! What each format's fixture is read as.

use std::fmt::Write;

use d2snap_eval::{Format, Loader, Mode, State, load};
use scraper::{ElementRef, Html};

use crate::fixture;

const MARKS: [&str; 10] = [
    "data-pw-testid",
    "data_pw_testid",
    "__playwright",
    "data-webtasks-id",
    "backend_node_id",
    "bounding_box_rect",
    "is_clickable",
    "data-simplified-id",
    "<text",
    "aria_",
];

fn states(name: &str) -> Vec<State> {
    let states = load(&fixture(name), None, Mode::Strict).unwrap();
    states.collect::<Result<_, _>>().unwrap()
}

/// A state as text; needs as the markup of the elements that they are.
fn told(state: &State) -> String {
    let page = Html::parse_document(&state.html);
    let elements: Vec<ElementRef<'_>> = page.tree.root().descendants().filter_map(ElementRef::wrap).collect();
    let mut out = format!("=== {} {:?} {:?}\ntask: {:?}\n", state.id, state.url, state.tags, state.task);
    for line in &state.history {
        writeln!(out, "history: {line}").unwrap();
    }
    for trajectory in &state.trajectories {
        out += "alternative:\n";
        for need in &trajectory.needs {
            writeln!(out, "- {} = #{} {}", need.label, need.element, elements[need.element].html().replace('\n', " ")).unwrap();
        }
    }
    out + &state.html
}

fn check(format: Format) {
    let name = format.name();
    assert_eq!(Format::detect(&fixture(name)), Ok(format));
    let states = states(name);
    for state in &states {
        // Inside an svg a `text` is a text.
        let html = state.html.replace("<text>2</text></svg>", "");
        for mark in MARKS {
            assert!(!html.contains(mark), "{}: {mark} is still there: {html}", state.id);
        }
    }
    let text: Vec<String> = states.iter().map(told).collect();
    insta::assert_snapshot!(name, text.join("\n"));
}

#[test]
fn mind2web() {
    check(Format::Mind2Web);
}

#[test]
#[cfg(feature = "parquet")]
fn multimodal_mind2web() {
    check(Format::MultimodalMind2Web);
}

#[test]
fn online_mind2web() {
    check(Format::OnlineMind2Web);
}

#[test]
fn d2snap() {
    check(Format::D2Snap);
}

#[test]
fn mhtml() {
    check(Format::Mhtml);
}

#[test]
fn weblinx() {
    check(Format::WebLinx);
}

#[test]
fn autowebbench() {
    check(Format::AutoWebBench);
}

#[test]
fn folder() {
    check(Format::Folder);
}

#[test]
fn weblinx_demonstrations_are_read_without_candidates_too() {
    let states: Vec<State> =
        load(&fixture("weblinx/demonstrations"), Some(Format::WebLinx), Mode::Strict).unwrap().collect::<Result<_, _>>().unwrap();
    let ids: Vec<&str> = states.iter().map(|state| state.id.as_str()).collect();
    assert_eq!(ids, ["abcdefg/3", "abcdefg/5"]);
}

#[test]
fn a_page_without_marks_is_untouched() {
    let page = std::fs::read_to_string(fixture("folder/kiln.html")).unwrap();
    assert_eq!(states("folder")[0].html, page);
}

#[test]
fn names_of_formats_are_read_back() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let error = "mind3web".parse::<Format>().unwrap_err();
    assert!(error.starts_with("unknown format \"mind3web\": one of mind2web, multimodal-mind2web, "), "{error}");
}

#[test]
fn pages_are_found_elsewhere_where_told() {
    let path = fixture("online-mind2web/tasks.json");
    let lengths = |pages| -> Vec<usize> {
        let loader = Loader { format: Some(Format::OnlineMind2Web), pages, ..Loader::default() };
        let states = loader.read(std::fs::File::open(&path).unwrap(), &path).unwrap();
        states.map(|state| state.unwrap().html.len()).collect()
    };
    assert_eq!(lengths(None), [0, 0]);
    assert_eq!(lengths(Some(fixture("online-mind2web/pages"))), [0, 76]);
}

#[test]
fn states_can_be_read_on_another_thread() {
    let states = load(&fixture("mind2web"), None, Mode::Strict).unwrap();
    assert_eq!(std::thread::spawn(move || states.count()).join().unwrap(), 4);
}
