//! MHTML: a page and its parts in one MIME message, as browsers save them.

use std::borrow::Cow;

use mail_parser::{Encoding, Message, MessageParser, MessagePart, MimeHeaders, decoders};

use super::decode;
use super::markup::{Piece, Syntax, pieces, write};

/// How deep frames are put into frames.
const MAX_FRAMES: usize = 4;

/// A page out of a message.
pub(crate) struct Snapshot {
    pub(crate) html: String,
    /// Where it was; `None` where what was saved is a viewer of Playwright's traces.
    pub(crate) url: Option<String>,
}

/// The page of a message: its `start` part, else its first of HTML. Frames that are parts too (`cid:`) become `srcdoc`.
///
/// # Errors
/// Where this is no MIME message, or none with HTML.
pub(crate) fn read(bytes: &[u8]) -> Result<Snapshot, String> {
    let message = MessageParser::new().parse(bytes).ok_or("no MIME message")?;
    let start = message.content_type().and_then(|of| of.attribute("start")).map(bare);
    let root = message.parts.iter().find(|part| start.is_some() && part.content_id().map(bare) == start && is_html(part));
    let root = root.or_else(|| message.parts.iter().find(|part| is_html(part))).ok_or("no part of this message is text/html")?;
    let html = with_frames(text(root, bytes)?, &message, bytes, 0)?;
    let url = root.content_location().filter(|url| url.starts_with("http") && !url.starts_with("https://trace.playwright.dev/"));
    Ok(Snapshot { html, url: url.map(str::to_owned) })
}

fn is_html(part: &MessagePart<'_>) -> bool {
    part.content_type().is_some_and(|of| of.ctype() == "text" && of.subtype() == Some("html"))
}

/// Without the angle brackets of a header.
fn bare(id: &str) -> &str {
    id.trim_matches(|letter| matches!(letter, '<' | '>' | ' '))
}

/// A part's text. Its own bytes are decoded, since only they can follow a charset that the HTML itself declares.
fn text(part: &MessagePart<'_>, bytes: &[u8]) -> Result<String, String> {
    let body = bytes.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default();
    let body = match part.encoding {
        Encoding::None => Some(Cow::Borrowed(body)),
        Encoding::QuotedPrintable => decoders::quoted_printable::quoted_printable_decode(body).map(Cow::Owned),
        Encoding::Base64 => decoders::base64::base64_decode(body).map(Cow::Owned),
    };
    let body = body.ok_or("the HTML part does not decode by its Content-Transfer-Encoding")?;
    let label = part.content_type().and_then(|of| of.attribute("charset"));
    Ok(decode::decode(&body, label))
}

fn with_frames(html: String, message: &Message<'_>, bytes: &[u8], depth: usize) -> Result<String, String> {
    let part_of = |source: &str| {
        let id = source.strip_prefix("cid:")?;
        message.parts.iter().find(|part| is_html(part) && part.content_id().map(bare) == Some(id))
    };
    let mut found = pieces(&html, Syntax::Html);
    let mut has_frames = false;
    for piece in &mut found {
        let Piece::Start(start) = piece else { continue };
        let part = (start.name == "iframe" && depth < MAX_FRAMES).then(|| start.attribute("src").and_then(part_of)).flatten();
        if let Some(part) = part {
            let inside = with_frames(text(part, bytes)?, message, bytes, depth + 1)?;
            start.attributes.retain(|(name, _)| name != "src");
            start.set("srcdoc", &inside);
            has_frames = true;
        }
    }
    Ok(if has_frames { write(&found) } else { html })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = "From: <Saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"; boundary=\"b\"\r\n\r\n\
        --b\r\nContent-Type: text/html\r\nContent-ID: <root@x>\r\nContent-Transfer-Encoding: quoted-printable\r\n\
        Content-Location: https://example.org/a\r\n\r\n<meta charset=3Dwindows-1252><p>caf=E9<iframe src=3D\"cid:f@x\"></iframe>\r\n\
        --b\r\nContent-Type: text/html; charset=utf-8\r\nContent-ID: <f@x>\r\nContent-Transfer-Encoding: base64\r\n\r\nPGI+4oKsPC9iPg==\r\n--b--\r\n";

    #[test]
    fn a_page_is_read_with_its_frames_in_their_own_encodings() {
        let snapshot = read(MESSAGE.as_bytes()).unwrap();
        assert!(snapshot.html.contains("<p>café<iframe srcdoc=\"<b>€</b>"), "{}", snapshot.html);
        assert_eq!(snapshot.url.as_deref(), Some("https://example.org/a"));
    }

    #[test]
    fn a_message_without_html_is_refused() {
        assert_eq!(read(b"Content-Type: text/plain\r\n\r\nx").err().unwrap(), "no part of this message is text/html");
    }
}
