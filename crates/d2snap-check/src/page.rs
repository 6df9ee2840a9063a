//! A page as a user of a browser has it: shadow roots, slots and `srcdoc` frames in place.

use std::collections::HashMap;

use ego_tree::NodeId;
use scraper::{Html, Node as Scraped};

use crate::word::is_blank;

/// Levels of frames that are entered.
const FRAME_LEVELS: usize = 8;

/// A node of the composed tree, in document order.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) parent: Option<usize>,
    /// The index after the last node below this one.
    pub(crate) end: usize,
}

/// A node of the trees that the page is composed of: the document, and its place there.
pub(crate) type Site = (usize, NodeId);

#[derive(Debug)]
pub(crate) enum Kind {
    Text(String),
    Element(Element),
}

#[derive(Debug, Clone, PartialEq, Eq, Copy)]
pub(crate) enum Space {
    Html,
    Svg,
    Math,
}

#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) space: Space,
    pub(crate) attributes: Vec<(String, String)>,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn is_html(&self) -> bool {
        self.space == Space::Html
    }

    fn is_shadow_template(&self) -> bool {
        self.is_html()
            && self.name == "template"
            && ["shadowrootmode", "shadowroot", "shadowmode"].iter().any(|name| {
                self.attribute(name).is_some_and(|mode| mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed"))
            })
    }
}

/// A page, read once for any number of checks.
#[derive(Debug)]
pub struct Page {
    pub(crate) nodes: Vec<Node>,
    /// The page's own first, then its frames.
    pub(crate) documents: Vec<Html>,
    /// The documents of frames.
    pub(crate) frames: HashMap<Site, usize>,
    /// Where the elements of the documents stand among the nodes.
    pub(crate) sites: HashMap<Site, usize>,
}

impl Page {
    /// Parses and composes a page.
    pub fn read(html: &str) -> Page {
        let page = Page { nodes: Vec::new(), documents: Vec::new(), frames: HashMap::new(), sites: HashMap::new() };
        let mut composer = Composer { raw: Vec::new(), slots: HashMap::new(), page, steps: Vec::new() };
        if let Some(root) = composer.parse(html) {
            composer.push_children(root, 0);
        }
        let mut parents: Vec<usize> = Vec::new();
        while let Some(step) = composer.steps.pop() {
            match step {
                Step::Leave(at) => {
                    parents.pop();
                    composer.page.nodes[at].end = composer.page.nodes.len();
                }
                Step::Enter(raw, level) => {
                    if let Some(at) = composer.enter(raw, level, parents.last().copied()) {
                        parents.push(at);
                    }
                }
            }
        }
        composer.page
    }

    /// The page's own tree, as `scraper::Html::parse_document` gives it.
    pub fn tree(&self) -> Option<&Html> {
        self.documents.first()
    }

    pub(crate) fn element(&self, at: usize) -> Option<&Element> {
        match &self.nodes[at].kind {
            Kind::Element(element) => Some(element),
            Kind::Text(_) => None,
        }
    }

    pub(crate) fn text(&self, at: usize) -> Option<&str> {
        match &self.nodes[at].kind {
            Kind::Text(text) => Some(text),
            Kind::Element(_) => None,
        }
    }

    /// The elements and texts directly below a node, or the root.
    pub(crate) fn children(&self, at: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let end = at.map_or(self.nodes.len(), |at| self.nodes[at].end);
        let mut next = at.map_or(0, |at| at + 1);
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next = self.nodes[child].end;
            Some(child)
        })
    }
}

/// A node of a parsed document.
struct Raw {
    site: Site,
    kind: Option<Kind>,
    children: Vec<usize>,
    /// What a template holds.
    contents: Vec<usize>,
}

enum Step {
    Enter(usize, usize),
    Leave(usize),
}

struct Composer {
    raw: Vec<Raw>,
    slots: HashMap<usize, Vec<usize>>,
    page: Page,
    steps: Vec<Step>,
}

impl Composer {
    /// Adds a document; returns its body or frameset.
    fn parse(&mut self, html: &str) -> Option<usize> {
        let parsed = Html::parse_document(html);
        let mut places = HashMap::new();
        let root = parsed.tree.root();
        for node in root.descendants() {
            let at = self.raw.len();
            places.insert(node.id(), at);
            let kind = match node.value() {
                Scraped::Text(text) => Some(Kind::Text(text.to_string())),
                Scraped::Element(element) => Some(Kind::Element(Element {
                    name: element.name.local.to_string(),
                    space: match &*element.name.ns {
                        "http://www.w3.org/2000/svg" => Space::Svg,
                        "http://www.w3.org/1998/Math/MathML" => Space::Math,
                        _ => Space::Html,
                    },
                    attributes: element.attrs.iter().map(|(name, value)| (name.local.to_string(), value.to_string())).collect(),
                })),
                _ => None,
            };
            self.raw.push(Raw { site: (self.page.documents.len(), node.id()), kind, children: Vec::new(), contents: Vec::new() });
            let Some(parent) = node.parent() else { continue };
            match (node.value(), parent.value(), parent.parent()) {
                (Scraped::Fragment, ..) => {}
                (_, Scraped::Fragment, Some(template)) => self.raw[places[&template.id()]].contents.push(at),
                _ => self.raw[places[&parent.id()]].children.push(at),
            }
        }
        let html = root.children().find(|child| child.value().is_element());
        let is_body = |it: &scraper::node::Element| matches!(it.name(), "body" | "frameset");
        let body = html.and_then(|html| html.children().find(|child| child.value().as_element().is_some_and(is_body)));
        let body = body.map(|body| places[&body.id()]);
        self.page.documents.push(parsed);
        body
    }

    fn element(&self, raw: usize) -> Option<&Element> {
        match &self.raw[raw].kind {
            Some(Kind::Element(element)) => Some(element),
            _ => None,
        }
    }

    fn push_all(&mut self, children: &[usize], level: usize) {
        self.steps.extend(children.iter().rev().map(|child| Step::Enter(*child, level)));
    }

    fn push_children(&mut self, raw: usize, level: usize) {
        let children = self.raw[raw].children.clone();
        let shadow = children.iter().copied().find(|child| self.element(*child).is_some_and(Element::is_shadow_template));
        match shadow {
            Some(template) => {
                let contents = self.raw[template].contents.clone();
                self.assign(&children, &contents);
                self.push_all(&contents, level);
            }
            None => self.push_all(&children, level),
        }
    }

    /// Gives the slots of a shadow tree their light children.
    fn assign(&mut self, light: &[usize], shadow: &[usize]) {
        let mut slots: HashMap<String, usize> = HashMap::new();
        let mut stack: Vec<usize> = shadow.iter().rev().copied().collect();
        while let Some(raw) = stack.pop() {
            if let Some(element) = self.element(raw)
                && element.is_html()
                && element.name == "slot"
            {
                slots.entry(element.attribute("name").unwrap_or_default().to_owned()).or_insert(raw);
            }
            stack.extend(self.raw[raw].children.iter().rev());
        }
        let mut given: HashMap<usize, Vec<usize>> = HashMap::new();
        for child in light {
            let name = match &self.raw[*child].kind {
                Some(Kind::Element(element)) if element.is_shadow_template() => continue,
                Some(Kind::Element(element)) => element.attribute("slot").unwrap_or_default(),
                Some(Kind::Text(_)) => "",
                None => continue,
            };
            if let Some(slot) = slots.get(name) {
                given.entry(*slot).or_default().push(*child);
            }
        }
        for (slot, children) in given {
            let blank = children.iter().all(|child| matches!(&self.raw[*child].kind, Some(Kind::Text(text)) if is_blank(text)));
            if !blank {
                self.slots.insert(slot, children);
            }
        }
    }

    /// Adds a node; returns it where it stays open.
    fn enter(&mut self, raw: usize, level: usize, parent: Option<usize>) -> Option<usize> {
        let at = self.page.nodes.len();
        let end = at + 1;
        let element = match &self.raw[raw].kind {
            Some(Kind::Element(element)) => element.clone(),
            Some(Kind::Text(text)) => {
                let kind = Kind::Text(text.clone());
                self.page.nodes.push(Node { kind, parent, end });
                return None;
            }
            None => return None,
        };
        let name = element.name.as_str();
        let html = element.is_html();
        if html && name == "slot" {
            match self.slots.remove(&raw) {
                Some(assigned) => self.push_all(&assigned, level),
                None => self.push_children(raw, level),
            }
            return None;
        }
        // What these hold is never part of the page: raw text, or replaced by a label.
        let closed = html && matches!(name, "script" | "style" | "noscript" | "noembed" | "noframes" | "template" | "head");
        let replaced = html
            && match name {
                "canvas" | "video" | "audio" | "embed" | "meter" | "progress" => true,
                "picture" => !self.raw[raw].children.iter().any(|child| self.element(*child).is_some_and(|it| it.name == "img")),
                _ => false,
            };
        let frame = (html && name == "iframe").then(|| element.attribute("srcdoc").unwrap_or_default().to_owned());
        self.page.nodes.push(Node { kind: Kind::Element(element), parent, end });
        let site = self.raw[raw].site;
        self.page.sites.insert(site, at);
        if closed {
            return None;
        }
        self.steps.push(Step::Leave(at));
        if replaced {
            // The label may be a child.
            let names = |child: &usize| self.element(*child).is_some_and(|it| matches!(it.name.as_str(), "title" | "desc"));
            let labels: Vec<usize> = self.raw[raw].children.iter().copied().filter(names).collect();
            self.push_all(&labels, level);
            return Some(at);
        }
        match frame {
            Some(srcdoc) => {
                if !srcdoc.is_empty() && level < FRAME_LEVELS {
                    self.page.frames.insert(site, self.page.documents.len());
                    if let Some(body) = self.parse(&srcdoc) {
                        self.push_children(body, level + 1);
                    }
                }
            }
            None => self.push_children(raw, level),
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(html: &str) -> String {
        let page = Page::read(html);
        page.nodes
            .iter()
            .map(|node| match &node.kind {
                Kind::Text(text) => text.clone(),
                Kind::Element(element) => format!("<{}>", element.name),
            })
            .collect()
    }

    #[test]
    fn shadow_roots_slots_and_frames_stand_in_place() {
        assert_eq!(
            outline(
                "<x-a><template shadowrootmode=open><i><slot name=s>f</slot></i><slot>d</slot></template>t<b slot=s>u</b><b slot=no>v</b></x-a>"
            ),
            "<x-a><i><b>ut"
        );
        assert_eq!(outline("<x-a><template shadowroot=open><slot>d</slot></template> </x-a>"), "<x-a>d");
        assert_eq!(outline("<iframe srcdoc='<p>x'>y</iframe><iframe>z</iframe><template>t</template>"), "<iframe><p>x<iframe><template>");
    }
}
