//! A dialog that makes the rest of the page inert stands first, and all else in an element behind it.

use super::{Composer, Kind, Mode};
use crate::options::Profile;
use crate::parse::{NodeId, NodeRef, SourceNode};
use crate::semantics::{Class, Tag};

impl<'s, 't> Composer<'s, 't, '_> {
    /// Composes the dialog of a captured page, where one is open, and begins the element that all else stands in.
    pub(super) fn modal_first(&mut self) -> Option<(u32, NodeId)> {
        let captured = self.page.captured.as_deref()?;
        let (source, id) = captured.modal.filter(|_| self.options.profile == Profile::Agent)?;
        let modal = self.trees.get(self.page, source, id)?;
        let scope = self.fill_slots_of(modal, source);
        self.enter(modal, source, scope, Mode::Html);
        self.go_on();
        // Light children go to their slots once more, with the rest of the page.
        self.slots.clear();
        // Numbers follow another order than the source's.
        self.composed.has_shadow = true;
        let at = self.push(Kind::Element(&captured.rest), u32::MAX, id, 0, Tag::Other, Class::Container);
        self.composed.nodes[at].facts.set_behind(true);
        if let Some(live) = &mut self.composed.live {
            live.behind = Some(at);
        }
        self.open(at);
        Some((source, id))
    }

    /// Has the slots around a node and in it hold what they hold, and gives the tree that its ids are looked up in.
    fn fill_slots_of(&mut self, node: NodeRef<'s, 't>, source: u32) -> u32 {
        let mut scope = 0;
        let mut at = Some(node);
        while let Some(node) = at {
            let parent = node.parent();
            if matches!(node.value(), SourceNode::Contents)
                && let Some(host) = parent.and_then(NodeRef::parent)
            {
                if scope == 0 {
                    self.scopes += 1;
                    scope = self.scopes;
                }
                self.scopes += 1;
                self.assign_slots(host, node, source, self.scopes);
            }
            at = parent;
        }
        if source > 0 && scope == 0 {
            self.scopes += 1;
            scope = self.scopes;
        }
        scope
    }
}
