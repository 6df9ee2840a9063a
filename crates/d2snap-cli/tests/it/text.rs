//! Text mode: inputs, parameters, streaming.

use std::io::Read;
use std::process::Stdio;

use crate::run::{Folder, Run, dataset};

const PAGE: &str =
    "<title>T</title><section><h1>Shop</h1><div><p>Open now.</p></div><div><button class=b>Buy</button><a href=/x>X</a></div></section>";

#[test]
fn the_defaults_are_the_agent_profile_at_point_three_each_without_uids() {
    let folder = Folder::new("defaults").file("page.html", PAGE);
    let expected = d2snap::snap(PAGE, d2snap::Params::new(0.3, 0.3, 0.3).unwrap()).unwrap();
    assert_eq!(folder.run(&["snap", "page.html"]), Run::printed(&expected));
    assert_eq!(folder.run(&["snap", "page.html", "-k", ".3", "-l", ".3", "-m", ".3", "--profile", "agent"]), Run::printed(&expected));
    assert!(!expected.contains("uid"));
}

#[test]
fn text_mode_prints_exactly_the_snapshot() {
    let folder = Folder::new("exact");
    for name in ["checkout-form.html", "dashboard.html", "shop-listing.html"] {
        let html = std::fs::read_to_string(dataset(name)).unwrap();
        let expected = d2snap::snap(&html, d2snap::Params::default()).unwrap();
        assert_eq!(folder.run(&["snap", dataset(name).to_str().unwrap()]), Run::printed(&expected), "{name}");
    }
}

#[test]
fn k_l_and_m_are_what_they_say() {
    let folder = Folder::new("params").file("page.html", "<div id=a><div><p>One. Two.</p></div><p>Three</p></div>");
    let run = |params: &[&str]| folder.run(&[&["snap", "page.html"], params].concat());
    assert_eq!(run(&["-k", "0", "-l", "0", "-m", "0"]), Run::printed("<div id=a>\n<div>\nOne. Two.\n</div>\nThree\n</div>\n"));
    assert_eq!(run(&["-k0", "-l1", "-m=1"]), Run::printed("<div>\n<div>\nOne.\n</div>\nThree\n</div>\n"));
    for infinite in ["inf", "infinity", "Inf", "∞"] {
        assert_eq!(run(&["-k", infinite, "-l", "0"]), Run::printed("One. Two.\nThree\n"));
    }
}

#[test]
fn without_a_file_or_with_a_dash_it_reads_standard_input() {
    let folder = Folder::new("stdin").file("a.html", "<p>A").file("b.html", "<p>B");
    assert_eq!(folder.run_with(&["snap"], b"<p>In"), Run::printed("In\n"));
    assert_eq!(folder.run_with(&["snap", "-"], b"<p>In"), Run::printed("In\n"));
    assert_eq!(folder.run_with(&["snap", "a.html", "-", "b.html"], b"<p>In"), Run::printed("A\nIn\nB\n"));
    assert_eq!(folder.run_with(&["snap", "a.html"], b"<p>In"), Run::printed("A\n"));
}

#[test]
fn a_file_may_have_any_name() {
    let folder = Folder::new("names").file("-k", "<p>Dash").file("ü b.html", "<p>Umlaut");
    assert_eq!(folder.run(&["snap", "--", "-k", "ü b.html"]), Run::printed("Dash\nUmlaut\n"));
}

#[test]
fn a_page_of_nothing_gives_nothing() {
    let folder = Folder::new("empty").file("a.html", "");
    assert_eq!(folder.run(&["snap", "a.html"]), Run::printed(""));
}

#[test]
fn several_pages_come_in_order_and_show_no_progress_off_a_terminal() {
    let folder = Folder::new("order").file("b.html", "<p>B").file("a.html", "<p>A").file("c.html", "<p>C");
    assert_eq!(folder.run(&["snap", "b.html", "a.html", "c.html", "a.html"]), Run::printed("B\nA\nC\nA\n"));
}

#[test]
fn a_page_is_written_before_the_next_is_read() {
    let folder = Folder::new("stream").file("a.html", "<p>First");
    let mut child = folder.command(&["snap", "a.html", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 6];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    assert_eq!(&first, b"First\n");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_has_enough_ends_it_quietly() {
    let page = "<p>A line of text.</p>".repeat(20_000);
    let folder = Folder::new("pipe").file("a.html", &page).file("b.html", &page);
    for json in [&[][..], &["--json", "--tokenizer", "chars4"]] {
        let mut child = folder.command(&[&["snap", "a.html", "b.html"], json].concat()).spawn().unwrap();
        let mut start = [0; 7];
        child.stdout.as_mut().unwrap().read_exact(&mut start).unwrap();
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
    }
}

#[test]
fn help_has_examples_and_version_the_version() {
    let folder = Folder::new("help");
    assert_eq!(folder.run(&["--version"]), Run::printed("d2snap 0.1.0\n"));
    let help = folder.run(&["snap", "--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (Some(0), ""));
    assert!(help.stdout.contains("Examples:\n") && help.stdout.contains("Exit status: 0"), "{}", help.stdout);
    let short = folder.run(&["snap", "-h"]);
    assert!(short.stdout.len() < help.stdout.len() && short.stdout.contains("--help"), "{}", short.stdout);
    assert!(folder.run(&["--help"]).stdout.contains("snap"));
}
