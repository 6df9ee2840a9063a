//! Pieces to markup.

use super::{Piece, Start};

/// The markup of these pieces.
pub(crate) fn write(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Start(start) => write_start(&mut out, start),
            Piece::End(name) => {
                out.push_str("</");
                out.push_str(name);
                out.push('>');
            }
            Piece::Text(text) => escape(&mut out, text, false),
            Piece::Raw(text) | Piece::Doctype(text) => out.push_str(text),
            Piece::Comment(text) => {
                out.push_str("<!--");
                out.push_str(text);
                out.push_str("-->");
            }
        }
    }
    out
}

fn write_start(out: &mut String, start: &Start) {
    out.push('<');
    out.push_str(&start.name);
    for (name, value) in &start.attributes {
        out.push(' ');
        out.push_str(name);
        if !value.is_empty() {
            out.push_str("=\"");
            escape(out, value, true);
            out.push('"');
        }
    }
    match (start.closes_itself, start.foreign) {
        (false, _) => out.push('>'),
        (true, true) => out.push_str("/>"),
        (true, false) => {
            out.push_str("></");
            out.push_str(&start.name);
            out.push('>');
        }
    }
}

fn escape(out: &mut String, text: &str, attribute: bool) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let reference = match byte {
            b'&' => "&amp;",
            b'"' if attribute => "&quot;",
            b'<' if !attribute => "&lt;",
            b'>' if !attribute => "&gt;",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(reference);
        from = at + 1;
    }
    out.push_str(&text[from..]);
}
