//! Bytes to text.

use encoding_rs::UTF_8;

/// Decodes a page of a corpus. Such pages are stored as UTF-8, whatever their `meta charset` still
/// says of the transport; what is not UTF-8 becomes U+FFFD.
pub fn decode(bytes: &[u8]) -> String {
    UTF_8.decode_with_bom_removal(bytes).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_utf_8_whatever_the_page_says() {
        assert_eq!(decode(b"\xef\xbb\xbf<meta charset=latin1>\xc3\xa9"), "<meta charset=latin1>\u{e9}");
        assert_eq!(decode(b"\xc3\xa9\xff"), "\u{e9}\u{fffd}");
    }
}
