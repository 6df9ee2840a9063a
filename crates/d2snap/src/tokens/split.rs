//! How o200k_base and cl100k_base part a text before they look its pieces up.
//!
//! The patterns are those of tiktoken, which needs a backtracking engine for their look-ahead. Here
//! the rule for white space is code, ASCII is all code, and what is left needs no backtracking.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};

/// A splitting pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pattern {
    O200k,
    Cl100k,
}

static O200K: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let word = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?";
    let capitals = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?";
    at_start(&format!(r"{word}|{capitals}|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|\s+"))
});
static CL100K: LazyLock<Option<Regex>> =
    LazyLock::new(|| at_start(r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+"));

fn at_start(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(&format!(r"\A(?:{pattern})")).dfa_size_limit(1 << 24).build().ok()
}

/// The end of the piece of `text` that begins at `at`.
pub(super) fn piece_end(pattern: Pattern, text: &str, at: usize) -> usize {
    let regex = match pattern {
        Pattern::O200k => &*O200K,
        Pattern::Cl100k => &*CL100K,
    };
    let Some(found) = regex.as_ref().and_then(|regex| regex.find(&text[at..])) else { return text.len() };
    let end = at + found.end();
    if found.as_str().ends_with(char::is_whitespace) && found.as_str().chars().all(char::is_whitespace) {
        space_end(pattern, text, at, end)
    } else {
        end
    }
}

/// White space up to its last line break, else all but what the next word takes.
fn space_end(pattern: Pattern, text: &str, at: usize, end: usize) -> usize {
    let run = &text[at..end];
    if let Some(last) = run.rfind(['\r', '\n']) {
        return if pattern == Pattern::Cl100k && end == text.len() { end } else { at + last + 1 };
    }
    let last = run.chars().next_back().map_or(0, char::len_utf8);
    if end == text.len() || last == run.len() { end } else { end - last }
}

/// As [`piece_end`], of a text that is all ASCII.
pub(super) fn ascii_piece_end(pattern: Pattern, ascii: &str, at: usize) -> usize {
    let text = ascii.as_bytes();
    let first = text[at];
    let second = text.get(at + 1).copied();
    if pattern == Pattern::Cl100k
        && first == b'\''
        && let Some(end) = contraction(text, at)
    {
        return end;
    }
    let joins = !first.is_ascii_alphanumeric() && !matches!(first, b'\r' | b'\n');
    if first.is_ascii_alphabetic() || (joins && second.is_some_and(|byte| byte.is_ascii_alphabetic())) {
        return word_end(pattern, text, at + usize::from(joins));
    }
    if first.is_ascii_digit() {
        let digits = text[at..].iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
        return at + digits;
    }
    let marks = at + usize::from(first == b' ');
    if text.get(marks).is_some_and(|byte| is_mark(*byte)) {
        let end = skip(text, marks, is_mark);
        return match pattern {
            Pattern::O200k => skip(text, end, |byte| matches!(byte, b'\r' | b'\n' | b'/')),
            Pattern::Cl100k => skip(text, end, |byte| matches!(byte, b'\r' | b'\n')),
        };
    }
    space_end(pattern, ascii, at, skip(text, at, is_space))
}

fn word_end(pattern: Pattern, text: &[u8], at: usize) -> usize {
    match pattern {
        Pattern::Cl100k => skip(text, at, |byte| byte.is_ascii_alphabetic()),
        Pattern::O200k => {
            let upper = skip(text, at, |byte| byte.is_ascii_uppercase());
            let end = skip(text, upper, |byte| byte.is_ascii_lowercase());
            contraction(text, end).unwrap_or(end)
        }
    }
}

/// The end of `'s`, `'re` and the like.
fn contraction(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    if rest.first() != Some(&b'\'') {
        return None;
    }
    let is = |tail: &[u8]| rest.get(1..=tail.len()).is_some_and(|letters| letters.eq_ignore_ascii_case(tail));
    let one = [b"s", b"t", b"m", b"d"].iter().any(|tail| is(*tail));
    let two = [b"re", b"ve", b"ll"].iter().any(|tail| is(*tail));
    if one {
        Some(at + 2)
    } else if two {
        Some(at + 3)
    } else {
        None
    }
}

fn skip(text: &[u8], at: usize, wanted: impl Fn(u8) -> bool) -> usize {
    text[at..].iter().position(|byte| !wanted(*byte)).map_or(text.len(), |found| at + found)
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// Neither white space nor letter nor digit.
fn is_mark(byte: u8) -> bool {
    !is_space(byte) && !byte.is_ascii_alphanumeric()
}
