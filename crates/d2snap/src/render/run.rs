//! Runs, cells and code: atoms to text.

use super::escape;
use super::line::Lines;
use super::{Ledger, Part, Renderer};
use crate::document::{Atom, AtomKind, Marks, NO_SENTENCE, Span};
use crate::plan::Piece;

/// Where in a line the writer is.
#[derive(Debug, Default)]
struct Place {
    /// White space was passed since the last atom that was written.
    space: bool,
    /// Nothing is written in front that white space could part.
    fresh: bool,
    /// The first text may need a backslash.
    line_start: bool,
    marks: Marks,
    depth: usize,
    begun: bool,
    /// The atom after the run's last.
    end: usize,
}

impl Renderer<'_, '_> {
    /// A run as one line, or as a line for each of its elements.
    pub(super) fn run(&mut self, atoms: Span, split: bool, heading: u8) {
        let mut place = Place::default();
        for index in atoms.range() {
            let atom = self.columns.atoms[index];
            place.space |= atom.space;
            if !self.keeps(index, atom) {
                continue;
            }
            if split && place.begun && place.depth == 0 && matches!(atom.kind, AtomKind::Open(_)) {
                self.set_marks(&mut place, Marks::default());
                self.lines.end();
                place.begun = false;
            }
            if !place.begun {
                self.lines.begin();
                self.lines.part(Part::Markdown);
                (0..heading).for_each(|_| self.lines.push("#"));
                if heading > 0 {
                    self.lines.push(" ");
                }
                place = Place {
                    fresh: true,
                    line_start: heading == 0,
                    begun: true,
                    depth: place.depth,
                    end: atoms.end as usize,
                    ..Place::default()
                };
            }
            self.atom(index, atom, &mut place);
        }
        if place.begun {
            self.set_marks(&mut place, Marks::default());
            self.lines.end();
        }
    }

    /// The atoms of a cell.
    pub(super) fn inline(&mut self, atoms: Span) {
        let mut place = Place { fresh: true, begun: true, ..Place::default() };
        // A row of dashes would delimit a header.
        if atoms.range().len() == 1
            && self.keeps(atoms.start as usize, self.columns.atoms[atoms.start as usize])
            && let AtomKind::Text(span) = self.columns.atoms[atoms.start as usize].kind
            && self.text(span).bytes().all(|byte| matches!(byte, b'-' | b':'))
        {
            self.lines.part(Part::Markdown);
            self.lines.push("\\");
        }
        for index in atoms.range() {
            let atom = self.columns.atoms[index];
            place.space |= atom.space;
            if self.keeps(index, atom) {
                self.atom(index, atom, &mut place);
            }
        }
        self.set_marks(&mut place, Marks::default());
    }

    pub(super) fn keeps(&self, index: usize, atom: Atom) -> bool {
        if let Some(kept) = &self.plan.kept {
            return kept.atoms[index] != Piece::Nothing;
        }
        atom.sentence == NO_SENTENCE || self.plan.keeps_sentence(self.columns, atom.sentence)
    }

    fn atom(&mut self, index: usize, atom: Atom, place: &mut Place) {
        if let AtomKind::Close(element) = atom.kind {
            self.fold(index);
            self.set_marks(place, shared(place.marks, atom.marks));
            place.depth = place.depth.saturating_sub(1);
            self.end_tag(element);
            self.note_extent(element, false);
            (place.fresh, place.line_start) = (false, false);
            return;
        }
        self.set_marks(place, shared(place.marks, atom.marks));
        if std::mem::take(&mut place.space) && !place.fresh {
            self.note_text();
            self.lines.push(" ");
        }
        let line_start = std::mem::take(&mut place.line_start);
        let unmarked = place.marks == Marks::default() && atom.marks == Marks::default();
        self.set_marks(place, atom.marks);
        place.fresh = false;
        match atom.kind {
            AtomKind::Text(span) => {
                let (text, cut) = self.piece(index, self.text(span));
                self.note_text();
                if is_label(text) {
                    self.lines.part(Part::Label);
                }
                let meant = if line_start && unmarked { self.misread_at(index, text, place.end) } else { None };
                match meant {
                    Some(at) => {
                        self.lines.push(&text[..at]);
                        self.lines.push("\\");
                        self.lines.push(&text[at..]);
                    }
                    _ => self.lines.push(text),
                }
                if cut {
                    self.lines.push("…");
                }
            }
            AtomKind::Image(start, address) => {
                self.lines.part(Part::Label);
                self.lines.push(self.text(start));
                if self.plan.keeps_address() {
                    self.lines.part(Part::Address);
                    self.lines.push(self.text(address));
                }
            }
            AtomKind::Open(element) => {
                self.note_extent(element, true);
                self.start_tag(element);
                if self.columns.elements[element as usize].is_void {
                    place.depth += 1;
                } else {
                    place.depth += 1;
                    place.fresh = true;
                }
            }
            AtomKind::Close(_) => {}
        }
    }

    /// Notes where an element in a line begins or ends.
    fn note_extent(&mut self, element: u32, begins: bool) {
        let at = self.lines.text().len();
        if let Some(ledger) = &mut self.lines.ledger {
            match ledger.elements.get_mut(&element) {
                Some(extent) if !begins => extent.1 = at,
                _ => {
                    ledger.elements.insert(element, (at, at));
                }
            }
        }
    }

    /// Where the line that begins with this text would be misread.
    fn misread_at(&self, index: usize, text: &str, end: usize) -> Option<usize> {
        // Without Markdown a line can only be taken for a marker.
        let misread = if self.markdown { escape::line_start } else { escape::marker_start };
        if text.len() >= 16 {
            return misread(text);
        }
        // What follows without a mark may complete it.
        let mut head = text.to_owned();
        for (at, atom) in self.columns.atoms.iter().enumerate().take(end).skip(index + 1).take(8) {
            let AtomKind::Text(span) = atom.kind else { break };
            if !self.keeps(at, *atom) || atom.marks != Marks::default() || head.len() >= 16 {
                break;
            }
            if atom.space {
                head.push(' ');
            }
            head.push_str(self.text(span));
        }
        misread(&head).filter(|at| *at <= text.len())
    }

    /// What is kept of an atom's text, and whether it is cut.
    fn piece<'t>(&self, index: usize, text: &'t str) -> (&'t str, bool) {
        match self.plan.kept.as_ref().map(|kept| kept.atoms[index]) {
            Some(Piece::Start(end)) => (text.get(..end as usize).unwrap_or(text).trim_end(), true),
            _ => (text, false),
        }
    }

    /// Says how many choices of a list are left out.
    fn fold(&mut self, index: usize) {
        let plan = self.plan;
        if let Some(fold) = plan.kept.as_ref().and_then(|kept| kept.folds.get(&(index as u32))) {
            self.lines.push(fold);
        }
    }

    /// Closes and opens marks until exactly `wanted` are open; the outermost stay.
    fn set_marks(&mut self, place: &mut Place, wanted: Marks) {
        if place.marks == wanted {
            return;
        }
        self.lines.part(Part::Markdown);
        let keep = Marks::ALL.iter().take_while(|(mark, _)| place.marks.contains(*mark) == wanted.contains(*mark)).count();
        for (_, text) in Marks::ALL[keep..].iter().rev().filter(|(mark, _)| place.marks.contains(*mark)) {
            self.lines.push(text);
        }
        for (_, text) in Marks::ALL[keep..].iter().filter(|(mark, _)| wanted.contains(*mark)) {
            self.lines.push(text);
        }
        place.marks = wanted;
    }

    /// Fenced code.
    pub(super) fn fence(&mut self, atoms: Span, ticks: u32) {
        let fence = "`".repeat(ticks as usize);
        self.lines.begin();
        self.lines.part(Part::Markdown);
        self.lines.push(&fence);
        // Without a fence the element around the code says what it is.
        let mut first = ticks == 0;
        let mut code = Code { text: String::new(), parts: self.lines.ledger.as_ref().map(|_| Ledger::default()) };
        for index in atoms.range() {
            if self.plan.kept.as_ref().is_some_and(|kept| kept.atoms[index] == Piece::Nothing) {
                continue;
            }
            match self.columns.atoms[index].kind {
                AtomKind::Text(span) => {
                    let (text, cut) = self.piece(index, self.text(span));
                    code.note(if self.acting > 0 { Part::Name } else { Part::Text });
                    code.text.push_str(text);
                    if cut {
                        code.text.push('…');
                    }
                }
                AtomKind::Image(start, _) => {
                    code.note(Part::Label);
                    code.text.push_str(self.text(start));
                }
                AtomKind::Open(element) => self.take_tag(&mut code, |renderer| renderer.start_tag(element)),
                AtomKind::Close(element) => self.take_tag(&mut code, |renderer| renderer.end_tag(element)),
            }
        }
        let mut start = 0;
        for line in code.text.split('\n') {
            if !std::mem::take(&mut first) {
                self.lines.break_code(line.is_empty());
            }
            self.lines.part(Part::Markdown);
            // A line of code is no marker of ours.
            let end = start + line.len();
            let marker = escape::marker_start(line);
            for (from, to) in [(start, start + marker.unwrap_or_default()), (start + marker.unwrap_or_default(), end)] {
                if marker.is_some() && to == end {
                    self.lines.push("\\");
                }
                let at = self.lines.text().len();
                if let (Some(ledger), Some(parts)) = (&mut self.lines.ledger, &code.parts) {
                    ledger.append(parts, from..to, at);
                }
                self.lines.push(&code.text[from..to]);
            }
            start = end + 1;
        }
        if ticks > 0 {
            self.lines.break_code(false);
            self.lines.part(Part::Markdown);
            self.lines.push(&fence);
        }
        self.lines.end();
    }

    fn take_tag(&mut self, code: &mut Code, write: impl FnOnce(&mut Self)) {
        let lines = Lines::new(false, false, code.parts.as_ref().map(|_| Ledger::default()));
        let written = std::mem::replace(&mut self.lines, lines);
        write(self);
        let mut tag = std::mem::replace(&mut self.lines, written);
        if let (Some(parts), Some(tag_parts)) = (&mut code.parts, tag.ledger.take()) {
            parts.append(&tag_parts, 0..usize::MAX, code.text.len());
        }
        code.text.push_str(&tag.into_text());
    }
}

/// Code whose lines are still to be parted.
struct Code {
    text: String,
    parts: Option<Ledger>,
}

impl Code {
    fn note(&mut self, part: Part) {
        if let Some(parts) = &mut self.parts {
            parts.note(self.text.len(), part, false);
        }
    }
}

/// Whether a text is the label of a picture, as it is written.
fn is_label(text: &str) -> bool {
    text.starts_with("![") && text.ends_with(']')
}

/// The outermost marks that stay open between two atoms.
fn shared(before: Marks, after: Marks) -> Marks {
    let same = Marks::ALL.iter().take_while(|(mark, _)| before.contains(*mark) == after.contains(*mark));
    same.filter(|(mark, _)| before.contains(*mark)).fold(Marks::default(), |kept, (mark, _)| kept.with(*mark))
}
