//! A part of a document as a document of its own: the same numbers and texts, less of them.
//!
//! What is chosen by its share of the whole (containers, sentences) is ranked anew, so that (k, l,
//! m) and the search over them mean the same in a part as in a page.

use std::sync::Mutex;

use rustc_hash::FxHashMap;

use crate::document::{AtomKind, Cell, Columns, Container, Document, Element, NO_SENTENCE, Op, Presence, Run, Sentence, Span};
use crate::snapshot::Stats;

/// What a part holds.
pub(super) struct Selection {
    pub(super) ops: Vec<bool>,
    /// Of the ops that are there, their atoms.
    pub(super) atoms: Vec<bool>,
}

/// Copies a part of a document. Cost: that of the part, and a few flat copies.
pub(super) fn part(document: &Document, selection: &Selection) -> Document {
    let source = &document.columns;
    let mut copy = Copy {
        source,
        selection,
        part: Columns {
            names: source.names.clone(),
            ratings: source.ratings.clone(),
            address_rating: source.address_rating,
            targets: source.targets.clone(),
            numbering: source.numbering.clone(),
            live: source.live.clone(),
            capturers: source.capturers.clone(),
            states: source.states.clone(),
            facts: source.facts.clone(),
            height: source.height,
            ..Columns::default()
        },
        elements: FxHashMap::default(),
        containers: FxHashMap::default(),
        sentences: FxHashMap::default(),
    };
    copy.sentences();
    // How many ops come before each.
    let mut before = Vec::with_capacity(source.ops.len() + 1);
    for (at, op) in source.ops.iter().enumerate() {
        before.push(copy.part.ops.len() as u32);
        if selection.ops[at] {
            let op = copy.op(*op);
            copy.part.ops.push(op);
        }
    }
    before.push(copy.part.ops.len() as u32);
    let mut columns = copy.part;
    let alerts = source.alerts.iter().map(|alert| Span { start: before[alert.start as usize], end: before[alert.end as usize] });
    columns.alerts = alerts.filter(|alert| alert.start < alert.end).collect();
    rank(&mut columns.containers);
    let stats = Stats {
        sentences: columns.sentences.len(),
        attributes: columns.attributes.iter().filter(|attribute| !matches!(attribute.presence, Presence::Instead(_))).count(),
        containers: columns.containers.len(),
        ..document.stats.clone()
    };
    Document {
        columns,
        source: document.source.clone(),
        options: document.options.clone(),
        meta: document.meta.clone(),
        stats,
        counts: Mutex::default(),
    }
}

/// Closes the gaps in the order of worth.
fn rank(containers: &mut [Container]) {
    let mut order: Vec<usize> = (0..containers.len()).collect();
    order.sort_by_key(|at| containers[*at].rank);
    for (rank, at) in order.into_iter().enumerate() {
        containers[at].rank = rank as u32;
    }
}

struct Copy<'d> {
    source: &'d Columns,
    selection: &'d Selection,
    part: Columns,
    /// Where things of the source are in the part.
    elements: FxHashMap<u32, u32>,
    containers: FxHashMap<u32, u32>,
    sentences: FxHashMap<u32, u32>,
}

impl Copy<'_> {
    /// The sentences of the part, in segments without the others.
    fn sentences(&mut self) {
        let all = &self.source.sentences;
        let mut used = vec![false; all.len()];
        for (at, atom) in self.source.atoms.iter().enumerate() {
            if self.selection.atoms[at] && atom.sentence != NO_SENTENCE {
                used[atom.sentence as usize] = true;
            }
        }
        let mut start = 0;
        while start < all.len() {
            // A segment's sentences stand together, and each knows how many they are.
            let end = (start + all[start].of.max(1) as usize).min(all.len());
            let there: Vec<usize> = (start..end).filter(|at| used[*at]).collect();
            let mut ranks: Vec<u32> = there.iter().map(|at| all[*at].rank).collect();
            ranks.sort_unstable();
            for at in &there {
                let rank = ranks.partition_point(|rank| *rank < all[*at].rank) as u32;
                self.sentences.insert(*at as u32, self.part.sentences.len() as u32);
                self.part.sentences.push(Sentence { rank, of: there.len() as u32 });
            }
            start = end;
        }
    }

    fn text(&mut self, span: Span) -> Span {
        let start = self.part.text.len() as u32;
        self.part.text.push_str(span.of(&self.source.text));
        Span { start, end: self.part.text.len() as u32 }
    }

    fn element(&mut self, number: u32) -> u32 {
        if let Some(known) = self.elements.get(&number) {
            return *known;
        }
        let element = self.source.elements[number as usize];
        let start = self.part.attributes.len() as u32;
        for at in element.attributes.range() {
            let mut attribute = self.source.attributes[at];
            attribute.text = self.text(attribute.text);
            self.part.attributes.push(attribute);
        }
        let attributes = Span { start, end: self.part.attributes.len() as u32 };
        let at = self.part.elements.len() as u32;
        self.part.elements.push(Element { attributes, ..element });
        self.elements.insert(number, at);
        at
    }

    fn container(&mut self, number: u32) -> u32 {
        if let Some(known) = self.containers.get(&number) {
            return *known;
        }
        let container = self.source.containers[number as usize];
        let element = self.element(container.element);
        let parent = container.parent.and_then(|parent| self.containers.get(&parent).copied());
        let at = self.part.containers.len() as u32;
        self.part.containers.push(Container { element, parent, ..container });
        self.containers.insert(number, at);
        at
    }

    fn atoms(&mut self, span: Span) -> Span {
        let start = self.part.atoms.len() as u32;
        for at in span.range().filter(|at| self.selection.atoms[*at]) {
            let mut atom = self.source.atoms[at];
            atom.sentence = self.sentences.get(&atom.sentence).copied().unwrap_or(NO_SENTENCE);
            atom.kind = match atom.kind {
                AtomKind::Text(text) => AtomKind::Text(self.text(text)),
                AtomKind::Image(text, address) => AtomKind::Image(self.text(text), self.text(address)),
                AtomKind::Open(element) => AtomKind::Open(self.element(element)),
                AtomKind::Close(element) => AtomKind::Close(self.element(element)),
            };
            self.part.atoms.push(atom);
        }
        Span { start, end: self.part.atoms.len() as u32 }
    }

    fn op(&mut self, op: Op) -> Op {
        match op {
            Op::OpenContainer(container) => Op::OpenContainer(self.container(container)),
            Op::CloseContainer(container) => Op::CloseContainer(self.container(container)),
            Op::OpenElement(element) => Op::OpenElement(self.element(element)),
            Op::CloseElement(element) => Op::CloseElement(self.element(element)),
            Op::Stub(element) => Op::Stub(self.element(element)),
            Op::Run(run, heading) => Op::Run(Run { atoms: self.atoms(run.atoms), ..run }, heading),
            Op::OpenItem(marker) => Op::OpenItem(self.text(marker)),
            Op::Row { cells, element } => {
                let element = element.map(|element| self.element(element));
                let start = self.part.cells.len() as u32;
                for at in cells.range() {
                    let cell = self.source.cells[at];
                    let cell = Cell { atoms: self.atoms(cell.atoms), element: cell.element.map(|element| self.element(element)) };
                    self.part.cells.push(cell);
                }
                Op::Row { cells: Span { start, end: self.part.cells.len() as u32 }, element }
            }
            Op::Fence { atoms, ticks } => Op::Fence { atoms: self.atoms(atoms), ticks },
            Op::Rule
            | Op::OpenList { .. }
            | Op::CloseList
            | Op::CloseItem
            | Op::OpenQuote
            | Op::CloseQuote
            | Op::OpenTable
            | Op::CloseTable
            | Op::Delimiter(_) => op,
        }
    }
}
