//! HTML to a tree. The only place that names scraper, ego-tree and html5ever.

mod decode;
mod guard;
pub(crate) mod lex;
mod live;
#[cfg(test)]
mod plain_test;
mod raw;
mod reference;
mod scan;
mod select;
mod sink;
mod source;
mod track;
mod tree;

pub(crate) use decode::decode;
pub(crate) use live::{Captured, build};
pub(crate) use raw::end_of_raw_text;
pub(crate) use reference::reads_as_reference;
pub(crate) use select::{Path, select, select_captured};
pub(crate) use source::{AnyOf, Page, SourceElement, SourceNode, Space, Trees, parse_page};
pub(crate) use tree::NodeRef;

/// A node's place in its source tree.
pub(crate) type NodeId = ego_tree::NodeId;
/// An interned local name.
pub(crate) type LocalName = html5ever::LocalName;
