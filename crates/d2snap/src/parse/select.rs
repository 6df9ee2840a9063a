//! CSS selectors on the source trees.

use ego_tree::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};
use scraper::node::{Element, Text};
use scraper::{ElementRef, Html, HtmlTreeSink, Node, Selector};

use super::guard;
use super::source::{Page, SourceNode, Trees};
use super::tree::NodeRef;
use crate::error::Error;
use crate::options::Limits;

/// A list of CSS selectors for each tree on the way: page, then shadow root or frame, and so on.
#[derive(Debug)]
pub(crate) struct Path {
    text: String,
    steps: Vec<Selector>,
}

impl Path {
    /// # Errors
    /// [`Error::Selector`].
    pub(crate) fn parse(text: &str) -> Result<Path, Error> {
        let step = |step: &str| {
            Selector::parse(step.trim())
                .map_err(|reason| Error::Selector { selector: text.to_owned(), reason: plainly(&reason.to_string()) })
        };
        let steps = text.split(">>>").map(step).collect::<Result<_, _>>()?;
        Ok(Path { text: text.to_owned(), steps })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

/// The reason without what is meant for others.
fn plainly(reason: &str) -> String {
    if reason.starts_with("Unexpected error") { "it is not valid CSS".to_owned() } else { reason.to_owned() }
}

/// The same text in scraper's tree, with the ways between the two.
struct Twin {
    html: Html,
    to_source: FxHashMap<NodeId, NodeId>,
    from_source: FxHashMap<NodeId, NodeId>,
}

impl Twin {
    fn parse(page: &Page, trees: &Trees, source: u32, html: &str, limits: &Limits) -> Twin {
        let html = guard::parse(trees.html(source, html), HtmlTreeSink::new(Html::new_document()), limits).output;
        // In the order that the parser created them, which is the same for the same text.
        let elements = || html.tree.nodes().filter(|node| node.value().is_element()).map(|node| node.id());
        Twin {
            to_source: elements().zip(trees.created(page, source)).collect(),
            from_source: trees.created(page, source).zip(elements()).collect(),
            html,
        }
    }

    /// The tree of a source that has no markup. Shadow roots stand apart from their hosts, as in a browser.
    fn build(page: &Page, trees: &Trees, source: u32) -> Twin {
        let mut twin = Twin { html: Html::new_document(), to_source: FxHashMap::default(), from_source: FxHashMap::default() };
        let root = twin.html.tree.root().id();
        let mut left: Vec<(NodeRef<'_, '_>, NodeId)> = trees.root(page, source).map(|document| (document, root)).into_iter().collect();
        while let Some((parent, above)) = left.pop() {
            for child in parent.children() {
                let node = match child.value() {
                    SourceNode::Element(element) => Node::Element(Element::new(element.qualified_name(), element.plain_as_html5ever())),
                    SourceNode::Text(text) => Node::Text(Text { text: text.clone() }),
                    SourceNode::Contents => Node::Fragment,
                    SourceNode::Document | SourceNode::Comment => continue,
                };
                let is_shadow = matches!(child.value(), SourceNode::Element(element) if element.is_shadow_template());
                let id = if is_shadow {
                    twin.html.tree.orphan(node).id()
                } else if let Some(mut above) = twin.html.tree.get_mut(above) {
                    above.append(node).id()
                } else {
                    continue;
                };
                if matches!(child.value(), SourceNode::Element(_)) {
                    twin.to_source.insert(id, child.id());
                    twin.from_source.insert(child.id(), id);
                }
                left.push((child, id));
            }
        }
        twin
    }
}

/// As [`select`], of a page that has no markup.
pub(crate) fn select_captured(page: &Page, trees: &Trees, path: &Path) -> FxHashSet<(u32, NodeId)> {
    select_in(page, trees, path, |source| Twin::build(page, trees, source))
}

/// All elements that `path` matches, as (source, node).
///
/// scraper parses the texts a second time; its elements are created in the same order as ours,
/// which tells them apart.
pub(crate) fn select(page: &Page, trees: &Trees, html: &str, path: &Path, limits: &Limits) -> FxHashSet<(u32, NodeId)> {
    select_in(page, trees, path, |source| Twin::parse(page, trees, source, html, limits))
}

fn select_in(page: &Page, trees: &Trees, path: &Path, twin_of: impl Fn(u32) -> Twin) -> FxHashSet<(u32, NodeId)> {
    let mut twins: FxHashMap<u32, Twin> = FxHashMap::default();
    // A scope is the root of one tree: a document, or a template's contents.
    let mut scopes: Vec<(u32, Option<NodeId>)> = vec![(0, None)];
    let mut matches = FxHashSet::default();
    for (at, step) in path.steps.iter().enumerate() {
        let mut found: Vec<(u32, NodeId)> = Vec::new();
        for (source, template) in &scopes {
            let twin = twins.entry(*source).or_insert_with(|| twin_of(*source));
            let root = match template.and_then(|template| twin.from_source.get(&template)) {
                Some(template) => twin.html.tree.get(*template).and_then(|node| node.first_child()),
                None if template.is_none() => Some(twin.html.tree.root()),
                None => None,
            };
            let Some(root) = root else { continue };
            let mut next = root.first_child();
            while let Some(node) = next {
                if let Some(element) = ElementRef::wrap(node)
                    && step.matches(&element)
                    && let Some(id) = twin.to_source.get(&node.id())
                {
                    found.push((*source, *id));
                }
                let child = if matches!(node.value(), Node::Element(_)) { first_light_child(node) } else { None };
                next = child.or_else(|| {
                    let mut up = Some(node);
                    while let Some(at) = up {
                        if at.id() == root.id() {
                            return None;
                        }
                        if let Some(sibling) = at.next_sibling() {
                            return Some(sibling);
                        }
                        up = at.parent();
                    }
                    None
                });
            }
        }
        if at + 1 == path.steps.len() {
            matches.extend(found);
            break;
        }
        scopes.clear();
        for (source, id) in found {
            if let Some(frame) = trees.frames.get(&(source, id)) {
                scopes.push((*frame, None));
            } else if let Some(node) = trees.get(page, source, id) {
                let shadow =
                    node.children().find(|child| matches!(child.value(), SourceNode::Element(element) if element.is_shadow_template()));
                scopes.extend(shadow.map(|template| (source, Some(template.id()))));
            }
        }
    }
    matches
}

/// The first child that is no template contents.
fn first_light_child(node: ego_tree::NodeRef<'_, Node>) -> Option<ego_tree::NodeRef<'_, Node>> {
    let first = node.first_child()?;
    if matches!(first.value(), Node::Fragment) { first.next_sibling() } else { Some(first) }
}
