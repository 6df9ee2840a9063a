//! Deep and long pages: whole, or cut and counted, and never a crash.

use d2snap::{Document, Options};

use crate::cases::{RATIOS, params};
use crate::snap;

#[test]
fn content_under_any_depth_is_there() {
    for levels in [2_000, 3_000, 20_000, 50_000] {
        let page = format!("{}<p>text</p><button>Go</button>{}<p>after</p>", "<div>".repeat(levels), "</div>".repeat(levels));
        let document = Document::parse(&page, &Options::default().with_uids(true)).unwrap();
        for ratio in RATIOS {
            let snapshot = document.snap(params(ratio));
            let lines: Vec<&str> = snapshot.html().lines().filter(|line| !line.contains("div")).collect();
            assert_eq!(lines, ["text", "<button uid=1>Go</button>", "after"], "{levels} {ratio:?}");
            // Flattened: what is beyond 255 levels, and the paragraph and the button under them.
            assert_eq!(snapshot.stats().depth_cut, levels - 255 + 2, "{levels}");
        }
    }
}

#[test]
fn depth_of_any_element_is_no_trouble() {
    for tag in ["ul><li", "blockquote", "b", "a href=/", "span", "x-y", "table><tr><td", "button", "form", "details", "font"] {
        let page = format!("{}text", format!("<{tag}>").repeat(3_000));
        for ratio in RATIOS {
            assert_eq!(snap(&page, &Options::default(), ratio).matches("text").count(), 1, "{tag} {ratio:?}");
        }
    }
}

#[test]
fn a_long_page_is_complete() {
    let page: String = (0..20_000).map(|at| format!("<h2>Part {at}</h2><p>Of {at}, see <a href=/{at}>its note</a>.</p>")).collect();
    let text = snap(&page, &Options::default(), (0.0, 0.0, 1.0));
    assert_eq!(text.lines().count(), 40_000);
    assert!(text.ends_with("## Part 19999\nOf 19999, see <a href=\"/19999\">its note</a>."), "{}", &text[text.len() - 200..]);
}
