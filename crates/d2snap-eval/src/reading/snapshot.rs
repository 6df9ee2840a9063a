//! Reads a snapshot: lines of HTML and Markdown.

use std::collections::HashMap;

use d2snap_check::tokens::{Start, Token, is_void, tokens};

use super::{Builder, Reading, words};
use crate::page::Page;

/// Lines before and after a field in which its label may stand.
const NEAR: usize = 2;

/// So many words of a label tell which it is.
const LABEL: usize = 8;

/// An open group of a snapshot or an open element.
enum Open {
    /// A list item, whose lines begin at this indentation.
    Item(usize),
    Tag {
        name: String,
        /// Where it is printed, and its first word.
        printed: Option<(usize, usize)>,
        /// The first element printed inside, and its first word: of a label.
        label: Option<(usize, usize)>,
        /// It spans lines.
        group: bool,
    },
}

/// Reads a snapshot whose numbers stand for these elements. A number in `uid` or `data-uid`.
pub(crate) fn read(text: &str, page: &Page, elements: &HashMap<u32, usize>) -> Reading {
    let tokens = tokens(text);
    let mut reader = Reader { builder: Builder::default(), open: Vec::new(), line_open: false, fresh: true, page, elements };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Text(text) => reader.text(text),
            Token::Start(start) => {
                let spans = matches!(tokens.get(at + 1), Some(Token::Text(text)) if text.starts_with('\n')) && !is_void(&start.name);
                reader.start(start, spans);
            }
            Token::End(name) => reader.end(name),
            Token::Comment(_) | Token::Doctype => {}
        }
    }
    while !reader.open.is_empty() {
        reader.pop();
    }
    let mut reading = reader.builder.finish();
    label_fields(&mut reading, page);
    reading
}

struct Reader<'e> {
    builder: Builder,
    open: Vec<Open>,
    /// The line is a group of its own.
    line_open: bool,
    /// Nothing of the line has been read.
    fresh: bool,
    page: &'e Page,
    elements: &'e HashMap<u32, usize>,
}

impl Reader<'_> {
    fn text(&mut self, text: &str) {
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                self.end_line();
            }
            let rest = if self.fresh { self.begin_line(line) } else { line };
            if !rest.trim().is_empty() {
                self.open_line();
                self.builder.text(rest);
            }
        }
    }

    /// Reads what stands before a line's content; gives what is left. A part of a line that is blank does not begin it.
    fn begin_line<'t>(&mut self, line: &'t str) -> &'t str {
        let mut rest = line.trim_start_matches(' ');
        let mut indent = line.len() - rest.len();
        if rest.is_empty() && indent == 0 {
            return rest;
        }
        self.fresh = false;
        self.leave_items(indent);
        loop {
            if let Some(after) = rest.strip_prefix("> ") {
                indent += 2;
                rest = after;
            } else if let Some(width) = marker(rest) {
                indent += width;
                rest = &rest[width..];
                self.open.push(Open::Item(indent));
                self.builder.open();
            } else {
                break;
            }
        }
        let rank = rest.bytes().take_while(|byte| *byte == b'#').count();
        if (1..=6).contains(&rank) && rest[rank..].starts_with(' ') {
            self.builder.begin_heading(rank);
            rest = &rest[rank..];
        }
        rest
    }

    /// Closes the items that a line of this indentation is not in.
    fn leave_items(&mut self, indent: usize) {
        while let Some(Open::Item(inner)) = self.open.last()
            && *inner > indent
        {
            self.pop();
        }
    }

    fn open_line(&mut self) {
        if !self.line_open {
            self.builder.open();
            self.line_open = true;
        }
    }

    fn close_line(&mut self) {
        if self.line_open {
            self.builder.close();
            self.line_open = false;
        }
    }

    fn end_line(&mut self) {
        self.builder.end_heading();
        self.close_line();
        self.builder.end_line();
        self.fresh = true;
    }

    fn start(&mut self, start: &Start, spans: bool) {
        if self.fresh {
            self.fresh = false;
            self.leave_items(0);
        }
        if spans {
            self.close_line();
        } else {
            self.open_line();
        }
        let number = start.attributes.iter().rev().find(|(name, _)| name == "uid" || name == "data-uid");
        let element = number.and_then(|(_, number)| self.elements.get(&number.parse().ok()?)).copied();
        let printed = element.map(|element| self.builder.begin(element, &start.attributes));
        if spans {
            self.builder.open();
        }
        self.builder.attributes(&start.attributes);
        if is_void(&start.name) {
            if let Some(place) = printed {
                self.builder.end(place);
            }
        } else {
            let label = (start.name == "label").then(|| (self.builder.count(), self.builder.position()));
            let printed = printed.map(|printed| (printed, self.builder.position()));
            self.open.push(Open::Tag { name: start.name.clone(), printed, label, group: spans });
        }
    }

    fn end(&mut self, name: &str) {
        self.fresh = false;
        let is_opened = |open: &Open| matches!(open, Open::Tag { name: known, .. } if known == name);
        if let Some(at) = self.open.iter().rposition(is_opened) {
            while self.open.len() > at {
                self.pop();
            }
        }
    }

    fn pop(&mut self) {
        match self.open.pop() {
            Some(Open::Item(_)) => {
                self.close_line();
                self.builder.close();
            }
            Some(Open::Tag { printed, label, group, .. }) => {
                if group {
                    self.close_line();
                }
                if let Some((first, from)) = label {
                    for place in first..self.builder.count() {
                        if self.page.is_field(self.builder.element(place)) {
                            self.builder.label(place, from);
                        }
                    }
                }
                if let Some((place, from)) = printed {
                    self.builder.name(place, from);
                }
                if group {
                    self.builder.close();
                }
            }
            None => {}
        }
    }
}

/// The width of a list marker with the space after it.
fn marker(line: &str) -> Option<usize> {
    if line.starts_with("- ") {
        return Some(2);
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    ((1..=9).contains(&digits) && line[digits..].starts_with(". ")).then_some(digits + 2)
}

/// A field is named by its label too where that stands near, or its first [`LABEL`] words: on its line, [`NEAR`] lines around,
/// or on from there.
fn label_fields(reading: &mut Reading, page: &Page) {
    for place in 0..reading.printed.len() {
        let printed = &reading.printed[place];
        if !page.is_field(printed.element) {
            continue;
        }
        let label: Vec<String> = words(&page.label(printed.element)).take(LABEL).collect();
        if label.is_empty() || has(printed.name.iter(), &label) {
            continue;
        }
        let line = |at: usize| reading.lines.get(at.min(reading.lines.len().saturating_sub(1))).cloned().unwrap_or_default();
        let near = line(printed.line.saturating_sub(NEAR)).start..line(printed.line + NEAR).end;
        // A run that begins or ends there.
        let from = near.start.saturating_sub(label.len() - 1);
        let to = (near.end + label.len() - 1).min(reading.words.len());
        if has(reading.words[from.min(to)..to].iter().map(|word| &word.word), &label) {
            let inner = std::mem::take(&mut reading.printed[place].name);
            reading.printed[place].name = label.into_iter().chain(inner).collect();
        }
    }
}

/// Whether a run of words is among others.
fn has<'w>(words: impl Iterator<Item = &'w String>, run: &[String]) -> bool {
    words.collect::<Vec<&String>>().windows(run.len()).any(|words| words.iter().zip(run).all(|(one, other)| *one == other))
}
