//! What a container is worth to an agent (SPEC §4, `ranked`).
//!
//! The worth of a container is the sum of
//!
//! | part | worth |
//! | --- | --- |
//! | a landmark: `main nav header footer aside search`, a named `section`, or such a role | 1000 |
//! | a name: `aria-label`, `aria-labelledby` | 400 |
//! | a heading of its own | 150 |
//! | one of three or more siblings of the same tag and class: the card, the row, the menu entry | 120 |
//! | three or more containers of the same tag and class in it | 80 |
//! | it groups anything at all | 10 |
//! | targets in it, from two on: 10 · log2, at most | 60 |
//! | its rating above that of a `div`, in hundredths; of a custom element 20 | 65 |
//! | depth, less than any other part | 0 |
//!
//! but nothing for a wrapper around one child without a name or landmark, whose place among its siblings
//! goes to that child, and a quarter for one that a landmark or a named one holds alone. The least worthy
//! are dissolved first; of equals the deeper, then the later.

use rustc_hash::FxHashMap;

use super::compose::{Composed, Index};
use super::visibility::Visibility;
use crate::document::{Columns, Container};
use crate::semantics::Tag;

#[derive(Debug)]
struct Facts {
    index: u32,
    parent: Option<u32>,
    /// Lines, blocks and containers directly in it.
    units: u32,
    targets: u32,
    landmark: bool,
    named: bool,
    heading: bool,
    custom: bool,
    /// Siblings of the same tag and class, itself included.
    alike: u32,
    /// The largest such group in it.
    largest_group: u32,
    group: u32,
}

/// Collects what each container groups while the page is written.
#[derive(Debug, Default)]
pub(super) struct Groups {
    facts: Vec<Facts>,
    /// Open containers, each with how many lists, quotes or elements are open in it.
    open: Vec<(u32, u32)>,
    targets: u32,
    /// Groups of like siblings by the element around them, tag and class.
    groups: FxHashMap<(u32, String), u32>,
    sizes: Vec<u32>,
}

impl Groups {
    /// A line or block is written directly in the innermost container.
    pub(super) fn unit(&mut self) {
        if let Some((container, 0)) = self.open.last() {
            self.facts[*container as usize].units += 1;
        }
    }

    pub(super) fn enter(&mut self) {
        if let Some((_, nested)) = self.open.last_mut() {
            *nested += 1;
        }
    }

    pub(super) fn leave(&mut self) {
        if let Some((_, nested)) = self.open.last_mut() {
            *nested = nested.saturating_sub(1);
        }
    }

    pub(super) fn heading(&mut self) {
        if let Some((container, _)) = self.open.last() {
            self.facts[*container as usize].heading = true;
        }
    }

    pub(super) fn target(&mut self) {
        self.targets += 1;
    }

    pub(super) fn innermost(&self) -> Option<u32> {
        self.open.last().map(|(container, _)| *container)
    }

    /// The node of a container.
    pub(super) fn parent_element(&self, container: u32) -> u32 {
        self.facts[container as usize].index
    }

    pub(super) fn open(
        &mut self,
        composed: &Composed<'_>,
        visibility: &Visibility,
        index: Index,
        columns: &mut Columns,
        container: Container,
    ) -> u32 {
        self.unit();
        let number = columns.containers.len() as u32;
        columns.containers.push(container);
        let node = &composed.nodes[index];
        let named = ["aria-label", "aria-labelledby"].iter().any(|name| node.attribute(name).is_some_and(|value| !value.trim().is_empty()));
        let role = visibility.roles.get(&index).copied();
        let landmark = match role {
            Some(role) => matches!(role, "banner" | "complementary" | "contentinfo" | "main" | "navigation" | "region" | "search"),
            None => match node.tag {
                Tag::Main | Tag::Nav | Tag::Header | Tag::Footer | Tag::Aside | Tag::Search => true,
                Tag::Section => named,
                _ => false,
            },
        };
        let around = if node.parent as usize == index { u32::MAX } else { node.parent };
        let name = node.element().map_or("", |element| element.local());
        let key = (around, format!("{name}\u{0}{}", node.attribute("class").unwrap_or_default()));
        let group = *self.groups.entry(key).or_insert_with(|| {
            self.sizes.push(0);
            self.sizes.len() as u32 - 1
        });
        self.sizes[group as usize] += 1;
        let enclosing = self.innermost();
        self.facts.push(Facts {
            index: index as u32,
            parent: enclosing,
            units: 0,
            targets: self.targets,
            landmark,
            named,
            heading: false,
            custom: node.tag == Tag::Custom,
            alike: 0,
            largest_group: 0,
            group,
        });
        self.open.push((number, 0));
        number
    }

    pub(super) fn close(&mut self, container: u32) {
        self.open.pop();
        let facts = &mut self.facts[container as usize];
        facts.targets = self.targets - facts.targets;
    }

    /// Orders the containers by worth.
    pub(super) fn rank(mut self, columns: &mut Columns) {
        for at in 0..self.facts.len() {
            let size = self.sizes[self.facts[at].group as usize];
            self.facts[at].alike = size;
            if let Some(parent) = self.facts[at].parent {
                let parent = &mut self.facts[parent as usize];
                parent.largest_group = parent.largest_group.max(size);
            }
        }
        let worth = |at: usize| worth(&self.facts, columns.containers[at].rating, at);
        let mut order: Vec<(u32, u32, u32)> =
            (0..self.facts.len()).map(|at| (worth(at), u32::MAX - columns.containers[at].depth, u32::MAX - at as u32)).collect();
        order.sort_unstable();
        for (rank, (worth, _, at)) in order.into_iter().enumerate() {
            let container = &mut columns.containers[(u32::MAX - at) as usize];
            container.rank = rank as u32;
            container.worth = worth;
        }
    }
}

fn worth(all: &[Facts], rating: f64, at: usize) -> u32 {
    let facts = &all[at];
    if facts.units <= 1 && !facts.landmark && !facts.named {
        return 0;
    }
    let mut worth = 10;
    if facts.landmark {
        worth += 1000;
    }
    if facts.named {
        worth += 400;
    }
    if facts.heading {
        worth += 150;
    }
    // Wrappers around it say nothing themselves: what they are among their siblings, it is.
    let mut alike = facts.alike;
    let mut repeats = false;
    let mut above = facts.parent.map(|parent| &all[parent as usize]);
    while let Some(wrapper) = above.filter(|wrapper| wrapper.units == 1) {
        repeats |= wrapper.landmark || wrapper.named;
        alike = alike.max(wrapper.alike);
        above = wrapper.parent.map(|parent| &all[parent as usize]);
    }
    if alike >= 3 {
        worth += 120;
    }
    if facts.largest_group >= 3 {
        worth += 80;
    }
    if facts.targets >= 2 {
        worth += (10 * facts.targets.ilog2()).min(60);
    }
    worth += if facts.custom { 20 } else { ((rating - 0.3).max(0.0) * 100.0) as u32 };
    // A landmark or a name around it groups the same.
    if repeats && !facts.landmark { worth / 4 } else { worth }
}
