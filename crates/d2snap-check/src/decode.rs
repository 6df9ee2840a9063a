//! Bytes to text, as SPEC §3 orders it: byte order mark, `meta charset`, UTF-8.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Decodes a page of which the transport said nothing.
pub fn decode(bytes: &[u8]) -> String {
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => declared(bytes).unwrap_or(UTF_8),
    };
    encoding.decode(bytes).0.into_owned()
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head: String = bytes.iter().take(1024).map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    let mut visible = String::new();
    let mut rest = head.as_str();
    while let Some((before, after)) = rest.split_once("<!--") {
        visible.push_str(before);
        rest = after.split_once("-->").map_or("", |(_, after)| after);
    }
    visible.push_str(rest);
    visible.split("<meta").skip(1).find_map(|tag| {
        let tag = tag.split('>').next()?;
        let value = tag.split_once("charset")?.1.trim_start().strip_prefix('=')?.trim_start();
        let label = value.trim_start_matches(['"', '\'']).split(['"', '\'', ' ', ';', '/', '\n', '\t']).next()?;
        let encoding = Encoding::for_label(label.as_bytes())?;
        Some(if encoding == UTF_16BE || encoding == UTF_16LE { UTF_8 } else { encoding })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_mark_then_by_meta_then_as_utf_8() {
        assert_eq!(decode(b"\xef\xbb\xbf<meta charset=latin1>\xc3\xa9"), "<meta charset=latin1>é");
        assert!(decode(b"<!--<meta charset=x>--><META charset=\"windows-1251\">\xcf").ends_with('П'));
        assert!(decode(b"<meta http-equiv=a content='text/html; charset=shift_jis'>\x82\xa0").ends_with('あ'));
        assert_eq!(decode(b"\xc3\xa9\xff"), "é\u{fffd}");
    }
}
