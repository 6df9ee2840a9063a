//! `--json`.

use d2snap::TokenCounter;
use serde_json::{Value, json};

use crate::run::{Folder, dataset, keys};

const PAGE_KEYS: [&str; 21] = [
    "file",
    "title",
    "lang",
    "html",
    "k",
    "l",
    "m",
    "profile",
    "tokens",
    "tokenizer",
    "original_bytes",
    "original_tokens",
    "targets_total",
    "sentences",
    "sentences_kept",
    "attributes",
    "attributes_kept",
    "containers",
    "containers_kept",
    "withheld",
    "targets",
];
const TARGET_KEYS: [&str; 11] = ["uid", "tag", "role", "name", "reasons", "state", "value", "href", "selector", "xpath", "context"];

#[test]
fn a_page_is_one_object_with_these_members_in_this_order() {
    let page =
        "<html lang=de><title> Ein  Laden </title><div id=a><p>Heute. Morgen.</p><div hidden>x</div></div><div><a href=/t>Tee</a></div>";
    let folder = Folder::new("json_page").file("page.html", page);
    let lines = folder.json(&["snap", "page.html", "--json", "-k", "0", "-l", "1", "-m", ".4", "--tokenizer", "chars4"]);
    let html = "<div id=a>\nHeute.\n</div>\n<div>\n<a href=\"/t\">Tee</a>\n</div>\n";
    let expected = json!({
        "file": "page.html",
        "title": "Ein Laden",
        "lang": "de",
        "html": html,
        "k": 0.0,
        "l": 1.0,
        "m": 0.4,
        "profile": "agent",
        "tokens": html.len().div_ceil(4),
        "tokenizer": "chars4",
        "original_bytes": page.len(),
        "original_tokens": page.len().div_ceil(4),
        "targets_total": 1,
        "sentences": 3,
        "sentences_kept": 2,
        "attributes": 2,
        "attributes_kept": 2,
        "containers": 2,
        "containers_kept": 2,
        "withheld": {"hidden": 1},
        "targets": [{
            "uid": 1, "tag": "a", "role": "link", "name": "Tee", "reasons": ["tag"], "state": {}, "value": null, "href": "/t",
            "selector": "a[href=\"/t\"]", "xpath": "//a[@href='/t']", "context": null,
        }],
    });
    assert_eq!(lines, [expected]);
    assert_eq!(keys(&lines[0]), PAGE_KEYS);
    assert_eq!(keys(&lines[0]["targets"][0]), TARGET_KEYS);
}

#[test]
fn k_is_a_number_or_inf() {
    let folder = Folder::new("json_k").file("page.html", "<p>A");
    let k = |k: &str| folder.run(&["snap", "page.html", "--json", "-k", k]).stdout.split(r#""k":"#).nth(1).unwrap()[..5].to_owned();
    assert_eq!(k("inf"), r#""inf""#);
    assert_eq!(k("0.4"), "0.4,\"");
    assert_eq!(k("1"), "1.0,\"");
}

#[test]
fn html_is_what_text_mode_prints_and_tokens_count_it() {
    let folder = Folder::new("json_html");
    let options = [
        &["--uids"][..],
        &["--header", "--url", "https://shop.example/list?page=2"],
        &["--profile", "paper", "-k", ".6"],
        &["--format", "pretty", "-k", "0"],
        &["--tokenizer", "cl100k_base", "-k", "inf"],
        &["--tokenizer", "chars4", "--selector", "main"],
    ];
    for name in ["checkout-form.html", "dashboard.html", "shop-listing.html"] {
        let path = dataset(name);
        let page = std::fs::read_to_string(&path).unwrap();
        for options in options {
            let arguments = [&["snap", path.to_str().unwrap()], options].concat();
            let text = folder.run(&arguments).stdout;
            let lines = folder.json(&[&arguments[..], &["--json"]].concat());
            let [line] = &lines[..] else { panic!("{name} {options:?}: {} lines", lines.len()) };
            let counter = TokenCounter::by_name(line["tokenizer"].as_str().unwrap()).unwrap();
            assert_eq!(line["html"], text, "{name} {options:?}");
            assert_eq!(line["tokens"], counter.count(&text), "{name} {options:?}");
            assert_eq!(line["original_tokens"], counter.count(&page), "{name} {options:?}");
            assert_eq!(line["original_bytes"], page.len(), "{name} {options:?}");
            assert_eq!(keys(line), PAGE_KEYS);
        }
    }
}

#[test]
fn the_header_is_part_of_html_and_tokens() {
    let folder = Folder::new("json_header").file("page.html", "<html lang=en><title>A -- > B</title><p>Hi</p><button>Go</button>");
    let arguments = ["snap", "page.html", "--json", "--tokenizer", "chars4"];
    let plain = &folder.json(&arguments)[0];
    let headed = &folder.json(&[&arguments[..], &["--header", "--url", "https://e.com/"]].concat())[0];
    let header = "<!-- A -&#45; > B | https://e.com/ | en | 1 of 1 targets -->\n";
    assert_eq!(headed["html"], format!("{header}{}", plain["html"].as_str().unwrap()));
    assert_eq!(headed["tokens"], headed["html"].as_str().unwrap().len().div_ceil(4));
}

#[test]
fn targets_are_those_printed_and_have_numbers_without_uids_too() {
    let page = "<nav><a href=/>Home</a></nav><main><label>Name <input name=n value=Ada></label>\
                <input type=password value=secret aria-label=Pass><input type=checkbox checked disabled aria-label=Yes>\
                <div role=button tabindex=0 onclick=go() aria-pressed=mixed>Play</div></main>";
    let folder = Folder::new("json_targets").file("page.html", page);
    let lines = folder.json(&["snap", "page.html", "--json", "--selector", "main", "--url", "https://e.com/"]);
    assert_eq!(lines[0]["targets_total"], 5);
    assert!(!lines[0]["html"].as_str().unwrap().contains("uid"));
    let target = |uid: u32, tag: &str, role: Value, name: &str, reasons: Value, state: Value, value: Value, path: [&str; 2]| {
        json!({
            "uid": uid, "tag": tag, "role": role, "name": name, "reasons": reasons, "state": state, "value": value, "href": null,
            "selector": path[0], "xpath": path[1], "context": null,
        })
    };
    let pass = ["input[aria-label=\"Pass\"]", "//input[@aria-label='Pass']"];
    let yes = ["input[aria-label=\"Yes\"]", "//input[@aria-label='Yes']"];
    let named = ["input[name=\"n\"]", "//input[@name='n']"];
    let play = ["main > div", "//main/div"];
    let expected = [
        target(2, "input", json!("textbox"), "Name", json!(["tag"]), json!({}), json!("Ada"), named),
        target(3, "input", Value::Null, "Pass", json!(["tag"]), json!({"filled": "true"}), Value::Null, pass),
        target(4, "input", json!("checkbox"), "Yes", json!(["tag"]), json!({"checked": "true", "disabled": "true"}), Value::Null, yes),
        target(5, "div", json!("button"), "Play", json!(["role", "onclick", "tabindex"]), json!({"pressed": "mixed"}), Value::Null, play),
    ];
    assert_eq!(lines[0]["targets"], json!(expected));
    let links = folder.json(&["snap", "page.html", "--json", "--selector", "nav", "--url", "https://e.com/a/"]);
    assert_eq!(links[0]["targets"][0]["href"], "https://e.com/");
    for line in lines.iter().chain(&links) {
        line["targets"].as_array().unwrap().iter().for_each(|target| assert_eq!(keys(target), TARGET_KEYS));
    }
}

#[test]
fn every_command_tells_where_targets_are() {
    let page = "<x-a><template shadowrootmode=open><button>Go</button></template></x-a><nav><a href=#>1</a><a href=#>2</a></nav>";
    let folder = Folder::new("json_located").file("page.html", page);
    for arguments in [
        &["snap", "page.html", "--json"] as &[&str],
        &["adaptive", "page.html", "--json"],
        &["expand", "page.html", "--uids", "1-3", "--json"],
    ] {
        let targets = folder.json(arguments)[0]["targets"].clone();
        let paths: Vec<_> =
            targets.as_array().unwrap().iter().map(|target| (target["selector"].clone(), target["xpath"].clone())).collect();
        let second = |n: u32| (json!(format!("nav > a:nth-of-type({n})")), json!(format!("//nav/a[{n}]")));
        assert_eq!(paths, [(json!("x-a >>> button"), Value::Null), second(1), second(2)], "{arguments:?}");
        // A selector is an argument of `--selector`.
        let selector = targets[0]["selector"].as_str().unwrap();
        assert_eq!(folder.run(&["snap", "page.html", "--selector", selector]).stdout, "<button>Go</button>\n");
    }
}

#[test]
fn standard_input_is_called_dash() {
    let folder = Folder::new("json_stdin");
    let run = folder.run_with(&["snap", "--json"], b"<p>In");
    assert_eq!(run.lines()[0]["file"], "-");
}

#[test]
fn there_is_one_line_a_page_whatever_the_page_holds() {
    let folder =
        Folder::new("json_lines").file("a.html", "<pre>1\n2\r\n3\u{2028}4</pre>").file("b.html", "").file("c.html", "<title>\n\n</title>");
    let run = folder.run(&["snap", "--json", "a.html", "b.html", "c.html"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.ends_with("}\n"));
    let files: Vec<Value> = run.lines().iter().map(|line| line["file"].clone()).collect();
    assert_eq!(files, ["a.html", "b.html", "c.html"]);
}

#[test]
fn a_page_that_fails_is_a_line_with_file_and_error() {
    let folder = Folder::new("json_failed").file("a.html", "<main>A</main>").file("b.html", "<p>B");
    let run = folder.run(&["snap", "--json", "missing.html", "b.html", "a.html", "--selector", "main"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    let lines = run.lines();
    assert_eq!(lines.len(), 3);
    assert_eq!(keys(&lines[0]), ["file", "error"]);
    assert_eq!(lines[0]["file"], "missing.html");
    assert!(lines[0]["error"].as_str().unwrap().contains("No such file"), "{}", lines[0]);
    assert_eq!(lines[1], json!({"file": "b.html", "error": "the selector `main` matches no element of the page"}));
    assert_eq!(lines[2]["html"], "<main>\nA\n</main>\n");
}
