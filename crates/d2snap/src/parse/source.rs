//! The source trees of a page: its own, and one for each `srcdoc` frame.

use ego_tree::NodeId;
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, local_name, ns};
use rustc_hash::{FxHashMap, FxHashSet};

use super::guard;
use super::live::{Captured, Live};
use super::sink::Sink;
use super::tree::{NodeRef, Shape};
use crate::error::Error;
use crate::options::Limits;

/// A node of a source tree.
#[derive(Debug)]
pub(crate) enum SourceNode {
    /// The root.
    Document,
    /// What a template holds; the template's first child.
    Contents,
    Comment,
    Text(StrTendril),
    Element(SourceElement),
}

/// The namespaces of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Html,
    Svg,
    MathMl,
}

impl Space {
    fn of(namespace: &Namespace) -> Space {
        match *namespace {
            ns!(svg) => Space::Svg,
            ns!(mathml) => Space::MathMl,
            _ => Space::Html,
        }
    }

    pub(super) fn namespace(self) -> &'static Namespace {
        static HTML: Namespace = ns!(html);
        static SVG: Namespace = ns!(svg);
        static MATHML: Namespace = ns!(mathml);
        match self {
            Space::Html => &HTML,
            Space::Svg => &SVG,
            Space::MathMl => &MATHML,
        }
    }
}

/// An element as the parser delivered it.
#[derive(Debug)]
pub(crate) struct SourceElement {
    local: LocalName,
    attrs: Box<[SourceAttribute]>,
    /// A bit for each attribute: most of those asked for are not there.
    filter: u32,
    /// A bit for each of the first sixteen attributes: it is in a namespace.
    spaced: u16,
    pub(crate) space: Space,
}

/// An attribute as the parser delivered it, without its namespace and prefix.
#[derive(Debug)]
struct SourceAttribute {
    name: LocalName,
    value: StrTendril,
}

// Trees are most of the memory that a parse takes.
const _: () = assert!(size_of::<SourceNode>() <= 32 && size_of::<SourceAttribute>() <= 24);

/// The bit of an attribute's name.
#[inline]
const fn bit(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let (first, last) = match bytes {
        [] => (0, 0),
        [only] => (*only, *only),
        [first, .., last] => (*first, *last),
    };
    1 << ((first as usize + last as usize * 5 + bytes.len() * 11) & 31)
}

/// Attributes to look for together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnyOf(u32);

impl AnyOf {
    pub(crate) const fn new(names: &[&str]) -> Self {
        let mut filter = 0;
        let mut at = 0;
        while at < names.len() {
            filter |= bit(names[at]);
            at += 1;
        }
        AnyOf(filter)
    }

    pub(crate) const fn or(self, other: AnyOf) -> Self {
        AnyOf(self.0 | other.0)
    }
}

impl SourceElement {
    pub(super) fn new(name: QualName, attrs: Vec<Attribute>) -> Self {
        let filter = attrs.iter().fold(0, |filter, attribute| filter | bit(&attribute.name.local));
        let is_spaced = |attribute: &Attribute| attribute.name.ns != ns!();
        let spaced = attrs.iter().take(16).enumerate().fold(0, |spaced, (at, attribute)| spaced | u16::from(is_spaced(attribute)) << at);
        let attrs = attrs.into_iter().map(|attribute| SourceAttribute { name: attribute.name.local, value: attribute.value }).collect();
        SourceElement { local: name.local, attrs, filter, spaced, space: Space::of(&name.ns) }
    }

    /// Adds the attributes that it does not have; html5ever asks it of `html` and `body` alone, whose attributes are in
    /// no namespace.
    pub(super) fn add_missing(&mut self, attrs: Vec<Attribute>) {
        let known: FxHashSet<LocalName> = self.attrs.iter().map(|attribute| attribute.name.clone()).collect();
        let missing = attrs.into_iter().filter(|attribute| !known.contains(&attribute.name.local));
        let mut all: Vec<SourceAttribute> = std::mem::take(&mut self.attrs).into_vec();
        for attribute in missing {
            self.filter |= bit(&attribute.name.local);
            all.push(SourceAttribute { name: attribute.name.local, value: attribute.value });
        }
        self.attrs = all.into();
    }

    pub(crate) fn local(&self) -> &LocalName {
        &self.local
    }

    pub(crate) fn is_html(&self) -> bool {
        self.space == Space::Html
    }

    pub(crate) fn is_svg(&self) -> bool {
        self.space == Space::Svg
    }

    pub(crate) fn is_mathml(&self) -> bool {
        self.space == Space::MathMl
    }

    /// The value of an attribute, by its local name (`xlink:href` answers to `href`).
    #[inline]
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        if self.filter & bit(name) == 0 {
            return None;
        }
        self.find(name)
    }

    /// False where it has none of them; true is no promise.
    #[inline]
    pub(crate) fn may_have(&self, names: AnyOf) -> bool {
        self.filter & names.0 != 0
    }

    fn find(&self, name: &str) -> Option<&str> {
        self.attrs.iter().find(|attribute| &*attribute.name == name).map(|attribute| &*attribute.value)
    }

    /// The attributes as (name, value), in source order.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&LocalName, &str)> {
        self.attrs.iter().map(|attribute| (&attribute.name, &*attribute.value))
    }

    /// The attributes that are in no namespace, as (name, value): those that selectors name.
    pub(crate) fn plain_attributes(&self) -> impl Iterator<Item = (&LocalName, &str)> {
        let plain = |at: &usize| *at >= 16 || self.spaced & (1 << at) == 0;
        self.attrs.iter().enumerate().filter(move |(at, _)| plain(at)).map(|(_, attribute)| (&attribute.name, &*attribute.value))
    }

    /// Its name, as html5ever has it.
    pub(super) fn qualified_name(&self) -> QualName {
        QualName::new(None, self.space.namespace().clone(), self.local.clone())
    }

    /// Its attributes that are in no namespace, as html5ever has them.
    pub(super) fn plain_as_html5ever(&self) -> Vec<Attribute> {
        let attribute = |(name, value): (&LocalName, &str)| Attribute {
            name: QualName::new(None, ns!(), name.clone()),
            value: StrTendril::from_slice(value),
        };
        self.plain_attributes().map(attribute).collect()
    }

    pub(crate) fn is_template(&self) -> bool {
        self.is_html() && self.local == local_name!("template")
    }

    pub(crate) fn is_frame(&self) -> bool {
        self.is_html() && matches!(self.local, local_name!("iframe") | local_name!("frame"))
    }

    /// Whether this is a template whose contents are a shadow root, in any of the spellings that
    /// browsers have saved.
    pub(crate) fn is_shadow_template(&self) -> bool {
        self.is_template()
            && ["shadowrootmode", "shadowroot", "shadowmode"].iter().any(|name| {
                self.attribute(name).is_some_and(|mode| mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed"))
            })
    }
}

/// The nodes of a page and of its frames.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// By source, the page itself first.
    nodes: Vec<Vec<SourceNode>>,
    pub(crate) depth_cut: usize,
    pub(crate) bytes: usize,
    /// What a browser says of the nodes, where one does.
    pub(crate) captured: Option<Box<Captured>>,
}

/// How the nodes of a page stand together.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    shapes: Vec<Shape>,
    /// The text of each source that is a frame's.
    srcdocs: Vec<Option<String>>,
    /// The source of a `srcdoc` frame, by the source it stands in and its node.
    pub(crate) frames: FxHashMap<(u32, NodeId), u32>,
}

impl Trees {
    /// The root of a source.
    pub(crate) fn root<'s, 't>(&'s self, page: &'t Page, source: u32) -> Option<NodeRef<'s, 't>> {
        Some(NodeRef::root(self.shapes.get(source as usize)?, page.nodes.get(source as usize)?))
    }

    /// A node of a source.
    pub(crate) fn get<'s, 't>(&'s self, page: &'t Page, source: u32, id: NodeId) -> Option<NodeRef<'s, 't>> {
        NodeRef::get(self.shapes.get(source as usize)?, page.nodes.get(source as usize)?, id)
    }

    /// How many sources there are.
    pub(super) fn sources(&self) -> usize {
        self.shapes.len()
    }

    /// Adds the tree of a source that has no markup.
    pub(super) fn push(&mut self, shape: Shape) {
        self.shapes.push(shape);
        self.srcdocs.push(None);
    }

    /// The parent of a node.
    pub(super) fn parent(&self, source: u32, id: NodeId) -> Option<NodeId> {
        Some(self.shapes.get(source as usize)?.get(id)?.parent()?.id())
    }

    /// Adds the node of a place as the last child of another.
    pub(super) fn append(&mut self, source: u32, parent: NodeId, place: u32) -> Option<NodeId> {
        Some(self.shapes.get_mut(source as usize)?.get_mut(parent)?.append(place).id())
    }

    /// The elements of a source in the order that the parser created them.
    pub(super) fn created(&self, page: &Page, source: u32) -> impl Iterator<Item = NodeId> {
        let nodes = &page.nodes[source as usize];
        let elements = self.shapes[source as usize].nodes();
        elements.filter(|node| matches!(nodes[*node.value() as usize], SourceNode::Element(_))).map(|node| node.id())
    }

    /// The HTML of a source; `html` is the page's own.
    pub(super) fn html<'t>(&'t self, source: u32, html: &'t str) -> &'t str {
        self.srcdocs[source as usize].as_deref().unwrap_or(html)
    }
}

/// What a page and its frames have used of the limits.
#[derive(Default)]
struct Used {
    elements: usize,
    names: usize,
}

/// Parses a page and its `srcdoc` frames.
///
/// # Errors
/// [`Error::Limit`] for bytes, elements and names.
pub(crate) fn parse_page(html: &str, limits: &Limits) -> Result<(Page, Trees), Error> {
    let mut page = Page::default();
    let mut trees = Trees::default();
    let mut used = Used::default();
    let mut levels = vec![0];
    page.add(&mut trees, html, None, limits, &mut used)?;
    let mut next = 0;
    while next < page.nodes.len() {
        let found = if levels[next] < limits.max_frame_depth { page.frames(&trees, next) } else { Vec::new() };
        for (id, srcdoc) in found {
            if trees.frames.len() >= limits.max_frames {
                break;
            }
            trees.frames.insert((next as u32, id), page.nodes.len() as u32);
            page.add(&mut trees, &srcdoc, Some(srcdoc.clone()), limits, &mut used)?;
            levels.push(levels[next] + 1);
        }
        next += 1;
    }
    Ok((page, trees))
}

impl Page {
    /// How many nodes there are.
    pub(crate) fn size(&self) -> usize {
        self.nodes.iter().map(Vec::len).sum()
    }

    /// What a browser says of a node, where one does.
    pub(crate) fn live(&self, source: u32, place: u32) -> Option<&Live> {
        self.captured.as_ref()?.live(source, place)
    }

    /// Adds a source that has no markup.
    pub(super) fn push(&mut self, nodes: Vec<SourceNode>) {
        self.nodes.push(nodes);
    }

    /// Adds a node to a source; gives its place.
    pub(super) fn place(&mut self, source: u32, node: SourceNode) -> Option<u32> {
        let nodes = self.nodes.get_mut(source as usize)?;
        nodes.push(node);
        u32::try_from(nodes.len() - 1).ok()
    }

    /// The frames of a source that have a `srcdoc`.
    fn frames(&self, trees: &Trees, source: usize) -> Vec<(NodeId, String)> {
        let srcdoc = |node: &SourceNode| match node {
            SourceNode::Element(element) if element.is_html() && element.local == local_name!("iframe") => {
                element.attribute("srcdoc").filter(|srcdoc| !srcdoc.is_empty()).map(str::to_owned)
            }
            _ => None,
        };
        let nodes = &self.nodes[source];
        if !nodes.iter().any(|node| srcdoc(node).is_some()) {
            return Vec::new();
        }
        trees.shapes[source].nodes().filter_map(|node| Some((node.id(), srcdoc(&nodes[*node.value() as usize])?))).collect()
    }

    fn add(&mut self, trees: &mut Trees, html: &str, srcdoc: Option<String>, limits: &Limits, used: &mut Used) -> Result<(), Error> {
        self.bytes += html.len();
        if self.bytes > limits.max_bytes {
            return Err(Error::Limit { name: "bytes", limit: limits.max_bytes });
        }
        let left = Limits {
            max_elements: limits.max_elements.saturating_sub(used.elements),
            max_names: limits.max_names.saturating_sub(used.names),
            ..*limits
        };
        let parsed = guard::parse(html, Sink::new(html), &left);
        if parsed.too_many {
            return Err(Error::Limit { name: "elements", limit: limits.max_elements });
        }
        if parsed.too_many_names {
            return Err(Error::Limit { name: "names", limit: limits.max_names });
        }
        used.elements += parsed.elements;
        used.names += parsed.names;
        self.depth_cut += parsed.depth_cut;
        let (shape, nodes) = parsed.output;
        self.nodes.push(nodes);
        trees.shapes.push(shape);
        trees.srcdocs.push(srcdoc);
        Ok(())
    }
}
