//! Shadow roots: their content stands for the host's, the host's own in the slots.

use rustc_hash::FxHashMap;

use super::super::text::is_blank;
use super::{Composer, Mode, Step};
use crate::parse::{NodeId, NodeRef, SourceNode};

impl<'s, 't> Composer<'s, 't, '_> {
    /// Puts the composed children of `node` on the stack.
    pub(super) fn push_children(&mut self, node: NodeRef<'s, 't>, source: u32, scope: u32, mode: Mode) {
        let shadow = if mode == Mode::Html { shadow_contents(node) } else { None };
        match shadow {
            Some(contents) => {
                self.composed.has_shadow = true;
                self.assign_slots(node, contents, source, scope);
                self.scopes += 1;
                let scope = self.scopes;
                self.steps.extend(contents.first_child().map(|first| Step::Siblings { first, source, scope, mode }));
            }
            None => self.steps.extend(node.first_child().map(|first| Step::Siblings { first, source, scope, mode })),
        }
    }

    /// Distributes the light children of `host` to the slots of its shadow tree.
    pub(super) fn assign_slots(&mut self, host: NodeRef<'s, 't>, contents: NodeRef<'s, 't>, source: u32, scope: u32) {
        let mut by_name: FxHashMap<&str, NodeId> = FxHashMap::default();
        let mut next = contents.first_child();
        while let Some(node) = next {
            let mut inner = node.first_child();
            match node.value() {
                SourceNode::Element(element) if element.is_html() && &**element.local() == "slot" => {
                    by_name.entry(element.attribute("name").unwrap_or_default()).or_insert(node.id());
                }
                SourceNode::Element(element) if &**element.local() == "template" => inner = None,
                _ => {}
            }
            next = inner.or_else(|| following(node, contents.id()));
        }
        for child in host.children() {
            let name = match child.value() {
                SourceNode::Element(element) if element.is_shadow_template() => continue,
                SourceNode::Element(element) => element.attribute("slot").unwrap_or_default(),
                SourceNode::Text(_) => "",
                _ => continue,
            };
            match by_name.get(name) {
                Some(slot) => self.slots.entry((source, *slot)).or_insert_with(|| (scope, Vec::new())).1.push(child.id()),
                None if matches!(child.value(), SourceNode::Element(_)) => self.composed.unslotted += 1,
                None => {}
            }
        }
        // Text of white space alone leaves a slot its fallback.
        for slot in by_name.values() {
            if let Some((_, assigned)) = self.slots.get(&(source, *slot)) {
                let blank = assigned.iter().all(|id| match self.trees.get(self.page, source, *id).map(NodeRef::value) {
                    Some(SourceNode::Text(text)) => is_blank(text),
                    _ => false,
                });
                if blank {
                    self.slots.remove(&(source, *slot));
                }
            }
        }
    }
}

fn shadow_contents<'s, 't>(host: NodeRef<'s, 't>) -> Option<NodeRef<'s, 't>> {
    host.children()
        .find(|child| matches!(child.value(), SourceNode::Element(element) if element.is_shadow_template()))?
        .first_child()
        .filter(|contents| matches!(contents.value(), SourceNode::Contents))
}

/// The node after `node` and all it holds, below `root`.
fn following<'s, 't>(node: NodeRef<'s, 't>, root: NodeId) -> Option<NodeRef<'s, 't>> {
    let mut at = node;
    loop {
        if at.id() == root {
            return None;
        }
        if let Some(sibling) = at.next_sibling() {
            return Some(sibling);
        }
        at = at.parent()?;
    }
}
