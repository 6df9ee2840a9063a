//! The Sentence_Break property of characters.

use std::sync::OnceLock;

use unicode_segmentation::UnicodeSegmentation;

/// Sentence_Break property values, as far as the rules tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Other,
    /// CR, LF, Sep
    Separator,
    /// Extend, Format
    Extend,
    /// Sp
    Space,
    Lower,
    Upper,
    /// OLetter
    Letter,
    Numeric,
    /// ATerm
    FullStop,
    /// STerm
    Stop,
    /// SContinue
    Continue,
    Close,
}

pub(super) static ASCII: [Class; 128] = ascii_classes();

const fn ascii_classes() -> [Class; 128] {
    let mut classes = [Class::Other; 128];
    let mut at: u8 = 0;
    while at < 128 {
        classes[at as usize] = match at {
            b'\n' | b'\r' => Class::Separator,
            b'\t' | 0x0b | 0x0c | b' ' => Class::Space,
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Numeric,
            b'.' => Class::FullStop,
            b'!' | b'?' => Class::Stop,
            b',' | b'-' | b':' | b';' => Class::Continue,
            b'"' | b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}' => Class::Close,
            _ => Class::Other,
        };
        at += 1;
    }
    classes
}

/// The classes of planes 0 and 1, a block of 256 characters each, filled at first use (about 50 µs).
static BLOCKS: [OnceLock<Box<[Class]>>; 512] = [const { OnceLock::new() }; 512];

/// The class of the character at `at`, and the offset after it.
pub(super) fn class_at(text: &str, at: usize) -> Option<(Class, usize)> {
    match ASCII.get(usize::from(*text.as_bytes().get(at)?)) {
        Some(class) => Some((*class, at + 1)),
        None => {
            let c = text.get(at..)?.chars().next()?;
            Some((class_of(c), at + c.len_utf8()))
        }
    }
}

pub(super) fn class_of(c: char) -> Class {
    let code = c as usize;
    if let Some(class) = ASCII.get(code) {
        return *class;
    }
    // Ideographs and Hangul syllables, so that their 125 blocks need not be filled.
    if matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{20000}'..='\u{2a6df}') {
        return Class::Letter;
    }
    let fill = |block: usize| -> Box<[Class]> {
        let codes = (block * 256..).take(256).map(|code| u32::try_from(code).ok().and_then(char::from_u32));
        codes.map(|c| c.map_or(Class::Other, ask_class)).collect()
    };
    let known = BLOCKS.get(code / 256).and_then(|block| block.get_or_init(|| fill(code / 256)).get(code % 256));
    known.copied().unwrap_or_else(|| ask_class(c))
}

/// The class of a character that is not ASCII, found by how `unicode-segmentation` splits short texts that hold it: its
/// tables are private. Cost: up to five such texts, half a microsecond.
fn ask_class(c: char) -> Class {
    let mut probe = String::with_capacity(8);
    // The length of the first sentence of `before`, c, `after`, and whether there is a second one.
    let mut first = |before: &str, after: &str| {
        probe.clear();
        probe.push_str(before);
        probe.push(c);
        probe.push_str(after);
        let length = probe.split_sentence_bounds().next().map_or(0, str::len);
        (length, length < probe.len())
    };
    if first("1", "A").1 {
        return if first("1", ")").1 {
            Class::Separator // SB4
        } else if first("1", "a").1 {
            Class::Stop // SB11
        } else {
            Class::FullStop // SB8
        };
    }
    match first("1.", "A") {
        (_, false) if first("1. ", "A").1 => Class::Numeric, // SB6 needs the full stop just before
        (_, false) if first("1!", "A").1 => Class::Lower,    // SB8 holds after full stops only
        (_, false) => Class::Continue,                       // SB8a after both
        (2, _) if !first("1. ", "a").1 => Class::Other,      // SB8 looks past it
        (2, _) if first("A.", "").1 => Class::Letter,        // SB7 is for upper case only
        (2, _) => Class::Upper,
        _ if first("1.", ")A").0 == 2 + c.len_utf8() => Class::Space, // SB9 ends with spaces
        _ if first("1. ", "A").0 == 3 => Class::Close,                // SB9
        _ => Class::Extend,                                           // SB5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideographs_and_syllables_need_no_table() {
        for c in ('\u{4e00}'..='\u{9fff}').chain('\u{ac00}'..='\u{d7a3}').chain('\u{20000}'..='\u{2a6df}') {
            assert_eq!(ask_class(c), Class::Letter, "{c}");
        }
    }

    #[test]
    fn ascii_classes_are_those_asked() {
        for c in (0..128u8).map(char::from) {
            assert_eq!(ask_class(c), class_of(c), "{c:?}");
        }
    }
}
