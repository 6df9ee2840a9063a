//! `d2snap frontier`.

use d2snap::TokenCounter;

use crate::run::{Folder, dataset, keys};

#[test]
fn the_table_has_a_row_a_budget() {
    let page = dataset("checkout-form.html");
    let folder = Folder::new("frontier_table");
    let run = folder.run(&["frontier", page.to_str().unwrap(), "--steps", "5"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let lines: Vec<Vec<&str>> = run.stdout.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0], ["tokens", "budget", "utility", "k", "l", "m", "targets"]);
    assert_eq!(lines[1][1], "256");
    // The last budget is the unreduced page.
    assert_eq!(lines[5][0], lines[5][1]);
    assert_eq!(lines[5][2..6], ["2.0000", "0.000", "0.000", "0.000"]);
}

#[test]
fn utility_and_targets_never_fall() {
    let page = dataset("shop-listing.html");
    let folder = Folder::new("frontier_json");
    let lines = folder.json(&["frontier", page.to_str().unwrap(), "--json"]);
    assert_eq!(lines.len(), 1);
    let frontier = &lines[0];
    assert_eq!(keys(frontier), ["file", "title", "tokenizer", "unreduced_tokens", "targets_total", "points"]);
    let points = frontier["points"].as_array().unwrap();
    assert_eq!(points.len(), 16);
    assert_eq!(keys(&points[0]), ["tokens", "budget", "utility", "k", "l", "m", "targets"]);
    for point in points {
        assert!(point["tokens"].as_u64() <= point["budget"].as_u64());
    }
    for pair in points.windows(2) {
        assert!(pair[0]["utility"].as_f64() <= pair[1]["utility"].as_f64(), "{pair:?}");
        assert!(pair[0]["targets"].as_u64() <= pair[1]["targets"].as_u64(), "{pair:?}");
    }
    let last = &points[15];
    assert_eq!(last["budget"], frontier["unreduced_tokens"]);
    assert_eq!(last["targets"], frontier["targets_total"]);
    // A point is what the command of that budget writes.
    let budget = points[6]["budget"].to_string();
    let adaptive = folder.run(&["adaptive", page.to_str().unwrap(), "--max-tokens", &budget]);
    assert_eq!(points[6]["tokens"], TokenCounter::o200k_base().count(&adaptive.stdout));
}

#[test]
fn a_small_page_has_one_row() {
    let folder = Folder::new("frontier_small");
    let arguments = ["frontier", "--tokenizer", "chars4", "--no-uids"];
    let run = folder.run_with(&arguments, b"<p>Some text.</p><button>Go</button>");
    let row = "       8        8   2.0000  0.000  0.000  0.000         1\n";
    assert_eq!(run.stdout, format!("  tokens   budget  utility      k      l      m   targets\n{row}"));
}

#[test]
fn the_plot_is_well_formed() {
    let page = std::fs::read(dataset("checkout-form.html")).unwrap();
    let folder = Folder::new("frontier_plot").file("a&b <1>.html", page);
    let run = folder.run(&["frontier", "a&b <1>.html", "--svg", "plot.svg", "--steps", "7"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let svg = folder.read("plot.svg");
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
    assert!(svg.contains("a&amp;b &lt;1&gt;.html"), "{svg}");
    assert_eq!(svg.matches("<circle").count(), 7);
    // A page of one point, an empty page too.
    let small = Folder::new("frontier_plot_small").file("page.html", "");
    assert_eq!(small.run(&["frontier", "page.html", "--svg", "plot.svg"]).code, Some(0));
    assert_eq!(small.read("plot.svg").matches("<circle").count(), 1);
}

#[test]
fn failures_have_their_status() {
    let folder = Folder::new("frontier_failures").file("page.html", "<p>Text.</p>");
    let missing = folder.run(&["frontier", "missing.html"]);
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(1), ""));
    assert!(missing.stderr.starts_with("d2snap: missing.html: "), "{}", missing.stderr);
    let json = folder.run(&["frontier", "missing.html", "--json"]);
    assert_eq!((json.code, keys(&json.lines()[0])), (Some(1), vec!["file", "error"]));
    let svg = folder.run(&["frontier", "page.html", "--svg", "no/plot.svg"]);
    assert_eq!(svg.code, Some(1));
    assert!(svg.stderr.contains("no/plot.svg: "), "{}", svg.stderr);
    for (arguments, message) in [
        (["frontier", "page.html", "--steps", "1"], "it is not a number of budgets, 2 to 1000"),
        (["frontier", "page.html", "--svg", "page.html"], "the plot would overwrite the page page.html"),
    ] {
        let refused = folder.run(&arguments);
        assert_eq!(refused.code, Some(2));
        assert!(refused.stderr.contains(message), "{}", refused.stderr);
    }
    assert_eq!(folder.read("page.html"), "<p>Text.</p>");
}
