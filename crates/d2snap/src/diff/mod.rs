//! What changed between two snapshots.

mod tag;
mod text;

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::snapshot::{Snapshot, Target};

/// What changed from one snapshot to another: [`Snapshot::diff`].
///
/// Its text has a line for each line and target that changed, to send instead of the whole page:
/// `- ` and a line that is gone, `+ ` and one that is new, `~ uid=4 checked: false → true` for a
/// target. Lines that differ in nothing but what `~` tells are left out. Nothing prints for
/// snapshots that are equal. Facts of targets stand bare where they are a word, else in quotes, and
/// are escaped as the page's text is; those of more than 200 characters are cut there.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Diff {
    /// Targets printed now that were not printed before, in document order.
    pub added: Vec<Target>,
    /// Targets printed before that are not printed now, in document order.
    pub removed: Vec<Target>,
    /// Facts that changed of targets printed in both, by uid.
    pub changed: Vec<Change>,
    /// Lines that are gone or new, in order.
    pub lines: Vec<Line>,
    text: String,
}

/// A fact of a target that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Change {
    /// The target's number.
    pub uid: u32,
    /// `role`, `name`, `value`, `href` or the name of a state, as in [`Target`].
    pub fact: &'static str,
    /// What it was; none where the target had none.
    pub before: Option<String>,
    /// What it is; none where the target has none.
    pub after: Option<String>,
}

/// A line of one snapshot that the other has not, without its line break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "text", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Line {
    /// It is new.
    Added(String),
    /// It is gone.
    Removed(String),
}

impl Diff {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty() && self.lines.is_empty()
    }
}

impl fmt::Display for Diff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Lines that were replaced by others.
struct Hunk<'t> {
    before: Vec<&'t str>,
    after: Vec<&'t str>,
}

/// One of the two snapshots.
pub(crate) struct Side<'s> {
    pub(crate) html: &'s str,
    /// The numbers that are printed, in document order.
    pub(crate) order: Vec<u32>,
    /// The targets that are printed, by number; where they stand may be missing.
    pub(crate) facts: BTreeMap<u32, Target>,
    /// Such a target with where it stands.
    pub(crate) find: Box<dyn Fn(u32) -> Option<Target> + 's>,
    pub(crate) uid_attribute: &'s str,
}

pub(crate) fn diff(previous: &Snapshot<'_>, current: &Snapshot<'_>) -> Diff {
    compare(&side(previous), &side(current))
}

fn side<'s>(snapshot: &'s Snapshot<'_>) -> Side<'s> {
    let document = &*snapshot.document;
    Side {
        html: snapshot.html(),
        order: snapshot.uids().to_vec(),
        facts: snapshot.uids().iter().filter_map(|uid| Some((*uid, document.facts(*uid)?))).collect(),
        find: Box::new(|uid| document.target(uid)),
        uid_attribute: &document.options.uid_attribute,
    }
}

pub(crate) fn compare(previous: &Side<'_>, current: &Side<'_>) -> Diff {
    let (before, after) = (&previous.facts, &current.facts);
    // Only what came or went is told with where it stands.
    let missing = |these: &Side<'_>, those: &Side<'_>| -> Vec<Target> {
        these.order.iter().filter(|uid| !those.facts.contains_key(uid)).filter_map(|uid| (these.find)(*uid)).collect()
    };
    let (added, removed) = (missing(current, previous), missing(previous, current));
    let changed: Vec<Change> = after.values().filter_map(|target| Some(changes(before.get(&target.uid)?, target))).flatten().collect();
    let hunks = hunks(previous.html, current.html);
    let of = |hunk: &Hunk<'_>| {
        let gone = hunk.before.iter().map(|line| Line::Removed((*line).to_owned()));
        gone.chain(hunk.after.iter().map(|line| Line::Added((*line).to_owned()))).collect::<Vec<_>>()
    };
    let lines = hunks.iter().flat_map(of).collect();
    let mut diff = Diff { added, removed, changed, lines, text: String::new() };
    diff.text = text::write(&diff, &hunks, [previous.uid_attribute, current.uid_attribute]);
    diff
}

/// The lines that differ, in order.
fn hunks<'t>(before: &'t str, after: &'t str) -> Vec<Hunk<'t>> {
    let input = imara_diff::InternedInput::new(before, after);
    let lines = |tokens: &[imara_diff::Token]| tokens.iter().map(|token| input.interner[*token].trim_end_matches('\n')).collect();
    let diff = imara_diff::Diff::compute(imara_diff::Algorithm::Histogram, &input);
    let of = |hunk: imara_diff::Hunk| Hunk {
        before: lines(&input.before[hunk.before.start as usize..hunk.before.end as usize]),
        after: lines(&input.after[hunk.after.start as usize..hunk.after.end as usize]),
    };
    diff.hunks().map(of).collect()
}

fn changes(before: &Target, after: &Target) -> Vec<Change> {
    let state = |target: &Target, name: &str| target.state.iter().find(|(state, _)| *state == name).map(|(_, value)| value.clone());
    let mut facts: Vec<(&'static str, Option<String>, Option<String>)> =
        vec![("role", before.role.clone(), after.role.clone()), ("name", before.name.clone(), after.name.clone())];
    let mut states: Vec<&'static str> = before.state.iter().chain(&after.state).map(|(state, _)| *state).collect();
    states.sort_unstable();
    states.dedup();
    facts.extend(states.into_iter().map(|name| (name, state(before, name), state(after, name))));
    facts.push(("value", before.value.clone(), after.value.clone()));
    facts.push(("href", before.href.clone(), after.href.clone()));
    let changed = facts.into_iter().filter(|(_, before, after)| before != after);
    let uid = after.uid;
    changed.map(|(fact, before, after)| Change { uid, fact, before, after }).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Document, Options, Params, Snapshot};

    fn snap(document: &Document) -> Snapshot<'_> {
        document.snap(Params::default())
    }

    #[test]
    fn pages_are_read_again_only_for_targets_that_came_or_went() {
        let parse = |html: &str| Document::parse(html, &Options::default().with_uids(true)).unwrap();
        let one = parse("<input value=a>");
        let typed = parse("<input value=b>");
        let more = parse("<input value=b><button>Go</button>");
        assert_eq!(snap(&typed).diff(&snap(&one)).changed.len(), 1);
        assert!(!one.source.is_located() && !typed.source.is_located());
        assert_eq!(snap(&more).diff(&snap(&typed)).added[0].selector, "body > button");
        assert!(more.source.is_located() && !typed.source.is_located());
    }
}
