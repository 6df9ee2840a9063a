//! The elements of a document, by what a selector can begin with.

use std::collections::HashMap;

use ego_tree::NodeRef;
use scraper::{Html, Node};

/// The elements of a document, those of all shadow roots too.
pub(crate) struct Index<'t> {
    all: Vec<NodeRef<'t, Node>>,
    with_id: Vec<NodeRef<'t, Node>>,
    by_name: HashMap<&'t str, Vec<NodeRef<'t, Node>>>,
}

impl<'t> Index<'t> {
    pub(crate) fn new(html: &'t Html) -> Self {
        let mut index = Index { all: Vec::new(), with_id: Vec::new(), by_name: HashMap::new() };
        for node in html.tree.root().descendants() {
            if let Some(element) = node.value().as_element() {
                index.all.push(node);
                index.by_name.entry(element.name()).or_default().push(node);
                if element.attr("id").is_some() {
                    index.with_id.push(node);
                }
            }
        }
        index
    }

    /// All elements that a compound selector, or an XPath from behind its `//`, can be about.
    pub(crate) fn candidates(&self, compound: &str) -> &[NodeRef<'t, Node>] {
        if compound.starts_with('#') || compound.starts_with("*[@id=") {
            return &self.with_id;
        }
        let end = compound.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(compound.len());
        let (name, rest) = compound.split_at(end);
        if name.is_empty() || !(rest.is_empty() || rest.starts_with(['[', ':', '/'])) {
            return &self.all;
        }
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }
}
