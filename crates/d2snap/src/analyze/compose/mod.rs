//! The composed tree: shadow roots, slots and frames in place, what no snapshot can hold left out,
//! as one list in document order.

mod enter;
mod facts;
mod live;
mod modal;
mod slot;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::options::Options;
use crate::parse::{LocalName, NodeId, NodeRef, Page, SourceElement, SourceNode, Trees};
use crate::semantics::{Class, Tag};
use facts::Facts;
pub(super) use live::LiveNodes;

/// An index into [`Composed::nodes`].
pub(super) type Index = usize;

/// A node of the composed tree.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) kind: Kind<'t>,
    /// The parent's index; the root's own for its children, which are at the top.
    pub(super) parent: u32,
    /// The index after the last node below this one.
    pub(super) end: u32,
    /// 1 for a child of the root.
    pub(super) depth: u32,
    pub(super) tag: Tag,
    pub(super) class: Class,
    /// Interactive by its tag alone.
    pub(super) interactive_tag: bool,
    /// The tree that ids of this node are looked up in.
    pub(super) scope: u32,
    /// The nearest language, in [`Composed::langs`].
    pub(super) lang: u32,
    pub(super) facts: Facts,
    /// Not in the snapshot: hidden, replaced or excluded. Each node says so for itself.
    pub(super) gone: bool,
    /// Gone, and yet part of the name of what it stands in.
    pub(super) heard: bool,
    pub(super) selected: bool,
    pub(super) excluded: bool,
}

// There is one for nearly every node of the page.
const _: () = assert!(size_of::<Node<'_>>() <= 48);

/// What a node of the composed tree is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind<'t> {
    Text(&'t str),
    Element(&'t SourceElement),
}

impl<'t> Node<'t> {
    pub(super) fn element(&self) -> Option<&'t SourceElement> {
        match self.kind {
            Kind::Element(element) => Some(element),
            Kind::Text(_) => None,
        }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'t str> {
        self.element().and_then(|element| element.attribute(name))
    }
}

/// A title or a description of a picture.
#[derive(Debug)]
pub(super) struct Part<'t> {
    pub(super) element: &'t SourceElement,
    /// Its own texts.
    pub(super) text: Vec<&'t str>,
}

/// The composed tree of a page.
#[derive(Debug, Default)]
pub(super) struct Composed<'t> {
    pub(super) nodes: Vec<Node<'t>>,
    /// Elements by tree and id, the first of each.
    pub(super) ids: FxHashMap<(u32, &'t str), Index>,
    pub(super) lang: &'t str,
    /// The languages of nodes; none where no short one is given.
    pub(super) langs: Vec<&'t str>,
    pub(super) title: String,
    pub(super) base_href: Option<&'t str>,
    /// What each picture-like element, and each link in one, says of itself.
    pub(super) pictures: FxHashMap<Index, Vec<Part<'t>>>,
    /// Hidden parts of pictures and formulas.
    pub(super) hidden_parts: usize,
    /// Whether slots may have put nodes in another order than their source's.
    pub(super) has_shadow: bool,
    /// Light children that no slot takes.
    pub(super) unslotted: usize,
    /// What a browser says, of a captured page.
    pub(super) live: Option<LiveNodes<'t>>,
}

impl Composed<'_> {
    /// Whether two nodes have the same parent; the root's children have none of their own.
    pub(super) fn are_siblings(&self, one: Index, other: Index) -> bool {
        let parent = |at: Index| Some(self.nodes[at].parent as usize).filter(|parent| *parent != at);
        parent(one) == parent(other)
    }
}

/// How the children of a node are read.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Html,
    /// Inside an svg: only its text and its links.
    Svg,
    /// Inside the text or a link of an svg.
    SvgText,
    /// Inside a formula: only text.
    Math,
}

enum Step<'s, 't> {
    Enter {
        node: NodeRef<'s, 't>,
        source: u32,
        scope: u32,
        mode: Mode,
    },
    /// A node and all behind it.
    Siblings {
        first: NodeRef<'s, 't>,
        source: u32,
        scope: u32,
        mode: Mode,
    },
    Leave(Index),
}

struct Composer<'s, 't, 'o> {
    trees: &'s Trees,
    page: &'t Page,
    options: &'o Options,
    selected: &'o FxHashSet<(u32, NodeId)>,
    excluded: &'o FxHashSet<(u32, NodeId)>,
    classes: FxHashMap<LocalName, (Tag, Class)>,
    /// What each slot holds, with the tree that its light children belong to.
    slots: FxHashMap<(u32, NodeId), (u32, Vec<NodeId>)>,
    steps: Vec<Step<'s, 't>>,
    parents: Vec<Index>,
    scopes: u32,
    composed: Composed<'t>,
    /// What stands before the rest of the page, and not again in it.
    behind: Option<(u32, NodeId)>,
}

/// Composes a page.
pub(super) fn compose<'t>(
    trees: &Trees,
    page: &'t Page,
    options: &Options,
    selected: &FxHashSet<(u32, NodeId)>,
    excluded: &FxHashSet<(u32, NodeId)>,
) -> Composed<'t> {
    let mut composer = Composer {
        trees,
        page,
        options,
        selected,
        excluded,
        classes: FxHashMap::default(),
        slots: FxHashMap::default(),
        steps: Vec::new(),
        parents: Vec::new(),
        scopes: 0,
        composed: Composed { nodes: Vec::with_capacity(page.size()), live: LiveNodes::new(page), ..Composed::default() },
        behind: None,
    };
    composer.read_head();
    let modal = composer.modal_first();
    if let Some(root) = root_of(trees, page, 0) {
        composer.behind = modal;
        composer.push_children(root, 0, 0, Mode::Html);
    }
    composer.go_on();
    composer.composed
}

/// The element whose children are the page: the body, or the frameset.
fn root_of<'s, 't>(trees: &'s Trees, page: &'t Page, source: u32) -> Option<NodeRef<'s, 't>> {
    let document = trees.root(page, source)?;
    let html = document.children().find(|child| matches!(child.value(), SourceNode::Element(_)))?;
    html.children().find(|child| matches!(child.value(), SourceNode::Element(element) if matches!(&**element.local(), "body" | "frameset")))
}

impl<'t> Composer<'_, 't, '_> {
    /// Takes all steps that are left.
    fn go_on(&mut self) {
        while let Some(step) = self.steps.pop() {
            match step {
                Step::Leave(at) => {
                    self.parents.pop();
                    self.composed.nodes[at].end = self.composed.nodes.len() as u32;
                }
                Step::Enter { node, source, scope, mode } => self.enter(node, source, scope, mode),
                Step::Siblings { first, source, scope, mode } => {
                    self.steps.extend(first.next_sibling().map(|first| Step::Siblings { first, source, scope, mode }));
                    self.enter(first, source, scope, mode);
                }
            }
        }
    }

    fn read_head(&mut self) {
        let Some(document) = self.trees.root(self.page, 0) else { return };
        let Some(html) = document.children().find_map(|child| match child.value() {
            SourceNode::Element(element) => Some((child, element)),
            _ => None,
        }) else {
            return;
        };
        self.composed.lang = html.1.attribute("lang").unwrap_or_default();
        // It is compared often; no language tag is that long.
        self.composed.langs.push(Some(self.composed.lang).filter(|lang| lang.len() <= 64).unwrap_or_default());
        // The first title and base of the document, in the head as a rule.
        let mut title = None;
        for node in html.0.children().take(2).flat_map(|part| part.children()) {
            if let SourceNode::Element(element) = node.value()
                && element.is_html()
            {
                match &**element.local() {
                    "title" if title.is_none() => {
                        title = node.first_child().and_then(|text| match text.value() {
                            SourceNode::Text(text) => Some(&**text),
                            _ => None,
                        });
                    }
                    "base" if self.composed.base_href.is_none() => self.composed.base_href = element.attribute("href"),
                    _ => {}
                }
            }
        }
        super::text::collapse_into(title.unwrap_or_default(), &mut self.composed.title);
    }

    fn push(&mut self, kind: Kind<'t>, source: u32, id: NodeId, scope: u32, tag: Tag, class: Class) -> Index {
        let at = self.composed.nodes.len();
        let parent = self.parents.last().copied();
        let depth = parent.map_or(0, |parent| self.composed.nodes[parent].depth) + 1;
        let key = (source, id);
        self.composed.nodes.push(Node {
            kind,
            parent: parent.unwrap_or(at) as u32,
            end: at as u32 + 1,
            depth,
            tag,
            class,
            interactive_tag: false,
            scope,
            lang: parent.map_or(0, |parent| self.composed.nodes[parent].lang),
            facts: Facts::default(),
            gone: false,
            heard: false,
            selected: !self.selected.is_empty() && self.selected.contains(&key),
            excluded: !self.excluded.is_empty() && self.excluded.contains(&key),
        });
        at
    }

    fn open(&mut self, at: Index) {
        self.parents.push(at);
        self.steps.push(Step::Leave(at));
    }
}
