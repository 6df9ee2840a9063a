//! html5ever's tree builder writes through this sink into a compact tree.

use std::borrow::Cow;
use std::cell::{Cell, Ref, RefCell};

use ego_tree::{NodeId, Tree};
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName, local_name, ns};

use super::source::{SourceElement, SourceNode};

/// Builds the tree, leaving out what no snapshot can hold: the text of scripts and styles, and the
/// shapes inside an svg.
pub(super) struct Sink {
    tree: RefCell<Tree<SourceNode>>,
    /// Stands for every comment until it is placed.
    comment: NodeId,
    comments: Cell<usize>,
}

/// Comments matter only where they part two texts, and so many do.
const MAX_COMMENTS: usize = 100_000;

impl Sink {
    /// A sink for a text of so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        // A node stands for some sixty bytes of a page, as a rule.
        let mut tree = Tree::with_capacity(SourceNode::Document, bytes / 64);
        let comment = tree.orphan(SourceNode::Comment).id();
        Sink { tree: RefCell::new(tree), comment, comments: Cell::new(0) }
    }

    /// Whether a comment is to be placed behind this node.
    fn parts(&self, before: Option<&SourceNode>) -> bool {
        let parts = matches!(before, Some(SourceNode::Text(_))) && self.comments.get() < MAX_COMMENTS;
        self.comments.set(self.comments.get() + usize::from(parts));
        parts
    }
}

/// An element whose text is never looked at.
fn drops_text(element: &SourceElement) -> bool {
    let name = &element.name;
    if name.ns == ns!(html) {
        matches!(
            name.local,
            local_name!("script") | local_name!("style") | local_name!("noscript") | local_name!("noframes") | local_name!("noembed")
        )
    } else if name.ns == ns!(svg) {
        !is_kept_in_svg(name)
    } else {
        false
    }
}

/// Elements of an svg whose content can matter: its label, its text, its links, its groups.
fn is_kept_in_svg(name: &QualName) -> bool {
    matches!(
        name.local,
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

impl TreeSink for Sink {
    type Handle = NodeId;
    type Output = Tree<SourceNode>;
    type ElemName<'a> = Ref<'a, QualName>;

    fn finish(self) -> Tree<SourceNode> {
        self.tree.into_inner()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> NodeId {
        self.tree.borrow().root().id()
    }

    fn elem_name<'a>(&'a self, target: &'a NodeId) -> Ref<'a, QualName> {
        Ref::map(self.tree.borrow(), |tree| {
            match tree.get(*target).map(|node| node.value()) {
                Some(SourceNode::Element(element)) => &element.name,
                // The tree builder asks only about elements.
                _ => unreachable!("a handle of the tree builder that is no element"),
            }
        })
    }

    fn create_element(&self, name: QualName, mut attrs: Vec<Attribute>, _flags: ElementFlags) -> NodeId {
        let is_template = name.ns == ns!(html) && name.local == local_name!("template");
        if name.ns == ns!(svg) && !is_kept_in_svg(&name) {
            // Other elements' ids must be told from theirs.
            attrs.retain(|attribute| attribute.name.ns == ns!() && attribute.name.local == local_name!("id"));
        }
        let mut tree = self.tree.borrow_mut();
        let mut node = tree.orphan(SourceNode::Element(SourceElement::new(name, attrs)));
        if is_template {
            node.append(SourceNode::Contents);
        }
        node.id()
    }

    fn create_comment(&self, _text: StrTendril) -> NodeId {
        self.comment
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> NodeId {
        self.comment
    }

    fn append(&self, parent: &NodeId, child: NodeOrText<NodeId>) {
        let mut tree = self.tree.borrow_mut();
        let Some(mut parent) = tree.get_mut(*parent) else {
            return;
        };
        match child {
            NodeOrText::AppendNode(node) if node == self.comment => {
                if self.parts(parent.last_child().as_mut().map(|last| &*last.value())) {
                    parent.append(SourceNode::Comment);
                }
            }
            NodeOrText::AppendNode(node) => {
                parent.append_id(node);
            }
            NodeOrText::AppendText(text) => {
                if let SourceNode::Element(element) = parent.value()
                    && drops_text(element)
                {
                    return;
                }
                if let Some(mut last) = parent.last_child()
                    && let SourceNode::Text(before) = last.value()
                {
                    before.push_tendril(&text);
                    return;
                }
                parent.append(SourceNode::Text(text));
            }
        }
    }

    fn append_based_on_parent_node(&self, element: &NodeId, previous: &NodeId, child: NodeOrText<NodeId>) {
        let has_parent = self.tree.borrow().get(*element).is_some_and(|node| node.parent().is_some());
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _name: StrTendril, _public: StrTendril, _system: StrTendril) {}

    fn get_template_contents(&self, target: &NodeId) -> NodeId {
        let tree = self.tree.borrow();
        // A template is created with its contents as its first child.
        tree.get(*target).and_then(|node| node.first_child()).map_or(*target, |contents| contents.id())
    }

    fn same_node(&self, x: &NodeId, y: &NodeId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &NodeId, new_node: NodeOrText<NodeId>) {
        let mut tree = self.tree.borrow_mut();
        if let NodeOrText::AppendNode(node) = &new_node
            && *node != self.comment
            && let Some(mut node) = tree.get_mut(*node)
        {
            node.detach();
        }
        let Some(mut sibling) = tree.get_mut(*sibling) else {
            return;
        };
        if sibling.parent().is_none() {
            return;
        }
        match new_node {
            NodeOrText::AppendNode(node) if node == self.comment => {
                if self.parts(sibling.prev_sibling().as_mut().map(|before| &*before.value())) {
                    sibling.insert_before(SourceNode::Comment);
                }
            }
            NodeOrText::AppendNode(node) => {
                sibling.insert_id_before(node);
            }
            NodeOrText::AppendText(text) => {
                if let Some(mut previous) = sibling.prev_sibling()
                    && let SourceNode::Text(before) = previous.value()
                {
                    before.push_tendril(&text);
                    return;
                }
                sibling.insert_before(SourceNode::Text(text));
            }
        }
    }

    fn add_attrs_if_missing(&self, target: &NodeId, attrs: Vec<Attribute>) {
        let mut tree = self.tree.borrow_mut();
        if let Some(mut node) = tree.get_mut(*target)
            && let SourceNode::Element(element) = node.value()
        {
            element.add_missing(attrs);
        }
    }

    fn remove_from_parent(&self, target: &NodeId) {
        if let Some(mut node) = self.tree.borrow_mut().get_mut(*target) {
            node.detach();
        }
    }

    fn reparent_children(&self, node: &NodeId, new_parent: &NodeId) {
        if let Some(mut parent) = self.tree.borrow_mut().get_mut(*new_parent) {
            parent.reparent_from_id_append(*node);
        }
    }
}
