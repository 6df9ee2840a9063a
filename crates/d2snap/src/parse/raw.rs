//! Where the text of a script or a style ends, without tokenizing it.

use html5ever::tokenizer::states::RawKind;

/// The offset in `rest` of the end tag that closes raw text, or its length where nothing does.
///
/// Within a script, `<!--` hides the end tag of a script that begins inside the comment (the
/// "script data escaped" states of the standard).
pub(super) fn end_of_raw(rest: &str, name: &str, kind: RawKind) -> usize {
    let bytes = rest.as_bytes();
    let mut escaped = Escaped::No;
    let mut at = 0;
    while let Some(found) = next(&bytes[at..], escaped) {
        at += found;
        let here = &bytes[at..];
        match escaped {
            Escaped::No | Escaped::Once if is_tag(here, "</", name) => return at,
            Escaped::Once if is_tag(here, "<", name) => escaped = Escaped::Twice,
            Escaped::Twice if is_tag(here, "</", name) => escaped = Escaped::Once,
            Escaped::No if kind == RawKind::ScriptData && here.starts_with(b"<!--") => {
                escaped = Escaped::Once;
                // Its own hyphens can end it: `<!-->`.
                at += 2;
                continue;
            }
            Escaped::Once | Escaped::Twice if here.starts_with(b"-->") => escaped = Escaped::No,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The next byte that may matter; hyphens do only inside a comment.
fn next(rest: &[u8], escaped: Escaped) -> Option<usize> {
    if escaped == Escaped::No { memchr::memchr(b'<', rest) } else { memchr::memchr2(b'<', b'-', rest) }
}

/// As [`end_of_raw`], of an element's name in lower case.
pub(crate) fn end_of_raw_text(rest: &str, name: &str) -> usize {
    end_of_raw(rest, name, if name == "script" { RawKind::ScriptData } else { RawKind::Rawtext })
}

#[derive(Clone, Copy, PartialEq)]
enum Escaped {
    No,
    /// Inside a comment.
    Once,
    /// Inside a script inside a comment.
    Twice,
}

fn is_tag(here: &[u8], open: &str, name: &str) -> bool {
    let end = open.len() + name.len();
    here.len() > end
        && here.starts_with(open.as_bytes())
        && here[open.len()..end].eq_ignore_ascii_case(name.as_bytes())
        && matches!(here[end], b'\t' | b'\n' | b'\r' | 0x0C | b' ' | b'/' | b'>')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_text_ends_where_the_standard_says() {
        for (name, text, left) in [
            ("script", "a<b></script>x", "</script>x"),
            ("script", "'</scripts>'</SCRIPT\n>x", "</SCRIPT\n>x"),
            ("script", "<!-- </script>x", "</script>x"),
            ("script", "<!-- <script> </script> </script>x", "</script>x"),
            ("script", "<!-- <script> </script> <script/ --> </script>x", "</script>x"),
            ("script", "<!-- <script> </script> ", ""),
            ("script", "<!--> <script> </script>x", "</script>x"),
            ("script", "<!--- <script></script>x</script>y", "</script>y"),
            ("script", "<!---> <script> </script>x", "</script>x"),
            ("script", "a</script", ""),
            ("style", "<!-- <style> </style>x", "</style>x"),
            ("noscript", "<img></noscript/>x", "</noscript/>x"),
        ] {
            let kind = if name == "script" { RawKind::ScriptData } else { RawKind::Rawtext };
            assert_eq!(&text[end_of_raw(text, name, kind)..], left, "{text}");
        }
    }
}
