//! Pages that fail, and what becomes of the others.

use std::process::Stdio;

use crate::run::{Folder, Run};

#[test]
fn a_page_that_fails_is_named_with_its_cause_and_the_others_are_written() {
    let folder = Folder::new("bad_page").file("a.html", "<p>A").file("b/c.html", "<p>C");
    let run = folder.run(&["snap", "a.html", "missing.html", "b", "b/c.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "A\nC\n"));
    assert_eq!(
        run.stderr,
        "d2snap: missing.html: No such file or directory (os error 2)\nd2snap: b: it is a directory; name the pages in it\n"
    );
}

#[test]
fn a_selector_that_matches_nothing_fails_the_page() {
    let folder = Folder::new("no_match").file("a.html", "<p>A").file("b.html", "<main>B</main>");
    let run = folder.run(&["snap", "a.html", "b.html", "--selector", "main"]);
    let stderr = "d2snap: a.html: the selector `main` matches no element of the page\n";
    assert_eq!(run, Run { code: Some(1), stdout: "<main>\nB\n</main>\n".to_owned(), stderr: stderr.to_owned() });
}

#[test]
fn an_exclusion_that_matches_nothing_is_no_error() {
    let folder = Folder::new("no_exclusion").file("a.html", "<p>A");
    assert_eq!(folder.run(&["snap", "a.html", "--exclude", "main"]), Run::printed("A\n"));
}

#[test]
fn limits_fail_the_page() {
    let folder = Folder::new("limits").file("a.html", "<p>12345").file("b.html", "<p>B");
    let run = folder.run(&["snap", "a.html", "b.html", "--max-bytes", "7"]);
    let stderr = "d2snap: a.html: the page exceeds the limit of 7 bytes\n";
    assert_eq!(run, Run { code: Some(1), stdout: "B\n".to_owned(), stderr: stderr.to_owned() });
    let run = folder.run_with(&["snap", "--max-elements", "20"], "<b>".repeat(30).as_bytes());
    let stderr = "d2snap: -: the page exceeds the limit of 20 elements\n";
    assert_eq!(run, Run { code: Some(1), stdout: String::new(), stderr: stderr.to_owned() });
}

#[test]
fn beyond_the_limit_of_depth_elements_are_flattened() {
    let folder = Folder::new("depth");
    let page = "<div>".repeat(20) + "<p>Deep";
    let divs = |arguments: &[&str]| {
        let run = folder.run_with(&[&["snap", "-k", "0"], arguments].concat(), page.as_bytes());
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert_eq!(run.stdout.matches("Deep\n").count(), 1);
        run.stdout.matches("<div>\n").count()
    };
    assert_eq!(divs(&[]), 20);
    assert!(divs(&["--max-depth", "12"]) < 12);
}

#[test]
#[cfg(unix)]
fn no_more_is_read_than_the_limit_allows() {
    let folder = Folder::new("endless");
    let run = folder.run(&["snap", "/dev/zero", "--max-bytes", "1000"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), "d2snap: /dev/zero: the page exceeds the limit of 1000 bytes\n"));
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_takes_nothing_is_an_error() {
    let folder = Folder::new("full").file("a.html", "<p>A");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = folder.command(&["snap", "a.html", "a.html"]).stdout(Stdio::from(full)).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), stderr.as_str()), (Some(1), "d2snap: standard output: No space left on device (os error 28)\n"));
}
