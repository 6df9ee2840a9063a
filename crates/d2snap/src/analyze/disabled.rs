//! What disables a control besides its own attributes.

use super::compose::{Composed, Index, Node};
use crate::semantics::Tag;

const BY_FIELDSET: u8 = 1;
const BY_ARIA: u8 = 2;

/// Which elements something around them disables.
#[derive(Debug)]
pub(super) struct Disabled {
    /// By node; empty where nothing disables.
    around: Vec<u8>,
}

impl Disabled {
    /// One pass, parents before their children.
    pub(super) fn new(composed: &Composed<'_>) -> Disabled {
        let is_disabled_fieldset = |node: &Node<'_>| node.tag == Tag::Fieldset && node.attribute("disabled").is_some();
        if !composed.nodes.iter().any(|node| node.facts.aria_disabled() || is_disabled_fieldset(node)) {
            return Disabled { around: Vec::new() };
        }
        // What an element says of what it holds, and for a fieldset whether its first legend was met.
        let mut around = vec![0_u8; composed.nodes.len()];
        let mut inside = vec![0_u8; composed.nodes.len()];
        let mut has_legend = vec![false; composed.nodes.len()];
        for (index, node) in composed.nodes.iter().enumerate() {
            let parent = node.parent as usize;
            if parent != index {
                around[index] = inside[parent];
                let is_first_legend = node.tag == Tag::Legend
                    && composed.nodes[parent].tag == Tag::Fieldset
                    && !std::mem::replace(&mut has_legend[parent], true);
                if is_first_legend {
                    // The first legend of a fieldset is as what is around the fieldset.
                    around[index] = (around[index] & !BY_FIELDSET) | (around[parent] & BY_FIELDSET);
                }
            }
            inside[index] = around[index];
            if is_disabled_fieldset(node) {
                inside[index] |= BY_FIELDSET;
            }
            if node.facts.aria_disabled() {
                inside[index] |= BY_ARIA;
            }
        }
        for (index, node) in composed.nodes.iter().enumerate() {
            if !matches!(node.tag, Tag::Button | Tag::Input | Tag::Select | Tag::Textarea) {
                around[index] &= !BY_FIELDSET;
            }
        }
        Disabled { around }
    }

    /// Whether a disabled fieldset disables a control: all it holds but what its first legend holds.
    pub(super) fn by_fieldset(&self, index: Index) -> bool {
        self.around.get(index).is_some_and(|around| around & BY_FIELDSET != 0)
    }

    /// Whether a fieldset or `aria-disabled` of an ancestor disables an element.
    pub(super) fn says(&self, index: Index) -> bool {
        self.around.get(index).is_some_and(|around| *around != 0)
    }
}
