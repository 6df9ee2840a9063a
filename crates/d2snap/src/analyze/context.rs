//! What stands around a target and tells it from others of its name.

use rustc_hash::FxHashMap;

use super::attribute::cut_text;
use super::compose::{Composed, Index};
use super::name::{Named, Names};
use super::target::tag_role;
use crate::semantics::Tag;

/// Longer contexts are cut.
const MAX_CHARS: usize = 80;

/// A heading behind a target is looked for in so many elements around it.
const CARD_LEVELS: usize = 4;

/// A heading stands in so many elements of its own at most.
const WRAPPER_LEVELS: usize = 3;

/// So many headings before a target are looked at.
const MAX_HEADINGS: usize = 16;

/// Cells of a row beyond these are not counted for their column.
const MAX_COLUMNS: usize = 64;

/// Finds contexts; texts that many targets share are read once.
pub(super) struct Contexts<'a, 't> {
    composed: &'a Composed<'t>,
    names: &'a Names<'a, 't>,
    headings: Vec<Index>,
    targets: Vec<Index>,
    /// By number: whether the name tells nothing.
    unclear: Vec<bool>,
    texts: FxHashMap<Index, Option<String>>,
    /// What elements say of what they hold, headings, rows and columns aside.
    groups: FxHashMap<Index, Option<String>>,
    /// By node: known to say nothing.
    says_nothing: Vec<bool>,
}

impl<'a, 't> Contexts<'a, 't> {
    /// `named` has the names by number.
    pub(super) fn new(composed: &'a Composed<'t>, names: &'a Names<'a, 't>, uids: &[u32], named: &[Named]) -> Self {
        let is_heading = |index: &Index| {
            let node = &composed.nodes[*index];
            !node.gone && (node.tag.heading_level().is_some() || (node.facts.has_role() && names.role(*index) == Some("heading")))
        };
        let mut counts: FxHashMap<_, u32> = FxHashMap::default();
        let mut keys = Vec::with_capacity(named.len());
        let targets = composed.nodes.iter().enumerate().filter(|(index, _)| uids[*index] > 0);
        for ((index, node), named) in targets.zip(named) {
            let role = names.role(index).or_else(|| tag_role(node));
            let tag = role.is_none().then(|| node.element().map(|element| element.local()));
            let key = named.name.as_deref().map(|name| (role, tag, name));
            keys.push(key);
            *counts.entry(key).or_default() += 1;
        }
        let unclear = keys.iter().map(|key| key.is_none() || counts.get(key).is_some_and(|count| *count > 1)).collect();
        Contexts {
            composed,
            names,
            headings: (0..composed.nodes.len()).filter(is_heading).collect(),
            targets: (0..composed.nodes.len()).filter(|index| uids[*index] > 0).collect(),
            unclear,
            texts: FxHashMap::default(),
            groups: FxHashMap::default(),
            says_nothing: vec![false; composed.nodes.len()],
        }
    }

    /// The context of a target: of the nearest element around it that has one.
    pub(super) fn of(&mut self, index: Index, uid: u32) -> Option<String> {
        if !self.unclear.get(uid as usize - 1).is_some_and(|unclear| *unclear) {
            return None;
        }
        let before = self.heading_before(index);
        let mut at = index;
        for level in 0.. {
            let parent = self.composed.nodes[at].parent as usize;
            if parent == at {
                break;
            }
            let said = if self.is_row(parent) { self.cell(parent, at) } else { self.group(parent) };
            let heading =
                || before.filter(|heading| *heading > parent).or_else(|| self.card_heading(parent, index).filter(|_| level < CARD_LEVELS));
            let said = match said {
                Some(said) => Some(said),
                None => heading().and_then(|heading| self.text(heading)),
            };
            if said.is_some() {
                return said;
            }
            at = parent;
        }
        before.and_then(|heading| self.text(heading))
    }

    fn is_row(&self, index: Index) -> bool {
        let node = &self.composed.nodes[index];
        node.tag == Tag::Tr || (node.facts.has_role() && self.names.role(index) == Some("row"))
    }

    fn text(&mut self, index: Index) -> Option<String> {
        let names = self.names;
        self.texts.entry(index).or_insert_with(|| Some(cut_text(&names.text(index), MAX_CHARS)).filter(|text| !text.is_empty())).clone()
    }

    /// A legend, a caption, or the name of a group or landmark.
    fn group(&mut self, index: Index) -> Option<String> {
        if self.says_nothing[index] {
            return None;
        }
        let names = self.names;
        let said = self.groups.entry(index).or_insert_with(|| names.group_name(index).map(|name| cut_text(&name, MAX_CHARS)));
        self.says_nothing[index] = said.is_none();
        said.clone()
    }

    /// What heads the row of a cell, and what heads its column.
    fn cell(&mut self, row: Index, cell: Index) -> Option<String> {
        let cells = self.children(row);
        let heads = |at: &&Index| self.composed.nodes[**at].tag == Tag::Th || self.names.role(**at) == Some("rowheader");
        let head = cells.iter().find(heads).or(cells.first()).copied().filter(|head| *head != cell);
        let column = cells.iter().position(|known| *known == cell).and_then(|place| self.column_head(row, place));
        let texts: Vec<String> = [head, column].into_iter().flatten().filter_map(|at| self.text(at)).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    }

    /// The header cell at a place of the first row of a table, where that is one of headers alone.
    fn column_head(&self, row: Index, place: usize) -> Option<Index> {
        let nodes = &self.composed.nodes;
        let mut table = row;
        while nodes[table].tag != Tag::Table {
            let parent = nodes[table].parent as usize;
            if parent == table {
                return None;
            }
            table = parent;
        }
        let mut first = table + 1;
        while first < row && !self.is_row(first) {
            first += 1;
            if first > table + MAX_COLUMNS {
                return None;
            }
        }
        let spans = |index: &Index| nodes[*index].attribute("colspan").is_some_and(|span| span.trim() != "1");
        let heads = if first < row { self.children(first) } else { Vec::new() };
        let is_plain = heads.iter().all(|head| nodes[*head].tag == Tag::Th) && !heads.iter().chain(&self.children(row)).any(spans);
        heads.get(place).copied().filter(|_| is_plain)
    }

    /// The first elements directly in another, hidden ones too.
    fn children(&self, index: Index) -> Vec<Index> {
        let nodes = &self.composed.nodes;
        let mut found = Vec::new();
        let mut at = index + 1;
        while at < nodes[index].end as usize && found.len() < MAX_COLUMNS {
            if nodes[at].element().is_some() {
                found.push(at);
            }
            at = nodes[at].end as usize;
        }
        found
    }

    /// The last heading before a target that is about what it stands among: it stands in the same
    /// element, or in one of the same element that holds no target.
    fn heading_before(&self, target: Index) -> Option<Index> {
        let nodes = &self.composed.nodes;
        let behind = self.headings.partition_point(|heading| *heading < target);
        let is_about = |heading: &&Index| {
            if nodes[**heading].end as usize > target {
                // One that the target stands in says no more than its name.
                return false;
            }
            let mut at = **heading;
            for _ in 0..WRAPPER_LEVELS {
                let parent = nodes[at].parent as usize;
                if parent == at || nodes[parent].end as usize > target {
                    return true;
                }
                at = parent;
                if self.holds_target(at) {
                    return false;
                }
            }
            false
        };
        self.headings[..behind].iter().rev().take(MAX_HEADINGS).find(is_about).copied()
    }

    /// The only heading of a card, behind a target in it.
    fn card_heading(&self, card: Index, target: Index) -> Option<Index> {
        let nodes = &self.composed.nodes;
        let first = self.headings.partition_point(|heading| *heading <= card);
        let mut inside = self.headings[first..].iter().copied().take_while(|heading| *heading < nodes[card].end as usize);
        inside.next().filter(|heading| *heading >= nodes[target].end as usize && inside.next().is_none())
    }

    fn holds_target(&self, index: Index) -> bool {
        let first = self.targets.partition_point(|target| *target < index);
        self.targets.get(first).is_some_and(|target| *target < self.composed.nodes[index].end as usize)
    }
}
