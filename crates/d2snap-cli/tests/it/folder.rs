//! `-o DIR`.

use serde_json::json;

use crate::run::{Folder, Run};

fn pages(test: &str) -> Folder {
    Folder::new(test).file("a.html", "<p>A").file("b/c.tar.htm", "<p>C").file("d", "<p>D")
}

#[test]
fn each_page_is_a_file_named_after_its_stem_and_nothing_is_printed() {
    let folder = pages("out_text");
    assert_eq!(folder.run_with(&["snap", "a.html", "b/c.tar.htm", "d", "-", "-o", "out/deep"], b"<p>In"), Run::printed(""));
    assert_eq!(folder.names("out/deep"), ["a.txt", "c.tar.txt", "d.txt", "stdin.txt"]);
    for (name, text) in [("a.txt", "A\n"), ("c.tar.txt", "C\n"), ("d.txt", "D\n"), ("stdin.txt", "In\n")] {
        assert_eq!(folder.read(&format!("out/deep/{name}")), text);
    }
}

#[test]
fn with_json_it_holds_the_line_of_each_page() {
    let folder = pages("out_json");
    let lines = folder.run(&["snap", "a.html", "d", "--json"]).stdout;
    assert_eq!(folder.run(&["snap", "a.html", "d", "--json", "--output", "out"]), Run::printed(""));
    assert_eq!(folder.names("out"), ["a.json", "d.json"]);
    assert_eq!(folder.read("out/a.json") + &folder.read("out/d.json"), lines);
}

#[test]
fn an_existing_folder_is_used_and_its_files_overwritten() {
    let folder = pages("out_again").file("out/a.txt", "old").file("out/other.txt", "other");
    assert_eq!(folder.run(&["snap", "a.html", "-o", "out"]), Run::printed(""));
    assert_eq!((folder.read("out/a.txt").as_str(), folder.read("out/other.txt").as_str()), ("A\n", "other"));
}

#[test]
fn two_pages_of_one_stem_are_refused_before_anything_is_read() {
    let folder = pages("out_clash").file("b/a.htm", "<p>Other");
    for (clashing, name) in
        [(["a.html", "b/a.htm"], "a"), (["a.html", "a.html"], "a"), (["a.htm", "x/a.xml"], "a"), (["-", "b/stdin.html"], "stdin")]
    {
        for json in [&[][..], &["--json"]] {
            let run = folder.run_with(&[&["snap", "-o", "out", "d"], &clashing[..], json].concat(), b"<p>In");
            assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
            let extension = if json.is_empty() { "txt" } else { "json" };
            let message = format!("{} and {} would both be written to out/{name}.{extension}", clashing[0], clashing[1]);
            assert!(run.stderr.contains(&message), "{}", run.stderr);
        }
    }
    assert_eq!(folder.names("."), ["a.html", "b", "d"]);
}

#[test]
fn a_page_is_never_overwritten() {
    let folder = Folder::new("out_self").file("a.txt", "<p>A").file("b.html", "<p>B");
    let run = folder.run(&["snap", "b.html", "a.txt", "-o", "."]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("the output of a.txt would overwrite the page ./a.txt"), "{}", run.stderr);
    assert_eq!(folder.read("a.txt"), "<p>A");
    assert_eq!(folder.names("."), ["a.txt", "b.html"]);
}

#[test]
fn a_page_that_fails_is_named_on_standard_error_and_in_its_json() {
    let folder = pages("out_failed");
    let stderr = "d2snap: missing.html: No such file or directory (os error 2)\n".to_owned();
    let expected = Run { code: Some(1), stdout: String::new(), stderr };
    assert_eq!(folder.run(&["snap", "missing.html", "a.html", "-o", "text"]), expected);
    assert_eq!(folder.names("text"), ["a.txt"]);
    assert_eq!(folder.run(&["snap", "missing.html", "a.html", "-o", "json", "--json"]), expected);
    assert_eq!(folder.names("json"), ["a.json", "missing.json"]);
    let failure = json!({"file": "missing.html", "error": "No such file or directory (os error 2)"});
    assert_eq!(folder.read("json/missing.json"), format!("{failure}\n"));
}

#[test]
fn a_folder_that_can_not_be_is_refused() {
    let folder = pages("out_file");
    let run = folder.run(&["snap", "a.html", "-o", "d"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("the folder d can not be created: "), "{}", run.stderr);
    assert_eq!(folder.read("d"), "<p>D");
}

#[test]
fn a_wrong_command_line_makes_no_folder() {
    let folder = pages("out_usage");
    assert_eq!(folder.run(&["snap", "a.html", "-o", "out", "--selector", "a["]).code, Some(2));
    assert_eq!(folder.names("."), ["a.html", "b", "d"]);
}
