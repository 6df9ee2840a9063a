//! Snapshots as plain data.

use d2snap::{Budget, Detached, Document, Options, Params};

const PAGE: &str = "<main hidden=x>Away</main><main><h1>Shop</h1><p>Open. Daily.</p><input type=checkbox checked aria-label=Gift>\
    <input type=password value=s><a href=/a>A</a><button aria-expanded=false disabled>More</button></main>";

fn read(html: &str) -> Document {
    Document::parse(html, &Options::default().with_uids(true)).unwrap()
}

#[test]
fn what_was_stored_reads_as_it_was() {
    let document = read(PAGE);
    let linear = Params::new(f64::INFINITY, 0.5, 1.0).unwrap();
    for snapshot in [document.snap(linear), document.adaptive(&Budget::new(40)).unwrap()] {
        let detached = snapshot.detach();
        assert!(!detached.targets.is_empty() && detached.stats.withheld.get("hidden") == 1);
        let json = serde_json::to_string(&detached).unwrap();
        assert_eq!(serde_json::from_str::<Detached>(&json).unwrap(), detached);
    }
}

#[test]
fn its_difference_is_that_of_the_snapshots() {
    let after = read(&PAGE.replace(" checked", "").replace("<a href=/a>A</a>", "").replace("Daily", "Weekly"));
    let before = read(PAGE);
    let params = Params::new(0.0, 0.0, 0.0).unwrap();
    let (before, after) = (before.snap(params), after.snap(params));
    assert_eq!(after.detach().diff(&before.detach()), after.diff(&before));
    assert!(!after.diff(&before).is_empty());
}

#[test]
fn names_and_numbers_that_no_snapshot_has_are_refused() {
    let json = serde_json::to_string(&read(PAGE).snap(Params::default()).detach()).unwrap();
    for (right, wrong) in
        [("\"checked\":", "\"chocked\":"), ("\"hidden\":", "\"hid\":"), ("\"params\":null", "\"params\":{\"k\":2,\"l\":0,\"m\":0}")]
    {
        assert!(json.contains(right), "{json}");
        serde_json::from_str::<Detached>(&json.replace(right, wrong)).unwrap_err();
    }
}
