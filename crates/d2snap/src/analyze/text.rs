//! White space and characters: what every text and attribute value goes through.

/// White space of HTML, U+00A0, and the separators that would break a line.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C' | '\u{A0}' | '\u{2028}' | '\u{2029}')
}

/// Characters that are removed everywhere: bidi overrides and isolates, zero-width and soft-hyphen
/// characters, controls. Tag characters are told apart by [`clean`].
fn is_removed(c: char) -> bool {
    matches!(c,
        '\u{00}'..='\u{08}' | '\u{0B}' | '\u{0E}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{200B}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

fn is_tag_character(c: char) -> bool {
    matches!(c, '\u{E0000}'..='\u{E007F}')
}

/// Whether a text holds a character that [`clean`] could remove, or white space beyond ASCII.
fn is_odd(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Most texts are printable ASCII, which whole chunks show at once.
    bytes.chunks(32).enumerate().any(|(chunk, part)| {
        part.iter().fold(false, |odd, byte| odd | (*byte < 0x20) | (*byte >= 0x7F))
            && (0..part.len()).any(|at| is_odd_at(bytes, chunk * 32 + at))
    })
}

fn is_odd_at(bytes: &[u8], at: usize) -> bool {
    let after = |place: usize| bytes.get(at + place).copied().unwrap_or_default();
    match bytes[at] {
        b'\t' | b'\n' | b'\r' | 0x0C => false,
        0..0x20 | 0x7F => true,
        // C1 controls, U+00A0, U+00AD.
        0xC2 => matches!(after(1), 0x80..=0xA0 | 0xAD),
        // U+200B, U+2028 to 202E; U+2060, U+2066 to 2069.
        0xE2 => matches!((after(1), after(2)), (0x80, 0x8B | 0xA8..=0xAE) | (0x81, 0xA0 | 0xA6..=0xA9)),
        // U+FEFF.
        0xEF => after(1) == 0xBB && after(2) == 0xBF,
        // Tag characters.
        0xF3 => after(1) == 0xA0,
        _ => false,
    }
}

/// The text without removed characters, its white space all ASCII, and how many were removed; in
/// `scratch` where it differs.
pub(super) fn plain<'t>(text: &'t str, scratch: &'t mut String) -> (&'t str, usize) {
    if !is_odd(text) {
        return (text, 0);
    }
    scratch.clear();
    let removed = clean(text, |c| scratch.push(if is_space(c) { ' ' } else { c }));
    (scratch, removed)
}

/// Whether [`collapse_into`] would change nothing.
pub(super) fn is_collapsed(text: &str) -> bool {
    let mut before = b' ';
    for byte in text.bytes() {
        if matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C) || (byte == b' ' && before == b' ') {
            return false;
        }
        before = byte;
    }
    (before != b' ' || text.is_empty()) && !is_odd(text)
}

/// Calls `keep` for every character of `text` that is not removed; returns how many were.
pub(super) fn clean(text: &str, mut keep: impl FnMut(char)) -> usize {
    if !is_odd(text) {
        text.chars().for_each(keep);
        return 0;
    }
    let mut removed = 0;
    let mut in_flag = false;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if is_tag_character(c) {
            // A flag is a black flag, tag letters and the tag that ends it.
            if in_flag {
                keep(c);
                in_flag = c != '\u{E007F}';
            } else {
                removed += 1;
            }
        } else if is_removed(c) {
            removed += 1;
        } else {
            in_flag = c == '\u{1F3F4}' && is_flag(rest.as_str());
            keep(c);
        }
    }
    removed
}

/// Whether tag letters and their end follow.
fn is_flag(rest: &str) -> bool {
    let mut letters = 0;
    for c in rest.chars() {
        match c {
            '\u{E007F}' => return letters > 0,
            '\u{E0030}'..='\u{E0039}' | '\u{E0061}'..='\u{E007A}' if letters < 8 => letters += 1,
            _ => return false,
        }
    }
    false
}

/// Whether nothing is left of a text but white space.
pub(super) fn is_blank(text: &str) -> bool {
    match text.bytes().find(|byte| !byte.is_ascii_whitespace()) {
        None => true,
        Some(0x21..=0x7E) => false,
        Some(_) => {
            let mut blank = true;
            clean(text, |c| blank &= is_space(c));
            blank
        }
    }
}

/// The characters of the first `bytes` bytes of a text.
pub(super) fn clip(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Appends `text` without removed characters, white space at its ends taken off and every other
/// run of it as one space. Returns how many characters were removed.
pub(super) fn collapse_into(text: &str, out: &mut String) -> usize {
    let mut scratch = String::new();
    let (plain, removed) = plain(text, &mut scratch);
    let start = out.len();
    for word in plain.split_ascii_whitespace() {
        if out.len() > start {
            out.push(' ');
        }
        out.push_str(word);
    }
    removed
}

/// As [`collapse_into`], as a new string.
pub(super) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    collapse_into(text, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_what_hides_and_keeps_what_shapes() {
        let mut out = String::new();
        let removed = clean("a\u{202E}b\u{200B}\u{E0041}c\u{0}\u{AD}", |c| out.push(c));
        assert_eq!((out.as_str(), removed), ("abc", 5));
        for kept in ["👨‍👩‍👧‍👦 Family", "می‌خواهم", "\u{200E}x\u{200F}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"]
        {
            let mut out = String::new();
            assert_eq!(clean(kept, |c| out.push(c)), 0, "{kept}");
            assert_eq!(out, kept);
        }
        let mut out = String::new();
        assert_eq!(clean("🏴\u{E0067}x", |c| out.push(c)), 1);
        assert_eq!(out, "🏴x");
    }

    #[test]
    fn collapses_white_space_and_no_break_spaces() {
        assert_eq!(collapse("\n a\u{A0}\u{A0} b\tc \u{3000}d "), "a b c \u{3000}d");
        assert_eq!(collapse(" \u{A0} "), "");
    }
}
