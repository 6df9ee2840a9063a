//! One pass over the source trees, with shadow roots and frames where they stand: the targets and
//! their ancestors, their places among siblings, and what each tree's elements are told apart by.

use rustc_hash::FxHashMap;

use super::anchor::Seen;
use super::sibling::Siblings;
use crate::parse::{NodeRef, Page, SourceElement, SourceNode, Trees};

/// No bone.
pub(super) const NO_BONE: u32 = u32::MAX;

/// A target or an ancestor of one.
#[derive(Debug)]
pub(super) struct Bone<'t> {
    pub(super) element: &'t SourceElement,
    /// The parent element; [`NO_BONE`] at the top of a tree.
    pub(super) parent: u32,
    pub(super) is_top: bool,
    pub(super) tree: u32,
    /// Its place among the siblings of its name, from 1.
    pub(super) nth: u32,
    /// It is the only one of its name.
    pub(super) only: bool,
}

/// A tree that selectors look into: a document's, or a shadow root's.
#[derive(Debug)]
pub(super) struct Grove {
    pub(super) is_shadow: bool,
    /// The host, or the frame.
    pub(super) host: u32,
}

/// The targets and their ancestors, parents before their children.
#[derive(Debug, Default)]
pub(super) struct Skeleton<'t> {
    pub(super) bones: Vec<Bone<'t>>,
    pub(super) trees: Vec<Grove>,
    /// By number.
    pub(super) targets: Vec<u32>,
}

/// Which elements are targets, by their addresses.
pub(super) struct Targets {
    /// In order of their numbers.
    order: Vec<*const SourceElement>,
    /// The next, where they come in order.
    next: usize,
    /// Their numbers, where slots have them in another order.
    numbers: Option<FxHashMap<*const SourceElement, u32>>,
}

impl Targets {
    pub(super) fn new<'t>(elements: impl Iterator<Item = &'t SourceElement>, in_order: bool) -> Self {
        let order: Vec<_> = elements.map(std::ptr::from_ref).collect();
        let numbers = (!in_order).then(|| order.iter().copied().zip(1..).collect());
        Targets { order, next: 0, numbers }
    }

    pub(super) fn count(&self) -> usize {
        self.order.len()
    }

    /// The number of an element that is a target.
    fn find(&mut self, element: &SourceElement) -> Option<u32> {
        let element = std::ptr::from_ref(element);
        match &self.numbers {
            Some(numbers) => numbers.get(&element).copied(),
            None => (self.order.get(self.next) == Some(&element)).then(|| {
                self.next += 1;
                self.next as u32
            }),
        }
    }
}

/// An open element, or an open tree.
struct Level<'s, 't> {
    next: Option<NodeRef<'s, 't>>,
    /// None where it is a tree.
    element: Option<&'t SourceElement>,
    source: u32,
    tree: u32,
    bone: u32,
    nth: u32,
    /// Its counter among its siblings.
    counter: u32,
    /// Where the counters of its children begin.
    counters: u32,
    has_shadow: bool,
}

struct Walker<'s, 't, 'a> {
    trees: &'s Trees,
    page: &'t Page,
    targets: &'a mut Targets,
    levels: Vec<Level<'s, 't>>,
    siblings: Siblings<'t>,
    skeleton: Skeleton<'t>,
    seen: Seen,
}

/// Goes over all trees.
pub(super) fn walk<'t>(trees: &Trees, page: &'t Page, targets: &mut Targets, seen: Seen) -> (Skeleton<'t>, Seen) {
    let skeleton = Skeleton { targets: vec![NO_BONE; targets.order.len()], ..Skeleton::default() };
    let mut walker = Walker { trees, page, targets, levels: Vec::new(), siblings: Siblings::default(), skeleton, seen };
    if let Some(root) = trees.root(page, 0) {
        walker.open_tree(root.first_child(), 0, false);
    }
    while let Some(level) = walker.levels.last_mut() {
        match level.next {
            Some(node) => {
                level.next = node.next_sibling();
                if let SourceNode::Element(element) = node.value() {
                    walker.element(node, element);
                }
            }
            None => walker.close(),
        }
    }
    (walker.skeleton, walker.seen)
}

impl<'s, 't> Walker<'s, 't, '_> {
    fn open_tree(&mut self, first: Option<NodeRef<'s, 't>>, source: u32, is_shadow: bool) {
        let tree = self.skeleton.trees.len() as u32;
        self.skeleton.trees.push(Grove { is_shadow, host: NO_BONE });
        let counters = self.siblings.open();
        self.levels.push(Level {
            next: first,
            element: None,
            source,
            tree,
            bone: NO_BONE,
            nth: 0,
            counter: 0,
            counters,
            has_shadow: false,
        });
    }

    fn close(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        let bones = &mut self.skeleton.bones;
        self.siblings.close(self.levels.len() as u32, level.counters, |bone| bones[bone as usize].only = true);
    }

    fn element(&mut self, node: NodeRef<'s, 't>, element: &'t SourceElement) {
        let depth = self.levels.len() - 1;
        let parent = &mut self.levels[depth];
        let (source, tree) = (parent.source, parent.tree);
        let (nth, counter) = self.siblings.count(depth as u32, parent.counters, (element.local(), element.space));
        let in_shadow = self.skeleton.trees[tree as usize].is_shadow;
        self.seen.add(tree, in_shadow, element, nth);
        if element.is_template() {
            // What other templates hold is in no tree.
            if element.is_shadow_template() && parent.element.is_some() && !std::mem::replace(&mut parent.has_shadow, true) {
                let contents = node.first_child().filter(|contents| matches!(contents.value(), SourceNode::Contents));
                self.open_tree(contents.and_then(|contents| contents.first_child()), source, true);
            }
            return;
        }
        let frame = if element.is_frame() { self.trees.frames.get(&(source, node.id())).copied() } else { None };
        let target = self.targets.find(element);
        // A lone text is the most that many hold.
        let first = node.first_child().filter(|first| first.next_sibling().is_some() || matches!(first.value(), SourceNode::Element(_)));
        if first.is_none() && frame.is_none() && target.is_none() {
            return;
        }
        let counters = self.siblings.open();
        let next = if frame.is_some() { None } else { first };
        self.levels.push(Level { next, element: Some(element), source, tree, bone: NO_BONE, nth, counter, counters, has_shadow: false });
        if let Some(uid) = target {
            self.grow();
            let bone = self.levels.last().map_or(NO_BONE, |level| level.bone);
            if let Some(target) = self.skeleton.targets.get_mut(uid as usize - 1) {
                *target = bone;
            }
        }
        if let Some(frame) = frame
            && let Some(inner) = self.trees.root(self.page, frame)
        {
            self.open_tree(inner.first_child(), frame, false);
        }
    }

    /// Gives the innermost open element its bone, and so its ancestors.
    fn grow(&mut self) {
        let mut from = self.levels.len();
        while from > 1 && self.levels[from - 1].bone == NO_BONE {
            from -= 1;
        }
        for at in from..self.levels.len() {
            let above = &self.levels[at - 1];
            let (parent, is_top) = (above.bone, above.element.is_none());
            let level = &mut self.levels[at];
            let Some(element) = level.element else {
                // A tree stands for its host.
                level.bone = parent;
                self.skeleton.trees[level.tree as usize].host = parent;
                continue;
            };
            let bone = self.skeleton.bones.len() as u32;
            level.bone = bone;
            if level.nth == 1 {
                self.siblings.first(level.counter, bone);
            }
            let parent = if is_top { NO_BONE } else { parent };
            self.skeleton.bones.push(Bone { element, parent, is_top, tree: level.tree, nth: level.nth, only: false });
        }
    }
}
