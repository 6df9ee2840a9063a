//! A fast way through markup: html5ever's tokenizer reads character by character, which is most of
//! the time that a parse takes, and compares each attribute of a tag with all before it. What is read
//! here gives the tokens that it would give.

use std::borrow::Cow;
use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{EndTag, StartTag, Tag, TagKind, Token};
use html5ever::{Attribute, LocalName, QualName, ns};
use memchr::{memchr, memchr2};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lex;
use super::reference::resolve;

/// So many attributes are compared with each other; more are looked up.
const FEW: usize = 16;

/// Reads a page whose line breaks are `\n`.
pub(super) struct Scanner<'h> {
    html: &'h str,
    /// The same text; values and texts are parts of it.
    page: StrTendril,
    names: FxHashMap<Box<str>, LocalName>,
}

impl<'h> Scanner<'h> {
    pub(super) fn new(html: &'h str) -> Self {
        Scanner { html, page: StrTendril::from_slice(html), names: FxHashMap::default() }
    }

    /// The token that begins at `at` in the data state, and where it ends; none for what html5ever is
    /// to read: a doctype, and a CDATA section or the like.
    ///
    /// A token that says nothing is a text without characters.
    pub(super) fn token(&mut self, at: usize) -> Option<(Token, usize)> {
        let bytes = self.html.as_bytes();
        match (bytes[at], bytes.get(at + 1)) {
            (b'<', Some(b'a'..=b'z' | b'A'..=b'Z')) => Some(self.tag(StartTag, at + 1)),
            (b'<', Some(b'/')) => Some(match bytes.get(at + 2) {
                Some(b'a'..=b'z' | b'A'..=b'Z') => self.tag(EndTag, at + 2),
                Some(b'>') => (nothing(), at + 3),
                Some(_) => self.bogus_comment(at + 2),
                None => (Token::CharacterTokens(self.text(at, bytes.len(), Place::Text)), bytes.len()),
            }),
            (b'<', Some(b'!')) => match bytes.get(at + 2) {
                Some(b'-') if bytes.get(at + 3) == Some(&b'-') => Some(comment(bytes, at)),
                Some(b'd' | b'D' | b'[') => None,
                _ => Some(self.bogus_comment(at + 2)),
            },
            (b'<', Some(b'?')) => Some(self.bogus_comment(at + 1)),
            (0, _) => Some((Token::NullCharacterToken, at + 1)),
            _ => {
                let end = end_of_text(bytes, at);
                Some((Token::CharacterTokens(self.text(at, end, Place::Text)), end))
            }
        }
    }

    /// The text from `start` to `end` of an element that holds nothing else.
    pub(super) fn inner(&self, start: usize, end: usize, kind: Option<RawKind>) -> Token {
        let place = if kind == Some(RawKind::Rcdata) { Place::Inner } else { Place::Raw };
        Token::CharacterTokens(self.text(start, end, place))
    }

    /// Text or a value, its character references resolved and NUL replaced where it stands for U+FFFD.
    fn text(&self, start: usize, end: usize, place: Place) -> StrTendril {
        let text = &self.html[start..end];
        let is_plain = match place {
            Place::Raw => memchr(0, text.as_bytes()).is_none(),
            _ => memchr2(b'&', 0, text.as_bytes()).is_none(),
        };
        if is_plain {
            return self.page.subtendril(start as u32, (end - start) as u32);
        }
        let mut resolved = if place == Place::Raw { text.to_owned() } else { resolve(text, place == Place::Value) };
        if memchr(0, text.as_bytes()).is_some() {
            resolved = resolved.replace('\0', "\u{FFFD}");
        }
        StrTendril::from(resolved)
    }

    fn name(&mut self, range: Range<usize>) -> LocalName {
        let name = &self.html[range];
        let mut lower = Cow::Borrowed(name);
        if name.bytes().any(|byte| byte.is_ascii_uppercase() || byte == 0) {
            lower = Cow::Owned(name.to_ascii_lowercase().replace('\0', "\u{FFFD}"));
        }
        if let Some(known) = self.names.get(&*lower) {
            return known.clone();
        }
        let name = LocalName::from(&*lower);
        self.names.insert(lower.into(), name.clone());
        name
    }

    /// How many different names there are so far.
    pub(super) fn names(&self) -> usize {
        self.names.len()
    }

    /// A tag whose name begins at `at`. One that the page ends in is none.
    fn tag(&mut self, kind: TagKind, at: usize) -> (Token, usize) {
        self.whole_tag(kind, at).unwrap_or_else(|| (nothing(), self.html.len()))
    }

    fn whole_tag(&mut self, kind: TagKind, at: usize) -> Option<(Token, usize)> {
        let bytes = self.html.as_bytes();
        let mut end = lex::end_of_name(bytes, at)?;
        let name = self.name(at..end);
        let mut attrs: Vec<Attribute> = Vec::new();
        let mut many: FxHashSet<LocalName> = FxHashSet::default();
        let mut had_duplicate_attributes = false;
        loop {
            end = lex::skip_space(bytes, end);
            let self_closing = match bytes.get(end)? {
                b'>' => Some(false),
                b'/' if bytes.get(end + 1)? == &b'>' => Some(true),
                b'/' => {
                    end += 1;
                    continue;
                }
                _ => None,
            };
            if let Some(self_closing) = self_closing {
                let tag = Tag { kind, name, self_closing, attrs, had_duplicate_attributes };
                return Some((Token::TagToken(tag), end + 1 + usize::from(self_closing)));
            }
            let found = lex::attribute(bytes, end)?;
            end = found.end;
            // An end tag has none.
            if kind == EndTag {
                continue;
            }
            let attribute = self.name(found.name);
            let known = if attrs.len() < FEW {
                attrs.iter().any(|known| known.name.local == attribute)
            } else {
                if many.is_empty() {
                    many.extend(attrs.iter().map(|known| known.name.local.clone()));
                }
                !many.insert(attribute.clone())
            };
            had_duplicate_attributes |= known;
            if !known {
                let value = self.text(found.value.start, found.value.end, Place::Value);
                attrs.push(Attribute { name: QualName::new(None, ns!(), attribute), value });
            }
        }
    }

    fn bogus_comment(&self, at: usize) -> (Token, usize) {
        let bytes = self.html.as_bytes();
        let end = memchr(b'>', &bytes[at..]).map_or(bytes.len(), |found| at + found + 1);
        (Token::CommentToken(StrTendril::new()), end)
    }
}

/// Where a text stands, which decides how it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Between tags.
    Text,
    /// In a title or a textarea.
    Inner,
    /// Where there are no references.
    Raw,
    /// In a tag.
    Value,
}

/// Where the text that begins at `at` ends: before what is markup, or a NUL.
fn end_of_text(bytes: &[u8], at: usize) -> usize {
    let mut from = at + 1;
    while let Some(found) = memchr2(b'<', 0, &bytes[from..]) {
        from += found;
        if bytes[from] == 0 || lex::opens_markup(bytes, from) {
            return from;
        }
        from += 1;
    }
    bytes.len()
}

fn nothing() -> Token {
    Token::CharacterTokens(StrTendril::new())
}

/// A comment; what it says is of no interest.
fn comment(bytes: &[u8], at: usize) -> (Token, usize) {
    let start = at + 4;
    (Token::CommentToken(StrTendril::new()), start + lex::length_of_comment(&bytes[start..]))
}
