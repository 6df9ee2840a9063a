//! What counts as kept, and what tells an element from another one.

use d2snap_eval::{Case, Choice, Fate, Need, Output, State, Subject, Trajectory, subjects};

use crate::element;

/// A state that needs the first match of a selector.
fn state(html: &str, selector: &str) -> State {
    State {
        id: "one".to_owned(),
        html: html.to_owned(),
        url: None,
        task: None,
        history: Vec::new(),
        trajectories: vec![Trajectory { needs: vec![Need { element: element(html, selector), label: selector.to_owned() }] }],
        tags: Vec::new(),
    }
}

fn subject(name: &str) -> Box<dyn Subject> {
    subjects(&[name.parse::<Choice>().unwrap()], None).unwrap().remove(0)
}

fn fate(state: &State, name: &str) -> Fate {
    let case = Case::new(state);
    let subject = subject(name);
    let taken = subject.take(&case, None).unwrap();
    let Output::Text(text) = taken.output else { panic!("{name} has no text") };
    let measures = case.measures(&subject.read(&case, &text), 0);
    assert_eq!(measures.coverage == Some(1.0), measures.fates == [Fate::Told]);
    measures.fates[0]
}

#[track_caller]
fn told(html: &str, selector: &str) {
    assert_eq!(fate(&state(html, selector), "agent@1/0/1"), Fate::Told, "{html}");
}

#[track_caller]
fn shown(html: &str, selector: &str) {
    assert_eq!(fate(&state(html, selector), "agent@1/0/1"), Fate::Shown, "{html}");
}

#[test]
fn headings_tell_buttons_apart() {
    told("<h2>Tea</h2><button>Add</button><h2>Coffee</h2><button>Add</button>", "button");
    shown("<h2>Tea</h2><button>Add</button><p>Strong.</p><button>Add</button>", "button");
    // The path of headings, not the nearest alone.
    told("<h2>Tea</h2><h3>Size</h3><button>Add</button><h2>Coffee</h2><h3>Size</h3><button>Add</button>", "button");
    shown("<h2>Tea</h2><button>Add</button><h2>Tea</h2><button>Add</button>", "button");
}

#[test]
fn items_rows_and_lines_tell_buttons_apart() {
    told("<ul><li>Tea <button>Add</button><li>Coffee <button>Add</button></ul>", "button");
    shown("<ul><li>Tea <button>Add</button><li>Tea <button>Add</button></ul>", "button");
    told("<table><tr><th>What<th>Do<tr><td>Tea<td><button>Add</button><tr><td>Coffee<td><button>Add</button></table>", "button");
    told("<p>Tea <button>×</button> Coffee <button>×</button></p>", "button");
    told("<p>Tea: <button>×</button> <button>×</button></p>", "button");
    shown("<p>Tea: <button>×</button> <button>×</button></p>", "button + button");
}

#[test]
fn containers_tell_buttons_apart_where_they_are_written() {
    let html = "<main><section><p>Tea</p><button>Add</button></section><section><p>Coffee</p><button>Add</button></section></main>";
    assert_eq!(fate(&state(html, "button"), "agent@0/0/0"), Fate::Told);
    assert_eq!(fate(&state(html, "button"), "agent@inf/0/1"), Fate::Shown);
}

#[test]
fn names_and_attributes_tell_elements_apart() {
    told("<button>Add</button><button>Remove</button>", "button");
    shown("<button>Add</button><button>Add</button>", "button");
    // Of another role.
    told("<button>Add</button><a href=/add>Add</a>", "button");
    let html = "<button id=tea>Add</button><button id=coffee>Add</button>";
    assert_eq!(fate(&state(html, "button"), "agent@0/0/0"), Fate::Told);
    assert_eq!(fate(&state(html, "button"), "agent@0/0/1"), Fate::Shown);
    // Without a name of its own.
    shown("<p>Tea</p><div onclick='f()'></div>", "div");
}

#[test]
fn what_does_the_same_need_not_be_told_apart() {
    told("<a href=/tea>Tea</a><a href=/tea>Tea</a>", "a");
    shown("<a href=/tea>Tea</a><a href=/coffee>Tea</a>", "a");
    shown("<a href='#'>Tea</a><a href='#'>Tea</a>", "a");
    let mut state = state("<button>Add</button><button>Add</button>", "button");
    assert_eq!(fate(&state, "agent@1/0/1"), Fate::Shown);
    let other = Need { element: element(&state.html, "button + button"), label: String::new() };
    state.trajectories.push(Trajectory { needs: vec![other] });
    let case = Case::new(&state);
    let subject = subject("agent@1/0/1");
    let Output::Text(text) = subject.take(&case, None).unwrap().output else { panic!() };
    assert_eq!(case.measures(&subject.read(&case, &text), 0).fates, [Fate::Told, Fate::Told]);
}

#[test]
fn labels_name_fields() {
    told("<label>Street <input></label><label>Town <input></label>", "input");
    told("<label for=a>Street</label><input id=a><label for=b>Town</label><input id=b>", "input");
    told("<input id=a type=checkbox><label for=a>Street</label><input id=b type=checkbox><label for=b>Town</label>", "input");
    // An id that stands twice.
    told("<input id=a><label for=a>Street</label><input id=a><label for=a>Town</label>", "input + label + input");
    // Behind the lines around it.
    shown("<label for=a>Street</label><p>1</p><p>2</p><p>3</p><p>4</p><input id=a>", "input");
    for name in ["raw", "list"] {
        assert_eq!(fate(&state("<label for=a>Street</label><input id=a><input>", "input"), name), Fate::Told, "{name}");
    }
}

#[test]
fn a_needed_element_counts_through_the_one_that_acts() {
    told("<button><span>Add</span></button>", "span");
    told("<label>Street <input></label>", "label");
    told("<p><button>Add</button> now</p>", "p");
    // Of two inside neither is meant for sure.
    assert_eq!(fate(&state("<p><button>Add</button><button>Remove</button></p>", "p"), "agent@0/0/0"), Fate::Lost);
    assert_eq!(fate(&state("<p>Tea</p>", "p"), "agent@0/0/0"), Fate::Lost);
}

#[test]
fn other_subjects_show_what_their_texts_say() {
    let html = "<p>Tea</p><a href=/tea>Order tea</a><button>Add</button>";
    for (name, link, button) in [("raw", Fate::Told, Fate::Told), ("list", Fate::Told, Fate::Told), ("markdown", Fate::Told, Fate::Lost)] {
        assert_eq!((fate(&state(html, "a"), name), fate(&state(html, "button"), name)), (link, button), "{name}");
    }
    // A `>` before the start tag's end is no element of ours.
    assert_eq!(fate(&state("<div hidden><button>Add</button></div>", "button"), "agent@0/0/0"), Fate::Lost);
}

#[test]
fn a_cut_shows_what_it_has_whole() {
    let html = "<a href=/tea>Order tea</a><button>Add tea</button><p>More</p>";
    let state = state(html, "button");
    let case = Case::new(&state);
    let raw = subject("raw");
    for (end, fate) in [("Add", Fate::Lost), ("Add tea", Fate::Told), ("<butto", Fate::Lost)] {
        let cut = &html[..html.find(end).unwrap() + end.len()];
        assert_eq!(case.measures(&raw.read(&case, cut), 0).fates, [fate], "{cut}");
    }
    let agent = subject("agent@0/0/0");
    let Output::Text(text) = agent.take(&case, None).unwrap().output else { panic!() };
    for (end, fate) in [("<button uid=", Fate::Lost), ("<button uid=2>", Fate::Shown), ("<button uid=2>Add", Fate::Told)] {
        let cut = &text[..text.find(end).unwrap() + end.len()];
        assert_eq!(case.measures(&agent.read(&case, cut), 0).fates, [fate], "{cut}");
    }
}
