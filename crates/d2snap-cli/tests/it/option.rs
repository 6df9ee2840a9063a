//! Each option does what it says.

use crate::run::{Folder, Run};

/// What `d2snap snap` with these arguments prints of a page.
fn printed(page: &str, arguments: &[&str]) -> String {
    let folder = Folder::new(&format!("option{}", fingerprint(page, arguments)));
    let folder = folder.file("rate.json", r#"{"attributes": {"data-test": 1}}"#).file("tags.json", r#"{"content": {"block": ["p"]}}"#);
    let run = folder.run_with(&[&["snap"], arguments].concat(), page.as_bytes());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    run.stdout
}

fn fingerprint(page: &str, arguments: &[&str]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (page, arguments).hash(&mut hasher);
    hasher.finish()
}

#[test]
fn profile_paper_is_the_papers_and_later_options_override_it() {
    let page = r#"<section class="container"><div><h2>Margherita</h2><p>A classic: mozzarela and basil.</p><p hidden>Sold out</p><button type="button">Add</button></div></section>"#;
    let snap = |arguments: &[&str]| printed(page, &[&["-k", "0", "-m", ".35", "-l", ".6"], arguments].concat());
    assert_eq!(
        snap(&["--profile", "paper"]),
        "<section class=\"container\">\n<div>\n## Margherita\nA classic:\nSold out\n<button>Add</button>\n</div>\n</section>\n"
    );
    assert_eq!(
        snap(&["--profile", "paper", "--hidden", "drop", "--no-split-clauses", "--affordances"]),
        "<section class=\"container\">\n<div>\n## Margherita\nA classic: mozzarela and basil.\n<button>Add</button>\n</div>\n</section>\n"
    );
    assert_eq!(
        snap(&["--hidden", "keep", "--split-clauses", "--profile", "agent"]),
        "<section class=container>\n<div>\n## Margherita\nA classic:\n<p hidden>Sold out</p>\n<button>Add</button>\n</div>\n</section>\n"
    );
}

#[test]
fn uids_number_the_targets() {
    let page = "<a href=/x>X</a><form><button>Go</button></form>";
    assert_eq!(printed(page, &["--uids"]), "<a href=\"/x\" uid=1>X</a>\n<form>\n<button uid=2>Go</button>\n</form>\n");
    assert_eq!(
        printed(page, &["--uids", "--uid-attribute", "ref"]),
        "<a href=\"/x\" ref=1>X</a>\n<form>\n<button ref=2>Go</button>\n</form>\n"
    );
}

#[test]
fn the_papers_profile_has_data_uid_and_quotes() {
    assert_eq!(printed("<button>Go</button>", &["--uids", "--profile", "paper"]), "<button data-uid=\"1\">Go</button>\n");
}

#[test]
fn selector_and_exclude_take_lists_and_paths() {
    let page = "<nav><p>N</p></nav><main><p>M</p><p class=ad>Ad</p></main>\
                <my-box id=h><template shadowrootmode=open><p>Shadow</p><i>Not</i></template></my-box>";
    assert_eq!(printed(page, &["--selector", "main, nav", "--exclude", ".ad", "-k", "inf"]), "N\nM\n");
    assert_eq!(printed(page, &["--selector", "#h >>> p"]), "Shadow\n");
    assert_eq!(printed(page, &["--selector", "#h p, nav p"]), "N\n");
}

#[test]
fn hrefs_are_kept_shortened_or_dropped() {
    let page = r#"<a href="https://e.com/a/b?q=1#f">In</a> and <a href="https://other.org/c?q=1">out</a>"#;
    let snap = |hrefs: &[&str]| printed(page, &[&["--url", "https://e.com/"], hrefs].concat());
    assert_eq!(snap(&[]), "<a href=\"https://e.com/a/b?q=1#f\">In</a> and <a href=\"https://other.org/c?q=1\">out</a>\n");
    assert_eq!(snap(&["--hrefs", "keep"]), snap(&[]));
    assert_eq!(snap(&["--hrefs", "path"]), "<a href=\"/a/b\">In</a> and <a href=\"https://other.org/c\">out</a>\n");
    assert_eq!(snap(&["--hrefs", "drop"]), "<a>In</a> and <a>out</a>\n");
}

#[test]
fn header_is_one_first_line() {
    assert_eq!(
        printed("<html lang=en><title>T</title><a href=/x>X</a>", &["--header", "--url", "https://e.com/p"]),
        "<!-- T | https://e.com/p | en | 1 of 1 targets -->\n<a href=\"/x\">X</a>\n"
    );
}

#[test]
fn pretty_is_indented() {
    assert_eq!(
        printed("<div><div><p>A</p><p>B</p></div><p>C</p></div>", &["--format", "pretty", "-k", "0"]),
        "<div>\n  <div>\n    A\n    B\n  </div>\n  C\n</div>\n"
    );
}

#[test]
fn a_ground_truth_is_merged_or_taken_whole() {
    let page = "<h1>T</h1><button data-test=buy class=c>Buy</button>";
    assert_eq!(printed(page, &["-m", "1"]), "# T\n<button>Buy</button>\n");
    assert_eq!(printed(page, &["-m", "1", "--ground-truth", "rate.json"]), "# T\n<button data-test=buy>Buy</button>\n");
    assert_eq!(
        printed(page, &["-m", "1", "--ground-truth", "rate.json", "--profile", "paper"]),
        "# T\n<button data-test=\"buy\">Buy</button>\n"
    );
    let whole = printed(page, &["-k", "inf", "--ground-truth", "tags.json", "--ground-truth-replace"]);
    assert_eq!(whole, "T\nBuy\n");
}

#[test]
fn an_encoding_label_wins_over_meta_and_a_byte_order_mark_over_both() {
    let folder = Folder::new("encoding")
        .file("sjis.html", b"<meta charset=shift_jis><title>\x82\xa0</title><p>\x82\xa0")
        .file("latin1.html", b"<p>caf\xe9")
        .file("bom.html", b"\xef\xbb\xbf<p>caf\xc3\xa9");
    assert_eq!(folder.run(&["snap", "sjis.html"]), Run::printed("あ\n"));
    assert_eq!(folder.run(&["snap", "latin1.html"]), Run::printed("caf\u{fffd}\n"));
    assert_eq!(folder.run(&["snap", "latin1.html", "bom.html", "--encoding", "latin1"]), Run::printed("café\ncafé\n"));
    let lines = folder.json(&["snap", "sjis.html", "--json", "--tokenizer", "chars4"]);
    assert_eq!((lines[0]["title"].as_str(), &lines[0]["original_bytes"]), (Some("あ"), &46.into()));
    assert_eq!(lines[0]["original_tokens"], "<meta charset=shift_jis><title>あ</title><p>あ".chars().count().div_ceil(4));
}

#[test]
fn without_markdown_content_elements_stay_html() {
    assert_eq!(printed("<h1>A <b>b</b></h1>", &["--no-markdown", "-k", "0"]), "<h1>\nA <b>b</b>\n</h1>\n");
}

#[test]
fn fine_tuning_reaches_the_engine() {
    let field = "<input type=email required aria-label=Mail>";
    assert_eq!(printed(field, &["-m", "1"]), "<input type=email required aria-label=Mail>\n");
    assert_eq!(printed(field, &["-m", "1", "--no-affordances"]), "<input>\n");
    assert_eq!(printed(field, &["-m", "1", "--no-affordances", "--affordances"]), "<input type=email required aria-label=Mail>\n");
    assert_eq!(printed("<a href=/ title=abcdefgh>x</a>", &["--max-attribute-chars", "4"]), "<a href=\"/\" title=\"abc…\">x</a>\n");
    let long = "x".repeat(300);
    let link = format!("<a href=/ title={long}>x</a>");
    assert_eq!(printed(&link, &["--max-attribute-chars", "none"]), format!("<a href=\"/\" title={long}>x</a>\n"));
    let inline = "<p>One two <b>three.</b> Four five.</p>";
    assert_eq!(printed(inline, &["-l", "1", "--segment-scope", "block"]), "One two **three.**\n");
    assert_eq!(printed(inline, &["-l", "1", "--segment-scope", "node"]), "One two **three.** Four five.\n");
}

#[test]
fn merging_may_be_ranked_or_by_depth_with_attributes_of_both_or_one() {
    let page = "<section><div id=a><div class=b><p>A</p></div><p>B</p></div><p>C</p></section>";
    let snap = |arguments: &[&str]| printed(page, &[&["-k", "1", "-m", "0"], arguments].concat());
    assert_eq!(snap(&[]), "A\nB\nC\n");
    assert_eq!(snap(&["--merge-schedule", "ranked", "--profile", "paper"]), "A\nB\nC\n");
    assert_eq!(snap(&["--merge-schedule", "modulo"]), "<section id=a class=b>\nA\nB\nC\n</section>\n");
    assert_eq!(snap(&["--merge-schedule", "modulo", "--attribute-inheritance", "own"]), "<section>\nA\nB\nC\n</section>\n");
}
