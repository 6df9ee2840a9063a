//! Markup as a list of pieces that can be changed and written again: what the parser makes of the tree stays the parser's.

mod write;

use std::cell::{Cell, RefCell};

use d2snap_check::tokens;
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{BufferQueue, EndTag, StartTag, Tag, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

pub(crate) use write::write;

/// A piece of markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Start(Start),
    End(String),
    /// Text, character references resolved.
    Text(String),
    /// Text of an element whose text has no character references.
    Raw(String),
    Comment(String),
    /// A doctype, as it is written.
    Doctype(String),
}

/// A start tag.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Start {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    /// It has no content and no end tag, though its name alone does not say so.
    pub(crate) closes_itself: bool,
    /// It is inside `svg` or `math`, or one of them.
    pub(crate) foreign: bool,
}

impl Start {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Sets an attribute, in its place if it is there.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        match self.attributes.iter_mut().find(|(own, _)| own == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.attributes.push((name.to_owned(), value.to_owned())),
        }
    }
}

/// Whether `<x/>` has no content for any x, as in XML, or `/` means nothing, as in HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    Html,
    Xml,
}

/// The pieces of a page.
pub(crate) fn pieces(html: &str, syntax: Syntax) -> Vec<Piece> {
    let sink = Sink { pieces: RefCell::default(), syntax, foreign: Cell::new(0), raw: Cell::new(false) };
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(html));
    while let TokenizerResult::Script(_) | TokenizerResult::EncodingIndicator(_) = tokenizer.feed(&queue) {}
    tokenizer.end();
    tokenizer.sink.pieces.into_inner()
}

/// An element that never has content; `image` is read as `img`.
pub(crate) fn is_void(name: &str) -> bool {
    tokens::is_void(name) || matches!(name, "basefont" | "image")
}

struct Sink {
    pieces: RefCell<Vec<Piece>>,
    syntax: Syntax,
    /// Depth in `svg` and `math`.
    foreign: Cell<usize>,
    raw: Cell<bool>,
}

impl Sink {
    fn start(&self, tag: Tag) -> TokenSinkResult<()> {
        let name = tag.name.to_string();
        let foreign = self.foreign.get() > 0 || matches!(name.as_str(), "svg" | "math");
        let closes_itself = tag.self_closing && (foreign || (self.syntax == Syntax::Xml && !is_void(&name)));
        if matches!(name.as_str(), "svg" | "math") && !closes_itself {
            self.foreign.set(self.foreign.get() + 1);
        }
        let attributes = tag.attrs.into_iter().map(|attribute| {
            let name = attribute.name;
            let prefix = name.prefix.map_or(String::new(), |prefix| format!("{prefix}:"));
            (format!("{prefix}{}", name.local), attribute.value.to_string())
        });
        let start = Start { attributes: attributes.collect(), closes_itself, foreign, name };
        let content = if closes_itself { TokenSinkResult::Continue } else { self.content(&start) };
        self.raw.set(!matches!(content, TokenSinkResult::Continue | TokenSinkResult::RawData(Rcdata)));
        self.pieces.borrow_mut().push(Piece::Start(start));
        content
    }

    /// What the tree builder would tell the tokenizer of an element's content. `noscript` is left out: read as markup, marks
    /// in it are found, and written again it is the same text.
    fn content(&self, start: &Start) -> TokenSinkResult<()> {
        match start.name.as_str() {
            "script" if !start.foreign => TokenSinkResult::RawData(ScriptData),
            "style" if !start.foreign => TokenSinkResult::RawData(Rawtext),
            "textarea" | "title" if !start.foreign => TokenSinkResult::RawData(Rcdata),
            _ if start.foreign || self.syntax == Syntax::Xml => TokenSinkResult::Continue,
            "xmp" | "iframe" | "noembed" | "noframes" => TokenSinkResult::RawData(Rawtext),
            "plaintext" => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }

    fn text(&self, text: &str) {
        let mut pieces = self.pieces.borrow_mut();
        match (pieces.last_mut(), self.raw.get()) {
            (Some(Piece::Raw(last)), true) | (Some(Piece::Text(last)), false) => last.push_str(text),
            (_, true) => pieces.push(Piece::Raw(text.to_owned())),
            (_, false) => pieces.push(Piece::Text(text.to_owned())),
        }
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::TagToken(tag) if tag.kind == StartTag => return self.start(tag),
            Token::TagToken(tag) => {
                debug_assert_eq!(tag.kind, EndTag);
                self.raw.set(false);
                if matches!(&*tag.name, "svg" | "math") {
                    self.foreign.set(self.foreign.get().saturating_sub(1));
                }
                self.pieces.borrow_mut().push(Piece::End(tag.name.to_string()));
            }
            Token::CharacterTokens(text) => self.text(&text),
            Token::CommentToken(text) => self.pieces.borrow_mut().push(Piece::Comment(text.to_string())),
            Token::DoctypeToken(doctype) => {
                let mut text = format!("<!DOCTYPE {}", doctype.name.as_deref().unwrap_or_default());
                match (&doctype.public_id, &doctype.system_id) {
                    (Some(public), Some(system)) => text += &format!(" PUBLIC \"{public}\" \"{system}\""),
                    (Some(public), None) => text += &format!(" PUBLIC \"{public}\""),
                    (None, Some(system)) => text += &format!(" SYSTEM \"{system}\""),
                    (None, None) => {}
                }
                text.push('>');
                self.pieces.borrow_mut().push(Piece::Doctype(text));
            }
            Token::NullCharacterToken | Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.foreign.get() > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_reads_the_same() {
        for html in [
            "<!DOCTYPE html PUBLIC \"a\" \"b\"><p class=\"a&amp;b&quot;\" data-x=\"/>\">1 &lt; 2 &amp;amp;</p><!-- c -->",
            "<script>if (a < b && c) \"</p>\"</script><style>a > b {}</style><textarea>&lt;/p></textarea><p>",
            "<svg viewBox=\"0 0 1 1\"><path d=\"M0\"/><![CDATA[a<b]]><title>t</title></svg><br><input disabled>",
            "<iframe><p>&amp;</iframe><noscript><p>&amp;</p></noscript><plaintext></p>",
        ] {
            let once = pieces(html, Syntax::Html);
            assert_eq!(pieces(&write(&once), Syntax::Html), once, "{html}");
        }
    }

    #[test]
    fn in_html_nothing_closes_itself() {
        assert_eq!(write(&pieces("<div/><p>x", Syntax::Html)), "<div><p>x");
        assert_eq!(write(&pieces("<svg><g/></svg>", Syntax::Html)), "<svg><g/></svg>");
    }
}
