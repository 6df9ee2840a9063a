//! `d2snap eval`.

use serde_json::Value;

use crate::run::{Folder, keys};

const TASKS: &str = r#"{"id": "shop-1", "page": "shop.html", "task": "Buy the green tea", "lang": "en", "tags": ["verbatim"], "trajectories": [[{"css_selector": "button"}]]}
{"id": "shop-2", "page": "shop.html", "task": "Mit wem rede ich?", "lang": "de", "tags": ["paraphrase"], "trajectories": [[{"css_selector": "a"}]]}
"#;

fn folder(test: &str) -> Folder {
    let page = "<h1>Shop</h1><ul><li>Green tea <button>Buy</button><li>Coffee <button>Buy</button></ul><a href=/us>About us</a>";
    Folder::new(test).file("set/tasks.jsonl", TASKS).file("set/pages/shop.html", page)
}

#[test]
fn one_command_measures_and_reports() {
    let folder = folder("eval_all");
    let run = folder.run(&["eval", "set", "--out", "results", "--budgets", "16,64", "--subjects", "raw,adaptive", "--name", "our shop"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout, "2 states, 10 records (0 from before), 0 records of the data set unusable; results/report.md\n");
    assert_eq!(folder.names("results"), ["budget.svg", "coverage.svg", "report.md", "results.jsonl", "run.json"]);
    let text = folder.read("results/results.jsonl");
    let first: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(
        keys(&first),
        ["state", "subject", "budget", "tokens", "raw_tokens", "milliseconds", "tags", "needs", "measures", "lost", "error"]
    );
    assert_eq!((first["state"].as_str(), first["subject"].as_str(), &first["budget"]), (Some("shop-1"), Some("raw"), &Value::Null));
    assert_eq!(first["measures"]["coverage"], 1.0);
    assert_eq!(first["measures"]["fates"], serde_json::json!(["told"]));
    let report = folder.read("results/report.md");
    assert!(report.starts_with("# Evaluation on our shop\n"), "{report}");
    assert!(report.contains("### States with the tag `paraphrase` (1 with a truth)"), "{report}");
    // Again: nothing is left to do.
    let again = folder.run(&["eval", "set", "--out", "results", "--budgets", "16,64", "--subjects", "raw,adaptive", "--name", "our shop"]);
    assert_eq!(again.stdout, "2 states, 10 records (10 from before), 0 records of the data set unusable; results/report.md\n");
    assert_eq!(folder.read("results/results.jsonl"), text);
    // Other settings are another run.
    let other = folder.run(&["eval", "set", "--out", "results", "--seed", "1"]);
    assert_eq!((other.code, other.stdout.as_str()), (Some(1), ""));
    assert!(other.stderr.contains("results/run.json is of another run: its data is \"our shop\", not \"set\""), "{}", other.stderr);
}

#[test]
fn states_are_chosen_by_tag_and_half() {
    let folder = folder("eval_chosen");
    let states = |arguments: &[&str], out: &str| {
        let run = folder.run(&[&["eval", "set", "--subjects", "raw", "--budgets", "64", "--out", out], arguments].concat());
        run.stdout.split(' ').next().unwrap_or_default().parse::<usize>().unwrap()
    };
    assert_eq!(states(&["--tags", "verbatim"], "a"), 1);
    assert_eq!(states(&["--tags", "!verbatim"], "b"), 1);
    assert_eq!(states(&["--tags", "absent"], "c"), 0);
    // Both tasks are of one page.
    let halves = [states(&["--split", "tuning"], "d"), states(&["--split", "reporting"], "e")];
    assert!(halves == [0, 2] || halves == [2, 0], "{halves:?}");
}

#[test]
fn failures_have_their_status() {
    let folder = folder("eval_failures").file("broken/tasks.jsonl", format!("{TASKS}{{\"page\": 3}}\n"));
    let folder = folder.file("broken/pages/shop.html", "<button>Buy</button><a href=/us>Us</a>");
    for (arguments, message) in [
        (&["eval", "set", "--out", "o", "--subjects", "rav"][..], "no subject `rav`: raw, list,"),
        (&["eval", "set", "--out", "o", "--budgets", "0"], "it is not a number of tokens, 1 or more"),
        (&["eval", "set", "--out", "o", "--split", "both"], "no half `both`: tuning, reporting"),
        (&["eval", "set", "--out", "o", "--format", "x"], "unknown format \"x\": one of mind2web,"),
        (&["eval", "set", "--out", "o", "--recorded", "no.tsv"], "no.tsv: "),
    ] {
        let run = folder.run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    let missing = folder.run(&["eval", "no", "--out", "o"]);
    assert_eq!(missing.code, Some(1));
    assert!(missing.stderr.starts_with("d2snap: no: "), "{}", missing.stderr);
    // A broken record is told and passed over, or ends the run.
    let arguments = ["eval", "broken", "--subjects", "raw", "--budgets", "64", "--out"];
    let lenient = folder.run(&[&arguments[..], &["lenient"]].concat());
    assert_eq!(lenient.code, Some(0));
    assert!(lenient.stderr.contains("tasks.jsonl, line 3: "), "{}", lenient.stderr);
    assert!(lenient.stdout.contains("1 records of the data set unusable"), "{}", lenient.stdout);
    assert_eq!(folder.run(&[&arguments[..], &["strict", "--strict"]].concat()).code, Some(1));
}

#[test]
fn several_sets_are_reported_together_and_apart() {
    let folder =
        folder("eval_several").file("more/tasks.jsonl", TASKS).file("more/pages/shop.html", "<button>Buy</button><a href=/us>Us</a>");
    let run = folder.run(&["eval", "set", "more", "--subjects", "raw", "--budgets", "64", "--out", "o"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("4 states, "), "{}", run.stdout);
    let report = folder.read("o/report.md");
    for part in ["# Evaluation on set and more\n", "### States with the tag `set:set` (2 ", "### States with the tag `set:more` (2 "] {
        assert!(report.contains(part), "{report}");
    }
}
