//! Runs: resumed, never mixed, the same again.

use std::fs;
use std::path::{Path, PathBuf};

use d2snap_eval::{Choice, Half, Need, Record, Recording, Report, Run, RunError, Settings, State, Trajectory, subjects};

use crate::element;

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/pages").join(name)).unwrap()
}

fn states() -> Vec<State> {
    let of = |name: &str, task: &str, selectors: &[&str], tag: &str| {
        let html = page(&format!("{name}.html"));
        let need = |selector: &&str| Need { element: element(&html, selector), label: (*selector).to_owned() };
        State {
            id: format!("{name}-1"),
            trajectories: vec![Trajectory { needs: selectors.iter().map(need).collect() }],
            html,
            url: None,
            task: Some(task.to_owned()),
            history: Vec::new(),
            tags: vec![tag.to_owned()],
        }
    };
    vec![
        of("shop-listing", "Open the Daywalker 22", &["#t-FB-4117"], "verbatim"),
        of("article", "Read the notes", &["a[href^=\"#\"]"], "paraphrase"),
        of("search-results", "Look for something else", &["input[type=search], input[name=q], input"], "paraphrase"),
    ]
}

fn run(test: &str, names: &str) -> Run {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&out);
    let choices: Vec<Choice> = names.split(',').map(|name| name.parse().unwrap()).collect();
    let settings = Settings { data: "ours".to_owned(), budgets: vec![512, 2048], tags: Vec::new(), half: None, seed: 7 };
    Run { settings, subjects: subjects(&choices, None).unwrap(), out, jobs: 2 }
}

fn done(run: &Run) -> Result<d2snap_eval::Done, RunError> {
    run.run(states().into_iter().map(Ok), &mut |_| {})
}

/// Records but for what time they took.
fn timeless(records: &[Record]) -> Vec<Record> {
    records.iter().map(|record| Record { milliseconds: 0.0, ..record.clone() }).collect()
}

fn results(run: &Run) -> PathBuf {
    run.out.join("results.jsonl")
}

#[test]
fn every_subject_is_measured_at_every_budget() {
    let run = run("run_all", "all");
    let done = done(&run).unwrap();
    assert_eq!((done.states, done.resumed, done.broken.len()), (3, 0, 0));
    // Two that know budgets, sixteen that are measured whole too.
    assert_eq!(done.records.len(), 3 * (2 * 2 + 16 * 3));
    for record in &done.records {
        let measures = record.measures.as_ref().unwrap();
        assert!(record.budget.is_none_or(|budget| record.tokens.is_none_or(|tokens| tokens <= budget)), "{record:?}");
        assert!(measures.kept >= measures.identifiable && measures.recall <= 1.0, "{record:?}");
        assert!(measures.targets <= measures.targets_total, "{record:?}");
    }
    let of = |subject: &str, budget| {
        done.records.iter().find(|record| record.state == "shop-listing-1" && record.subject == subject && record.budget == budget).unwrap()
    };
    let coverage = |subject: &str, budget| of(subject, budget).measures.as_ref().unwrap().coverage;
    assert_eq!(coverage("raw", None), Some(1.0));
    assert_eq!(coverage("raw", Some(512)), Some(0.0));
    assert_eq!(coverage("adaptive+task", Some(2048)), Some(1.0));
    assert_eq!(of("raw", None).tokens, Some(of("raw", None).raw_tokens));
    assert!(of("raw", Some(512)).lost.ends_with("cut off"));
    assert!(of("adaptive", Some(512)).lost.contains("targets"));
    // In the order of the states.
    let mut states: Vec<&str> = done.records.iter().map(|record| record.state.as_str()).collect();
    states.dedup();
    assert_eq!(states, ["shop-listing-1", "article-1", "search-results-1"]);
}

#[test]
fn the_same_again_but_for_the_time() {
    let (one, other) = (run("run_once", "all"), run("run_again", "all"));
    assert_eq!(timeless(&done(&one).unwrap().records), timeless(&done(&other).unwrap().records));
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let run = run("run_resumed", "raw,list,adaptive");
    let whole = done(&run).unwrap();
    let text = fs::read_to_string(results(&run)).unwrap();
    // Torn in the middle of the tenth line.
    let torn: usize = text.lines().take(9).map(|line| line.len() + 1).sum::<usize>() + 40;
    fs::write(results(&run), &text[..torn]).unwrap();
    let resumed = done(&run).unwrap();
    assert_eq!(resumed.resumed, 9);
    assert_eq!(timeless(&resumed.records), timeless(&whole.records));
    // Nothing is left to do.
    let before = fs::read(results(&run)).unwrap();
    assert_eq!(done(&run).unwrap().resumed, whole.records.len());
    assert_eq!(fs::read(results(&run)).unwrap(), before);
}

#[test]
fn more_subjects_and_budgets_may_come_to_a_run() {
    let mut run = run("run_more", "raw");
    assert_eq!(done(&run).unwrap().records.len(), 9);
    run.subjects = subjects(&["raw".parse().unwrap(), "list".parse().unwrap()], None).unwrap();
    run.settings.budgets.push(4096);
    let more = done(&run).unwrap();
    assert_eq!((more.resumed, more.records.len()), (9, 24));
}

#[test]
fn runs_are_never_mixed() {
    let mut run = run("run_mixed", "raw");
    done(&run).unwrap();
    run.settings.seed = 8;
    let error = done(&run).unwrap_err().to_string();
    let path = run.out.join("run.json");
    assert_eq!(error, format!("{} is of another run: its seed is 7, not 8; choose another folder", path.display()));
    run.settings.seed = 7;
    fs::write(results(&run), "{}\n").unwrap();
    let error = done(&run).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}: line 1: missing field `state`", results(&run).display())), "{error}");
}

#[test]
fn two_states_of_one_id_are_refused() {
    let run = run("run_twice", "raw");
    let states = states().into_iter().take(1).cycle().take(2).map(Ok);
    assert_eq!(run.run(states, &mut |_| {}).unwrap_err(), RunError::Twice("shop-listing-1".to_owned()));
}

#[test]
fn tags_and_halves_choose_states() {
    let states = states();
    let mut settings = run("run_chosen", "raw").settings;
    let chosen = |settings: &Settings| states.iter().filter(|state| settings.choose(state)).count();
    settings.tags = vec!["paraphrase".to_owned()];
    assert_eq!(chosen(&settings), 2);
    settings.tags = vec!["!paraphrase".to_owned()];
    assert_eq!(chosen(&settings), 1);
    settings.tags.clear();
    settings.half = Some(Half::Tuning);
    let tuning = chosen(&settings);
    settings.half = Some(Half::Reporting);
    assert_eq!(tuning + chosen(&settings), 3);
    // A site is in one half.
    let at = |url: &str| Half::of(&State { url: Some(url.to_owned()), ..states[0].clone() });
    assert_eq!(at("https://shop.example/a"), at("http://shop.example:80/b?c"));
    let halves: Vec<Half> = (0..200).map(|n| at(&format!("https://{n}.example/"))).collect();
    let count = halves.iter().filter(|half| **half == Half::Tuning).count();
    assert!((70..=130).contains(&count), "{count}");
    assert_eq!("both".parse::<Half>(), Err("no half `both`: tuning, reporting".to_owned()));
}

#[test]
fn a_report_has_tables_plots_and_what_is_lost() {
    let mut run = run("run_report", "raw,list,adaptive,adaptive+task,sweep");
    let table = run.out.with_extension("tsv");
    fs::write(&table, "page\tk3_tokens\tk3_ms\nshop-listing\t20000\t80\narticle\terror\t9\n").unwrap();
    let recorded = subjects(&[], Some(Recording::read(&table).unwrap())).unwrap();
    run.subjects.extend(recorded);
    let done = done(&run).unwrap();
    let report = Report::new(&run, &done, vec!["verbatim".to_owned(), "absent".to_owned()]);
    report.write(&run.out).unwrap();
    let text = fs::read_to_string(run.out.join("report.md")).unwrap();
    assert!(text.starts_with("# Evaluation on ours\n\nd2snap 0.1.0, seed 7.\n\n3 states, 3 of them with a truth;"), "{text}");
    assert!(text.contains("### All states (3 with a truth)\n\n| subject | 2,048 | 512 | whole |\n"), "{text}");
    assert!(text.contains("### States with the tag `verbatim` (1 with a truth)"), "{text}");
    assert!(!text.contains("absent"), "{text}");
    assert!(text.contains("| `recorded@k3` | whole | 20,000 | 20,000 |"), "{text}");
    assert!(text.contains("recorded@k3 are sizes that another implementation came to"), "{text}");
    assert!(text.contains("* `recorded@k3`: recorded as \"error\" (1 ×)\n"), "{text}");
    for name in ["coverage.svg", "size.svg", "budget.svg"] {
        let svg = fs::read_to_string(run.out.join(name)).unwrap();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{name}");
    }
    assert!(fs::read_to_string(run.out.join("size.svg")).unwrap().contains("paper k"));
}

#[test]
fn unknown_subjects_are_refused() {
    for name in ["rav", "agent@1/2", "agent@1/x/0", "web@1/1/1"] {
        let error = name.parse::<Choice>().unwrap_err();
        assert!(error.starts_with(&format!("no subject `{name}`: raw, list,")), "{error}");
    }
    let error = "agent@2/0/0".parse::<Choice>().unwrap_err();
    assert!(error.contains("k"), "{error}");
    assert_eq!(subjects(&["all".parse().unwrap(), "raw".parse().unwrap()], None).unwrap().len(), 18);
}
