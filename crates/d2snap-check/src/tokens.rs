//! A snapshot as html5ever's tokenizer reads it, raw-text states set as a tree builder would.

use std::cell::RefCell;

use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{BufferQueue, Token as Raw, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tokenizer::{EndTag, StartTag};

/// A token of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Text, character references resolved.
    Text(String),
    /// A start tag.
    Start(Start),
    /// The name of an end tag.
    End(String),
    /// A comment, of any kind.
    Comment(String),
    /// A document type.
    Doctype,
}

/// A start tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// Its name, in lower case.
    pub name: String,
    /// Names and values in source order, character references resolved.
    pub attributes: Vec<(String, String)>,
    /// Whether an attribute stands twice; the first counts.
    pub has_duplicates: bool,
    /// Whether it ends in `/>`.
    pub closes_itself: bool,
}

/// Tokenizes a snapshot. One pass.
pub fn tokens(html: &str) -> Vec<Token> {
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(html));
    while let TokenizerResult::Script(_) | TokenizerResult::EncodingIndicator(_) = tokenizer.feed(&queue) {}
    tokenizer.end();
    tokenizer.sink.tokens.into_inner()
}

/// An element that never has content.
pub fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

#[derive(Default)]
struct Sink {
    tokens: RefCell<Vec<Token>>,
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Raw, _line: u64) -> TokenSinkResult<()> {
        let mut tokens = self.tokens.borrow_mut();
        match token {
            Raw::CharacterTokens(text) => match tokens.last_mut() {
                Some(Token::Text(before)) => before.push_str(&text),
                _ => tokens.push(Token::Text(text.to_string())),
            },
            Raw::NullCharacterToken => tokens.push(Token::Text("\0".to_owned())),
            Raw::CommentToken(text) => tokens.push(Token::Comment(text.to_string())),
            Raw::DoctypeToken(_) => tokens.push(Token::Doctype),
            Raw::TagToken(tag) if tag.kind == EndTag => tokens.push(Token::End(tag.name.to_string())),
            Raw::TagToken(tag) => {
                debug_assert_eq!(tag.kind, StartTag);
                let attributes =
                    tag.attrs.iter().map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string())).collect();
                tokens.push(Token::Start(Start {
                    name: tag.name.to_string(),
                    attributes,
                    has_duplicates: tag.had_duplicate_attributes,
                    closes_itself: tag.self_closing,
                }));
                return match &*tag.name {
                    "textarea" | "title" => TokenSinkResult::RawData(Rcdata),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript" => TokenSinkResult::RawData(Rawtext),
                    "script" => TokenSinkResult::RawData(ScriptData),
                    "plaintext" => TokenSinkResult::Plaintext,
                    _ => TokenSinkResult::Continue,
                };
            }
            Raw::EOFToken | Raw::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_text_is_text() {
        let found = tokens("<textarea><b>&lt;</textarea><iframe><b></iframe>x<b y=1 y=2>");
        let starts: Vec<&Start> =
            found.iter().filter_map(|token| if let Token::Start(start) = token { Some(start) } else { None }).collect();
        assert_eq!(starts.iter().map(|start| start.name.as_str()).collect::<Vec<&str>>(), ["textarea", "iframe", "b"]);
        assert!(starts[2].has_duplicates);
        assert_eq!(found[1], Token::Text("<b><".to_owned()));
        assert_eq!(tokens("<!-- a --><?b><!c>").len(), 3);
    }
}
