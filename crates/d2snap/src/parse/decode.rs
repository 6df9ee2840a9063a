//! Bytes to text.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::error::Error;

/// Decodes by byte order mark, then the caller's label, then `meta charset` in the first 1,024
/// bytes, then as UTF-8; what does not decode becomes U+FFFD.
///
/// # Errors
/// [`Error::Encoding`] for a label that is unknown.
pub(crate) fn decode<'b>(bytes: &'b [u8], label: Option<&str>) -> Result<Cow<'b, str>, Error> {
    let encoding = match (Encoding::for_bom(bytes), label) {
        (Some((encoding, _)), _) => encoding,
        (None, Some(label)) => Encoding::for_label(label.as_bytes()).ok_or_else(|| Error::Encoding { label: label.to_owned() })?,
        (None, None) => declared(&bytes[..bytes.len().min(1024)]).unwrap_or(UTF_8),
    };
    Ok(encoding.decode(bytes).0)
}

/// The encoding that a `meta` element of these bytes names (the HTML standard's prescan, without
/// its other signals).
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let lower = bytes.to_ascii_lowercase();
    let mut from = 0;
    while let Some(found) = find(&lower[from..], b"<") {
        let start = from + found;
        let rest = &lower[start..];
        if rest.starts_with(b"<!--") {
            from = start + 4 + find(&rest[4..], b"-->")?;
            continue;
        }
        if rest.starts_with(b"<meta") && rest.get(5).is_some_and(|next| next.is_ascii_whitespace() || *next == b'/') {
            let end = find(rest, b">").unwrap_or(rest.len());
            if let Some(encoding) = charset_of(&rest[..end]) {
                // A page that was read as ASCII can not be UTF-16.
                return Some(if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding });
            }
        }
        from = start + 1;
    }
    None
}

fn charset_of(tag: &[u8]) -> Option<&'static Encoding> {
    let mut rest = tag;
    while let Some(at) = find(rest, b"charset") {
        rest = rest[at + 7..].trim_ascii_start();
        if let Some(value) = rest.strip_prefix(b"=") {
            let value = value.trim_ascii_start();
            let value = match value.first() {
                Some(quote @ (b'"' | b'\'')) => value[1..].split(|byte| byte == quote).next()?,
                _ => value.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b';' | b'"' | b'\'' | b'/')).next()?,
            };
            return Encoding::for_label(value);
        }
    }
    None
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_wins_over_a_label_and_a_label_over_a_meta() {
        let sjis_meta: &[u8] = b"<meta charset=shift_jis>\x82\xa0";
        assert!(decode(sjis_meta, None).unwrap().ends_with('あ'));
        assert!(
            decode(b"<!-- <meta charset=x> --><meta http-equiv=a content='text/html; charset=windows-1251'>\xcf", None)
                .unwrap()
                .ends_with('П')
        );
        assert!(decode(sjis_meta, Some("latin1")).unwrap().ends_with("‚\u{a0}"));
        assert_eq!(decode(b"\xef\xbb\xbfa\xc3\xa9", Some("latin1")).unwrap(), "aé");
        assert_eq!(decode(b"a\xff", None).unwrap(), "a\u{fffd}");
        assert_eq!(decode(b"", Some("nope")).unwrap_err().to_string(), "`nope` is no encoding label of the Encoding Standard");
    }
}
