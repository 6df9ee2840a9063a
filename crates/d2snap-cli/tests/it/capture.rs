//! `--capture`: pages that were read in a browser.

use crate::run::{Folder, Run};

const PAGE: &str = r#"{"version": 1, "capturer": "c", "names": ["html", "body", "button"], "nodes":
    [[-1, 9], [0, 1, 0, [], 1], [1, 1, 1, [], 2], [2, 1, 2, [], 9, {"covered": true}], [3, 3, "Buy"], [2, 3, "Never", "same-color"]]}"#;

#[test]
fn a_capture_is_read() {
    let folder = Folder::new("capture").file("page.json", PAGE);
    let line = "<button covered uid=1>Buy</button>\n";
    assert_eq!(folder.run(&["snap", "--capture", "page.json", "--uids"]), Run::printed(line));
    assert_eq!(folder.run(&["adaptive", "--capture", "page.json"]), Run::printed(line));
    let record = &folder.json(&["snap", "--capture", "page.json", "--json"])[0];
    assert_eq!(record["targets"][0]["reference"], serde_json::json!({ "capturer": "c", "number": 9 }));
    assert_eq!((&record["targets"][0]["covered"], &record["withheld"]["same-color"]), (&true.into(), &1.into()));
}

#[test]
fn what_is_no_capture_fails_the_page() {
    let folder = Folder::new("no_capture").file("page.html", "<p>Hi").file("bytes.json", b"\"\xff\"");
    let fails = |file: &str, why: &str| {
        let run = folder.run(&["snap", "--capture", file]);
        assert_eq!(run, Run { code: Some(1), stdout: String::new(), stderr: format!("d2snap: {file}: {why}\n") });
    };
    fails("page.html", "the capture does not read: expected value at line 1 column 1");
    fails("bytes.json", "the capture is not UTF-8");
}

#[test]
fn a_capture_has_no_markup_to_tell_of() {
    let folder = Folder::new("capture_stats").file("page.json", PAGE);
    let run = folder.run(&["stats", "--capture", "page.json"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("a capture has no markup"), "{}", run.stderr);
}
