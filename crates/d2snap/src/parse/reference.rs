//! Where an ampersand reads as a character reference.

use html5ever::data::NAMED_ENTITIES;

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
        Some(first) if first.is_ascii_alphabetic() => {
            // The table holds every prefix of a name too, with no code point.
            let mut longest = 0;
            for end in 1..=bytes.len() {
                match rest.get(..end).and_then(|prefix| NAMED_ENTITIES.get(prefix)) {
                    Some((0, _)) => {}
                    Some(_) => longest = end,
                    None => break,
                }
            }
            if longest == 0 {
                return false;
            }
            let open_ended = bytes[longest - 1] != b';';
            let follower = bytes.get(longest);
            !(in_attribute && open_ended && follower.is_some_and(|next| *next == b'=' || next.is_ascii_alphanumeric()))
        }
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
