//! Values made shorter: payloads, long texts, addresses.

use unicode_segmentation::UnicodeSegmentation;

/// A value whose `data:` URLs are cut to their media type; none where it has none.
pub(super) fn without_payload(value: &str, is_url: impl FnOnce() -> bool) -> Option<String> {
    let first = find_scheme(value, 0)?;
    if first == 0 && is_url() {
        let end = value.find([',', ';']).unwrap_or(value.len());
        return Some(value[..end].to_owned());
    }
    let mut out = String::new();
    let mut from = 0;
    let mut search = first;
    loop {
        let media = search + 5;
        let media_end = media
            + value[media..].bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'+' | b'-')).count();
        let is_payload = value[media..media_end].contains('/') && value[media_end..].starts_with([',', ';']);
        if is_payload {
            // It ends with the quotation mark that it began with, else at white space or a bracket.
            let rest = &value[media_end..];
            let end = match value[..search].chars().next_back() {
                Some(quote @ ('"' | '\'')) => rest.find(quote),
                _ => rest.find([' ', '"', '\'', ')']),
            };
            let end = end.map_or(value.len(), |at| media_end + at);
            out.push_str(&value[from..media_end]);
            from = end;
        }
        let resume = media_end.max(from);
        match find_scheme(value, resume) {
            Some(next) => search = next,
            None => break,
        }
    }
    if from == 0 {
        return None;
    }
    out.push_str(&value[from..]);
    Some(out)
}

/// Where `data:` begins, from `from` on.
fn find_scheme(value: &str, from: usize) -> Option<usize> {
    let bytes = value.as_bytes();
    memchr::memchr_iter(b':', &bytes[from..])
        .map(|colon| from + colon)
        .find(|colon| *colon >= from + 4 && bytes[colon - 4..*colon].eq_ignore_ascii_case(b"data"))
        .map(|colon| colon - 4)
}

/// Cuts a text at a grapheme boundary so that with `…` it has at most `max` characters.
pub(in crate::analyze) fn cut_text(text: &str, max: usize) -> String {
    if text.len() <= max || text.chars().count() <= max {
        return text.to_owned();
    }
    let room = max.saturating_sub(1);
    // One more than stays: what joins a character stands behind it.
    if text.as_bytes()[..=room].iter().all(|byte| byte.is_ascii() && *byte != b'\r') {
        return format!("{}…", text[..room].trim_end());
    }
    let mut chars = 0;
    let mut end = 0;
    for grapheme in text.graphemes(true) {
        chars += grapheme.chars().count();
        if chars > room {
            break;
        }
        end += grapheme.len();
    }
    format!("{}…", text[..end].trim_end())
}

/// An href without query and fragment, and without its site where that is the page's own.
pub(super) fn path_of(href: &str, base: Option<&str>) -> String {
    let trimmed = href.trim();
    if trimmed.starts_with('#') {
        return trimmed.to_owned();
    }
    let scheme = trimmed.split(':').next().unwrap_or_default();
    let is_special = trimmed.contains(':') && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    if is_special && !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return trimmed.to_owned();
    }
    let whole = trimmed.split(['?', '#']).next().unwrap_or_default();
    if whole.is_empty() {
        return trimmed.to_owned();
    }
    let Some(base) = base.and_then(|base| url::Url::parse(base).ok()) else {
        return whole.to_owned();
    };
    match base.join(whole) {
        Ok(url) if is_special && url.origin() == base.origin() => url.path().to_owned(),
        _ => whole.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payloads_are_cut_to_their_media_type() {
        assert_eq!(without_payload("data:text/html;base64,QUJD", || true).as_deref(), Some("data:text/html"));
        assert_eq!(without_payload("DATA:text/html,<h1>a b", || true).as_deref(), Some("DATA:text/html"));
        assert_eq!(without_payload("data:image/png;base64,AA== 1x, b.png 2x", || false).as_deref(), Some("data:image/png 1x, b.png 2x"));
        assert_eq!(
            without_payload("background:url('data:image/gif;base64,R0') no", || false).as_deref(),
            Some("background:url('data:image/gif') no")
        );
        assert_eq!(without_payload("the data: three, four", || false), None);
    }

    #[test]
    fn texts_are_cut_between_graphemes() {
        assert_eq!(cut_text("abcdef", 4), "abc…");
        assert_eq!(cut_text("abcd", 4), "abcd");
        assert_eq!(cut_text("abcde\u{301}…", 4), "abc…");
        assert_eq!(cut_text("abc\u{301}de", 4), "ab…");
        assert_eq!(cut_text("ab👨‍👩‍👧‍👦cd", 6), "ab…");
    }

    #[test]
    fn paths_lose_their_own_site_and_query() {
        let base = Some("https://shop.test/a/b");
        assert_eq!(path_of("https://shop.test/c?x=1#y", base), "/c");
        assert_eq!(path_of("https://other.test/c?x=1", base), "https://other.test/c");
        assert_eq!(path_of("../c?x", base), "../c");
        assert_eq!(path_of("mailto:a@b.c?subject=x", base), "mailto:a@b.c?subject=x");
        assert_eq!(path_of("#top", base), "#top");
    }
}
