//! A fast way through plain markup: html5ever's tokenizer reads character by character, which is
//! most of the time that a parse takes. What is read here gives the tokens that it would give;
//! whatever is not plain is left to it.

use std::borrow::Cow;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{EndTag, StartTag, Tag, TagKind, Token};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};
use memchr::{memchr, memchr2, memmem};
use rustc_hash::{FxHashMap, FxHashSet};

use super::reference::reads_as_reference;

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

    /// The token that begins at `at` in the data state, and where it ends; none where html5ever is
    /// to say.
    pub(super) fn token(&mut self, at: usize) -> Option<(Token, usize)> {
        let bytes = self.html.as_bytes();
        if bytes[at] != b'<' {
            let end = memchr(b'<', &bytes[at..]).map_or(bytes.len(), |found| at + found);
            return Some((Token::CharacterTokens(self.text(at, end, false)?), end));
        }
        match bytes.get(at + 1)? {
            b'a'..=b'z' | b'A'..=b'Z' => self.start_tag(at + 1),
            b'/' if bytes.get(at + 2)?.is_ascii_alphabetic() => self.end_tag(at + 2),
            b'!' if bytes[at..].starts_with(b"<!--") => comment(bytes, at),
            b'/' | b'!' | b'?' => None,
            _ => Some((Token::CharacterTokens(self.page.subtendril(at as u32, 1)), at + 1)),
        }
    }

    /// Text or a value, its character references resolved.
    fn text(&self, start: usize, end: usize, in_attribute: bool) -> Option<StrTendril> {
        let text = &self.html[start..end];
        match memchr2(b'&', 0, text.as_bytes()) {
            None => Some(self.page.subtendril(start as u32, (end - start) as u32)),
            Some(_) => resolve(text, in_attribute),
        }
    }

    fn name(&mut self, start: usize, end: usize) -> Option<LocalName> {
        let name = &self.html[start..end];
        let mut lower = Cow::Borrowed(name);
        for byte in name.bytes() {
            match byte {
                b'A'..=b'Z' => lower.to_mut().make_ascii_lowercase(),
                0 | b'"' | b'\'' | b'<' => return None,
                _ => continue,
            }
        }
        if let Some(known) = self.names.get(&*lower) {
            return Some(known.clone());
        }
        let name = LocalName::from(&*lower);
        self.names.insert(lower.into(), name.clone());
        Some(name)
    }

    fn end_tag(&mut self, at: usize) -> Option<(Token, usize)> {
        let bytes = self.html.as_bytes();
        let end = at + bytes[at..].iter().position(|byte| is_end_of_name(*byte))?;
        let close = skip_space(bytes, end);
        (bytes.get(close) == Some(&b'>')).then_some(())?;
        Some((tag(EndTag, self.name(at, end)?, false, Vec::new(), false), close + 1))
    }

    fn start_tag(&mut self, at: usize) -> Option<(Token, usize)> {
        let bytes = self.html.as_bytes();
        let mut end = at + bytes[at..].iter().position(|byte| is_end_of_name(*byte))?;
        let name = self.name(at, end)?;
        if has_text_of_its_own(&name) {
            return None;
        }
        let mut attributes: Vec<Attribute> = Vec::new();
        let mut many: FxHashSet<LocalName> = FxHashSet::default();
        let mut twice = false;
        loop {
            end = skip_space(bytes, end);
            match bytes.get(end)? {
                b'>' => return Some((tag(StartTag, name, false, attributes, twice), end + 1)),
                b'/' if bytes.get(end + 1)? == &b'>' => return Some((tag(StartTag, name, true, attributes, twice), end + 2)),
                b'/' => {
                    end += 1;
                    continue;
                }
                b'=' => return None,
                _ => {}
            }
            let start = end;
            end += bytes[end..].iter().position(|byte| is_end_of_name(*byte) || *byte == b'=')?;
            let attribute = self.name(start, end)?;
            let mut value = StrTendril::new();
            let after = skip_space(bytes, end);
            if bytes.get(after)? == &b'=' {
                let first = skip_space(bytes, after + 1);
                let (start, stop) = match bytes.get(first)? {
                    quote @ (b'"' | b'\'') => (first + 1, first + 1 + memchr(*quote, &bytes[first + 1..])?),
                    b'>' => return None,
                    _ => (first, first + bytes[first..].iter().position(|byte| is_space(*byte) || *byte == b'>')?),
                };
                value = self.text(start, stop, true)?;
                // Behind a quote.
                end = stop + usize::from(start > first);
            }
            let known = if attributes.len() < FEW {
                attributes.iter().any(|known| known.name.local == attribute)
            } else {
                if many.is_empty() {
                    many.extend(attributes.iter().map(|known| known.name.local.clone()));
                }
                !many.insert(attribute.clone())
            };
            twice |= known;
            if !known {
                attributes.push(Attribute { name: QualName::new(None, ns!(), attribute), value });
            }
        }
    }
}

fn tag(kind: TagKind, name: LocalName, self_closing: bool, attrs: Vec<Attribute>, had_duplicate_attributes: bool) -> Token {
    Token::TagToken(Tag { kind, name, self_closing, attrs, had_duplicate_attributes })
}

/// A comment; what it says is of no interest.
fn comment(bytes: &[u8], at: usize) -> Option<(Token, usize)> {
    let start = at + 4;
    let rest = &bytes[start..];
    if rest.starts_with(b">") || rest.starts_with(b"->") {
        return None;
    }
    let mut from = 0;
    loop {
        let dashes = from + memmem::find(&rest[from..], b"--")?;
        let length = match rest.get(dashes + 2)? {
            b'>' => 3,
            b'!' if rest.get(dashes + 3)? == &b'>' => 4,
            _ => {
                from = dashes + 1;
                continue;
            }
        };
        return Some((Token::CommentToken(StrTendril::new()), start + dashes + length));
    }
}

/// Elements whose start tag changes how the tokenizer reads what follows, but for those whose text
/// is passed over.
fn has_text_of_its_own(name: &LocalName) -> bool {
    matches!(*name, local_name!("title") | local_name!("textarea") | local_name!("xmp") | local_name!("iframe") | local_name!("plaintext"))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | 0x0C)
}

fn is_end_of_name(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b'/' | b'>')
}

fn skip_space(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| !is_space(*byte)).map_or(bytes.len(), |found| at + found)
}

/// Resolves the most common references; none where there are others.
fn resolve(text: &str, in_attribute: bool) -> Option<StrTendril> {
    let bytes = text.as_bytes();
    let mut resolved = StrTendril::with_capacity(bytes.len() as u32);
    let mut from = 0;
    let mut search = 0;
    while let Some(found) = memchr2(b'&', 0, &bytes[search..]) {
        let at = search + found;
        if bytes[at] == 0 {
            return None;
        }
        let rest = &text[at + 1..];
        search = at + 1;
        if let Some((c, length)) = common(rest) {
            resolved.push_slice(&text[from..at]);
            resolved.push_char(c);
            from = search + length;
            search = from;
        } else if reads_as_reference(rest, in_attribute) {
            return None;
        }
    }
    resolved.push_slice(&text[from..]);
    Some(resolved)
}

/// References that end in `;`, and so mean the same wherever they stand.
const REFERENCES: [(&str, char); 22] = [
    ("amp", '&'),
    ("nbsp", '\u{A0}'),
    ("quot", '"'),
    ("lt", '<'),
    ("gt", '>'),
    ("apos", '\''),
    ("copy", '©'),
    ("reg", '®'),
    ("raquo", '»'),
    ("laquo", '«'),
    ("middot", '·'),
    ("bull", '•'),
    ("hellip", '…'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("rsquo", '’'),
    ("lsquo", '‘'),
    ("rdquo", '”'),
    ("ldquo", '“'),
    ("times", '×'),
    ("euro", '€'),
    ("trade", '™'),
];

/// The character of a common reference, and how long what follows its `&` is.
fn common(rest: &str) -> Option<(char, usize)> {
    let end = rest.bytes().take(10).position(|byte| byte == b';')?;
    let name = &rest[..end];
    let c = match name.strip_prefix('#') {
        None => REFERENCES.iter().find(|(known, _)| *known == name)?.1,
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) if hexadecimal.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                    u32::from_str_radix(hexadecimal, 16).ok()?
                }
                None if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok()?,
                _ => return None,
            };
            // Others are no characters, or stand for others.
            matches!(code, 0x20..=0x7E | 0xA0..).then_some(())?;
            char::from_u32(code)?
        }
    };
    Some((c, end + 1))
}
