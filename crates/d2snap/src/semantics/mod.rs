//! The ground truth: which class an element is in, what a container and an attribute are worth.

mod ground_truth;
mod role;
mod tag;

pub use ground_truth::GroundTruth;
pub(crate) use ground_truth::{Condition, InteractiveRole};
pub(crate) use role::{Role, explicit_role, implicit_role, stands_apart};
pub(crate) use tag::Tag;

/// What an element is to the algorithm, before its attributes are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Dropped with its subtree.
    Removed,
    /// Its tag is never written; its children take its place.
    Unwritten,
    /// Replaced with its label.
    Labelled,
    /// Text formatting that stands on lines of its own.
    Block,
    /// Text formatting inside a line.
    Inline,
    /// Groups others.
    Container,
    /// A frame: its content, or a stub.
    Frame,
    /// Inline while it holds no block, a container otherwise.
    Undecided,
}
