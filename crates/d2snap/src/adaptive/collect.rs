//! Reads the program for what can be left out.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bond;
use super::candidate::{Candidate, Candidates, NO_GROUP, Tier};
use crate::document::{AtomKind, Columns, NO_SENTENCE, Op, Span};
use crate::plan::{Piece, Ranks};

/// Bytes of text that stay together, about 64 tokens.
const PIECE_BYTES: usize = 200;
/// Bytes of a label that stay with its target.
const LABEL_BYTES: usize = 40;

/// A container of this worth groups something.
const GROUP: u32 = 100;

/// Collects the candidates: one pass over the program.
///
/// `ranks` are those of the sentences, where a task favours some.
pub(super) fn collect<'d>(columns: &'d Columns, ranks: &'d Ranks) -> Candidates {
    let mut collector = Collector {
        columns,
        ranks,
        found: Candidates::default(),
        open: Vec::new(),
        groups: Vec::new(),
        names: FxHashMap::default(),
        alike: FxHashMap::default(),
        wants_label: None,
        alert: false,
        labels: bond::labels(columns),
        chosen: bond::chosen(columns),
    };
    let mut steps = vec![0i32; columns.ops.len() + 1];
    for alert in columns.alerts.iter().map(|alert| alert.range()).filter(|alert| alert.start < columns.ops.len()) {
        steps[alert.start] += 1;
        steps[alert.end.min(columns.ops.len())] -= 1;
    }
    let mut alerts = 0;
    for (at, op) in columns.ops.iter().enumerate() {
        alerts += steps[at];
        collector.alert = alerts > 0;
        collector.op(at as u32, *op);
    }
    collector.found
}

struct Open {
    op: u32,
    element: Option<u32>,
    container: Option<u32>,
}

struct Collector<'d> {
    columns: &'d Columns,
    ranks: &'d Ranks,
    found: Candidates,
    open: Vec<Open>,
    /// The ops that begin the open groups.
    groups: Vec<u32>,
    /// How often each name was met, by tag.
    names: FxHashMap<(u32, &'d str), u32>,
    /// How many of a tag were met in a container, list or element.
    alike: FxHashMap<(u32, u32), u32>,
    /// A target on lines of its own that has no label yet.
    wants_label: Option<usize>,
    /// The current op is part of an alert.
    alert: bool,
    labels: FxHashMap<u32, u32>,
    /// The choices that lists have.
    chosen: FxHashSet<u32>,
}

impl<'d> Collector<'d> {
    fn op(&mut self, at: u32, op: Op) {
        match op {
            Op::OpenContainer(container) => {
                self.push(at, None, Some(container));
                if self.groups_targets(container) {
                    self.groups.push(at);
                }
            }
            Op::OpenItem(_) => self.groups.push(at),
            Op::CloseItem => {
                self.groups.pop();
            }
            Op::OpenElement(element) => {
                self.push(at, Some(element), None);
                let uid = self.columns.elements[element as usize].uid;
                if uid > 0 {
                    let index = self.target(at, element);
                    self.wants_label = Some(index);
                } else if let Some(uid) = self.labels.get(&element).copied() {
                    self.wants_label = Some(self.label(Vec::new(), uid));
                }
            }
            Op::OpenList { .. } | Op::OpenTable => self.push(at, None, None),
            Op::CloseList | Op::CloseTable => {
                self.open.pop();
            }
            Op::CloseContainer(_) => self.close_container(at),
            Op::CloseElement(element) => self.close_element(at, element),
            Op::Stub(_) => self.add(Tier::Link, 0, Vec::new(), vec![at], 0, 1.0),
            Op::Rule => self.add(Tier::Rest, 9, Vec::new(), vec![at], 0, 0.1),
            Op::Run(run, heading) => self.atoms(at, run.atoms, heading),
            Op::Row { cells, element } => {
                self.groups.push(at);
                self.row(at, cells, element);
                self.groups.pop();
            }
            Op::Fence { atoms, .. } => self.code(at, atoms),
            Op::Delimiter(_) | Op::OpenQuote | Op::CloseQuote => {}
        }
    }

    /// A row: the first text says what it is about, and so goes with its first target; the text around
    /// a target in a cell goes with that.
    fn row(&mut self, at: u32, cells: Span, element: Option<u32>) {
        let targeted = |element: Option<u32>| element.filter(|element| self.columns.elements[*element as usize].uid > 0);
        let cells = &self.columns.cells[cells.range()];
        let held: Vec<(Option<u32>, bool)> = cells.iter().map(|cell| bond::in_cell(self.columns, cell.atoms)).collect();
        let mut first = held.iter().find_map(|(uid, _)| *uid);
        if let Some(element) = targeted(element) {
            self.wants_label = Some(self.target(at, element));
            first = None;
        }
        for (cell, (own, text)) in cells.iter().zip(held) {
            if let Some(element) = targeted(cell.element) {
                self.wants_label = Some(self.target(at, element));
            } else if let Some(uid) = own.or(first)
                && self.wants_label.is_none()
                && text
            {
                self.wants_label = Some(self.label(Vec::new(), uid));
                first = None;
            }
            self.atoms(at, cell.atoms, 0);
        }
        self.wants_label = None;
    }

    /// Whether a container is a card, a row, a menu or more.
    fn groups_targets(&self, container: u32) -> bool {
        self.columns.containers[container as usize].worth >= GROUP
    }

    fn push(&mut self, op: u32, element: Option<u32>, container: Option<u32>) {
        self.open.push(Open { op, element, container });
    }

    fn close_container(&mut self, at: u32) {
        let Some(open) = self.open.pop() else { return };
        let Some(container) = open.container else { return };
        let worth = self.columns.containers[container as usize].worth;
        if self.groups_targets(container) {
            self.groups.pop();
        }
        let tier = match worth {
            400.. => Tier::Landmark,
            GROUP.. => Tier::Group,
            _ => Tier::Rest,
        };
        self.add(tier, 0, Vec::new(), vec![open.op, at], 0, 0.5 + f64::from(worth) / 1000.0);
    }

    fn close_element(&mut self, at: u32, element: u32) {
        let Some(open) = self.open.pop() else { return };
        let uid = self.columns.elements[element as usize].uid;
        if uid == 0 || open.element != Some(element) {
            self.found.pairs.push((open.op, at));
        } else if let Some(candidate) = self.found.all.iter_mut().rev().find(|candidate| candidate.uid == uid) {
            candidate.ops.push(at);
        }
        if self.wants_label.is_some_and(|wanted| self.found.all[wanted].uid == uid) {
            self.wants_label = None;
        }
    }

    fn add(&mut self, tier: Tier, bucket: u32, atoms: Vec<(u32, Piece)>, ops: Vec<u32>, uid: u32, value: f64) {
        let tier = if self.alert && tier > Tier::Alert && tier < Tier::Rest && !matches!(tier, Tier::Landmark | Tier::Group) {
            Tier::Alert
        } else {
            tier
        };
        self.found.all.push(Candidate {
            tier,
            bucket,
            atoms,
            ops,
            uid,
            goes_with: 0,
            value,
            group: self.groups.last().copied().unwrap_or(NO_GROUP),
        });
    }

    /// A target that begins at an op; its place in the list of candidates.
    fn target(&mut self, op: u32, element: u32) -> usize {
        let Columns { elements, names, .. } = self.columns;
        let tag = elements[element as usize].tag;
        let uid = elements[element as usize].uid;
        let around = self.open.iter().rev().find(|open| open.element != Some(element)).map_or(u32::MAX, |open| open.op);
        let met = self.alike.entry((around, tag)).or_insert(0);
        let bucket = (*met / 8).min(64);
        *met += 1;
        let record = &self.columns.targets[uid as usize - 1];
        let tier = match record.role {
            // Without a name it says little.
            _ if record.name.is_none() && record.value.is_none() => Tier::Label,
            _ if bond::is_field(self.columns, record) => Tier::Field,
            Some("link") => Tier::Link,
            _ if matches!(&*names[tag as usize], "a" | "area") => Tier::Link,
            _ => Tier::Control,
        };
        // What says the same as many before it says little too.
        let name = record.name.map_or("", |name| name.of(&self.columns.facts));
        let said = self.names.entry((tag, name)).or_insert(0);
        let bucket = bucket + *said * 2;
        *said += 1;
        let ops = if matches!(self.columns.ops[op as usize], Op::OpenElement(_)) { vec![op] } else { Vec::new() };
        self.add(tier, bucket, Vec::new(), ops, uid, if tier == Tier::Link { 2.0 } else { 3.0 });
        self.found.place.insert(uid, op);
        self.found.all.len() - 1
    }

    /// The atoms of a run or of a cell.
    fn atoms(&mut self, op: u32, atoms: Span, heading: u8) {
        // The candidate that each open element's own text goes to; none where it goes with others.
        let mut owners: Vec<Option<usize>> = Vec::new();
        let mut room: FxHashMap<usize, usize> = FxHashMap::default();
        let mut sentence: Option<(u32, usize)> = None;
        for at in atoms.range() {
            let atom = self.columns.atoms[at];
            let at = at as u32;
            match atom.kind {
                AtomKind::Open(element) => {
                    let target = self.columns.elements[element as usize];
                    if target.uid > 0 {
                        let index = self.target(op, element);
                        // In a label that says nothing else, it is what tells the field.
                        if let Some(field) = self.silent_label(&owners).filter(|field| *field != target.uid) {
                            self.found.all[index].goes_with = field;
                        }
                        // What is around a control in a row, or is its label, still has to say what it is.
                        let in_row = matches!(self.columns.ops[op as usize], Op::Row { .. });
                        let named = self.wants_label.take_if(|wanted| !in_row && self.found.all[*wanted].uid > 0).is_some();
                        let candidate = &mut self.found.all[index];
                        candidate.atoms.push((at, Piece::All));
                        if heading > 0 {
                            candidate.tier = Tier::Heading;
                        }
                        if named && candidate.tier > Tier::Control {
                            candidate.bucket = candidate.bucket.min(1);
                        }
                        owners.push(Some(index));
                    } else {
                        owners.push(self.untargeted(at, element, owners.iter().rev().find_map(|owner| *owner)));
                    }
                }
                AtomKind::Close(_) => {
                    if let Some(Some(owner)) = owners.pop() {
                        self.found.all[owner].atoms.push((at, Piece::All));
                    }
                }
                AtomKind::Text(span) => {
                    let bytes = span.range().len();
                    // A heading's link is heading too, as far as it reads.
                    let rest = if heading > 0 { Tier::Heading } else { Tier::Label };
                    if let Some(Some(owner)) = owners.last() {
                        let used = room.entry(*owner).or_insert(0);
                        if *used < LABEL_BYTES {
                            let left = LABEL_BYTES - *used;
                            *used += bytes;
                            self.pieces(at, span, left.max(16), Some(*owner), rest);
                        } else {
                            self.pieces(at, span, PIECE_BYTES, None, rest);
                        }
                        continue;
                    }
                    if heading > 0 {
                        self.wants_label = None;
                        self.pieces(at, span, PIECE_BYTES, None, Tier::Heading);
                        continue;
                    }
                    if let Some(wanted) = self.wants_label.take() {
                        // The first text of a target that holds blocks is its label.
                        self.pieces(at, span, LABEL_BYTES, Some(wanted), Tier::Label);
                        continue;
                    }
                    let known = sentence.filter(|(number, _)| *number == atom.sentence && atom.sentence != NO_SENTENCE);
                    match known {
                        Some((_, owner)) if bytes < PIECE_BYTES => self.found.all[owner].atoms.push((at, Piece::All)),
                        _ => {
                            let rank = if atom.sentence == NO_SENTENCE { 0 } else { self.ranks.of(self.columns, atom.sentence).0 };
                            let first = self.found.all.len();
                            self.pieces(at, span, PIECE_BYTES, None, if rank == 0 { Tier::FirstSentence } else { Tier::Sentence });
                            sentence = Some((atom.sentence, first));
                        }
                    }
                }
                AtomKind::Image(..) if heading > 0 => self.add(Tier::Heading, 0, vec![(at, Piece::All)], Vec::new(), 0, 1.0),
                AtomKind::Image(..) => self.add(Tier::Rest, 0, vec![(at, Piece::All)], Vec::new(), 0, 0.3),
            }
        }
    }

    /// The field of the innermost open label, if that has no text of its own so far.
    fn silent_label(&self, owners: &[Option<usize>]) -> Option<u32> {
        let label = owners.iter().rev().find_map(|owner| *owner).map(|owner| &self.found.all[owner])?;
        let is_text = |atom: &u32| matches!(self.columns.atoms[*atom as usize].kind, AtomKind::Text(_));
        let is_silent = label.uid == 0 && label.goes_with > 0 && !label.atoms.iter().any(|(atom, _)| is_text(atom));
        is_silent.then_some(label.goes_with)
    }

    /// An element that is no target: a label, a choice, a form in a cell.
    fn untargeted(&mut self, at: u32, element: u32, owner: Option<usize>) -> Option<usize> {
        let Columns { elements, names, .. } = self.columns;
        if *names[elements[element as usize].tag as usize] == *"option" {
            if self.chosen.contains(&element)
                && let Some(owner) = owner
            {
                self.found.all[owner].atoms.push((at, Piece::All));
                return Some(owner);
            }
            self.add(Tier::Choice, 0, vec![(at, Piece::All)], Vec::new(), 0, 0.4);
            return Some(self.found.all.len() - 1);
        }
        if let Some(uid) = self.labels.get(&element).copied() {
            return Some(self.label(vec![(at, Piece::All)], uid));
        }
        // A group of choices or a label without a target of its own is written where it holds
        // something: its tags are found by their place.
        None
    }

    /// A label that comes and goes with its target; its place in the list of candidates.
    fn label(&mut self, atoms: Vec<(u32, Piece)>, uid: u32) -> usize {
        self.add(Tier::Field, 0, atoms, Vec::new(), 0, 1.0);
        let index = self.found.all.len() - 1;
        self.found.all[index].goes_with = uid;
        index
    }

    /// Cuts a text at word boundaries, each piece a candidate after the one before.
    fn pieces(&mut self, at: u32, span: Span, first: usize, owner: Option<usize>, tier: Tier) {
        let text = span.of(&self.columns.text);
        let mut ends = Vec::new();
        let mut end = 0;
        let mut room = first;
        while text.len() - end > room + room / 4 {
            let mut cut = end + room;
            while !text.is_char_boundary(cut) {
                cut -= 1;
            }
            // Not inside a word, and not inside a reference that we wrote.
            cut = text[end..cut].rfind(' ').filter(|at| *at > 0).map_or(cut, |at| end + at);
            if let Some(open) = text[end..cut].rfind('&').filter(|open| !text[end + open..cut].contains(';'))
                && open > 0
            {
                cut = end + open;
            }
            if cut <= end {
                break;
            }
            ends.push(cut);
            end = cut;
            room = PIECE_BYTES;
        }
        let count = ends.len();
        for (index, end) in ends.into_iter().map(|end| Piece::Start(end as u32)).chain([Piece::All]).enumerate() {
            match owner {
                Some(owner) if index == 0 => self.found.all[owner].atoms.push((at, end)),
                _ => {
                    let later = index > 0;
                    let tier = if later && !matches!(tier, Tier::Heading | Tier::Label) { Tier::Rest } else { tier };
                    let value = if tier == Tier::Heading { 3.0 } else { 1.0 / (1 + index.min(count)) as f64 };
                    self.add(tier, u32::from(later) * index as u32, vec![(at, end)], Vec::new(), 0, value);
                }
            }
        }
    }

    /// Code, in pieces.
    fn code(&mut self, op: u32, atoms: Span) {
        let mut owners: Vec<Option<usize>> = Vec::new();
        for at in atoms.range() {
            let at = at as u32;
            match self.columns.atoms[at as usize].kind {
                AtomKind::Open(element) if self.columns.elements[element as usize].uid > 0 => {
                    let index = self.target(op, element);
                    self.found.all[index].atoms.push((at, Piece::All));
                    owners.push(Some(index));
                }
                AtomKind::Open(_) => owners.push(None),
                AtomKind::Close(_) => {
                    if let Some(Some(owner)) = owners.pop() {
                        self.found.all[owner].atoms.push((at, Piece::All));
                    }
                }
                AtomKind::Text(span) => match owners.last() {
                    Some(Some(owner)) => self.found.all[*owner].atoms.push((at, Piece::All)),
                    _ => self.pieces(at, span, PIECE_BYTES, None, Tier::Rest),
                },
                AtomKind::Image(..) => self.add(Tier::Rest, 0, vec![(at, Piece::All)], Vec::new(), 0, 0.3),
            }
        }
    }
}
