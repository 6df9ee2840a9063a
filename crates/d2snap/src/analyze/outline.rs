//! What each element holds: nothing, one run, or blocks.

use super::compose::{Composed, Index, Kind};
use super::label::Labels;
use super::text::is_blank;
use super::visibility::Reasons;
use crate::semantics::{Class, Tag};

/// What stands inside an element.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outline {
    /// Runs of inline content, two standing for more.
    runs: u8,
    /// Something ends a run.
    pub(super) boundary: bool,
    /// Inline content stands before the first boundary, and behind the last.
    starts: bool,
    ends: bool,
    /// It holds block content.
    block: bool,
}

impl Outline {
    const INLINE: Outline = Outline { runs: 1, boundary: false, starts: true, ends: true, block: false };
    const BLOCK: Outline = Outline { runs: 0, boundary: true, starts: false, ends: false, block: true };

    /// An interactive element with this inside is written on lines of its own.
    pub(super) fn holds_block(self) -> bool {
        self.block || self.runs > 1
    }

    pub(super) fn is_empty(self) -> bool {
        self.runs == 0 && !self.block
    }

    /// This with its ends closed off.
    fn walled(self) -> Outline {
        Outline { boundary: true, starts: false, ends: false, ..self }
    }

    /// This, and then `next`.
    fn then(self, next: Outline) -> Outline {
        let joined = self.ends && next.starts;
        Outline {
            runs: (self.runs + next.runs).saturating_sub(u8::from(joined)).min(2),
            boundary: self.boundary || next.boundary,
            starts: self.starts || (!self.boundary && next.starts),
            ends: next.ends || (!next.boundary && self.ends),
            block: self.block || next.block,
        }
    }
}

/// Outlines every node's inside, backwards, so that children come before parents; settles which of
/// the undecided elements are inline.
pub(super) fn outline(composed: &mut Composed<'_>, reasons: &[Reasons], labels: &Labels, written: impl Fn(Index) -> bool) -> Vec<Outline> {
    let mut inside = vec![Outline::default(); composed.nodes.len()];
    for index in (0..composed.nodes.len()).rev() {
        let content = inside[index];
        if composed.nodes[index].class == Class::Undecided {
            composed.nodes[index].class = settle(composed, index, content);
        }
        let node = &composed.nodes[index];
        let own = if node.gone {
            // What it hides is gone too; what shows in spite of that stands for itself.
            match node.class {
                _ if content.is_empty() => Outline::default(),
                Class::Inline => content,
                _ => content.walled(),
            }
        } else {
            match node.kind {
                Kind::Text(text) if is_blank(text) => Outline::default(),
                Kind::Text(_) => Outline::INLINE,
                Kind::Element(element) => {
                    if reasons[index] != 0
                        || (written(index)
                            && (node.tag == Tag::Img || node.tag == Tag::Hr || !content.is_empty() || !matches!(node.class, Class::Inline)))
                    {
                        own_of_written(node.tag, node.class, content)
                    } else {
                        match node.class {
                            Class::Labelled if labels.get(index).is_some() => Outline::INLINE,
                            Class::Labelled => Outline::default(),
                            Class::Inline if node.tag == Tag::Img => {
                                if element.attribute("alt").is_some_and(|alt| !alt.trim().is_empty()) {
                                    Outline::INLINE
                                } else {
                                    Outline::default()
                                }
                            }
                            Class::Inline => content,
                            Class::Frame if !node.facts.entered() => Outline::BLOCK,
                            Class::Block if node.tag == Tag::Hr => Outline::BLOCK,
                            Class::Block => {
                                let walled = content.walled();
                                Outline { block: !content.is_empty(), ..walled }
                            }
                            _ => content.walled(),
                        }
                    }
                }
            }
        };
        let parent = composed.nodes[index].parent as usize;
        if parent != index {
            inside[parent] = own.then(inside[parent]);
        }
    }
    inside
}

/// An element that is written as HTML: one piece of a run, or a block.
fn own_of_written(tag: Tag, class: Class, content: Outline) -> Outline {
    match tag {
        Tag::Form | Tag::Dialog | Tag::Details => Outline::BLOCK,
        Tag::Select => Outline::INLINE,
        Tag::Hr => Outline::BLOCK,
        _ if class == Class::Block || content.holds_block() => Outline::BLOCK,
        _ => Outline::INLINE,
    }
}

/// Inline while it holds no block; a custom element also needs text beside it.
fn settle(composed: &Composed<'_>, index: Index, content: Outline) -> Class {
    let node = &composed.nodes[index];
    match node.tag {
        Tag::Object if content.boundary => Class::Unwritten,
        _ if content.boundary => Class::Container,
        Tag::Custom => {
            let is_text = |at: Index| {
                let neighbour = &composed.nodes[at];
                composed.are_siblings(at, index) && !neighbour.gone && matches!(neighbour.kind, Kind::Text(text) if !is_blank(text))
            };
            let before = index > 0 && is_text(index - 1);
            let after = composed.nodes.get(node.end as usize).is_some() && is_text(node.end as usize);
            if before || after { Class::Inline } else { Class::Container }
        }
        _ => Class::Inline,
    }
}
