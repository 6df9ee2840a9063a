//! html5ever's tree builder writes through this sink into a compact tree.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use ego_tree::NodeId;
use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, local_name, ns};

use super::source::{SourceElement, SourceNode, Space};
use super::tree::Shape;

/// A node of the tree that is built, and its place among the nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Handle {
    id: NodeId,
    place: u32,
}

/// Builds the tree, leaving out what no snapshot can hold: the text of scripts and styles, and the
/// shapes inside an svg.
pub(super) struct Sink {
    shape: RefCell<Shape>,
    nodes: RefCell<Vec<SourceNode>>,
    /// Stands for every comment until it is placed.
    comment: Handle,
    comments: Cell<usize>,
}

/// Comments matter only where they part two texts, and so many do.
const MAX_COMMENTS: usize = 100_000;

impl Sink {
    /// A sink for a text.
    pub(super) fn new(html: &str) -> Self {
        let capacity = nodes_of(html.as_bytes());
        let mut shape = Shape::with_capacity(0, capacity);
        let comment = Handle { id: shape.orphan(1).id(), place: 1 };
        let mut nodes = Vec::with_capacity(capacity);
        nodes.extend([SourceNode::Document, SourceNode::Comment]);
        Sink { shape: RefCell::new(shape), nodes: RefCell::new(nodes), comment, comments: Cell::new(0) }
    }

    /// Adds what a node is; the place of that.
    fn add(&self, node: SourceNode) -> u32 {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        nodes.len() as u32 - 1
    }

    /// Whether a node is a text; if it is, `text` is added to it.
    fn extend(&self, node: Option<u32>, text: &StrTendril) -> bool {
        let mut nodes = self.nodes.borrow_mut();
        let Some(SourceNode::Text(before)) = node.and_then(|node| nodes.get_mut(node as usize)) else { return false };
        before.push_tendril(text);
        true
    }

    /// Whether a comment is to be placed behind this node.
    fn parts(&self, before: Option<u32>) -> bool {
        let is_text = before.is_some_and(|before| matches!(self.nodes.borrow()[before as usize], SourceNode::Text(_)));
        let parts = is_text && self.comments.get() < MAX_COMMENTS;
        self.comments.set(self.comments.get() + usize::from(parts));
        parts
    }

    /// The place of a comment of its own.
    fn comment(&self) -> u32 {
        self.add(SourceNode::Comment)
    }

    fn drops_text(&self, node: u32) -> bool {
        matches!(&self.nodes.borrow()[node as usize], SourceNode::Element(element) if drops_text(element))
    }
}

/// About how many nodes the tree of a text will have: elements by their tags, texts by what stands between tags. Growing
/// by doubling would take three times what a large tree needs.
fn nodes_of(html: &[u8]) -> usize {
    let (mut nodes, mut at) = (16, 0);
    while let Some(start) = memchr::memchr(b'<', &html[at..]) {
        nodes += usize::from(start > 0);
        at += start + 1;
        if html.get(at).is_some_and(u8::is_ascii_alphabetic) {
            nodes += 1;
        }
        at += memchr::memchr(b'>', &html[at..]).map_or(html.len() - at, |end| end + 1);
    }
    nodes
}

/// An element whose text is never looked at.
fn drops_text(element: &SourceElement) -> bool {
    match element.space {
        Space::Html => matches!(
            *element.local(),
            local_name!("script") | local_name!("style") | local_name!("noscript") | local_name!("noframes") | local_name!("noembed")
        ),
        Space::Svg => !is_kept_in_svg(element.local()),
        Space::MathMl => false,
    }
}

/// Elements of an svg whose content can matter: its label, its text, its links, its groups.
fn is_kept_in_svg(name: &LocalName) -> bool {
    matches!(
        *name,
        local_name!("svg")
            | local_name!("g")
            | local_name!("a")
            | local_name!("text")
            | local_name!("tspan")
            | local_name!("textPath")
            | local_name!("title")
            | local_name!("desc")
            | local_name!("switch")
            | local_name!("foreignObject")
    )
}

/// The name of an element of the tree.
#[derive(Debug)]
pub(super) struct Name<'a> {
    local: Ref<'a, LocalName>,
    space: Space,
}

impl ElemName for Name<'_> {
    fn ns(&self) -> &Namespace {
        self.space.namespace()
    }

    fn local_name(&self) -> &LocalName {
        &self.local
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = (Shape, Vec<SourceNode>);
    type ElemName<'a> = Name<'a>;

    fn finish(self) -> Self::Output {
        (self.shape.into_inner(), self.nodes.into_inner())
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        Handle { id: self.shape.borrow().root().id(), place: 0 }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> Name<'a> {
        let place = target.place;
        let element = |node: &SourceNode| match node {
            SourceNode::Element(element) => element.space,
            _ => Space::Html,
        };
        let nodes = self.nodes.borrow();
        let space = element(&nodes[place as usize]);
        let local = Ref::map(nodes, |nodes| match &nodes[place as usize] {
            SourceNode::Element(element) => element.local(),
            // The tree builder asks only about elements.
            _ => unreachable!("a handle of the tree builder that is no element"),
        });
        Name { local, space }
    }

    fn create_element(&self, name: QualName, mut attrs: Vec<Attribute>, _flags: ElementFlags) -> Handle {
        let is_template = name.ns == ns!(html) && name.local == local_name!("template");
        if name.ns == ns!(svg) && !is_kept_in_svg(&name.local) {
            // Other elements' ids must be told from theirs.
            attrs.retain(|attribute| attribute.name.ns == ns!() && attribute.name.local == local_name!("id"));
        }
        let place = self.add(SourceNode::Element(SourceElement::new(name, attrs)));
        let mut shape = self.shape.borrow_mut();
        let mut node = shape.orphan(place);
        if is_template {
            node.append(self.add(SourceNode::Contents));
        }
        Handle { id: node.id(), place }
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        self.comment
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        self.comment
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let mut shape = self.shape.borrow_mut();
        let Some(mut parent) = shape.get_mut(parent.id) else {
            return;
        };
        match child {
            NodeOrText::AppendNode(node) if node == self.comment => {
                if self.parts(parent.last_child().map(|mut last| *last.value())) {
                    parent.append(self.comment());
                }
            }
            NodeOrText::AppendNode(node) => {
                parent.append_id(node.id);
            }
            NodeOrText::AppendText(text) => {
                if self.drops_text(*parent.value()) || self.extend(parent.last_child().map(|mut last| *last.value()), &text) {
                    return;
                }
                parent.append(self.add(SourceNode::Text(text)));
            }
        }
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        let has_parent = self.shape.borrow().get(element.id).is_some_and(|node| node.parent().is_some());
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        let shape = self.shape.borrow();
        // A template is created with its contents as its first child.
        let contents = shape.get(target.id).and_then(|node| node.first_child());
        contents.map_or(*target, |contents| Handle { id: contents.id(), place: *contents.value() })
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, new_node: NodeOrText<Handle>) {
        let mut shape = self.shape.borrow_mut();
        if let NodeOrText::AppendNode(node) = &new_node
            && *node != self.comment
            && let Some(mut node) = shape.get_mut(node.id)
        {
            node.detach();
        }
        let Some(mut sibling) = shape.get_mut(sibling.id) else {
            return;
        };
        if sibling.parent().is_none() {
            return;
        }
        match new_node {
            NodeOrText::AppendNode(node) if node == self.comment => {
                if self.parts(sibling.prev_sibling().map(|mut before| *before.value())) {
                    sibling.insert_before(self.comment());
                }
            }
            NodeOrText::AppendNode(node) => {
                sibling.insert_id_before(node.id);
            }
            NodeOrText::AppendText(text) => {
                if !self.extend(sibling.prev_sibling().map(|mut before| *before.value()), &text) {
                    sibling.insert_before(self.add(SourceNode::Text(text)));
                }
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &Handle, attrs: Vec<Attribute>) {
        if let SourceNode::Element(element) = &mut self.nodes.borrow_mut()[target.place as usize] {
            element.add_missing(attrs);
        }
    }

    fn remove_from_parent(&self, target: &Handle) {
        if let Some(mut node) = self.shape.borrow_mut().get_mut(target.id) {
            node.detach();
        }
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        if let Some(mut parent) = self.shape.borrow_mut().get_mut(new_parent.id) {
            parent.reparent_from_id_append(node.id);
        }
    }
}
