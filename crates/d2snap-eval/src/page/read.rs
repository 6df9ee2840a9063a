//! From the parser's tree to columns.

use std::collections::HashMap;

use d2snap_check::Page as Tree;
use ego_tree::NodeId;
use scraper::Node;

use super::role::{acts, hides, is_focusable};
use super::{Element, Page, Text};

pub(super) fn read(html: &str) -> Page {
    let tree = Tree::read(html);
    let (elements, texts) = columns(&tree);
    let mut page = Page { tree, elements, texts, ids: HashMap::new(), labels: HashMap::new() };
    for (at, element) in page.elements.iter().enumerate() {
        if let Some(id) = element.attribute("id") {
            page.ids.entry(id.to_owned()).or_insert(at);
        }
    }
    mark(&mut page);
    page.labels = labels(&page);
    page
}

fn columns(tree: &Tree) -> (Vec<Element>, Vec<Text>) {
    let mut elements: Vec<Element> = Vec::new();
    let mut texts: Vec<Text> = Vec::new();
    // Nodes to the elements that they are or stand for: what a template holds is inside the template.
    let mut places: HashMap<NodeId, usize> = HashMap::new();
    let Some(tree) = tree.tree() else { return (elements, texts) };
    for node in tree.tree.root().descendants() {
        let parent = node.parent().and_then(|parent| places.get(&parent.id())).copied();
        match node.value() {
            Node::Element(element) => {
                places.insert(node.id(), elements.len());
                elements.push(Element {
                    tag: element.name().to_owned(),
                    attributes: element.attrs.iter().map(|(name, value)| (name.local.to_string(), value.to_string())).collect(),
                    parent,
                    depth: parent.map_or(0, |parent| elements[parent].depth + 1),
                    texts: texts.len()..texts.len(),
                    ..Element::default()
                });
            }
            Node::Text(text) => {
                if let Some(element) = parent {
                    texts.push(Text { element, text: text.to_string() });
                }
            }
            _ => {
                if let Some(parent) = parent {
                    places.insert(node.id(), parent);
                }
            }
        }
    }
    for at in (0..elements.len()).rev() {
        elements[at].end = elements[at].end.max(at + 1);
        let (end, parent) = (elements[at].end, elements[at].parent);
        if let Some(parent) = parent {
            elements[parent].end = elements[parent].end.max(end);
        }
    }
    for (at, text) in texts.iter().enumerate() {
        // The last text inside; texts come in document order.
        elements[text.element].texts.end = at + 1;
    }
    for at in (0..elements.len()).rev() {
        let (end, parent) = (elements[at].texts.end, elements[at].parent);
        if let Some(parent) = parent {
            elements[parent].texts.end = elements[parent].texts.end.max(end);
        }
    }
    (elements, texts)
}

/// What is hidden, and what takes an action.
fn mark(page: &mut Page) {
    let elements = &mut page.elements;
    for at in 0..elements.len() {
        let parent = elements[at].parent.map(|parent| &elements[parent]);
        let hidden = parent.is_some_and(|parent| parent.hidden) || hides(&elements[at]);
        let target = acts(&elements[at], parent);
        elements[at].hidden = hidden;
        elements[at].target = target;
    }
    // Backwards: whether one is inside.
    let mut holds = vec![false; elements.len()];
    for at in (0..elements.len()).rev() {
        elements[at].target |= is_focusable(&elements[at]) && !holds[at];
        if let Some(parent) = elements[at].parent {
            holds[parent] |= holds[at] || elements[at].target;
        }
    }
}

fn labels(page: &Page) -> HashMap<usize, Vec<usize>> {
    let mut labels: HashMap<usize, Vec<usize>> = HashMap::new();
    let labelable =
        |at: usize| matches!(page.elements[at].tag.as_str(), "input" | "select" | "textarea" | "button" | "meter" | "progress" | "output");
    let mut controls: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, element) in page.elements.iter().enumerate().filter(|(at, _)| labelable(*at)) {
        if let Some(id) = element.attribute("id") {
            controls.entry(id).or_default().push(at);
        }
    }
    for (at, element) in page.elements.iter().enumerate().filter(|(_, element)| element.tag == "label") {
        let control = match element.attribute("for") {
            // Where an id stands twice a browser takes the first, a reader the nearest.
            Some(id) => controls.get(id).and_then(|found| found.iter().copied().min_by_key(|control| control.abs_diff(at))),
            None => (at + 1..element.end).find(|inner| labelable(*inner) && page.elements[*inner].attribute("type") != Some("hidden")),
        };
        if let Some(control) = control {
            labels.entry(control).or_default().push(at);
        }
    }
    labels
}
