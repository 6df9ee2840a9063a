//! Any text is read or refused, and what is read can be written.

use d2snap::{Budget, Document, Limits, Numbers, Options, Params};
use proptest::prelude::*;
use serde_json::{Value, json};

const NAMES: [&str; 16] = [
    "html", "body", "div", "button", "iframe", "frame", "slot", "template", "dialog", "select", "option", "svg a", "textarea", "table",
    "label", "id",
];

/// A node whose parent is anywhere, mostly before it.
fn node(at: usize) -> impl Strategy<Value = Value> {
    let parent = prop_oneof![8 => (0..at.max(1) as i64).boxed(), 1 => (-2..=at as i64 + 2).boxed()];
    let name = 0..NAMES.len() + 1;
    let facts = prop_oneof![
        Just(json!({})),
        Just(json!({ "hidden": "opacity" })),
        Just(json!({ "shown": true, "pointer": true })),
        Just(json!({ "filled": true, "value": "x", "checked": true, "selected": true, "indeterminate": true })),
        Just(json!({ "covered": true, "listener": true, "offscreen": ["left", 3] })),
        Just(json!(null)),
    ];
    prop_oneof![
        6 => (parent.clone(), name, 0..30_u32, facts).prop_map(|(parent, name, reference, facts)| json!([parent, 1, name, [15, "a"], reference, facts])),
        3 => (parent.clone(), "[a-z<&| ]{0,6}").prop_map(|(parent, text)| json!([parent, 3, text])),
        1 => (parent.clone(), any::<bool>()).prop_map(|(parent, unlaid)| json!([parent, 9, unlaid])),
        1 => parent.prop_map(|parent| json!([parent, 11])),
    ]
}

fn capture() -> impl Strategy<Value = String> {
    (0..60_usize, prop::option::of(0..60_u32)).prop_flat_map(|(count, modal)| {
        let nodes: Vec<_> = (0..count).map(|at| node(at + 3).boxed()).collect();
        nodes.prop_map(move |nodes| {
            let mut all = vec![json!([-1, 9]), json!([0, 1, 0, [], 1]), json!([1, 1, 1, [], 2])];
            all.extend(nodes);
            json!({ "version": 1, "capturer": "c", "names": NAMES, "nodes": all, "modal": modal }).to_string()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: proptest::test_runner::RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_list_is_read_or_refused(json in capture(), depth in 8..12_usize) {
        let options = Options::default().with_uids(true).with_limits(Limits::default().with_max_depth(depth));
        let mut numbers = Numbers::default();
        if let Ok(document) = Document::from_capture_numbered(&json, &options, &mut numbers) {
            for (k, l, m) in [(0.0, 0.0, 0.0), (f64::INFINITY, 1.0, 1.0)] {
                let snapshot = document.snap(Params::new(k, l, m).unwrap());
                prop_assert_eq!(snapshot.uids().len(), document.target_count());
            }
            let _ = document.adaptive(&Budget::new(20));
            prop_assert_eq!(document.targets().len(), document.target_count());
            for selector in ["div", "div >>> button", ":first-child"] {
                let _ = Document::from_capture(&json, &options.clone().with_exclude(selector));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(json in "[\\[\\]{}\":,0-9a-z ]{0,80}") {
        let _ = Document::from_capture(&json, &Options::default());
    }
}
