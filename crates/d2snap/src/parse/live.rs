//! A capture to the trees that a parsed page has, with what the browser says of each node beside them.

use std::collections::VecDeque;

use ego_tree::NodeId;
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, Namespace, QualName, local_name, ns};
use rustc_hash::FxHashSet;

use super::guard::cut;
use super::source::{Page, SourceElement, SourceNode, Trees};
use super::tree::Shape;
use crate::capture::{Capture, Facts, Kind, Node, Side, Text, Viewport};
use crate::error::Error;
use crate::options::Limits;

/// What the browser says of a node.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Live {
    /// Its reference, 0 where it has none.
    pub(crate) reference: u32,
    /// Why it is not seen, in [`Live::REASONS`].
    hidden: Option<u8>,
    pub(crate) offscreen: Option<(Side, u32)>,
    pub(crate) shown: bool,
    pub(crate) pointer: bool,
    pub(crate) listener: bool,
    pub(crate) covered: bool,
    pub(crate) indeterminate: bool,
    pub(crate) secret: bool,
    /// Layout is known: what markup says of visibility does not count.
    pub(crate) laid_out: bool,
}

impl Live {
    /// Why something is not seen.
    const REASONS: [&str; 10] = [
        "display-none",
        "visibility-hidden",
        "content-visibility",
        "opacity",
        "zero-size",
        "clipped",
        "tiny",
        "off-page",
        "font-size",
        "same-color",
    ];

    pub(crate) fn hidden(&self) -> Option<&'static str> {
        self.hidden.and_then(|at| Live::REASONS.get(at as usize)).copied()
    }
}

/// What a page of a capture has and one of markup has not.
#[derive(Debug)]
pub(crate) struct Captured {
    /// By source and place.
    nodes: Vec<Vec<Live>>,
    /// Whose references those of a source are.
    capturers: Vec<Box<str>>,
    pub(crate) modal: Option<(u32, NodeId)>,
    pub(crate) url: Box<str>,
    /// The element that all stands in that is behind the dialog.
    pub(crate) rest: SourceElement,
    pub(crate) viewport: Option<Viewport>,
}

impl Captured {
    pub(super) fn live(&self, source: u32, place: u32) -> Option<&Live> {
        self.nodes.get(source as usize)?.get(place as usize)
    }

    /// By source.
    pub(crate) fn capturers(&self) -> &[Box<str>] {
        &self.capturers
    }

    pub(crate) fn capturer(&self, source: u32) -> &str {
        self.capturers.get(source as usize).map_or("", |capturer| capturer)
    }
}

/// Where a node of the list went.
#[derive(Clone, Copy)]
struct Spot {
    source: u32,
    id: NodeId,
    /// Levels of elements above and with it, in its own tree.
    depth: u32,
    kind: SpotKind,
}

#[derive(Clone, Copy, PartialEq)]
enum SpotKind {
    Document,
    Shadow,
    Element,
    Frame,
    Text,
}

/// A capture that is still to be built, and the frame that it stands in.
struct Job<'c> {
    capture: &'c Capture<'c>,
    host: Option<(u32, NodeId)>,
    level: usize,
}

struct Builder<'l> {
    limits: &'l Limits,
    page: Page,
    trees: Trees,
    captured: Captured,
    /// How deep each source is in others.
    levels: Vec<usize>,
    names: FxHashSet<LocalName>,
    elements: usize,
}

/// Builds the trees of a capture and of what the host read in its frames.
///
/// # Errors
/// [`Error::Capture`] for a list that is no tree, [`Error::Limit`] for elements and names.
pub(crate) fn build(capture: &Capture<'_>, bytes: usize, limits: &Limits) -> Result<(Page, Trees), Error> {
    let mut page = Page::default();
    page.bytes = bytes;
    let rest = QualName::new(None, ns!(html), LocalName::from("div"));
    let captured = Captured {
        nodes: Vec::new(),
        capturers: Vec::new(),
        modal: None,
        url: (*capture.url).into(),
        rest: SourceElement::new(rest, vec![attribute(LocalName::from("inert"), "")]),
        viewport: capture.viewport,
    };
    let trees = Trees::default();
    let mut builder = Builder { limits, page, trees, captured, levels: Vec::new(), names: FxHashSet::default(), elements: 0 };
    let mut jobs = VecDeque::from([Job { capture, host: None, level: 0 }]);
    while let Some(job) = jobs.pop_front() {
        builder.add(&job, &mut jobs)?;
    }
    let Builder { mut page, trees, captured, .. } = builder;
    page.captured = Some(Box::new(captured));
    Ok((page, trees))
}

fn broken(at: usize, what: &str) -> Error {
    Error::Capture { reason: format!("node {at} {what}") }
}

impl Builder<'_> {
    fn add<'c>(&mut self, job: &Job<'c>, jobs: &mut VecDeque<Job<'c>>) -> Result<(), Error> {
        let capture = job.capture;
        let names = self.names(capture)?;
        let mut spots: Vec<Option<Spot>> = Vec::with_capacity(capture.nodes.len());
        for (at, node) in capture.nodes.iter().enumerate() {
            let spot = match &node.kind {
                Kind::Document { unlaid } if at == 0 && node.parent == -1 => self.document(job, job.host, job.level, *unlaid),
                _ if at == 0 => return Err(broken(0, "is not the page: [-1, 9]")),
                kind => {
                    let above = usize::try_from(node.parent).ok().filter(|above| *above < at);
                    let above = above.ok_or_else(|| broken(at, "has a parent that is not before it"))?;
                    match (kind, &mut spots[above]) {
                        (Kind::Document { unlaid }, Some(frame)) if frame.kind == SpotKind::Frame => {
                            let level = self.levels[frame.source as usize] + 1;
                            let host = Some((frame.source, frame.id));
                            self.document(job, host, level, *unlaid)
                        }
                        (_, Some(parent)) => Some(self.node(at, node, parent, &names)?),
                        // In a frame that is not entered.
                        (_, None) => None,
                    }
                }
            };
            if let (Kind::Element { reference, .. }, Some(spot)) = (&node.kind, spot)
                && spot.kind == SpotKind::Frame
                && let Some(inner) = capture.frames.get(reference)
                && *reference > 0
            {
                let level = self.levels[spot.source as usize] + 1;
                jobs.push_back(Job { capture: inner, host: Some((spot.source, spot.id)), level });
            }
            spots.push(spot);
        }
        if job.host.is_none()
            && let Some(modal) = capture.modal
            && let Some(spot) = spots.get(modal as usize).copied().flatten()
            && spot.kind == SpotKind::Element
        {
            self.captured.modal = Some((spot.source, spot.id));
        }
        Ok(())
    }

    /// The names of a capture; all of the page's count together.
    fn names(&mut self, capture: &Capture<'_>) -> Result<Vec<QualName>, Error> {
        let mut names = Vec::with_capacity(capture.names.len());
        for name in &capture.names {
            let (space, local) = name.split_once(' ').unwrap_or(("", name));
            let space: Namespace = match space {
                "svg" => ns!(svg),
                "math" => ns!(mathml),
                "xlink" => ns!(xlink),
                "xml" => ns!(xml),
                _ => ns!(html),
            };
            let local = LocalName::from(local);
            self.names.insert(local.clone());
            if self.names.len() > self.limits.max_names {
                return Err(Error::Limit { name: "names", limit: self.limits.max_names });
            }
            names.push(QualName::new(None, space, local));
        }
        Ok(names)
    }

    /// Begins the tree of a page; none where it stands in a frame that is not entered.
    fn document(&mut self, job: &Job<'_>, host: Option<(u32, NodeId)>, level: usize, unlaid: bool) -> Option<Spot> {
        let source = self.trees.sources() as u32;
        if let Some(host) = host {
            if level > self.limits.max_frame_depth || self.trees.frames.len() >= self.limits.max_frames {
                return None;
            }
            if self.trees.frames.contains_key(&host) {
                return None;
            }
            self.trees.frames.insert(host, source);
        }
        let shape = Shape::new(0);
        let id = shape.root().id();
        self.trees.push(shape);
        self.page.push(vec![SourceNode::Document]);
        self.captured.nodes.push(vec![Live { laid_out: !unlaid, ..Live::default() }]);
        self.captured.capturers.push((*job.capture.capturer).into());
        self.levels.push(level);
        Some(Spot { source, id, depth: 0, kind: SpotKind::Document })
    }

    fn node(&mut self, at: usize, node: &Node<'_>, parent: &mut Spot, names: &[QualName]) -> Result<Spot, Error> {
        if parent.kind == SpotKind::Text {
            return Err(broken(at, "stands in a text"));
        }
        let source = parent.source;
        match &node.kind {
            Kind::Document { .. } => Err(broken(at, "is a page outside of a frame")),
            Kind::Shadow => {
                if !matches!(parent.kind, SpotKind::Element) {
                    return Err(broken(at, "is a shadow root without a host"));
                }
                if parent.depth >= self.most() {
                    let (id, depth) = self.place(parent);
                    return Ok(Spot { source, id, depth: depth - 1, kind: SpotKind::Shadow });
                }
                let mode = attribute(local_name!("shadowrootmode"), "open");
                let template = QualName::new(None, ns!(html), local_name!("template"));
                let template = SourceElement::new(template, vec![mode]);
                let Some(host) = self.append(source, parent.id, SourceNode::Element(template), Live::default()) else {
                    return Err(broken(at, "has no place"));
                };
                let id = self.append(source, host, SourceNode::Contents, Live::default());
                let id = id.ok_or_else(|| broken(at, "has no place"))?;
                Ok(Spot { source, id, depth: parent.depth + 1, kind: SpotKind::Shadow })
            }
            Kind::Text { text, hidden } => {
                let live = Live { hidden: reason(at, hidden.as_ref())?, laid_out: true, ..Live::default() };
                let id = self.append(source, parent.id, SourceNode::Text(StrTendril::from_slice(text)), live);
                Ok(Spot { source, id: id.ok_or_else(|| broken(at, "has no place"))?, depth: parent.depth, kind: SpotKind::Text })
            }
            Kind::Element { name, attributes, reference, facts } => {
                self.elements += 1;
                if self.elements > self.limits.max_elements {
                    return Err(Error::Limit { name: "elements", limit: self.limits.max_elements });
                }
                let named = |name: u32| names.get(name as usize).ok_or_else(|| broken(at, "has a name that is not in the list"));
                let name = named(*name)?.clone();
                let mut attrs = Vec::with_capacity(attributes.len());
                for (name, value) in attributes {
                    let name = named(*name)?;
                    // Attributes of no namespace are listed as elements of HTML are.
                    let name = if name.ns == ns!(html) { QualName::new(None, ns!(), name.local.clone()) } else { name.clone() };
                    let mut value = StrTendril::from_slice(value);
                    cut(&mut value, self.limits.max_attribute_bytes);
                    attrs.push(Attribute { name, value });
                }
                let kind = match *name.local {
                    _ if name.ns != ns!(html) => SpotKind::Element,
                    ref local if matches!(local, "iframe" | "frame") => SpotKind::Frame,
                    _ => SpotKind::Element,
                };
                let none = Facts::default();
                let facts = facts.as_deref().unwrap_or(&none);
                let live = Live {
                    reference: *reference,
                    hidden: reason(at, facts.hidden.as_ref())?,
                    offscreen: facts.offscreen,
                    shown: facts.shown,
                    pointer: facts.pointer,
                    listener: facts.listener,
                    covered: facts.covered,
                    indeterminate: facts.indeterminate,
                    secret: facts.filled.is_some(),
                    laid_out: self.captured.live(source, 0).is_some_and(|document| document.laid_out),
                };
                bring_up_to_date(&name.local, &mut attrs, facts);
                let is_textarea = name.ns == ns!(html) && name.local == local_name!("textarea");
                let (parent, depth) = self.place(parent);
                let element = SourceNode::Element(SourceElement::new(name, attrs));
                let id = self.append(source, parent, element, live).ok_or_else(|| broken(at, "has no place"))?;
                if is_textarea && facts.filled == Some(true) {
                    self.append(source, id, SourceNode::Text(StrTendril::from_slice(FILLED)), Live::default());
                }
                Ok(Spot { source, id, depth, kind })
            }
        }
    }

    /// How many levels a tree has; the root element and the body do not count.
    fn most(&self) -> u32 {
        u32::try_from(self.limits.max_depth).unwrap_or(u32::MAX).saturating_add(2)
    }

    /// Where an element goes that is to stand in another, and its level. Beyond the limit that is behind the other,
    /// and so does what comes after it.
    fn place(&mut self, parent: &mut Spot) -> (NodeId, u32) {
        if parent.depth >= self.most() {
            self.page.depth_cut += 1;
            parent.id = self.trees.parent(parent.source, parent.id).unwrap_or(parent.id);
            parent.depth -= 1;
        }
        (parent.id, parent.depth + 1)
    }

    fn append(&mut self, source: u32, parent: NodeId, node: SourceNode, live: Live) -> Option<NodeId> {
        let place = self.page.place(source, node)?;
        self.captured.nodes.get_mut(source as usize)?.push(live);
        self.trees.append(source, parent, place)
    }
}

/// What stands for the text of a field that is not told.
const FILLED: &str = "(filled)";

fn reason(at: usize, name: Option<&Text<'_>>) -> Result<Option<u8>, Error> {
    let Some(name) = name else { return Ok(None) };
    let known = Live::REASONS.iter().position(|known| **known == **name);
    known.map(|known| Some(known as u8)).ok_or_else(|| broken(at, &format!("is hidden for `{}`, which is no reason", &**name)))
}

fn attribute(name: LocalName, value: &str) -> Attribute {
    Attribute { name: QualName::new(None, ns!(), name), value: StrTendril::from_slice(value) }
}

/// Has the attributes say what is so now: what was typed, ticked and chosen.
fn bring_up_to_date(local: &LocalName, attrs: &mut Vec<Attribute>, facts: &Facts<'_>) {
    let mut set = |name: LocalName, value: Option<&str>| {
        let at = attrs.iter().position(|attribute| attribute.name.ns == ns!() && attribute.name.local == name);
        match (at, value) {
            (Some(at), Some(value)) => attrs[at].value = StrTendril::from_slice(value),
            (Some(at), None) => {
                attrs.remove(at);
            }
            (None, Some(value)) => attrs.push(attribute(name, value)),
            (None, None) => {}
        }
    };
    if let Some(value) = &facts.value {
        set(local_name!("value"), Some(&**value).filter(|value| !value.is_empty()));
    }
    match facts.filled {
        Some(true) if *local != local_name!("textarea") => set(local_name!("value"), Some(FILLED)),
        Some(_) => set(local_name!("value"), None),
        None => {}
    }
    if facts.indeterminate {
        set(LocalName::from("aria-checked"), Some("mixed"));
    }
    for (name, is) in [(local_name!("checked"), facts.checked), (local_name!("selected"), facts.selected)] {
        let has = attrs.iter().any(|attribute| attribute.name.ns == ns!() && attribute.name.local == name);
        match is {
            Some(true) if !has => attrs.push(attribute(name, "")),
            Some(false) => attrs.retain(|attribute| attribute.name.ns != ns!() || attribute.name.local != name),
            _ => {}
        }
    }
}
