//! The tags of a line, as the renderer writes them.

use std::ops::Range;

/// A start tag in a line.
pub(super) struct Tag<'t> {
    pub(super) name: &'t str,
    /// 0 where it is no target.
    pub(super) uid: u32,
    /// Each ` name=value`.
    pub(super) attributes: Vec<Range<usize>>,
    /// Where the tag ends.
    pub(super) end: usize,
}

/// The start tags of a line, whose targets carry their numbers in this attribute.
pub(super) fn tags<'t>(line: &'t str, uid_attribute: &str) -> Vec<Tag<'t>> {
    let mut tags = Vec::new();
    let mut from = 0;
    while let Some(at) = line[from..].find('<').map(|at| from + at) {
        from = at + 1;
        if let Some(mut tag) = tag(line, from) {
            // A number is the last attribute of its tag.
            tag.uid = tag.attributes.last().map_or(0, |last| {
                let (name, value) = line[last.start + 1..last.end].split_once('=').unwrap_or_default();
                if name == uid_attribute { value.trim_matches('"').parse().unwrap_or(0) } else { 0 }
            });
            from = tag.end;
            tags.push(tag);
        }
    }
    tags
}

/// The tag whose name begins here, if one does.
fn tag(line: &str, start: usize) -> Option<Tag<'_>> {
    let bytes = line.as_bytes();
    let until = |from: usize, ends: &[u8]| bytes.get(from..)?.iter().position(|byte| ends.contains(byte)).map(|at| from + at);
    if !bytes.get(start)?.is_ascii_alphabetic() {
        return None;
    }
    let mut at = until(start, b" >")?;
    let name = &line[start..at];
    let mut attributes = Vec::new();
    while bytes[at] == b' ' {
        let begin = at;
        at = until(at + 1, b"= >")?;
        if bytes[at] == b'=' {
            at = match bytes.get(at + 1) {
                Some(b'"') => until(at + 2, b"\"")? + 1,
                _ => until(at + 1, b" >")?,
            };
        }
        attributes.push(begin..at);
        bytes.get(at)?;
    }
    (bytes[at] == b'>').then_some(Tag { name, uid: 0, attributes, end: at + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_they_are_written() {
        let line = "- é <a title=\"1 > 0\" href=x uid=3>a < b</a> <br> <x <b uid=\"7\">&lt;i uid=9></b> <p";
        let found: Vec<_> = tags(line, "uid").into_iter().map(|tag| (tag.name, tag.uid, tag.attributes.len())).collect();
        assert_eq!(found, [("a", 3, 3), ("br", 0, 0), ("x", 7, 2)]);
    }
}
