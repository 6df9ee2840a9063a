//! Targets: which elements are, their roles, states and values.

use super::attribute::is_secret;
use super::compose::{Composed, Index, Kind, Node};
use super::name::{Named, Names};
use super::text::{clean, collapse, collapse_into};
use super::visibility::Visibility;
use rustc_hash::FxHashSet;

use crate::capture::Numbers;
use crate::document::{Columns, Span, TargetRecord, UidNumbering};
use crate::semantics::{Role, Tag, implicit_role};

/// Whether an interactive element takes an action itself.
pub(super) fn is_target(node: &Node<'_>) -> bool {
    !matches!(node.tag, Tag::Form | Tag::Label | Tag::Dialog | Tag::Details | Tag::Optgroup | Tag::Option) && !node.facts.input_hidden()
}

/// Numbers the targets that are not dropped, in document order; 0 for all other nodes.
pub(super) fn number(composed: &Composed<'_>, visibility: &Visibility) -> Vec<u32> {
    let mut last = 0;
    composed
        .nodes
        .iter()
        .enumerate()
        .map(|(index, node)| {
            if visibility.reasons[index] != 0 && !node.gone && is_target(node) {
                last += 1;
                last
            } else {
                0
            }
        })
        .collect()
}

/// The numbers that the targets have in a session.
pub(super) fn session_numbers(composed: &Composed<'_>, uids: &[u32], numbers: &mut Numbers) -> UidNumbering {
    let targets = (0..uids.len()).filter(|index| uids[*index] > 0);
    let reference = |index: Index| composed.live.as_ref().and_then(|live| live.reference(index));
    UidNumbering::new(targets.map(|index| numbers.number(reference(index))).collect())
}

/// The role that an element has of its tag.
pub(super) fn tag_role(node: &Node<'_>) -> Option<Role> {
    let kind = match node.tag {
        Tag::Input => node.attribute("type").unwrap_or_default().trim().to_ascii_lowercase(),
        _ => String::new(),
    };
    let multiple = node.tag == Tag::Select
        && (node.attribute("multiple").is_some()
            || node.attribute("size").is_some_and(|size| size.trim().parse::<u32>().is_ok_and(|size| size > 1)));
    if node.tag == Tag::A && node.attribute("href").is_none() {
        return None;
    }
    implicit_role(node.tag, &kind, multiple, node.attribute("list").is_some())
}

/// Writes what is known of a target into the columns.
pub(super) fn record(
    columns: &mut Columns,
    composed: &Composed<'_>,
    names: &Names<'_, '_>,
    index: Index,
    (tag, reasons): (u32, u8),
    named: &Named,
    disabled: bool,
) -> TargetRecord {
    let node = &composed.nodes[index];
    let role = names.role(index).or_else(|| tag_role(node));
    let states_start = columns.states.len() as u32;
    let mut facts = std::mem::take(&mut columns.facts);
    let mut span = |text: &str| {
        let start = facts.len() as u32;
        facts.push_str(text);
        Span { start, end: facts.len() as u32 }
    };
    let name = named.name.as_deref().map(&mut span);
    let secret = is_secret(node);
    let value = if secret { None } else { value_of(composed, names, index) };
    let href = match node.tag {
        Tag::A | Tag::Area => node.attribute("href").map(collapse),
        _ => None,
    };
    let value = value.as_deref().map(&mut span);
    let href = href.as_deref().map(&mut span);
    for (state, value) in states_of(composed, index, role, secret, disabled) {
        let value = span(&value);
        columns.states.push((state, value));
    }
    columns.facts = facts;
    TargetRecord { tag, role, reasons, name, value, href, states: Span { start: states_start, end: columns.states.len() as u32 } }
}

/// The current value of a control, whether it is a secret or not.
pub(super) fn value_of(composed: &Composed<'_>, names: &Names<'_, '_>, index: Index) -> Option<String> {
    let node = &composed.nodes[index];
    let found = match node.tag {
        Tag::Input => {
            let kind = node.attribute("type").unwrap_or_default().trim().to_ascii_lowercase();
            match kind.as_str() {
                "checkbox" | "radio" | "submit" | "reset" | "button" | "image" | "file" => return None,
                "range" => range_value(node),
                _ => cleaned(node.attribute("value")?),
            }
        }
        Tag::Textarea => {
            let mut text = String::new();
            for inner in &composed.nodes[index + 1..node.end as usize] {
                if let Kind::Text(piece) = inner.kind {
                    clean(piece, |c| text.push(c));
                }
            }
            text
        }
        Tag::Select => {
            chosen_options(composed, index).into_iter().map(|option| option_text(composed, names, option)).collect::<Vec<_>>().join(", ")
        }
        Tag::Progress | Tag::Meter => collapse(node.attribute("value")?),
        _ if node.facts.editable() => names.text_in_lines(index),
        // A list of choices that shows the chosen one.
        _ if names.role(index) == Some("combobox") => names.text_in_lines(index),
        _ => collapse(node.attribute("aria-valuetext").or_else(|| node.attribute("aria-valuenow"))?),
    };
    (!found.is_empty()).then_some(found)
}

/// What a slider is at: in the middle where the page does not say.
fn range_value(node: &Node<'_>) -> String {
    let number = |name: &str| node.attribute(name).and_then(|text| text.trim().parse::<f64>().ok()).filter(|number| number.is_finite());
    let (low, high) = (number("min").unwrap_or(0.0), number("max").unwrap_or(100.0));
    match number("value") {
        Some(value) if value >= low && (value <= high || high < low) => cleaned(node.attribute("value").unwrap_or_default()),
        Some(value) => (if value < low { low } else { high }).to_string(),
        None if high < low => low.to_string(),
        None => {
            let step = number("step").filter(|step| *step > 0.0).unwrap_or(1.0);
            let steps = ((high - low) / 2.0 / step + 0.5).floor();
            (low + steps * step).to_string()
        }
    }
}

fn cleaned(text: &str) -> String {
    let mut out = String::new();
    clean(text, |c| out.push(c));
    out
}

fn option_text(composed: &Composed<'_>, names: &Names<'_, '_>, option: Index) -> String {
    match composed.nodes[option].attribute("label") {
        Some(label) if !label.trim().is_empty() => collapse(label),
        _ => names.text(option),
    }
}

/// The selected options; of a drop-down without one, the first that is not disabled.
fn chosen_options(composed: &Composed<'_>, select: Index) -> Vec<Index> {
    let options = || {
        (select + 1..composed.nodes[select].end as usize).filter(|at| composed.nodes[*at].tag == Tag::Option && !composed.nodes[*at].gone)
    };
    let selected: Vec<Index> = options().filter(|at| composed.nodes[*at].attribute("selected").is_some()).collect();
    if composed.nodes[select].attribute("multiple").is_some() {
        return selected;
    }
    let is_list = composed.nodes[select].attribute("size").is_some_and(|size| size.trim().parse::<u32>().is_ok_and(|size| size > 1));
    let enabled = |at: &Index| {
        let group = &composed.nodes[composed.nodes[*at].parent as usize];
        let disabled_group = group.tag == Tag::Optgroup && group.attribute("disabled").is_some();
        composed.nodes[*at].attribute("disabled").is_none() && !disabled_group
    };
    match selected.last() {
        Some(last) => vec![*last],
        None if is_list => Vec::new(),
        None => options().find(enabled).into_iter().collect(),
    }
}

/// The options that say `selected` but are not chosen, or whose choice is a secret.
pub(super) fn not_chosen(composed: &Composed<'_>) -> FxHashSet<Index> {
    let mut found = FxHashSet::default();
    for (index, node) in composed.nodes.iter().enumerate() {
        if node.tag != Tag::Select {
            continue;
        }
        let chosen = if is_secret(node) { Vec::new() } else { chosen_options(composed, index) };
        let says = |at: &Index| composed.nodes[*at].tag == Tag::Option && composed.nodes[*at].attribute("selected").is_some();
        found.extend((index + 1..node.end as usize).filter(says).filter(|at| chosen.binary_search(at).is_err()));
    }
    found
}

fn states_of(composed: &Composed<'_>, index: Index, role: Option<Role>, secret: bool, disabled: bool) -> Vec<(&'static str, String)> {
    let node = &composed.nodes[index];
    let mut states: Vec<(&'static str, String)> = Vec::new();
    let mut add = |state: &'static str, value: Option<String>| states.extend(value.map(|value| (state, value)));
    let aria = |name: &str| node.attribute(name).map(collapse).filter(|value| !value.is_empty());
    let aria_true = |name: &str| aria(name).filter(|value| value != "false");
    let native = |name: &str| node.attribute(name).map(|_| "true".to_owned());
    let checkable = node.tag == Tag::Input && matches!(role, Some("checkbox" | "radio" | "switch"));
    let checked = || if node.facts.indeterminate() { "mixed".to_owned() } else { node.attribute("checked").is_some().to_string() };
    add("checked", if checkable { Some(checked()) } else { aria("aria-checked") });
    add("selected", aria("aria-selected"));
    add("disabled", native("disabled").or(disabled.then(|| "true".to_owned())).or_else(|| aria_true("aria-disabled")));
    let details_open = (node.tag == Tag::Summary).then(|| {
        let parent = &composed.nodes[node.parent as usize];
        (parent.tag == Tag::Details).then(|| parent.attribute("open").is_some().to_string())
    });
    add("expanded", details_open.flatten().or_else(|| aria("aria-expanded")));
    add("pressed", aria("aria-pressed"));
    add("haspopup", aria_true("aria-haspopup"));
    add("multiselectable", if node.tag == Tag::Select { native("multiple") } else { aria_true("aria-multiselectable") });
    add("required", native("required").or_else(|| aria_true("aria-required")));
    add("readonly", native("readonly").or_else(|| aria_true("aria-readonly")));
    add("invalid", aria_true("aria-invalid"));
    add("current", aria_true("aria-current"));
    add("filled", secret.then(|| is_filled(composed, index).to_string()));
    states
}

/// Whether a secret field holds something.
fn is_filled(composed: &Composed<'_>, index: Index) -> bool {
    let node = &composed.nodes[index];
    match node.tag {
        Tag::Textarea => !visible_text(composed, index).is_empty(),
        Tag::Select => !chosen_options(composed, index).is_empty(),
        _ => node.attribute("value").is_some_and(|value| !value.is_empty()),
    }
}

/// The first character that is read of an element, for the sentence around it.
pub(super) fn first_char(composed: &Composed<'_>, index: Index) -> Option<char> {
    let end = composed.nodes[index].end as usize;
    composed.nodes[index..end.min(index + 32)].iter().filter(|node| !node.gone).find_map(|node| match node.kind {
        Kind::Text(text) => text.chars().find(|c| !super::text::is_space(*c)),
        Kind::Element(_) => None,
    })
}

/// The lines of a `pre` or a `textarea`, as they are.
pub(super) fn raw_text(composed: &Composed<'_>, index: Index, out: &mut String) -> usize {
    let mut removed = 0;
    for node in &composed.nodes[index + 1..composed.nodes[index].end as usize] {
        if let Kind::Text(text) = node.kind {
            removed += clean(text, |c| out.push(c));
        }
    }
    removed
}

/// The collapsed text of all nodes below an element, hidden ones aside.
pub(super) fn visible_text(composed: &Composed<'_>, index: Index) -> String {
    let mut text = String::new();
    for node in &composed.nodes[index + 1..composed.nodes[index].end as usize] {
        if let Kind::Text(piece) = node.kind
            && !node.gone
        {
            text.push_str(piece);
        }
    }
    let mut out = String::new();
    collapse_into(&text, &mut out);
    out
}
