//! `d2snap stats`.

use serde_json::Value;

use crate::run::{Folder, dataset, keys};

fn sum(object: &Value) -> u64 {
    object.as_object().unwrap().values().map(|tokens| tokens.as_u64().unwrap()).sum()
}

fn sum_of(list: &Value, keys: &[&str]) -> u64 {
    list.as_array().unwrap().iter().flat_map(|row| keys.iter().map(|key| row[key].as_u64().unwrap())).sum()
}

#[test]
fn json_has_parts_that_add_up_to_what_snap_counts() {
    let folder = Folder::new("stats_json");
    for name in ["shop-listing.html", "calendar-components.html", "manual-frameset.html"] {
        let page = dataset(name);
        let page = page.to_str().unwrap();
        for options in
            [&["--uids"][..], &["-k", "inf", "-m", "0", "--profile", "paper"], &["--format", "pretty", "--tokenizer", "cl100k_base"]]
        {
            let stats = &folder.json(&[&["stats", page, "--json"], options].concat())[0];
            let snap = &folder.json(&[&["snap", page, "--json"], options].concat())[0];
            assert_eq!(
                keys(stats),
                ["file", "title", "k", "l", "m", "profile", "tokenizer", "page", "snapshot", "kept", "withheld", "depth_cut"]
            );
            assert_eq!(keys(&stats["page"]), ["bytes", "tokens", "classes", "tags", "attributes"]);
            assert_eq!(keys(&stats["snapshot"]), ["bytes", "tokens", "classes", "tags", "attributes", "subtrees"]);
            assert_eq!((&stats["page"]["bytes"], &stats["page"]["tokens"]), (&snap["original_bytes"], &snap["original_tokens"]));
            assert_eq!(stats["snapshot"]["tokens"], snap["tokens"]);
            assert_eq!(stats["snapshot"]["bytes"], snap["html"].as_str().unwrap().len());
            for side in ["page", "snapshot"] {
                let side = &stats[side];
                assert_eq!(sum(&side["classes"]), side["tokens"].as_u64().unwrap());
                let class = |name: &str| side["classes"][name].as_u64().unwrap_or_default();
                assert_eq!(sum_of(&side["attributes"], &["tokens"]), class("attributes") + class("uids"));
                assert_eq!(keys(&side["tags"][0]), ["tag", "count", "tokens", "attributes", "content"]);
            }
            for key in ["withheld", "k", "l", "m", "profile", "tokenizer", "title", "file"] {
                assert_eq!(stats[key], snap[key], "{key}");
            }
            assert_eq!(stats["kept"]["attributes_kept"], snap["attributes_kept"]);
            assert_eq!(stats["kept"]["targets_kept"], snap["targets"].as_array().unwrap().len());
        }
    }
}

#[test]
fn tables_say_what_is_heavy_and_what_was_withheld() {
    let cards: String = (1..=20).map(|n| format!("<li><h3><a href=/item/{n}>Item {n}</a></h3><p>A fine thing, number {n}.</li>")).collect();
    let page = format!(
        "<title>T</title><style>a{{}}</style><div><div class=wrap><ul id=grid>{cards}</ul></div><p hidden>Sold out</p>\
         <svg><path d=M0></svg><footer><p>The end.</footer></div>"
    );
    let folder = Folder::new("stats_table").file("page.html", page);
    let run = folder.run(&["stats", "page.html"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    for line in [
        "page.html at k 0.3 l 0.3 m 0.3, agent profile, tokens by o200k_base",
        "page                            1,589          694",
        "snapshot                        1,294          513   73.9% of the page's tokens",
        "  href                             20          100           20          120",
        "  hidden                            1  elements with `hidden`",
        "  unlabelled                        1  pictures without a label",
        "  targets                          20           20",
    ] {
        assert!(run.stdout.lines().any(|found| found == line), "{line}\n{}", run.stdout);
    }
    let heaviest = run.stdout.lines().skip_while(|line| !line.starts_with("heaviest")).nth(1).unwrap();
    assert!(heaviest.ends_with("%  #grid"), "{heaviest}");
}

#[test]
fn a_page_of_nothing_has_nothing_to_tell() {
    let folder = Folder::new("stats_empty").file("a.html", "");
    let run = folder.run(&["stats", "a.html"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("snapshot                            0            0   0.0%"), "{}", run.stdout);
    let json = &folder.run_with(&["stats", "-", "--json"], b"").lines()[0];
    assert_eq!((json["file"].as_str(), json["snapshot"]["tokens"].as_u64()), (Some("-"), Some(0)));
}

#[test]
fn a_page_that_fails_says_why() {
    let folder = Folder::new("stats_fails").file("a.html", "<p>x");
    let run = folder.run(&["stats", "none.html"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("none.html: No such file"), "{}", run.stderr);
    let run = folder.run(&["stats", "a.html", "--json", "--selector", "nav"]);
    assert_eq!((run.code, keys(&run.lines()[0])), (Some(1), vec!["file", "error"]));
    assert_eq!(folder.run(&["stats", "none.html", "-k", "2"]).code, Some(2));
}
