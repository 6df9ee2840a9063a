//! Command lines that are wrong: exit 2, before any page is read.

use crate::run::Folder;

/// Runs with an input that would fail with exit 1, so that 2 shows that it was not read.
fn refused(arguments: &[&str]) -> String {
    let folder = Folder::new(&format!("usage{}", arguments.join("_").replace(['/', '.'], "+")));
    let folder = folder.file("list.json", "[]").file("rating.json", r#"{"attributes": {"alt": 2}}"#).file("good.json", "{}");
    let run = folder.run(&[&["snap", "missing.html"], arguments].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", run.stderr);
    assert!(!run.stderr.contains("missing.html"), "{}", run.stderr);
    run.stderr
}

#[test]
fn parameters_outside_their_domain_are_refused_in_the_engines_words() {
    for (arguments, message) in [
        (["-k", "2"], "k = 2 is out of range: 0 to 1, or infinity to linearise"),
        (["-k", "-.5"], "k = -0.5 is out of range: 0 to 1, or infinity to linearise"),
        (["-k", "-inf"], "k = -inf is out of range: 0 to 1, or infinity to linearise"),
        (["-k", "nan"], "k = NaN is out of range: 0 to 1, or infinity to linearise"),
        (["-l", "NaN"], "l = NaN is out of range: 0 to 1"),
        (["-l", "inf"], "l = inf is out of range: 0 to 1"),
        (["-m", "1.01"], "m = 1.01 is out of range: 0 to 1"),
        (["-m", "-1"], "m = -1 is out of range: 0 to 1"),
        (["-k", "much"], "`much` is not a number"),
        (["-l", ""], "`` is not a number"),
    ] {
        let stderr = refused(&arguments);
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
        assert!(stderr.contains(&format!("for '{} <{}>'", arguments[0], arguments[0][1..].to_uppercase())), "{stderr}");
    }
}

#[test]
fn selectors_urls_and_encodings_that_do_not_read_are_refused() {
    for (arguments, message) in [
        (["--selector", "a["], "the selector `a[` does not parse"),
        (["--selector", "main >>> ??"], "the selector `main >>> ??` does not parse"),
        (["--selector", ""], "the selector `` does not parse"),
        (["--exclude", "a,"], "the selector `a,` does not parse"),
        (["--url", "/relative"], "the base URL `/relative` is not an absolute URL"),
        (["--encoding", "klingon"], "`klingon` is no encoding label of the Encoding Standard"),
        (["--tokenizer", "gpt2"], "`gpt2` is no tokenizer: use o200k_base, cl100k_base or chars4"),
        (["--uid-attribute", "a b"], "it may hold letters, digits, `-` and `_` only"),
        (["--max-depth", "7"], "it is not a number of levels, 8 or more"),
        (["--max-attribute-chars", "few"], "it is neither a number of characters nor `none`"),
    ] {
        let stderr = refused(&arguments);
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_ground_truth_that_does_not_read_is_refused() {
    for (arguments, message) in [
        (&["--ground-truth", "none.json"][..], "none.json: No such file or directory (os error 2)"),
        (&["--ground-truth", "list.json"], "list.json: the ground truth does not read: it is not a JSON object"),
        (
            &["--ground-truth", "rating.json", "--ground-truth-replace"],
            "rating.json: the ground truth does not read: the rating of `alt` is 2, not a number from 0 to 1",
        ),
        (&["--ground-truth-replace"], "--ground-truth <FILE>"),
    ] {
        let stderr = refused(arguments);
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn unknown_choices_options_and_commands_are_refused() {
    for arguments in [["--profile", "best"], ["--hidden", "show"], ["--hrefs", "none"], ["--format", "xml"], ["--speed", "1"]] {
        assert!(refused(&arguments).contains(arguments[0]));
    }
    let folder = Folder::new("usage_command");
    assert_eq!(folder.run(&[]).code, Some(2));
    assert_eq!(folder.run(&["snip"]).code, Some(2));
}

#[test]
fn standard_input_twice_is_refused() {
    let folder = Folder::new("usage_stdin");
    let run = folder.run_with(&["snap", "-", "-"], b"<p>In");
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("`-` is given twice"), "{}", run.stderr);
}
