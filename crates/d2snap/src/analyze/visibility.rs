//! What a user can see and act on: hidden content, and why an element is interactive.

use rustc_hash::{FxHashMap, FxHashSet};

use super::compose::{Composed, Index, Kind};
use super::label::is_picture;
use crate::options::{Hidden, Options};
use crate::parse::LocalName;
use crate::semantics::{Class, InteractiveRole, Role, Tag, explicit_role};
use crate::snapshot::Withheld;

/// Why an element is interactive: a set of [`Reason`](crate::Reason)s, a bit each.
pub(super) type Reasons = u8;

pub(super) const BY_TAG: Reasons = 1;
pub(super) const BY_ROLE: Reasons = 1 << 1;
pub(super) const BY_EDITABLE: Reasons = 1 << 2;
pub(super) const BY_ONCLICK: Reasons = 1 << 3;
pub(super) const BY_TABINDEX: Reasons = 1 << 4;
pub(super) const BY_CURSOR: Reasons = 1 << 5;
pub(super) const BY_LISTENER: Reasons = 1 << 6;

/// What this pass finds of each node.
#[derive(Debug)]
pub(super) struct Visibility {
    /// Zero where not interactive.
    pub(super) reasons: Vec<Reasons>,
    /// Explicit roles, of the elements that have one.
    pub(super) roles: FxHashMap<Index, Role>,
    /// Written with `hidden`: the topmost hidden elements that are kept.
    pub(super) marked: Vec<Index>,
}

/// Hides what is hidden (sets `gone`), and finds the interactive elements.
pub(super) fn resolve(composed: &mut Composed<'_>, options: &Options, withheld: &mut Withheld) -> Visibility {
    let count = composed.nodes.len();
    let mut visibility = Visibility { reasons: vec![0; count], roles: FxHashMap::default(), marked: Vec::new() };
    let mut hidden = hidden_outright(composed);
    find_interactive(composed, options, &mut hidden, &mut visibility);
    propagate(composed, options, &hidden, &mut visibility, withheld);
    let shown = inputs_with_visible_label(composed, options.hidden == Hidden::Drop);
    for index in &shown {
        composed.nodes[*index].gone = false;
    }
    visibility.marked.retain(|index| !shown.contains(index));
    visibility
}

/// The reason each element is hidden of itself, but for `aria-hidden`.
fn hidden_outright(composed: &Composed<'_>) -> Vec<Option<&'static str>> {
    let reason = |index: Index| {
        let node = &composed.nodes[index];
        let facts = &node.facts;
        // A placeholder that is chosen is seen, though it is not in the list.
        if node.tag == Tag::Option && node.attribute("selected").is_some() {
            return None;
        }
        Some(if facts.input_hidden() {
            "input-hidden"
        } else if facts.unseen() {
            composed.live.as_ref().map_or("hidden", |live| live.unseen(index))
        } else if facts.hidden_attribute() {
            "hidden"
        } else if facts.display_none() {
            "display-none"
        } else if facts.closed_dialog() {
            "closed-dialog"
        } else if facts.popover() {
            "popover"
        } else if facts.inert() {
            "inert"
        } else {
            return None;
        })
    };
    (0..composed.nodes.len()).map(reason).collect()
}

/// Goes over the nodes backwards, so that what an element holds is known before the element.
fn find_interactive(composed: &Composed<'_>, options: &Options, hidden: &mut [Option<&'static str>], visibility: &mut Visibility) {
    let truth = &options.ground_truth;
    let keep = options.hidden == Hidden::Keep;
    let mut roles: FxHashMap<LocalName, Option<InteractiveRole>> = FxHashMap::default();
    // Hidden of themselves or by an ancestor.
    let mut below_hidden = vec![false; composed.nodes.len()];
    // Replaced with a picture's name: nothing in there is a control.
    let mut in_picture = vec![false; composed.nodes.len()];
    for (index, node) in composed.nodes.iter().enumerate() {
        let parent = node.parent as usize;
        let inherited = parent != index && below_hidden[parent] && !node.facts.shown();
        below_hidden[index] = hidden[index].is_some() || inherited;
        in_picture[index] = parent != index && (in_picture[parent] || (truth.behaviours() && is_picture(composed, parent)));
    }
    // The nearest interactive element behind the current one.
    let mut nearest = usize::MAX;
    for (index, node) in composed.nodes.iter().enumerate().rev() {
        let Kind::Element(element) = node.kind else {
            continue;
        };
        let mut reasons = 0;
        if node.facts.has_role()
            && let Some(role) = element.attribute("role").and_then(explicit_role)
        {
            if !matches!(role, "none" | "presentation") || !(node.interactive_tag || node.facts.focusable()) {
                visibility.roles.insert(index, role);
            }
            let rule = *roles.entry(LocalName::from(role)).or_insert_with(|| truth.interactive_role(role));
            match rule {
                Some(InteractiveRole::Always) => reasons |= BY_ROLE,
                Some(InteractiveRole::WithAction) if acts(composed, index, nearest) => reasons |= BY_ROLE,
                _ => {}
            }
        }
        if node.interactive_tag {
            reasons |= BY_TAG;
        }
        if truth.behaviours() {
            let facts = &node.facts;
            if facts.editable() {
                reasons |= BY_EDITABLE;
            }
            if facts.onclick() {
                reasons |= BY_ONCLICK;
            }
            if facts.focusable() && nearest >= node.end as usize {
                reasons |= BY_TABINDEX;
            }
            if facts.pointer() && !parent_points(composed, index) {
                reasons |= BY_CURSOR;
            }
            if facts.listener() && nearest >= node.end as usize {
                reasons |= BY_LISTENER;
            }
        }
        if node.class == Class::Frame || in_picture[index] {
            reasons = 0;
        }
        visibility.reasons[index] = reasons;
        // A control that is hidden from assistive technology alone can still be seen and used; one
        // that is out of the tab order too repeats another.
        let acts_itself = reasons != 0 && !node.facts.unfocusable();
        if node.facts.aria_hidden() && hidden[index].is_none() && nearest >= node.end as usize && !acts_itself {
            hidden[index] = Some("aria-hidden");
        }
        let seen = keep || (!below_hidden[index] && hidden[index].is_none());
        if reasons != 0 && seen {
            nearest = index;
        }
    }
}

/// Whether something makes a row or a cell act.
fn acts(composed: &Composed<'_>, index: Index, nearest: Index) -> bool {
    let node = &composed.nodes[index];
    let facts = &node.facts;
    facts.onclick() || (facts.focusable() && nearest >= node.end as usize) || (facts.pointer() && !parent_points(composed, index))
}

fn parent_points(composed: &Composed<'_>, index: Index) -> bool {
    let parent = composed.nodes[index].parent as usize;
    parent != index && composed.nodes[parent].facts.pointer()
}

/// Hands hiding down; counts or marks the topmost hidden elements.
fn propagate(
    composed: &mut Composed<'_>,
    options: &Options,
    hidden: &[Option<&'static str>],
    visibility: &mut Visibility,
    withheld: &mut Withheld,
) {
    let drop = options.hidden == Hidden::Drop;
    // Whether the subtree is hidden, and whether boxes in it are invisible.
    let mut below: Vec<(bool, bool)> = vec![(false, false); composed.nodes.len()];
    for index in 0..composed.nodes.len() {
        let node = &composed.nodes[index];
        let parent = node.parent as usize;
        let (was_hidden, was_invisible) = if parent == index { (false, false) } else { below[parent] };
        let is_hidden = (was_hidden && !node.facts.shown()) || hidden[index].is_some();
        let invisible = match node.facts.visibility() {
            Some(visible) => !visible,
            None => was_invisible,
        };
        below[index] = (is_hidden, invisible);
        let reason = match hidden[index] {
            Some(reason) if !was_hidden => Some(reason),
            None if invisible && !was_invisible && !is_hidden => Some("visibility-hidden"),
            _ => None,
        };
        if drop {
            if let Some(reason) = reason {
                withheld.add(reason, 1);
            }
            composed.nodes[index].gone = is_hidden || invisible;
            // What only screen readers are told names what it stands in.
            let heard = match hidden[index] {
                Some(reason) => !was_hidden && is_heard(reason),
                None => parent != index && is_hidden && composed.nodes[parent].heard,
            };
            composed.nodes[index].heard = heard;
        } else if let Some(reason) = reason
            && options.mark_hidden
            && !was_invisible
            && reason != "input-hidden"
            && node.element().is_some()
        {
            visibility.marked.push(index);
        }
    }
}

/// Whether what is hidden so is commonly meant for screen readers.
fn is_heard(reason: &str) -> bool {
    matches!(reason, "clipped" | "tiny" | "off-page")
}

/// The checkbox, radio and file inputs whose label can be seen: it stands for them, hidden or not.
fn inputs_with_visible_label(composed: &Composed<'_>, drop: bool) -> FxHashSet<Index> {
    let nodes = &composed.nodes;
    let mut found = FxHashSet::default();
    let is_choice = |index: Index| {
        let kind = nodes[index].attribute("type").unwrap_or_default().trim();
        nodes[index].tag == Tag::Input && ["checkbox", "radio", "file"].iter().any(|known| kind.eq_ignore_ascii_case(known))
    };
    for (index, node) in nodes.iter().enumerate() {
        if node.tag == Tag::Label
            && !node.gone
            && let Some(id) = node.attribute("for")
            && let Some(input) = composed.ids.get(&(node.scope, id))
            && is_choice(*input)
        {
            found.insert(*input);
        }
        if is_choice(index) && (node.gone || !drop) {
            let mut at = index;
            while nodes[at].parent as usize != at {
                at = nodes[at].parent as usize;
                if nodes[at].tag == Tag::Label {
                    if !nodes[at].gone {
                        found.insert(index);
                    }
                    break;
                }
            }
        }
    }
    found
}
