//! Escaping: no page content can forge an element, a line, a uid or a marker.

use crate::parse::reads_as_reference;

/// What comes right behind a text that is escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Follows {
    /// White space, a tag or the end of the line: nothing that could complete a tag or reference.
    Nothing,
    /// It may be anything.
    Unknown,
}

/// Appends text with `<` and `&` escaped where a tokenizer would read a tag or a reference; in a
/// table cell `|` too.
pub(crate) fn text(text: &str, follows: Follows, in_cell: bool, out: &mut String) {
    let bytes = text.as_bytes();
    let mut from = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let escaped = match byte {
            b'<' => {
                let opens = match bytes.get(at + 1) {
                    Some(next) => next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'),
                    None => follows == Follows::Unknown,
                };
                if opens { "&lt;" } else { continue }
            }
            b'&' => {
                let rest = &text[at + 1..];
                let open_ended = follows == Follows::Unknown && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#');
                if reads_as_reference(rest, false) || open_ended {
                    "&amp;"
                } else {
                    continue;
                }
            }
            b'|' if in_cell => "\\|",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(escaped);
        from = at + 1;
    }
    out.push_str(&text[from..]);
}

/// Appends text of a control that keeps its line breaks, as `&#10;`, a leading one twice.
pub(crate) fn control_text(raw: &str, follows: Follows, in_cell: bool, out: &mut String) {
    let normal = raw.replace("\r\n", "\n").replace('\r', "\n");
    if normal.starts_with('\n') {
        out.push_str("&#10;");
    }
    let mut lines = normal.split('\n').peekable();
    while let Some(line) = lines.next() {
        let is_last = lines.peek().is_none();
        text(line, if is_last { follows } else { Follows::Nothing }, in_cell, out);
        if !is_last {
            out.push_str("&#10;");
        }
    }
}

/// Appends ` name=value`; an empty value leaves the name alone.
pub(crate) fn attribute(name: &str, value: &str, quote_always: bool, in_cell: bool, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    if value.is_empty() {
        return;
    }
    out.push('=');
    let bare = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
    if bare && !quote_always {
        out.push_str(value);
        return;
    }
    out.push('"');
    let mut from = 0;
    for (at, byte) in value.bytes().enumerate() {
        let escaped = match byte {
            b'"' => "&quot;",
            b'&' if reads_as_reference(&value[at + 1..], true) => "&amp;",
            b'|' if in_cell => "&#124;",
            b'\n' | b'\r' => " ",
            _ => continue,
        };
        out.push_str(&value[from..at]);
        out.push_str(escaped);
        from = at + 1;
    }
    out.push_str(&value[from..]);
    out.push('"');
}

/// Where in a line's first text a backslash keeps it from reading as Markdown, as a fence or as a
/// marker of ours.
pub(crate) fn line_start(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = *bytes.first()?;
    let ends_or_space = |at: usize| bytes.get(at).is_none_or(|byte| *byte == b' ');
    let run = bytes.iter().take_while(|byte| **byte == first).count();
    let all_of = |marks: &[u8]| marks.contains(&first) && bytes.iter().all(|byte| *byte == first || *byte == b' ');
    let plain = match first {
        b'#' => run <= 6 && ends_or_space(run),
        b'-' | b'+' | b'*' if ends_or_space(1) => true,
        b'-' | b'*' | b'_' => all_of(b"-*_") && bytes.iter().filter(|byte| **byte == first).count() >= 3,
        b'=' => all_of(b"="),
        b'>' | b'|' => true,
        b':' => ends_or_space(1),
        b'`' | b'~' => run >= 3,
        b'[' => text.find("]:").is_some_and(|end| !text[..end].contains(' ')),
        b'0'..=b'9' => {
            let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let marker = digits <= 9 && matches!(bytes.get(digits), Some(b'.' | b')')) && ends_or_space(digits + 1);
            return marker.then_some(digits);
        }
        _ => return marker_start(text),
    };
    plain.then_some(0)
}

/// Where a backslash keeps a line from reading as a marker of ours, whatever blank or invisible
/// characters it begins with.
pub(crate) fn marker_start(line: &str) -> Option<usize> {
    let invisible = |c: char| c.is_whitespace() || matches!(c, '\u{200C}'..='\u{200F}');
    let text = line.trim_start_matches(invisible);
    let reads_so = text.strip_prefix("… ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    reads_so.then(|| line.len() - text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(input: &str) -> String {
        let mut out = String::new();
        text(input, Follows::Nothing, false, &mut out);
        out
    }

    #[test]
    fn only_what_would_be_read_is_escaped() {
        assert_eq!(escaped("List<String> a < b <3 </p> <!-- <?x"), "List&lt;String> a < b <3 &lt;/p> &lt;!-- &lt;?x");
        assert_eq!(escaped("AT&T R&D &amp; &copy 2024 &#1 a & b"), "AT&T R&D &amp;amp; &amp;copy 2024 &amp;#1 a & b");
        let mut out = String::new();
        text("a <", Follows::Unknown, true, &mut out);
        text("x|y &am", Follows::Unknown, true, &mut out);
        assert_eq!(out, "a &lt;x\\|y &amp;am");
    }

    #[test]
    fn attributes_stand_bare_where_they_can() {
        for (value, quoted, cell, expected) in [
            ("", false, false, " a"),
            ("x_1.y-z", false, false, " a=x_1.y-z"),
            ("x", true, false, " a=\"x\""),
            ("say \"hi\"\n&lt; ?a=1&copy=2", false, false, " a=\"say &quot;hi&quot; &amp;lt; ?a=1&copy=2\""),
            ("a|b", false, true, " a=\"a&#124;b\""),
        ] {
            let mut out = String::new();
            attribute("a", value, quoted, cell, &mut out);
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn lines_that_would_read_as_markdown_get_a_backslash() {
        for (text, at) in [
            ("# x", 0),
            ("###### x", 0),
            ("- x", 0),
            ("+", 0),
            ("* x", 0),
            ("> x", 0),
            ("| x |", 0),
            (": x", 0),
            ("```", 0),
            ("~~~~", 0),
            ("---", 0),
            ("* * *", 0),
            ("===", 0),
            ("1. x", 1),
            ("12) x", 2),
            ("… 37 more links", 0),
            ("\u{3000}\u{200E}… 37 more links", 6),
            ("[1]: x", 0),
        ] {
            assert_eq!(line_start(text), Some(at), "{text}");
        }
        for text in ["#1", "####### x", "-x", "*x*", "1.5 x", "1234567890. x", "…", "… and", "--", "[x] y", "`a`", "", "2024"] {
            assert_eq!(line_start(text), None, "{text}");
        }
    }
}
