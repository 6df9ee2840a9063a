//! A difference as lines that an agent can read.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::tag::tags;
use super::{Change, Diff, Hunk};
use crate::render::escape::{self, Follows};
use crate::snapshot::Target;

/// Characters of a fact that are written.
const FACT_CHARS: usize = 200;

/// Changes of targets by number.
type Changes<'d> = FxHashMap<u32, Vec<&'d Change>>;

/// Writes a difference, whose snapshots carry numbers in attributes of these names.
pub(super) fn write(diff: &Diff, hunks: &[Hunk<'_>], [before_name, after_name]: [&str; 2]) -> String {
    let mut changes: Changes<'_> = FxHashMap::default();
    for change in &diff.changed {
        changes.entry(change.uid).or_default().push(change);
    }
    let mut out = String::new();
    // Targets that a line shows, or that were told of.
    let mut gone = FxHashSet::default();
    let mut shown: FxHashSet<u32> = FxHashSet::default();
    for hunk in hunks {
        let mut told = Vec::new();
        let mut bare: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (at, line) in hunk.before.iter().enumerate().rev() {
            if let Some((rest, _)) = without(line, before_name, &changes) {
                bare.entry(rest).or_default().push(at);
            }
        }
        let mut left: Vec<bool> = vec![true; hunk.before.len()];
        let mut new: Vec<(&str, Vec<u32>)> = Vec::new();
        for line in &hunk.after {
            let uids = |line: &str| tags(line, after_name).iter().map(|tag| tag.uid).filter(|uid| *uid > 0).collect();
            let pair = without(line, after_name, &changes).and_then(|(rest, uids)| Some((bare.get_mut(&rest)?.pop()?, uids)));
            match pair {
                Some((at, uids)) => {
                    left[at] = false;
                    told.extend(uids);
                }
                None => new.push((line, uids(line))),
            }
        }
        for (line, _) in hunk.before.iter().zip(&left).filter(|(_, left)| **left) {
            push_line(&mut out, '-', line);
            gone.extend(tags(line, before_name).iter().map(|tag| tag.uid));
        }
        for (line, uids) in &new {
            push_line(&mut out, '+', line);
            shown.extend(uids);
        }
        for uid in told {
            tell(&mut out, uid, changes.get(&uid).map_or(&[], Vec::as_slice), "");
            changes.remove(&uid);
        }
        for (line, uids) in &new {
            for uid in uids {
                tell(&mut out, *uid, changes.get(uid).map_or(&[], Vec::as_slice), line);
                changes.remove(uid);
            }
        }
    }
    // What no line shows.
    for target in diff.removed.iter().filter(|target| !gone.contains(&target.uid)) {
        tell_target(&mut out, '-', target);
    }
    for target in diff.added.iter().filter(|target| !shown.contains(&target.uid)) {
        tell_target(&mut out, '+', target);
    }
    let mut rest: Vec<_> = changes.into_iter().collect();
    rest.sort_unstable_by_key(|(uid, _)| *uid);
    for (uid, changes) in rest {
        tell(&mut out, uid, &changes, "");
    }
    out
}

fn push_line(out: &mut String, sign: char, line: &str) {
    out.push(sign);
    out.push(' ');
    out.push_str(line);
    out.push('\n');
}

/// A line without what its targets' changes tell, and those targets; none where there are none.
fn without(line: &str, uid_attribute: &str, changes: &Changes<'_>) -> Option<(String, Vec<u32>)> {
    let mut rest = String::with_capacity(line.len());
    let mut from = 0;
    let mut uids = Vec::new();
    let mut select_changed = false;
    for tag in tags(line, uid_attribute) {
        let own = changes.get(&tag.uid);
        let facts = || own.into_iter().flatten().map(|change| change.fact);
        if own.is_some() {
            uids.push(tag.uid);
        }
        for attribute in &tag.attributes {
            let name = line[attribute.start + 1..attribute.end].split('=').next().unwrap_or_default();
            let chosen = tag.name == "option" && select_changed && name == "selected";
            if chosen || facts().any(|fact| tells(fact, name)) {
                rest.push_str(&line[from..attribute.start]);
                from = attribute.end;
            }
        }
        let value_changed = facts().any(|fact| fact == "value");
        if tag.uid > 0 {
            select_changed = tag.name == "select" && value_changed;
        }
        if tag.name == "textarea" && value_changed {
            rest.push_str(&line[from..tag.end]);
            from = line[tag.end..].find("</textarea>").map_or(tag.end, |at| tag.end + at);
        }
    }
    rest.push_str(&line[from..]);
    (!uids.is_empty()).then_some((rest, uids))
}

/// Whether a fact says what an attribute says.
fn tells(fact: &str, attribute: &str) -> bool {
    match fact {
        "name" => matches!(attribute, "aria-label" | "alt"),
        "value" => matches!(attribute, "value" | "aria-valuenow" | "aria-valuetext"),
        "expanded" => matches!(attribute, "aria-expanded" | "open"),
        "role" | "href" => attribute == fact,
        _ => attribute == fact || attribute.strip_prefix("aria-") == Some(fact),
    }
}

/// A target's changes, but names and values that can be read in the line above.
fn tell(out: &mut String, uid: u32, changes: &[&Change], line: &str) {
    let read = |change: &Change| {
        let after = change.after.as_deref().unwrap_or_default();
        matches!(change.fact, "name" | "value") && !after.is_empty() && line.contains(&escaped(after))
    };
    let mut parted = format!("~ uid={uid} ");
    for change in changes.iter().filter(|change| !read(change)) {
        // Writing to a string never fails.
        let _ = write!(out, "{parted}{}: {} → {}", change.fact, fact(change.before.as_deref()), fact(change.after.as_deref()));
        parted = ", ".to_owned();
    }
    if parted == ", " {
        out.push('\n');
    }
}

fn tell_target(out: &mut String, sign: char, target: &Target) {
    // Writing to a string never fails.
    let _ = writeln!(out, "{sign} uid={} {} {}", target.uid, target.tag, fact(target.name.as_deref()));
}

/// A fact: a word as it is, other texts in quotes, on one line.
fn fact(text: Option<&str>) -> String {
    let Some(text) = text else { return "none".to_owned() };
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
    if !text.is_empty() && text != "none" && text.len() <= FACT_CHARS && is_word(text) {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(FACT_CHARS).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    let quoted = cut.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r");
    format!("\"{}\"", escaped(&quoted))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    escape::text(text, Follows::Nothing, false, &mut out);
    out
}
