//! The other measures, on small pages.

use d2snap_eval::{Case, Choice, Measures, Need, Output, State, Trajectory, subjects};

use crate::element;

const SHOP: &str = "<main><ul><li>Green tea <button>Add green tea</button><li>Coffee beans <button>Add coffee</button></ul>\
<form><label>Street <input></label><label>Town <input></label></form></main>";

fn measures(html: &str, task: Option<&str>, selector: &str, name: &str) -> Measures {
    let needs = vec![Need { element: element(html, selector), label: selector.to_owned() }];
    let state = State {
        id: "one".to_owned(),
        html: html.to_owned(),
        url: None,
        task: task.map(str::to_owned),
        history: Vec::new(),
        trajectories: vec![Trajectory { needs }],
        tags: Vec::new(),
    };
    let case = Case::new(&state);
    let subject = subjects(&[name.parse::<Choice>().unwrap()], None).unwrap().remove(0);
    let Output::Text(text) = subject.take(&case, None).unwrap().output else { panic!("{name} has no text") };
    case.measures(&subject.read(&case, &text), 0)
}

#[test]
fn words_and_targets_are_counted() {
    let whole = measures(SHOP, None, "button", "agent@0/0/0");
    assert_eq!((whole.recall, whole.targets, whole.targets_total), (1.0, 4, 4));
    assert_eq!((whole.mrr, whole.recall_at), (None, None));
    let list = measures(SHOP, None, "button", "list");
    // Without "Green tea" and "Coffee beans" outside of the buttons.
    assert_eq!((list.recall, list.targets), (7.0 / 11.0, 4));
    assert_eq!(measures(SHOP, None, "button", "markdown").targets, 0);
    // A word counts as often as it stands there.
    assert_eq!(measures("<p>tea tea</p><p hidden>coffee</p><button>tea</button>", None, "button", "list").recall, 1.0 / 3.0);
}

#[test]
fn flat_texts_have_no_hierarchy() {
    let deep = "<main><nav><div><a href=/1>1</a><a href=/2>2</a></div></nav><section><article><a href=/3>3</a><a href=/4>4</a></article></section></main>";
    assert_eq!(measures(deep, None, "a", "raw").hierarchy, Some(1.0));
    assert!(measures(deep, None, "a", "agent@0/0/0").hierarchy > Some(0.9));
    assert_eq!(measures(deep, None, "a", "list").hierarchy, Some(0.0));
    assert_eq!(measures("<a href=/1>1</a><a href=/2>2</a>", None, "a", "raw").hierarchy, None);
}

#[test]
fn the_task_ranks_lines() {
    let found = measures(SHOP, Some("add some coffee"), "li + li button", "agent@0/0/0");
    assert_eq!((found.mrr, found.recall_at), (Some(1.0), Some([1.0, 1.0, 1.0])));
    let second = measures(SHOP, Some("add some coffee"), "button", "agent@0/0/0");
    assert_eq!((second.mrr, second.recall_at), (Some(0.5), Some([0.0, 1.0, 1.0])));
    // A line without a word of the task is not found.
    assert_eq!(measures(SHOP, Some("add some coffee"), "input", "agent@0/0/0").mrr, Some(0.0));
}
