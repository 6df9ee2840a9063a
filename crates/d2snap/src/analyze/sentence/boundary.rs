//! The rules of UAX #29: where a terminator ends a sentence.

use super::class::{ASCII, Class, class_at, class_of};

/// The first character at or after `from` that may end a sentence: its offset, its class, and the offset after it.
pub(super) fn next_stop(text: &str, from: usize, split_clauses: bool) -> Option<(usize, Class, usize)> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        let byte = *bytes.get(at)?;
        match ASCII.get(usize::from(byte)) {
            Some(class @ (Class::Separator | Class::FullStop | Class::Stop)) => {
                return Some((at, *class, at + 1));
            }
            Some(class) => {
                at += 1;
                if split_clauses && matches!(byte, b':' | b';') {
                    return Some((at - 1, *class, at));
                }
            }
            None => {
                let (class, after) = class_at(text, at)?;
                if matches!(class, Class::Separator | Class::FullStop | Class::Stop) {
                    return Some((at, class, after));
                }
                at = after;
            }
        }
    }
}

/// Rules SB6 to SB11: whether a sentence ends with the terminator at `here`, and where; if not, from where to go on.
pub(super) fn after_stop(text: &str, here: usize, stop: Class, after: usize) -> (usize, bool) {
    let first = skip(text, after, |class| class == Class::Extend);
    if stop == Class::FullStop {
        match class_at(text, first) {
            Some((Class::Numeric, _)) => return (first, false),
            Some((Class::Upper, _)) if is_after_cased(text, here) => return (first, false),
            _ => {}
        }
    }
    let closed = skip(text, first, |class| matches!(class, Class::Close | Class::Extend));
    let spaced = skip(text, closed, |class| matches!(class, Class::Space | Class::Extend));
    match class_at(text, spaced) {
        None | Some((Class::Separator | Class::Continue | Class::FullStop | Class::Stop, _)) => (spaced, false),
        Some(_) if stop == Class::FullStop && is_before_lower(text, spaced) => (spaced, false),
        Some(_) => (spaced, true),
    }
}

/// Whether the last character before `at`, marks aside, is an upper-case or lower-case letter (SB7).
fn is_after_cased(text: &str, at: usize) -> bool {
    let mut classes = text[..at].chars().rev().map(class_of);
    let letter = classes.find(|class| *class != Class::Extend);
    matches!(letter, Some(Class::Upper | Class::Lower))
}

/// Whether a lower-case letter comes before any other letter, line break or terminator (SB8).
fn is_before_lower(text: &str, from: usize) -> bool {
    use Class::{FullStop, Letter, Lower, Separator, Stop, Upper};
    let end = skip(text, from, |class| !matches!(class, Lower | Upper | Letter | Separator | FullStop | Stop));
    matches!(class_at(text, end), Some((Class::Lower, _)))
}

/// The offset of the first character at or after `from` whose class is not `wanted`; `text.len()` if there is none.
pub(super) fn skip(text: &str, from: usize, wanted: impl Fn(Class) -> bool) -> usize {
    let mut at = from;
    while let Some((class, after)) = class_at(text, at) {
        if !wanted(class) {
            break;
        }
        at = after;
    }
    at
}
