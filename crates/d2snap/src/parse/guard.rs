//! Keeps the tree builder linear: an element limit, and flattening beyond a depth.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::hash::Hash;

use html5ever::interface::{Tracer, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, EndTag, StartTag, Tag, TagToken, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, TokenizerResult, local_name};
use memchr::memmem;
use rustc_hash::FxHashSet;

use super::raw::end_of_raw;
use super::scan::Scanner;
use super::track::Tracked;
use crate::options::Limits;

/// What a guarded parse saw.
pub(super) struct Guarded<Output> {
    pub(super) output: Output,
    pub(super) elements: usize,
    pub(super) depth_cut: usize,
    pub(super) too_many: bool,
    /// Different names of tags and attributes.
    pub(super) names: usize,
    pub(super) too_many_names: bool,
}

/// Parses `html` into `sink`. Elements deeper than the limit are flattened, since html5ever's tree
/// builder is quadratic in depth; past the element limit all further tokens are dropped, since
/// misnested formatting multiplies elements. The text of scripts, styles and what stands in for them
/// is passed over.
pub(super) fn parse<S>(html: &str, sink: S, limits: &Limits) -> Guarded<S::Output>
where
    S: TreeSink,
    S::Handle: Copy + Eq + Hash,
{
    let tracked = Tracked::new(sink, limits.max_elements);
    let builder = TreeBuilder::new(tracked, TreeBuilderOpts { scripting_enabled: true, ..TreeBuilderOpts::default() });
    let guard = Guard {
        builder,
        // The root and the body are open too.
        max_open: limits.max_depth + 2,
        max_attribute_bytes: limits.max_attribute_bytes,
        depth_cut: Cell::new(0),
        trusted: Cell::new(0),
        pending: RefCell::new(StrTendril::new()),
    };
    let html = html.strip_prefix('\u{FEFF}').unwrap_or(html);
    let html = normal_breaks(html);
    let tokenizer = Tokenizer::new(guard, TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
    let mut scanner = Scanner::new(&html);
    let mut at = 0;
    while at < html.len() && !tokenizer.sink.builder.sink.too_many.get() && scanner.names() <= limits.max_names {
        let Some((token, end)) = scanner.token(at) else {
            at = tokenize(&tokenizer, &html, at);
            continue;
        };
        at = end;
        let name = match &token {
            Token::TagToken(tag) => Some(tag.name.clone()),
            // A run of NULs is as one, but in foreign content, where each is a character; without end there too.
            Token::NullCharacterToken => {
                let run = html[at..].bytes().take_while(|byte| *byte == 0).count();
                let is_foreign = tokenizer.sink.adjusted_current_node_present_but_not_in_html_namespace();
                at += if is_foreign && run < MAX_NULS { 0 } else { run };
                None
            }
            _ => None,
        };
        match tokenizer.sink.process_token(token, 0) {
            TokenSinkResult::RawData(kind) => {
                let name = name.unwrap_or(local_name!(""));
                let end = at + end_of_raw(&html[at..], &name, kind);
                if !has_unread_text(&name) {
                    let _ = tokenizer.sink.process_token(scanner.inner(at, end, Some(kind)), 0);
                }
                at = end;
            }
            TokenSinkResult::Plaintext => {
                let _ = tokenizer.sink.process_token(scanner.inner(at, html.len(), None), 0);
                at = html.len();
            }
            _ => {}
        }
    }
    let too_many_names = scanner.names() > limits.max_names;
    let names = scanner.names();
    tokenizer.end();
    let guard = tokenizer.sink;
    let tracked = guard.builder.sink;
    Guarded {
        elements: tracked.elements.get(),
        depth_cut: guard.depth_cut.get(),
        too_many: tracked.too_many.get(),
        names,
        too_many_names,
        output: tracked.sink.finish(),
    }
}

/// Has html5ever's tokenizer read a doctype or a CDATA section, which never hold a tag, from `at`;
/// returns where that ends.
fn tokenize<S>(tokenizer: &Tokenizer<Guard<S>>, html: &str, at: usize) -> usize
where
    S: TreeSink,
    S::Handle: Copy + Eq + Hash,
{
    let is_section = html[at..].starts_with("<![CDATA[") && tokenizer.sink.adjusted_current_node_present_but_not_in_html_namespace();
    let closes = if is_section { "]]>" } else { ">" };
    let end = memmem::find(&html.as_bytes()[at..], closes.as_bytes()).map_or(html.len(), |found| at + found + closes.len());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(&html[at..end]));
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    end
}

/// The text with every line break as `\n`, as the standard has it before tokenization.
fn normal_breaks(html: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\r', html.as_bytes()).is_none() {
        return Cow::Borrowed(html);
    }
    Cow::Owned(html.replace("\r\n", "\n").replace('\r', "\n"))
}

struct Guard<S: TreeSink>
where
    S::Handle: Copy + Eq + Hash,
{
    builder: TreeBuilder<S::Handle, Tracked<S>>,
    max_open: usize,
    max_attribute_bytes: usize,
    depth_cut: Cell<usize>,
    /// How many more times the list of open elements is taken at its word.
    trusted: Cell<u32>,
    /// Text that the tree builder is given in one piece.
    pending: RefCell<StrTendril>,
}

/// A longer run of NULs is read as one.
const MAX_NULS: usize = 1 << 10;

/// Elements whose text no snapshot holds.
fn has_unread_text(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("script") | local_name!("style") | local_name!("noscript") | local_name!("noframes") | local_name!("noembed")
    )
}

impl<S: TreeSink> Guard<S>
where
    S::Handle: Copy + Eq + Hash,
{
    /// Closes the current element where the next one would be too deep.
    fn flatten(&self, line: u64) {
        let tracked = &self.builder.sink;
        if tracked.open.borrow().len() < self.max_open {
            return;
        }
        // The list may hold elements that were closed since.
        match self.trusted.get() {
            0 => {
                let open = OpenHandles { handles: RefCell::new(FxHashSet::default()) };
                self.builder.trace_handles(&open);
                let handles = open.handles.into_inner();
                let before = tracked.open.borrow().len();
                tracked.open.borrow_mut().retain(|(node, _)| handles.contains(node));
                let after = tracked.open.borrow().len();
                self.trusted.set(if after == before { 64 } else { 0 });
                if after < self.max_open {
                    return;
                }
            }
            left => self.trusted.set(left - 1),
        }
        let last = tracked.open.borrow().last().map(|(_, name)| name.clone());
        if let Some(name) = last {
            let end = Tag { kind: EndTag, name, self_closing: false, attrs: Vec::new(), had_duplicate_attributes: false };
            let _ = self.builder.process_token(TagToken(end), line);
            tracked.open.borrow_mut().pop();
            self.depth_cut.set(self.depth_cut.get() + 1);
        }
    }
}

/// Collects the elements that a tree builder holds on to.
struct OpenHandles<H> {
    handles: RefCell<FxHashSet<H>>,
}

impl<H: Copy + Eq + Hash> Tracer for OpenHandles<H> {
    type Handle = H;

    fn trace_handle(&self, node: &H) {
        self.handles.borrow_mut().insert(*node);
    }
}

impl<S: TreeSink> TokenSink for Guard<S>
where
    S::Handle: Copy + Eq + Hash,
{
    type Handle = S::Handle;

    fn process_token(&self, mut token: Token, line: u64) -> TokenSinkResult<S::Handle> {
        let tracked = &self.builder.sink;
        if tracked.too_many.get() {
            return TokenSinkResult::Continue;
        }
        match token {
            // A line break is a token of its own to the tokenizer.
            Token::CharacterTokens(text) => {
                let mut pending = self.pending.borrow_mut();
                if pending.is_empty() {
                    *pending = text;
                } else {
                    pending.push_tendril(&text);
                }
                return TokenSinkResult::Continue;
            }
            Token::ParseError(_) => return TokenSinkResult::Continue,
            // Behind a text that has gone where text goes, it is left out, but in foreign content.
            Token::NullCharacterToken
                if self.pending.borrow().starts_with(|c: char| !c.is_ascii_whitespace())
                    && !self.builder.adjusted_current_node_present_but_not_in_html_namespace() =>
            {
                return TokenSinkResult::Continue;
            }
            _ => {}
        }
        let text = std::mem::take(&mut *self.pending.borrow_mut());
        if !text.is_empty() {
            let _ = self.builder.process_token(Token::CharacterTokens(text), line);
        }
        if let TagToken(tag) = &mut token
            && tag.kind == StartTag
        {
            for attribute in &mut tag.attrs {
                cut(&mut attribute.value, self.max_attribute_bytes);
            }
            self.flatten(line);
        }
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

pub(super) fn cut(value: &mut StrTendril, max_bytes: usize) {
    if value.len() > max_bytes {
        let mut end = max_bytes;
        while !value.is_char_boundary(end) {
            end -= 1;
        }
        *value = StrTendril::from_slice(&value[..end]);
    }
}
