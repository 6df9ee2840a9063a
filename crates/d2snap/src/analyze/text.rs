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

/// Whether a text can hold a character that [`clean`] removes.
fn may_hold_removed(text: &str) -> bool {
    text.bytes()
        .any(|byte| (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C)) || matches!(byte, 0x7F | 0xC2 | 0xE2 | 0xEF | 0xF3))
}

/// Calls `keep` for every character of `text` that is not removed; returns how many were.
pub(super) fn clean(text: &str, mut keep: impl FnMut(char)) -> usize {
    if !may_hold_removed(text) {
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
    if text.chars().all(is_space) {
        return true;
    }
    if !may_hold_removed(text) {
        return false;
    }
    let mut blank = true;
    clean(text, |c| blank &= is_space(c));
    blank
}

/// Appends `text` without removed characters, white space at its ends taken off and every other
/// run of it as one space. Returns how many characters were removed.
pub(super) fn collapse_into(text: &str, out: &mut String) -> usize {
    let start = out.len();
    let mut space = false;
    clean(text, |c| {
        if is_space(c) {
            space = true;
        } else {
            if space && out.len() > start {
                out.push(' ');
            }
            space = false;
            out.push(c);
        }
    })
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
