//! What a browser says of the nodes of a captured page.

use rustc_hash::FxHashMap;

use super::{Composer, Index};
use crate::capture::Side;
use crate::document::LiveRecord;
use crate::parse::{Captured, NodeRef, Page};

/// What a browser says of composed nodes.
#[derive(Debug)]
pub(in crate::analyze) struct LiveNodes<'t> {
    captured: &'t Captured,
    nodes: FxHashMap<Index, LiveNode>,
    /// The element that all stands in that is behind a dialog.
    pub(super) behind: Option<Index>,
}

/// What a browser says of one.
#[derive(Debug, Clone, Copy)]
struct LiveNode {
    source: u32,
    reference: u32,
    unseen: Option<&'static str>,
    off_screen: Option<(Side, u32)>,
    covered: bool,
}

impl<'t> LiveNodes<'t> {
    pub(super) fn new(page: &'t Page) -> Option<Self> {
        page.captured.as_deref().map(|captured| LiveNodes { captured, nodes: FxHashMap::default(), behind: None })
    }

    pub(in crate::analyze) fn behind(&self) -> Option<Index> {
        self.behind
    }

    /// Why a node is not seen that is not.
    pub(in crate::analyze) fn unseen(&self, index: Index) -> &'static str {
        self.nodes.get(&index).and_then(|node| node.unseen).unwrap_or("hidden")
    }

    /// Which element a node is: its capturer, and its number there.
    pub(in crate::analyze) fn reference(&self, index: Index) -> Option<(&'t str, u32)> {
        let node = self.nodes.get(&index).filter(|node| node.reference > 0)?;
        Some((self.captured.capturer(node.source), node.reference))
    }

    /// What is kept of a target.
    pub(in crate::analyze) fn record(&self, index: Index) -> LiveRecord {
        let node = self.nodes.get(&index);
        LiveRecord {
            capturer: node.map_or(0, |node| node.source),
            reference: node.map_or(0, |node| node.reference),
            off_screen: node.and_then(|node| node.off_screen),
            covered: node.is_some_and(|node| node.covered),
            // It is the last.
            inert: self.behind.is_some_and(|behind| index > behind),
        }
    }

    /// By source, whose references its elements have.
    pub(in crate::analyze) fn capturers(&self) -> Vec<Box<str>> {
        self.captured.capturers().to_vec()
    }
}

impl<'t> Composer<'_, 't, '_> {
    /// Has the facts of a node say what a browser says; what its markup says of how it is shown counts no more.
    pub(super) fn take_live(&mut self, at: Index, node: NodeRef<'_, 't>, source: u32) {
        let Some(live) = self.page.live(source, node.place()) else { return };
        let facts = &mut self.composed.nodes[at].facts;
        let mut unseen = live.hidden();
        if live.laid_out {
            if unseen == Some("display-none") {
                unseen = Some(match () {
                    () if facts.hidden_attribute() => "hidden",
                    () if facts.closed_dialog() => "closed-dialog",
                    () if facts.popover() => "popover",
                    () => "display-none",
                });
            }
            facts.set_hidden_attribute(false);
            facts.set_display_none(false);
            facts.set_closed_dialog(false);
            facts.set_popover(false);
            facts.set_says_invisible(false);
            facts.set_says_visible(false);
        }
        // Children inherit it, and it is said of the first that has it.
        facts.set_pointer(live.pointer || (!live.laid_out && facts.pointer()));
        facts.set_listener(live.listener);
        facts.set_unseen(unseen.is_some());
        facts.set_shown(live.shown);
        facts.set_secret(live.secret);
        facts.set_indeterminate(live.indeterminate);
        if let Some(nodes) = &mut self.composed.live {
            let (reference, off_screen, covered) = (live.reference, live.offscreen, live.covered);
            nodes.nodes.insert(at, LiveNode { source, reference, unseen, off_screen, covered });
        }
    }
}
