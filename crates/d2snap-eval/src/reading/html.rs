//! Reads HTML, whole or cut off anywhere.

use super::{Builder, Reading};
use crate::page::{Page, collapse};

/// Reads what a cut left of a page. An element is shown where its start tag and all of its text are there: targets, and those
/// `needed`. A line is a start tag and what follows up to the next one.
pub(crate) fn read(text: &str, page: &Page, needed: &[usize]) -> Reading {
    let cut = Page::read(text);
    let positions = correspond(&cut, page);
    let mut reader = Reader { cut: &cut, builder: Builder::default(), open: Vec::new() };
    let mut texts = 0;
    for (at, element) in cut.elements.iter().enumerate() {
        reader.texts(texts..element.texts.start);
        texts = texts.max(element.texts.start);
        reader.close_until(|open| at < cut.elements[open].end);
        let position = positions[at].filter(|position| {
            let wanted = page.elements[*position].target && !page.elements[*position].hidden || needed.contains(position);
            wanted && collapse(&cut.text(at)) == collapse(&page.text(*position))
        });
        reader.start(at, position);
    }
    reader.texts(texts..cut.texts.len());
    reader.close_until(|_| false);
    let mut reading = reader.builder.finish();
    label_fields(&mut reading, &cut, page, &positions);
    reading
}

struct Reader<'c> {
    cut: &'c Page,
    builder: Builder,
    /// Open elements; of those that are shown the place and the first word.
    open: Vec<(usize, Option<(usize, usize)>)>,
}

impl Reader<'_> {
    fn texts(&mut self, range: std::ops::Range<usize>) {
        for at in range {
            let text = &self.cut.texts[at];
            self.close_until(|open| open == text.element);
            if !self.cut.elements[text.element].hidden {
                self.builder.text(&text.text);
            }
        }
    }

    fn start(&mut self, at: usize, position: Option<usize>) {
        let element = &self.cut.elements[at];
        self.builder.end_line();
        if let Some(rank) = rank(&element.tag) {
            self.builder.begin_heading(rank);
        }
        let place = position.map(|position| self.builder.begin(position, &element.attributes));
        self.builder.open();
        self.builder.attributes(&element.attributes);
        self.open.push((at, place.map(|place| (place, self.builder.position()))));
        if element.tag == "img" {
            // It stands for a text.
            self.builder.text(element.attribute("alt").unwrap_or_default());
        }
    }

    /// Closes elements up to one that stays open.
    fn close_until(&mut self, stays: impl Fn(usize) -> bool) {
        while let Some((at, place)) = self.open.pop_if(|(at, _)| !stays(*at)) {
            if let Some((place, from)) = place {
                self.builder.name(place, from);
            }
            self.builder.close();
            if rank(&self.cut.elements[at].tag).is_some() {
                self.builder.end_heading();
            }
        }
    }
}

fn rank(tag: &str) -> Option<usize> {
    match tag.as_bytes() {
        [b'h', rank @ b'1'..=b'6'] => Some(usize::from(rank - b'0')),
        _ => None,
    }
}

/// A field is named by its label too where all of that is there: markup says that it is the field's, wherever it stands.
fn label_fields(reading: &mut Reading, cut: &Page, page: &Page, positions: &[Option<usize>]) {
    for (at, position) in positions.iter().enumerate() {
        let Some(position) = position.filter(|position| page.is_field(*position)) else { continue };
        let label = cut.label(at);
        if label.is_empty() || label != page.label(position) {
            continue;
        }
        for printed in reading.printed.iter_mut().filter(|printed| printed.element == position) {
            let inner = std::mem::take(&mut printed.name);
            printed.name = super::words(&label).chain(inner).collect();
        }
    }
}

/// The elements of the page that those of a cut of it are. A cut's tree is the page's so far, but for what the parser moves
/// later (text and elements misplaced in tables), which is passed over.
fn correspond(cut: &Page, page: &Page) -> Vec<Option<usize>> {
    let (inner, outer) = (children(cut), children(page));
    let mut positions = vec![None; cut.elements.len()];
    let mut open = vec![(0, 0)];
    if cut.elements.is_empty() || page.elements.is_empty() {
        return positions;
    }
    while let Some((at, position)) = open.pop() {
        positions[at] = Some(position);
        let mut candidates = outer[position].as_slice();
        for child in &inner[at] {
            let element = &cut.elements[*child];
            let same = |other: &usize| page.elements[*other].tag == element.tag && page.elements[*other].attributes == element.attributes;
            if let Some(found) = candidates.iter().position(same) {
                open.push((*child, candidates[found]));
                candidates = &candidates[found + 1..];
            }
        }
    }
    positions
}

fn children(page: &Page) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); page.elements.len()];
    for (at, element) in page.elements.iter().enumerate() {
        if let Some(parent) = element.parent {
            children[parent].push(at);
        }
    }
    children
}
