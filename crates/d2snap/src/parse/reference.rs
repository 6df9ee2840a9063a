//! Character references: what they stand for, and where an ampersand reads as one.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use memchr::memchr;

/// The most common ones.
const COMMON: [(&str, &str); 6] = [("amp;", "&"), ("nbsp;", "\u{A0}"), ("quot;", "\""), ("lt;", "<"), ("gt;", ">"), ("#39;", "'")];

/// The text with its character references resolved, as an HTML tokenizer would.
pub(super) fn resolve(text: &str, in_attribute: bool) -> String {
    let mut resolved = String::with_capacity(text.len());
    let mut from = 0;
    while let Some(found) = memchr(b'&', &text.as_bytes()[from..]) {
        let at = from + found;
        resolved.push_str(&text[from..at]);
        let rest = &text[at + 1..];
        let length = match COMMON.iter().find(|(name, _)| rest.starts_with(name)) {
            Some((name, stands_for)) => {
                resolved.push_str(stands_for);
                name.len()
            }
            None => resolve_one(rest, in_attribute, &mut resolved),
        };
        if length == 0 {
            resolved.push('&');
        }
        from = at + 1 + length;
    }
    resolved.push_str(&text[from..]);
    resolved
}

/// Appends what the reference at the start of `rest`, the text after an `&`, stands for; returns its
/// length, 0 where there is none.
fn resolve_one(rest: &str, in_attribute: bool, out: &mut String) -> usize {
    match rest.as_bytes().first() {
        Some(b'#') => match rest.as_bytes().get(1) {
            Some(b'x' | b'X') => numeric(rest, 2, 16, out),
            _ => numeric(rest, 1, 10, out),
        },
        Some(first) if first.is_ascii_alphanumeric() => match named(rest, in_attribute) {
            Some((length, stands_for)) => {
                out.extend(stands_for.into_iter().filter(|code| *code != 0).filter_map(char::from_u32));
                length
            }
            None => 0,
        },
        _ => 0,
    }
}

fn numeric(rest: &str, start: usize, radix: u32, out: &mut String) -> usize {
    let digits = rest[start..].bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if digits == 0 {
        return 0;
    }
    let end = start + digits;
    let code = rest[start..end].bytes().filter_map(|byte| char::from(byte).to_digit(radix));
    let code = code.fold(0_u32, |code, digit| code.saturating_mul(radix).saturating_add(digit));
    let c = match code {
        0 => None,
        0x80..=0x9F => C1_REPLACEMENTS[code as usize - 0x80].or(char::from_u32(code)),
        _ => char::from_u32(code),
    };
    out.push(c.unwrap_or('\u{FFFD}'));
    end + usize::from(rest[end..].starts_with(';'))
}

/// The longest name of a reference at the start of `rest`, and its code points.
fn named(rest: &str, in_attribute: bool) -> Option<(usize, [u32; 2])> {
    let bytes = rest.as_bytes();
    // The table holds every prefix of a name too, with no code point.
    let mut longest = None;
    for end in 1..=bytes.len() {
        match rest.get(..end).and_then(|prefix| NAMED_ENTITIES.get(prefix)) {
            Some((0, _)) => {}
            Some((first, second)) => longest = Some((end, [*first, *second])),
            None => break,
        }
    }
    let (length, _) = longest?;
    let open_ended = bytes[length - 1] != b';';
    let follower = bytes.get(length);
    if in_attribute && open_ended && follower.is_some_and(|next| *next == b'=' || next.is_ascii_alphanumeric()) {
        return None;
    }
    longest
}

/// Whether `rest`, the text after an `&`, would make an HTML tokenizer read a character reference.
///
/// In an attribute a name without its semicolon is none before `=` or a letter or digit.
pub(crate) fn reads_as_reference(rest: &str, in_attribute: bool) -> bool {
    let bytes = rest.as_bytes();
    match bytes.first() {
        Some(b'#') => match bytes.get(1) {
            Some(b'x' | b'X') => bytes.get(2).is_some_and(u8::is_ascii_hexdigit),
            Some(digit) => digit.is_ascii_digit(),
            None => false,
        },
        Some(first) if first.is_ascii_alphabetic() => named(rest, in_attribute).is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_tokenizer_would_read() {
        for text in ["amp;", "lt;b", "copy 2024", "#38;", "#x26;", "ampfoo", "notit;"] {
            assert!(reads_as_reference(text, false), "{text}");
        }
        for text in ["", " ", "T", "#", "#x", "#;", "nbs", "foo;", "1"] {
            assert!(!reads_as_reference(text, false), "{text}");
        }
        assert!(!reads_as_reference("copy=1", true));
        assert!(!reads_as_reference("copyx", true));
        assert!(reads_as_reference("copy;=1", true));
        assert!(reads_as_reference("copy", true));
    }
}
