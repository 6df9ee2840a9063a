//! The composed tree: shadow roots, slots and frames in place, what no snapshot can hold left out,
//! as one list in document order.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::options::{Hidden, Options};
use crate::parse::{LocalName, NodeId, NodeRef, Page, SourceElement, SourceNode};
use crate::semantics::{Class, Condition, Tag};

/// An index into [`Composed::nodes`].
pub(super) type Index = usize;

/// A node of the composed tree.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) kind: Kind<'t>,
    /// The parent's index; the root's own for its children, which are at the top.
    pub(super) parent: u32,
    /// The index after the last node below this one.
    pub(super) end: u32,
    /// 1 for a child of the root.
    pub(super) depth: u32,
    pub(super) tag: Tag,
    pub(super) class: Class,
    /// Interactive by its tag alone.
    pub(super) interactive_tag: bool,
    /// The tree that ids of this node are looked up in.
    pub(super) scope: u32,
    /// The nearest language.
    pub(super) lang: &'t str,
    pub(super) facts: Facts,
    /// Not in the snapshot: hidden, replaced or excluded. Each node says so for itself.
    pub(super) gone: bool,
    pub(super) selected: bool,
    pub(super) excluded: bool,
}

/// What a node of the composed tree is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind<'t> {
    Text(&'t str),
    Element(&'t SourceElement),
}

impl<'t> Node<'t> {
    pub(super) fn element(&self) -> Option<&'t SourceElement> {
        match self.kind {
            Kind::Element(element) => Some(element),
            Kind::Text(_) => None,
        }
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'t str> {
        self.element().and_then(|element| element.attribute(name))
    }
}

/// What an element's attributes say of its visibility and of how it acts.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Facts {
    pub(super) hidden_attribute: bool,
    pub(super) inert: bool,
    pub(super) aria_hidden: bool,
    pub(super) display_none: bool,
    pub(super) visibility: Option<bool>,
    pub(super) pointer: bool,
    pub(super) popover: bool,
    pub(super) closed_dialog: bool,
    pub(super) input_hidden: bool,
    pub(super) onclick: bool,
    pub(super) editable: bool,
    pub(super) focusable: bool,
    /// Out of the tab order.
    pub(super) unfocusable: bool,
    pub(super) has_role: bool,
    /// A frame whose content stands in its place.
    pub(super) entered: bool,
}

/// The composed tree of a page.
#[derive(Debug, Default)]
pub(super) struct Composed<'t> {
    pub(super) nodes: Vec<Node<'t>>,
    /// Elements by tree and id, the first of each.
    pub(super) ids: FxHashMap<(u32, &'t str), Index>,
    pub(super) lang: &'t str,
    pub(super) title: String,
    pub(super) base_href: Option<&'t str>,
    /// The source of each picture-like element.
    pub(super) sources: FxHashMap<Index, NodeRef<'t>>,
    /// Hidden parts of pictures and formulas.
    pub(super) hidden_parts: usize,
    /// Light children that no slot takes.
    pub(super) unslotted: usize,
}

impl Composed<'_> {
    /// Whether two nodes have the same parent; the root's children have none of their own.
    pub(super) fn are_siblings(&self, one: Index, other: Index) -> bool {
        let parent = |at: Index| Some(self.nodes[at].parent as usize).filter(|parent| *parent != at);
        parent(one) == parent(other)
    }
}

/// How the children of a node are read.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Html,
    /// Inside an svg: only its text and its links.
    Svg,
    /// Inside the text or a link of an svg.
    SvgText,
    /// Inside a formula: only text.
    Math,
}

enum Step<'t> {
    Enter { node: NodeRef<'t>, source: u32, scope: u32, mode: Mode },
    Leave(Index),
}

struct Composer<'t, 'o> {
    page: &'t Page,
    options: &'o Options,
    selected: &'o FxHashSet<(u32, NodeId)>,
    excluded: &'o FxHashSet<(u32, NodeId)>,
    classes: FxHashMap<LocalName, (Tag, Class)>,
    /// What each slot holds, with the tree that its light children belong to.
    slots: FxHashMap<(u32, NodeId), (u32, Vec<NodeId>)>,
    steps: Vec<Step<'t>>,
    parents: Vec<Index>,
    scopes: u32,
    composed: Composed<'t>,
}

/// Composes a page.
pub(super) fn compose<'t>(
    page: &'t Page,
    options: &Options,
    selected: &FxHashSet<(u32, NodeId)>,
    excluded: &FxHashSet<(u32, NodeId)>,
) -> Composed<'t> {
    let mut composer = Composer {
        page,
        options,
        selected,
        excluded,
        classes: FxHashMap::default(),
        slots: FxHashMap::default(),
        steps: Vec::new(),
        parents: Vec::new(),
        scopes: 0,
        composed: Composed::default(),
    };
    composer.read_head();
    if let Some(root) = root_of(page, 0) {
        composer.push_children(root, 0, 0, Mode::Html);
    }
    while let Some(step) = composer.steps.pop() {
        match step {
            Step::Leave(at) => {
                composer.parents.pop();
                composer.composed.nodes[at].end = composer.composed.nodes.len() as u32;
            }
            Step::Enter { node, source, scope, mode } => composer.enter(node, source, scope, mode),
        }
    }
    composer.composed
}

/// The element whose children are the page: the body, or the frameset.
fn root_of(page: &Page, source: u32) -> Option<NodeRef<'_>> {
    let document = page.sources.get(source as usize)?.tree.root();
    let html = document.children().find(|child| matches!(child.value(), SourceNode::Element(_)))?;
    html.children().find(|child| matches!(child.value(), SourceNode::Element(element) if matches!(&**element.local(), "body" | "frameset")))
}

impl<'t> Composer<'t, '_> {
    fn read_head(&mut self) {
        let document = self.page.sources[0].tree.root();
        let Some(html) = document.children().find_map(|child| match child.value() {
            SourceNode::Element(element) => Some((child, element)),
            _ => None,
        }) else {
            return;
        };
        self.composed.lang = html.1.attribute("lang").unwrap_or_default();
        // The first title and base of the document, in the head as a rule.
        let mut title = None;
        for node in html.0.children().take(2).flat_map(|part| part.children()) {
            if let SourceNode::Element(element) = node.value()
                && element.is_html()
            {
                match &**element.local() {
                    "title" if title.is_none() => {
                        title = node.first_child().and_then(|text| match text.value() {
                            SourceNode::Text(text) => Some(&**text),
                            _ => None,
                        });
                    }
                    "base" if self.composed.base_href.is_none() => self.composed.base_href = element.attribute("href"),
                    _ => {}
                }
            }
        }
        super::text::collapse_into(title.unwrap_or_default(), &mut self.composed.title);
    }

    /// Puts the composed children of `node` on the stack, last first.
    fn push_children(&mut self, node: NodeRef<'t>, source: u32, scope: u32, mode: Mode) {
        let shadow = if mode == Mode::Html { shadow_contents(node) } else { None };
        match shadow {
            Some(contents) => {
                self.assign_slots(node, contents, source, scope);
                self.scopes += 1;
                let scope = self.scopes;
                for child in contents.children().rev() {
                    self.steps.push(Step::Enter { node: child, source, scope, mode });
                }
            }
            None => {
                for child in node.children().rev() {
                    self.steps.push(Step::Enter { node: child, source, scope, mode });
                }
            }
        }
    }

    /// Distributes the light children of `host` to the slots of its shadow tree.
    fn assign_slots(&mut self, host: NodeRef<'t>, contents: NodeRef<'t>, source: u32, scope: u32) {
        let mut by_name: FxHashMap<&str, NodeId> = FxHashMap::default();
        let mut next = contents.first_child();
        while let Some(node) = next {
            let mut inner = node.first_child();
            match node.value() {
                SourceNode::Element(element) if element.is_html() && &**element.local() == "slot" => {
                    by_name.entry(element.attribute("name").unwrap_or_default()).or_insert(node.id());
                }
                SourceNode::Element(element) if &**element.local() == "template" => inner = None,
                _ => {}
            }
            next = inner.or_else(|| following(node, contents.id()));
        }
        for child in host.children() {
            let name = match child.value() {
                SourceNode::Element(element) if element.is_shadow_template() => continue,
                SourceNode::Element(element) => element.attribute("slot").unwrap_or_default(),
                SourceNode::Text(_) => "",
                _ => continue,
            };
            match by_name.get(name) {
                Some(slot) => self.slots.entry((source, *slot)).or_insert_with(|| (scope, Vec::new())).1.push(child.id()),
                None if matches!(child.value(), SourceNode::Element(_)) => self.composed.unslotted += 1,
                None => {}
            }
        }
        // Text of white space alone leaves a slot its fallback.
        for slot in by_name.values() {
            if let Some((_, assigned)) = self.slots.get(&(source, *slot)) {
                let tree = &self.page.sources[source as usize].tree;
                let blank = assigned.iter().all(|id| match tree.get(*id).map(|node| node.value()) {
                    Some(SourceNode::Text(text)) => text.trim_ascii().is_empty(),
                    _ => false,
                });
                if blank {
                    self.slots.remove(&(source, *slot));
                }
            }
        }
    }

    fn enter(&mut self, node: NodeRef<'t>, source: u32, scope: u32, mode: Mode) {
        match node.value() {
            SourceNode::Text(text) => {
                if mode != Mode::Svg {
                    self.push(Kind::Text(text), source, node.id(), scope, Tag::Other, Class::Inline);
                }
            }
            SourceNode::Element(element) => self.enter_element(node, element, source, scope, mode),
            SourceNode::Document | SourceNode::Contents | SourceNode::Comment => {}
        }
    }

    fn enter_element(&mut self, node: NodeRef<'t>, element: &'t SourceElement, source: u32, scope: u32, mode: Mode) {
        let name: &str = element.local();
        if mode != Mode::Html && self.options.hidden == Hidden::Drop {
            let inside = facts(element, Tag::Other);
            if inside.hidden_attribute || inside.display_none || inside.aria_hidden || inside.visibility == Some(false) {
                self.composed.hidden_parts += 1;
                return;
            }
        }
        match mode {
            Mode::Html => {}
            Mode::Math => {
                if !matches!(name, "annotation" | "annotation-xml") {
                    self.push_children(node, source, scope, Mode::Math);
                }
                return;
            }
            Mode::Svg | Mode::SvgText => {
                let (tag, inner) = match name {
                    "a" => (Tag::A, Mode::SvgText),
                    "text" => (Tag::Other, Mode::SvgText),
                    "g" | "svg" | "switch" | "tspan" | "textPath" => {
                        return self.push_children(node, source, scope, mode);
                    }
                    _ => return,
                };
                let at = self.push(Kind::Element(element), source, node.id(), scope, tag, Class::Inline);
                self.composed.nodes[at].interactive_tag = tag == Tag::A && self.is_interactive_tag("a", element);
                self.open(at);
                return self.push_children(node, source, scope, inner);
            }
        }
        let (tag, mut class) = if element.is_svg() {
            (Tag::Svg, Class::Labelled)
        } else if element.is_mathml() {
            (Tag::Math, Class::Labelled)
        } else {
            self.class_of(element)
        };
        let interactive_tag = element.is_html() && self.is_interactive_tag(name, element);
        if interactive_tag && class == Class::Unwritten {
            class = Class::Inline;
        }
        match class {
            Class::Removed => return,
            Class::Unwritten => match self.slots.remove(&(source, node.id())) {
                Some((scope, assigned)) => {
                    let tree = &self.page.sources[source as usize].tree;
                    for id in assigned.into_iter().rev() {
                        if let Some(child) = tree.get(id) {
                            self.steps.push(Step::Enter { node: child, source, scope, mode });
                        }
                    }
                    return;
                }
                None => return self.push_children(node, source, scope, mode),
            },
            _ => {}
        }
        if tag == Tag::Picture
            && node.children().any(|child| matches!(child.value(), SourceNode::Element(inner) if &**inner.local() == "img"))
        {
            class = Class::Undecided;
        }
        if self.options.ground_truth.behaviours() && is_labelled_image(element) && !interactive_tag {
            class = Class::Labelled;
        }
        let at = self.push(Kind::Element(element), source, node.id(), scope, tag, class);
        self.composed.nodes[at].facts = facts(element, tag);
        self.composed.nodes[at].interactive_tag = interactive_tag;
        if let Some(lang) = element.attribute("lang") {
            self.composed.nodes[at].lang = lang;
        }
        if let Some(id) = element.attribute("id") {
            self.composed.ids.entry((scope, id)).or_insert(at);
        }
        if tag.is_void() {
            return;
        }
        match class {
            Class::Frame => {
                if let Some(frame) = self.page.frames.get(&(source, node.id()))
                    && let Some(root) = root_of(self.page, *frame)
                {
                    self.composed.nodes[at].facts.entered = true;
                    self.open(at);
                    self.scopes += 1;
                    let scope = self.scopes;
                    self.push_children(root, *frame, scope, Mode::Html);
                }
            }
            Class::Labelled => {
                self.composed.sources.insert(at, node);
                let inner = match tag {
                    Tag::Svg => Mode::Svg,
                    Tag::Math => Mode::Math,
                    Tag::Object => Mode::Html,
                    _ => return,
                };
                self.open(at);
                self.push_children(node, source, scope, inner);
            }
            _ => {
                self.open(at);
                self.push_children(node, source, scope, mode);
            }
        }
    }

    fn class_of(&mut self, element: &SourceElement) -> (Tag, Class) {
        if let Some(known) = self.classes.get(element.local()) {
            return *known;
        }
        let tag = Tag::from_name(element.local());
        let mut class = self.options.ground_truth.class(element.local(), tag);
        // Without Markdown, blocks of text are containers.
        if !self.options.markdown && class == Class::Block && tag != Tag::Hr && !tag.is_preformatted() {
            class = Class::Container;
        }
        self.classes.insert(element.local().clone(), (tag, class));
        (tag, class)
    }

    fn is_interactive_tag(&self, name: &str, element: &SourceElement) -> bool {
        match self.options.ground_truth.interactive(name) {
            Some(Condition::Always) => true,
            Some(Condition::Attribute(attribute)) => element.attribute(attribute).is_some(),
            None => false,
        }
    }

    fn push(&mut self, kind: Kind<'t>, source: u32, id: NodeId, scope: u32, tag: Tag, class: Class) -> Index {
        let at = self.composed.nodes.len();
        let parent = self.parents.last().copied();
        let depth = parent.map_or(0, |parent| self.composed.nodes[parent].depth) + 1;
        let key = (source, id);
        self.composed.nodes.push(Node {
            kind,
            parent: parent.unwrap_or(at) as u32,
            end: at as u32 + 1,
            depth,
            tag,
            class,
            interactive_tag: false,
            scope,
            lang: parent.map_or(self.composed.lang, |parent| self.composed.nodes[parent].lang),
            facts: Facts::default(),
            gone: false,
            selected: !self.selected.is_empty() && self.selected.contains(&key),
            excluded: !self.excluded.is_empty() && self.excluded.contains(&key),
        });
        at
    }

    fn open(&mut self, at: Index) {
        self.parents.push(at);
        self.steps.push(Step::Leave(at));
    }
}

/// The node after `node` and all it holds, below `root`.
fn following<'t>(node: NodeRef<'t>, root: NodeId) -> Option<NodeRef<'t>> {
    let mut at = node;
    loop {
        if at.id() == root {
            return None;
        }
        if let Some(sibling) = at.next_sibling() {
            return Some(sibling);
        }
        at = at.parent()?;
    }
}

fn shadow_contents(host: NodeRef<'_>) -> Option<NodeRef<'_>> {
    host.children()
        .find(|child| matches!(child.value(), SourceNode::Element(element) if element.is_shadow_template()))?
        .first_child()
        .filter(|contents| matches!(contents.value(), SourceNode::Contents))
}

/// Whether an element says that it is a picture with a name, whatever its tag.
fn is_labelled_image(element: &SourceElement) -> bool {
    element.attribute("role").is_some_and(|role| matches!(role.trim(), "img" | "image" | "meter" | "progressbar"))
        && ["aria-label", "aria-labelledby"].iter().any(|name| element.attribute(name).is_some_and(|label| !label.trim().is_empty()))
}

/// Reads an element's attributes once.
fn facts(element: &SourceElement, tag: Tag) -> Facts {
    let mut facts = Facts { closed_dialog: tag == Tag::Dialog, ..Facts::default() };
    for (name, value) in element.attributes() {
        match &**name {
            "hidden" => facts.hidden_attribute = true,
            "inert" => facts.inert = true,
            "popover" => facts.popover = true,
            "onclick" => facts.onclick = true,
            "role" => facts.has_role = true,
            "open" => facts.closed_dialog = false,
            "aria-hidden" => facts.aria_hidden = value.trim_ascii().eq_ignore_ascii_case("true"),
            "contenteditable" => {
                facts.editable = ["", "true", "plaintext-only"].iter().any(|on| value.trim_ascii().eq_ignore_ascii_case(on));
            }
            "tabindex" => {
                let index = value.trim_ascii().parse::<i64>();
                facts.focusable = index.as_ref().is_ok_and(|index| *index >= 0);
                facts.unfocusable = index.is_ok_and(|index| index < 0);
            }
            "type" if tag == Tag::Input => facts.input_hidden = value.trim_ascii().eq_ignore_ascii_case("hidden"),
            "style" => read_style(value, &mut facts),
            _ => {}
        }
    }
    facts
}

fn read_style(style: &str, facts: &mut Facts) {
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let value = value.trim().trim_end_matches("!important").trim_end();
        let property = property.trim();
        if property.eq_ignore_ascii_case("display") {
            facts.display_none = value.eq_ignore_ascii_case("none");
        } else if property.eq_ignore_ascii_case("visibility") {
            facts.visibility = match value.to_ascii_lowercase().as_str() {
                "hidden" | "collapse" => Some(false),
                "visible" => Some(true),
                _ => facts.visibility,
            };
        } else if property.eq_ignore_ascii_case("cursor") {
            facts.pointer = value.eq_ignore_ascii_case("pointer");
        }
    }
}
