//! What belongs to a target without being part of it or told by its tag: its label, and the choice
//! that a list has where none is marked.

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::atoms_of;
use crate::document::{AtomKind, Columns, Op, Span};

/// The label elements that are for a target, with its number: one they name, else the first field
/// that they hold.
pub(super) fn labels(columns: &Columns) -> FxHashMap<u32, u32> {
    let value = |attributes: Span, name: &str| {
        attributes.range().find_map(|at| {
            let attribute = columns.attributes[at];
            let is_it = *columns.names[attribute.name as usize] == *name;
            is_it.then(|| attribute.text.of(&columns.text).split_once('=').map(|(_, value)| value)).flatten()
        })
    };
    let mut ids: FxHashMap<&str, u32> = FxHashMap::default();
    for element in &columns.elements {
        if element.uid > 0
            && let Some(id) = value(element.attributes, "id")
        {
            ids.entry(id).or_insert(element.uid);
        }
    }
    let mut labels = around_fields(columns);
    for (at, element) in columns.elements.iter().enumerate() {
        if name(columns, at as u32) == "label"
            && let Some(named) = value(element.attributes, "for")
        {
            match ids.get(named) {
                Some(uid) => labels.insert(at as u32, *uid),
                None => labels.remove(&(at as u32)),
            };
        }
    }
    labels
}

fn around_fields(columns: &Columns) -> FxHashMap<u32, u32> {
    let mut labels = FxHashMap::default();
    let mut open: Vec<u32> = Vec::new();
    each_tag(columns, |element, opens| match (name(columns, element), opens) {
        ("label", true) => open.push(element),
        ("label", false) => {
            open.pop();
        }
        ("input" | "select" | "textarea" | "button", true) if columns.elements[element as usize].uid > 0 => {
            for label in &open {
                labels.entry(*label).or_insert(columns.elements[element as usize].uid);
            }
        }
        _ => {}
    });
    labels
}

/// The choices that are chosen: the marked ones, and where a list marks none, the first that can be.
pub(super) fn chosen(columns: &Columns) -> FxHashSet<u32> {
    let says = |element: u32, what: &str| {
        let attributes = columns.elements[element as usize].attributes.range();
        attributes.into_iter().any(|at| *columns.names[columns.attributes[at].name as usize] == *what)
    };
    let mut chosen = FxHashSet::default();
    let mut marked = false;
    let mut first = None;
    each_tag(columns, |element, opens| match (name(columns, element), opens) {
        ("select", true) => (marked, first) = (says(element, "multiple") || says(element, "size"), None),
        ("select", false) if !marked => chosen.extend(first.take()),
        ("option", true) if says(element, "selected") => {
            marked = true;
            chosen.insert(element);
        }
        ("option", true) if first.is_none() && !says(element, "disabled") => first = Some(element),
        _ => {}
    });
    chosen
}

fn name(columns: &Columns, element: u32) -> &str {
    &columns.names[columns.elements[element as usize].tag as usize]
}

/// Each tag in document order: its element, and whether it opens it.
fn each_tag(columns: &Columns, mut visit: impl FnMut(u32, bool)) {
    for op in &columns.ops {
        match *op {
            Op::OpenElement(element) => visit(element, true),
            Op::CloseElement(element) => visit(element, false),
            op => {
                for at in atoms_of(columns, op).into_iter().flatten() {
                    match columns.atoms[at].kind {
                        AtomKind::Open(element) => visit(element, true),
                        AtomKind::Close(element) => visit(element, false),
                        _ => {}
                    }
                }
            }
        }
    }
}
