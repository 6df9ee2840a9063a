//! Captures as a test describes them.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// A node and what it holds.
#[derive(Debug, Clone)]
pub struct Node {
    kind: u32,
    name: String,
    attributes: Vec<(String, String)>,
    reference: Option<u32>,
    facts: Map<String, Value>,
    /// Of a text, why it is not seen.
    hidden: Option<String>,
    children: Vec<Node>,
}

pub fn element(name: &str) -> Node {
    Node { kind: 1, name: name.into(), attributes: Vec::new(), reference: None, facts: Map::new(), hidden: None, children: Vec::new() }
}

pub fn text(text: &str) -> Node {
    Node { kind: 3, ..element(text) }
}

/// A shadow root.
pub fn shadow() -> Node {
    Node { kind: 11, ..element("") }
}

/// What a frame holds.
pub fn frame() -> Node {
    Node { kind: 9, ..element("") }
}

impl Node {
    pub fn with(mut self, name: &str, value: &str) -> Node {
        self.attributes.push((name.into(), value.into()));
        self
    }

    pub fn fact(mut self, name: &str, value: impl Into<Value>) -> Node {
        self.facts.insert(name.into(), value.into());
        self
    }

    pub fn hidden(mut self, reason: &str) -> Node {
        match self.kind {
            3 => self.hidden = Some(reason.into()),
            _ => return self.fact("hidden", reason),
        }
        self
    }

    /// Its reference; elements that are given none have their place in the list.
    pub fn reference(mut self, reference: u32) -> Node {
        self.reference = Some(reference);
        self
    }

    pub fn says(self, words: &str) -> Node {
        self.holds([text(words)])
    }

    pub fn holds(mut self, children: impl IntoIterator<Item = Node>) -> Node {
        self.children.extend(children);
        self
    }
}

/// A page whose body holds these.
#[derive(Debug, Default)]
pub struct Page {
    names: Vec<String>,
    nodes: Vec<Value>,
    rest: Map<String, Value>,
    frames: BTreeMap<String, Value>,
    unlaid: bool,
}

impl Page {
    pub fn body(children: impl IntoIterator<Item = Node>) -> Page {
        Page::of(element("html").reference(1).holds([element("body").reference(2).holds(children)]), false)
    }

    /// A page of this root element; whose layout is not known.
    pub fn of(root: Node, unlaid: bool) -> Page {
        let mut page = Page { unlaid, ..Page::default() };
        page.nodes.push(json!([-1, 9, unlaid]));
        page.add(0, root);
        page
    }

    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Page {
        self.rest.insert(name.into(), value.into());
        self
    }

    /// What the host read in the frame of this reference.
    pub fn with_frame(mut self, reference: u32, inner: Page) -> Page {
        self.frames.insert(reference.to_string(), inner.value());
        self
    }

    pub fn json(&self) -> String {
        self.value().to_string()
    }

    pub fn value(&self) -> Value {
        let mut page = json!({ "version": 1, "capturer": "c1", "names": self.names, "nodes": self.nodes, "frames": self.frames });
        if let Value::Object(fields) = &mut page {
            fields.extend(self.rest.clone());
        }
        page
    }

    fn name(&mut self, name: &str) -> usize {
        let known = self.names.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        })
    }

    fn add(&mut self, parent: usize, node: Node) {
        let mut left = vec![(parent, node)];
        while let Some((parent, node)) = left.pop() {
            let at = self.nodes.len();
            let mut written = vec![json!(parent), json!(node.kind)];
            match node.kind {
                1 => {
                    let name = self.name(&node.name);
                    let attributes: Vec<Value> =
                        node.attributes.iter().flat_map(|(name, value)| [json!(self.name(name)), json!(value)]).collect();
                    written.extend([json!(name), json!(attributes), json!(node.reference.unwrap_or(at as u32)), json!(node.facts)]);
                }
                3 => {
                    written.push(json!(node.name));
                    written.extend(node.hidden.map(Value::from));
                }
                9 => written.push(json!(self.unlaid)),
                _ => {}
            }
            self.nodes.push(Value::Array(written));
            left.extend(node.children.into_iter().rev().map(|child| (at, child)));
        }
    }
}
