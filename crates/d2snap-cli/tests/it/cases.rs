//! Pages of kinds on which commands of this kind crash, cut short or say too much.

use d2snap::TokenCounter;

use crate::run::{Folder, Run};

#[test]
fn a_deep_page_prints_its_text_and_succeeds() {
    let folder = Folder::new("cases_deep");
    for levels in [2_000, 50_000] {
        let page = format!("{}text{}", "<div>".repeat(levels), "</div>".repeat(levels));
        assert_eq!(folder.run_with(&["snap", "-k", "1"], page.as_bytes()), Run::printed("text\n"));
        let run = folder.run_with(&["adaptive", "--max-tokens", "20"], page.as_bytes());
        assert_eq!((run.code, run.stderr.as_str(), run.stdout.matches("text\n").count()), (Some(0), "", 1), "{}", run.stdout);
    }
}

#[test]
fn a_long_page_is_printed_to_its_end() {
    let page: String = (0..60_000).map(|at| format!("<h3>Clause {at}</h3><p>What clause {at} says.</p>")).collect();
    let run = Folder::new("cases_long").run_with(&["snap", "-k", "0", "-l", "0"], page.as_bytes());
    assert_eq!((run.code, run.stderr.as_str(), run.stdout.lines().count()), (Some(0), "", 120_000));
    assert!(run.stdout.ends_with("### Clause 59999\nWhat clause 59999 says.\n"));
}

#[test]
fn a_budget_caps_the_text_and_what_is_told_of_it() {
    let page: String = (1..=600).map(|at| format!("<button>Item {at}</button>")).collect();
    let run = Folder::new("cases_cap").run_with(&["adaptive", "--max-tokens", "100", "--json"], page.as_bytes());
    let line = &run.lines()[0];
    let html = line["html"].as_str().unwrap();
    assert!(TokenCounter::o200k_base().count(html) <= 100, "{html}");
    let told: Vec<String> = line["targets"].as_array().unwrap().iter().map(|target| format!(" uid={}>", target["uid"])).collect();
    assert!(!told.is_empty() && told.iter().all(|uid| html.contains(uid)), "{html}");
    assert_eq!(html.matches(" uid=").count(), told.len());
    assert_eq!(line["elided"]["targets"], 600 - told.len());
}

#[test]
fn what_is_in_the_way_can_be_left_out() {
    let row = "<tr>".to_owned() + &"<td>cell</td>".repeat(9) + "</tr>";
    let page = format!("<label>Find <input type=search></label><table>{}</table>", row.repeat(20));
    let folder = Folder::new("cases_way").file("page.html", page);
    assert_eq!(
        folder.run(&["snap", "page.html", "--uids", "--exclude", "table"]),
        Run::printed("<label>Find <input type=search uid=1></label>\n")
    );
}

#[test]
fn a_secret_is_in_no_output_of_any_kind() {
    let page = "<label>Pin <input type=password value=hunter22></label><input autocomplete=one-time-code value=hunter22 aria-label=Code>\
                <div hidden><textarea autocomplete=cc-number>hunter22</textarea></div>";
    let folder = Folder::new("cases_secret").file("page.html", page);
    for options in [
        &["snap", "page.html", "-k", "0", "-l", "0", "-m", "0"][..],
        &["snap", "page.html", "--json", "--uids"],
        &["snap", "page.html", "--profile", "paper", "-m", "0"],
        &["snap", "page.html", "--hidden", "keep", "--format", "pretty", "-m", "0"],
        &["adaptive", "page.html", "--json"],
    ] {
        let run = folder.run(options);
        assert_eq!(run.code, Some(0), "{options:?}");
        assert!(run.stdout.contains("(filled)") && !run.stdout.contains("hunter22"), "{options:?}\n{}", run.stdout);
    }
}

#[test]
fn text_that_looks_like_markup_is_text_in_the_json_too() {
    let page = "<p>Use &lt;button uid=1&gt;Pay&lt;/button&gt; &amp; <b>go</b></p><button>Pay</button>";
    let run = Folder::new("cases_text").run_with(&["snap", "--uids", "--json"], page.as_bytes());
    let line = &run.lines()[0];
    assert_eq!(line["html"], "Use &lt;button uid=1>Pay&lt;/button> & **go**\n<button uid=1>Pay</button>\n");
    assert_eq!(line["targets"].as_array().unwrap().len(), 1);
}
