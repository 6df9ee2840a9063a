//! Where the parts of markup end: the standard's tokenization rules as offsets, for those who read a
//! page without html5ever's tokenizer.

use std::ops::Range;

use memchr::{memchr, memmem};

/// White space inside tags.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0C)
}

/// The first place from `at` on that holds no white space, else the end.
pub(crate) fn skip_space(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| !is_space(*byte)).map_or(bytes.len(), |found| at + found)
}

/// Where a tag's name that begins at `at` ends; none where the page ends before.
pub(crate) fn end_of_name(bytes: &[u8], at: usize) -> Option<usize> {
    bytes[at..].iter().position(|byte| is_space(*byte) || matches!(byte, b'/' | b'>')).map(|found| at + found)
}

/// An attribute of a tag.
pub(crate) struct Attribute {
    pub(crate) name: Range<usize>,
    /// Without its quotation marks.
    pub(crate) value: Range<usize>,
    /// Where it ends.
    pub(crate) end: usize,
}

/// The attribute that begins at `at`; none where the page ends in it.
pub(crate) fn attribute(bytes: &[u8], at: usize) -> Option<Attribute> {
    // An `=` begins a name that has none before it.
    let stop = bytes.get(at + 1..)?.iter().position(|byte| is_space(*byte) || matches!(byte, b'/' | b'>' | b'='))?;
    let name = at..at + 1 + stop;
    let equals = skip_space(bytes, name.end);
    if bytes.get(equals)? != &b'=' {
        return Some(Attribute { value: name.end..name.end, end: name.end, name });
    }
    let first = skip_space(bytes, equals + 1);
    let (value, end) = match bytes.get(first)? {
        quote @ (b'"' | b'\'') => {
            let close = first + 1 + memchr(*quote, &bytes[first + 1..])?;
            (first + 1..close, close + 1)
        }
        _ => {
            let close = first + bytes[first..].iter().position(|byte| is_space(*byte) || *byte == b'>')?;
            (first..close, close)
        }
    };
    Some(Attribute { name, value, end })
}

/// Whether what stands at `at`, a `<`, begins markup and is no text.
pub(crate) fn opens_markup(bytes: &[u8], at: usize) -> bool {
    bytes.get(at + 1).is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'))
}

/// How long a comment is whose text is `rest`: what ends it included, else all.
pub(crate) fn length_of_comment(rest: &[u8]) -> usize {
    if rest.starts_with(b">") {
        return 1;
    }
    if rest.starts_with(b"->") {
        return 2;
    }
    end_of_comment(rest).unwrap_or(rest.len())
}

fn end_of_comment(rest: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let dashes = from + memmem::find(&rest[from..], b"--")?;
        match rest.get(dashes + 2)? {
            b'>' => return Some(dashes + 3),
            b'!' if rest.get(dashes + 3)? == &b'>' => return Some(dashes + 4),
            _ => from = dashes + 1,
        }
    }
}
