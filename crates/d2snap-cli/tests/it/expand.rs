//! `d2snap expand`.

use crate::run::{Folder, Run, dataset, keys};

fn links() -> String {
    let links: String = (1..=400).map(|at| format!("<li><a href=/{at}>Link {at}</a>")).collect();
    format!("<h1>All</h1><ul id=list>{links}</ul><form><button>Go</button></form>")
}

#[test]
fn numbers_give_their_lines() {
    let folder = Folder::new("expand_uids").file("page.html", links());
    let line = |at: u32| format!("- <a href=\"/{at}\" uid={at}>Link {at}</a>\n");
    for (uids, expected) in [("7", vec![7]), ("3-5,9", vec![3, 4, 5, 9]), ("120–122", vec![120, 121, 122]), ("9,3-4,5", vec![3, 4, 5, 9])]
    {
        let expected: String = expected.into_iter().map(line).collect();
        assert_eq!(folder.run(&["expand", "page.html", "--uids", uids]), Run::printed(&expected), "{uids}");
    }
    let run = folder.run(&["expand", "page.html", "--uids", "399-402"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("no target with uid 402 is in scope: the page has 401"), "{}", run.stderr);
}

#[test]
fn a_selector_gives_what_it_matches_with_the_numbers_of_the_page() {
    let folder = Folder::new("expand_selector").file("page.html", links());
    let run = folder.run(&["expand", "page.html", "--selector", "form"]);
    assert_eq!(run, Run::printed("<form>\n<button uid=401>Go</button>\n</form>\n"));
}

#[test]
fn one_of_both_says_what() {
    let folder = Folder::new("expand_usage").file("page.html", links());
    for arguments in [
        &["expand", "page.html"] as &[&str],
        &["expand", "page.html", "--uids", "1", "--selector", "form"],
        &["expand", "page.html", "--uids", "5-3"],
        &["expand", "page.html", "--uids", "0"],
        &["expand", "page.html", "--uids", "x"],
    ] {
        let run = folder.run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}\n{}", run.stderr);
    }
}

#[test]
fn what_was_elided_can_be_asked_for() {
    let page = dataset("shop-listing.html");
    let page = page.to_str().unwrap();
    let folder = Folder::new("expand_elided");
    let whole = &folder.json(&["adaptive", page, "--max-tokens", "2048", "--json"])[0];
    let runs = whole["elided"]["runs"].as_array().unwrap();
    let run = runs.iter().max_by_key(|run| run["count"].as_u64()).unwrap();
    let uids = format!("{}-{}", run["uids"][0], run["uids"][1]);
    let part = &folder.json(&["expand", page, "--uids", &uids, "--max-tokens", "4000", "--json"])[0];
    assert_eq!(keys(part), keys(whole));
    assert!(part["tokens"].as_u64().unwrap() <= 4000);
    let printed: Vec<u64> = part["targets"].as_array().unwrap().iter().map(|target| target["uid"].as_u64().unwrap()).collect();
    assert!((run["uids"][0].as_u64().unwrap()..=run["uids"][1].as_u64().unwrap()).all(|uid| printed.contains(&uid)));
    assert_eq!((part["targets_total"].as_u64(), part["elided"]["targets"].as_u64()), (whole["targets_total"].as_u64(), Some(0)));
    let small = &folder.json(&["expand", page, "--uids", &uids, "--max-tokens", "60", "--json"])[0];
    assert!(small["tokens"].as_u64().unwrap() <= 60 && small["elided"]["tokens"].as_u64().unwrap() > 0);
}
