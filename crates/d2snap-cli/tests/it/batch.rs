//! Several pages at a time.

use crate::run::{Folder, Run};

/// Pages of very different sizes, so that later ones are done before earlier ones; two that fail.
fn pages(test: &str) -> (Folder, Vec<String>) {
    let mut folder = Folder::new(test);
    let mut names = Vec::new();
    for number in 0..12 {
        let lines = if number % 3 == 0 { 3000 } else { 1 };
        names.push(format!("{number}.html"));
        if number != 4 && number != 9 {
            folder = folder.file(&names[number], format!("<h1>{number}</h1>{}", "<p>A line of text.</p>".repeat(lines)));
        }
    }
    (folder, names)
}

#[test]
fn however_many_jobs_the_output_is_the_same() {
    let (folder, names) = pages("jobs");
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    for command in
        [&["snap"][..], &["snap", "--json", "--tokenizer", "chars4"], &["adaptive", "--max-tokens", "100", "--tokenizer", "chars4"]]
    {
        let run = |jobs: &[&str]| folder.run(&[command, &files, jobs].concat());
        let one = run(&["--jobs", "1"]);
        assert_eq!(one.code, Some(1));
        let places: Vec<Option<usize>> = (0..12).map(|number| one.stdout.find(&format!("# {number}"))).collect();
        assert!(places.iter().enumerate().all(|(at, place)| place.is_none() == [4, 9].contains(&at)), "{places:?}");
        assert!(places.iter().flatten().is_sorted(), "{places:?}");
        for jobs in [&[][..], &["--jobs", "0"], &["-j2"], &["-j", "7"]] {
            assert_eq!(run(jobs), one, "{command:?} {jobs:?}");
        }
    }
}

#[test]
fn each_page_that_fails_is_named_in_order() {
    let (folder, names) = pages("jobs_failed");
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    let run = folder.run(&[&["snap", "-j", "3", "-o", "out"], &files[..]].concat());
    let missing = |name: &str| format!("d2snap: {name}: No such file or directory (os error 2)\n");
    assert_eq!(run, Run { code: Some(1), stdout: String::new(), stderr: missing("4.html") + &missing("9.html") });
    assert_eq!(folder.names("out").len(), 10);
    assert_eq!(folder.read("out/7.txt"), "# 7\nA line of text.\n");
}

#[test]
fn a_number_of_jobs_is_a_number() {
    let folder = Folder::new("jobs_usage").file("a.html", "<p>A");
    for jobs in ["-1", "two", ""] {
        assert_eq!(folder.run(&["snap", "a.html", &format!("--jobs={jobs}")]).code, Some(2));
    }
    assert_eq!(folder.run(&["snap", "a.html", "--jobs", "64"]), Run::printed("A\n"));
}
