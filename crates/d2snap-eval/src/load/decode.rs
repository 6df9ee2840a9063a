//! Bytes of a page to text.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use regex::bytes::Regex;

/// Decodes by byte order mark, then by what the transport says, then by a `meta` in the first 1,024 bytes, then as UTF-8;
/// what does not decode is U+FFFD.
pub(crate) fn decode(bytes: &[u8], label: Option<&str>) -> String {
    let told = label.and_then(|label| Encoding::for_label(label.as_bytes()));
    let encoding = told.or_else(|| declared(&bytes[..bytes.len().min(1024)])).unwrap_or(UTF_8);
    // The byte order mark is the decoder's to see.
    encoding.decode(bytes).0.into_owned()
}

fn declared(start: &[u8]) -> Option<&'static Encoding> {
    let meta = Regex::new(r#"(?i-u)<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)"#).ok()?;
    let encoding = Encoding::for_label(meta.captures(start)?.get(1)?.as_bytes())?;
    // A page that was read as ASCII can not be UTF-16.
    Some(if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding })
}
