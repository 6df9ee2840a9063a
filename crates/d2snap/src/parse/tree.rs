//! A source tree: its shape, and apart from it what its nodes are.
//!
//! The shape is needed until the page is composed, and the nodes until it is written: apart, the one can go before the
//! other comes.

use ego_tree::NodeId;

use super::source::SourceNode;

/// The shape of a tree, whose nodes are places in a list.
pub(crate) type Shape = ego_tree::Tree<u32>;

/// A node in its tree.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NodeRef<'s, 't> {
    at: ego_tree::NodeRef<'s, u32>,
    nodes: &'t [SourceNode],
}

impl<'s, 't> NodeRef<'s, 't> {
    /// The root of a tree.
    pub(crate) fn root(shape: &'s Shape, nodes: &'t [SourceNode]) -> Self {
        NodeRef { at: shape.root(), nodes }
    }

    /// A node of a tree.
    pub(crate) fn get(shape: &'s Shape, nodes: &'t [SourceNode], id: NodeId) -> Option<Self> {
        Some(NodeRef { at: shape.get(id)?, nodes })
    }

    fn with(self, at: ego_tree::NodeRef<'s, u32>) -> Self {
        NodeRef { at, ..self }
    }

    /// Its place in the list of nodes.
    pub(crate) fn place(self) -> u32 {
        *self.at.value()
    }

    pub(crate) fn id(self) -> NodeId {
        self.at.id()
    }

    pub(crate) fn value(self) -> &'t SourceNode {
        &self.nodes[*self.at.value() as usize]
    }

    pub(crate) fn parent(self) -> Option<Self> {
        self.at.parent().map(|at| self.with(at))
    }

    pub(crate) fn first_child(self) -> Option<Self> {
        self.at.first_child().map(|at| self.with(at))
    }

    pub(crate) fn next_sibling(self) -> Option<Self> {
        self.at.next_sibling().map(|at| self.with(at))
    }

    pub(crate) fn children(self) -> impl DoubleEndedIterator<Item = Self> {
        self.at.children().map(move |at| self.with(at))
    }
}
