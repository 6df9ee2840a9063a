//! What a target is, and what belongs to it without being part of it or told by its tag: its label,
//! what its row is about, the choice that a list has where none is marked.

use rustc_hash::{FxHashMap, FxHashSet};

use super::candidate::atoms_of;
use crate::document::{AtomKind, Columns, Op, Span, TargetRecord};

/// Whether a target takes text or a choice from many. Inputs for dates, colours, files and passwords
/// have no role that would say so.
pub(super) fn is_field(columns: &Columns, target: &TargetRecord) -> bool {
    match target.role {
        Some(role) => matches!(role, "textbox" | "searchbox" | "combobox" | "spinbutton" | "listbox" | "slider"),
        None => *columns.names[target.tag as usize] == *"input",
    }
}

/// The label elements that are for a target, with its number: one they name, else the first field
/// that they hold, else one that names them.
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
    let is_label = |at: &u32| name(columns, *at) == "label";
    let own_ids: FxHashMap<&str, u32> = (0..columns.elements.len() as u32)
        .filter(is_label)
        .filter_map(|at| Some((value(columns.elements[at as usize].attributes, "id")?, at)))
        .collect();
    for element in &columns.elements {
        let named_by = if element.uid > 0 { value(element.attributes, "aria-labelledby") } else { None };
        for id in named_by.unwrap_or_default().trim_matches('"').split(' ') {
            if let Some(label) = own_ids.get(id) {
                labels.entry(*label).or_insert(element.uid);
            }
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
            // Those around it have what they are for.
            labels.extend(open.drain(..).map(|label| (label, columns.elements[element as usize].uid)));
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

/// The first target of a cell, and whether the cell has text outside its elements.
pub(super) fn in_cell(columns: &Columns, atoms: Span) -> (Option<u32>, bool) {
    let (mut depth, mut first, mut text) = (0, None, false);
    for at in atoms.range() {
        match columns.atoms[at].kind {
            AtomKind::Open(element) => {
                depth += 1;
                first = first.or(Some(columns.elements[element as usize].uid).filter(|uid| *uid > 0));
            }
            AtomKind::Close(_) => depth -= 1,
            AtomKind::Text(_) => text |= depth == 0,
            AtomKind::Image(..) => {}
        }
    }
    (first, text)
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
                for at in atoms_of(columns, op).flatten() {
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
