//! Finds the targets in the page's own trees: what tells each from all other elements; other elements
//! too where they are asked for.

mod anchor;
mod generated;
mod sibling;
mod walk;

use rustc_hash::FxHashMap;

use super::compose::{Composed, Index, Node};
use crate::document::Span;
use crate::locate::{Locations, NONE, Name, Place, Start, Tree};
use crate::parse::{LocalName, Page, Trees};
use anchor::{Anchor, Seen, anchor_of};
use walk::{Bone, Skeleton, Targets, walk};

/// A path costs one for each step and one more where it counts siblings.
const STEP: u32 = 1;

/// Locates the targets, whose numbers are in `uids` by node, and with `all` everything that holds
/// something; gives the places of these by node too. Cost: one pass over the source trees.
pub(super) fn locate(
    trees: &Trees,
    page: &Page,
    composed: &Composed<'_>,
    uids: &[u32],
    all: bool,
    max_attribute_bytes: usize,
) -> (Locations, FxHashMap<Index, u32>) {
    let is_wanted = |index: Index, node: &Node<'_>| uids[index] > 0 || (all && node.end as usize > index + 1);
    let wanted = || composed.nodes.iter().enumerate().filter(|(index, node)| is_wanted(*index, node));
    let elements = || wanted().filter_map(|(index, node)| node.element().map(|element| (index, element)));
    // Elements in pictures are composed in an order of their own.
    let mut targets = Targets::new(elements().map(|(_, element)| element), !composed.has_shadow && !all);
    if targets.count() == 0 {
        return (Locations::default(), FxHashMap::default());
    }
    let seen = Seen::new(max_attribute_bytes, targets.count());
    let (skeleton, seen) = walk(trees, page, &mut targets, seen);
    let chosen = choose(&skeleton, &seen);
    let mut locations = keep(&skeleton, &chosen);
    let mut places = FxHashMap::default();
    if all {
        let found = std::mem::take(&mut locations.targets);
        places.extend(elements().map(|(index, _)| index).zip(found));
        let of_target = |index: Index| places.get(&index).copied().unwrap_or(NONE);
        locations.targets = (0..composed.nodes.len()).filter(|index| uids[*index] > 0).map(of_target).collect();
    }
    (locations, places)
}

/// Where the path to each bone that a target needs begins: at what costs least, the path included.
fn choose<'t>(skeleton: &Skeleton<'t>, seen: &Seen) -> Vec<Anchor<'t>> {
    let bones = &skeleton.bones;
    let mut own: Vec<Option<(Anchor<'t>, u32)>> = vec![None; bones.len()];
    let mut needed = needed_by_targets(skeleton);
    for at in (0..bones.len()).rev() {
        if !needed[at] {
            continue;
        }
        let bone = &bones[at];
        let tree = &skeleton.trees[bone.tree as usize];
        own[at] = anchor_of(bone, tree, seen);
        // No path is shorter than a step.
        let ends = bone.is_top || own[at].is_some_and(|(_, cost)| cost <= STEP);
        if let Some(needed) = needed.get_mut(if ends { tree.host } else { bone.parent } as usize) {
            *needed = true;
        }
    }
    let mut costs: Vec<u32> = Vec::with_capacity(bones.len());
    let mut chosen = Vec::with_capacity(bones.len());
    // Parents come before their children.
    for (bone, own) in bones.iter().zip(own) {
        let step = STEP + u32::from(!bone.only);
        let path = match costs.get(bone.parent as usize) {
            Some(parent) if !bone.is_top => parent.saturating_add(step),
            _ => anchor::ROOT + step,
        };
        let (anchor, cost) = match own {
            Some((anchor, cost)) if cost <= path => (anchor, cost),
            _ => (Anchor::None, path),
        };
        costs.push(cost);
        chosen.push(anchor);
    }
    chosen
}

fn needed_by_targets(skeleton: &Skeleton<'_>) -> Vec<bool> {
    let mut needed = vec![false; skeleton.bones.len()];
    for target in &skeleton.targets {
        if let Some(needed) = needed.get_mut(*target as usize) {
            *needed = true;
        }
    }
    needed
}

/// The bones that the path of a target needs, as places.
fn keep(skeleton: &Skeleton<'_>, chosen: &[Anchor<'_>]) -> Locations {
    let bones = &skeleton.bones;
    // What each path goes on from.
    let onward = |at: usize| {
        let bone = &bones[at];
        if bone.is_top || !matches!(chosen[at], Anchor::None) { skeleton.trees[bone.tree as usize].host } else { bone.parent }
    };
    let mut needed = needed_by_targets(skeleton);
    for at in (0..bones.len()).rev() {
        if needed[at]
            && let Some(needed) = needed.get_mut(onward(at) as usize)
        {
            *needed = true;
        }
    }
    let mut locations = Locations::default();
    let mut names: FxHashMap<(&LocalName, bool), u32> = FxHashMap::default();
    let mut places = vec![NONE; bones.len()];
    for (at, bone) in bones.iter().enumerate().filter(|(at, _)| needed[*at]) {
        let is_html = bone.element.is_html();
        let name = *names.entry((bone.element.local(), is_html)).or_insert_with(|| {
            locations.names.push(Name { local: Box::from(&**bone.element.local()), is_html });
            locations.names.len() as u32 - 1
        });
        let start = start(bone, &chosen[at], &skeleton.trees[bone.tree as usize], &mut locations.text);
        places[at] = locations.places.len() as u32;
        let parent = places.get(onward(at) as usize).copied().unwrap_or(NONE);
        locations.places.push(Place { name, parent, nth: if bone.only { 0 } else { bone.nth }, start });
    }
    locations.targets = skeleton.targets.iter().map(|target| places.get(*target as usize).copied().unwrap_or(NONE)).collect();
    locations.places.shrink_to_fit();
    locations.text.shrink_to_fit();
    locations
}

fn start(bone: &Bone<'_>, anchor: &Anchor<'_>, tree: &walk::Grove, text: &mut String) -> Start {
    let kind = if tree.is_shadow { Tree::Shadow } else { Tree::Document };
    let mut span = |value: &str| {
        let start = text.len() as u32;
        text.push_str(value);
        Span { start, end: text.len() as u32 }
    };
    match anchor {
        Anchor::Id(id) => Start::Id(kind, span(id)),
        Anchor::Attribute(attribute, value) => Start::Attribute(kind, *attribute, span(value)),
        Anchor::Name => Start::Name(kind),
        Anchor::None if bone.is_top => Start::Top(kind),
        Anchor::None => Start::No,
    }
}
