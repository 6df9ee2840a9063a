//! Which part of the program an element is, where that is asked for.

use super::close::Closing;
use super::{Emitter, Index};
use crate::document::{Extent, Op, Span, Subtree};

/// An element that is still open.
#[derive(Debug)]
pub(super) struct OpenSubtree {
    /// In the columns.
    subtree: usize,
    /// How many were open before it.
    level: usize,
}

/// The state before an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Before {
    ops: usize,
    level: usize,
    is_flat: bool,
}

impl Emitter<'_, '_> {
    pub(super) fn before(&self) -> Before {
        Before { ops: self.columns.ops.len(), level: self.open.len(), is_flat: self.flat > 0 || self.fence > 0 }
    }

    /// Notes where an element began, if it is one that holds something.
    pub(super) fn open_subtree(&mut self, index: Index, before: Before) {
        let Some(place) = self.facts.places.get(&index).copied() else { return };
        let extent = match self.open.get(before.level) {
            Some((_, Closing::Piece { element, .. })) => Extent::Element(*element),
            None | Some((_, Closing::Inline { .. } | Closing::Quotation(_) | Closing::Cell(_) | Closing::Select)) => return,
            _ if before.is_flat => return,
            Some(_) => {
                // The run before it ended where it began.
                let runs = self.columns.ops[before.ops..].iter().take_while(|op| matches!(op, Op::Run(..))).count();
                let start = (before.ops + runs) as u32;
                Extent::Ops(Span { start, end: start })
            }
        };
        let name = super::written::written_name(&self.facts.composed.nodes[index]);
        let tag = self.attributes.intern(&mut self.columns, name);
        if let Extent::Ops(_) = extent {
            self.subtrees.push(OpenSubtree { subtree: self.columns.subtrees.len(), level: before.level });
        }
        self.columns.subtrees.push(Subtree { tag, place, extent });
    }

    /// Notes where the elements that are not open any more ended.
    pub(super) fn close_subtrees(&mut self) {
        while let Some(open) = self.subtrees.pop_if(|open| self.open.len() <= open.level) {
            if let Some(Subtree { extent: Extent::Ops(ops), .. }) = self.columns.subtrees.get_mut(open.subtree) {
                ops.end = self.columns.ops.len() as u32;
            }
        }
    }
}
