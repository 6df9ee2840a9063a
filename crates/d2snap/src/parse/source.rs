//! The source trees of a page: its own, and one for each `srcdoc` frame.

use ego_tree::{NodeId, Tree};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, QualName, local_name, ns};
use rustc_hash::{FxHashMap, FxHashSet};

use super::guard;
use super::sink::Sink;
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

/// An element as the parser delivered it.
#[derive(Debug)]
pub(crate) struct SourceElement {
    pub(crate) name: QualName,
    attrs: Vec<Attribute>,
    /// A bit for each attribute: most of those asked for are not there.
    filter: u64,
}

/// The bit of an attribute's name.
#[inline]
const fn bit(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let (first, last) = match bytes {
        [] => (0, 0),
        [only] => (*only, *only),
        [first, .., last] => (*first, *last),
    };
    1 << ((first as usize + last as usize * 5 + bytes.len() * 11) & 63)
}

/// Attributes to look for together.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnyOf(u64);

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
        SourceElement { name, attrs, filter }
    }

    /// Adds the attributes that it does not have.
    pub(super) fn add_missing(&mut self, attrs: Vec<Attribute>) {
        let known: FxHashSet<QualName> = self.attrs.iter().map(|attribute| attribute.name.clone()).collect();
        self.attrs.extend(attrs.into_iter().filter(|attribute| !known.contains(&attribute.name)));
        *self = SourceElement::new(self.name.clone(), std::mem::take(&mut self.attrs));
    }

    pub(crate) fn local(&self) -> &LocalName {
        &self.name.local
    }

    pub(crate) fn is_html(&self) -> bool {
        self.name.ns == ns!(html)
    }

    pub(crate) fn is_svg(&self) -> bool {
        self.name.ns == ns!(svg)
    }

    pub(crate) fn is_mathml(&self) -> bool {
        self.name.ns == ns!(mathml)
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
        self.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
    }

    /// The attributes as (name, value), in source order.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&LocalName, &str)> {
        self.attrs.iter().map(|attribute| (&attribute.name.local, &*attribute.value))
    }

    /// The attributes that are in no namespace, as (name, value): those that selectors name.
    pub(crate) fn plain_attributes(&self) -> impl Iterator<Item = (&LocalName, &str)> {
        self.attrs.iter().filter(|attribute| attribute.name.ns == ns!()).map(|attribute| (&attribute.name.local, &*attribute.value))
    }

    pub(crate) fn is_template(&self) -> bool {
        self.is_html() && self.name.local == local_name!("template")
    }

    pub(crate) fn is_frame(&self) -> bool {
        self.is_html() && self.name.local == local_name!("iframe")
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

/// One parsed text.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) tree: Tree<SourceNode>,
    /// Elements in the order the parser created them.
    pub(super) created: Vec<NodeId>,
    /// The text, of a frame alone.
    srcdoc: Option<String>,
}

/// A page with its frames.
#[derive(Debug)]
pub(crate) struct Page {
    /// The page itself first.
    pub(crate) sources: Vec<Source>,
    /// The source of a `srcdoc` frame, by the source it stands in and its node.
    pub(crate) frames: FxHashMap<(u32, NodeId), u32>,
    pub(crate) depth_cut: usize,
    pub(crate) bytes: usize,
}

impl Page {
    /// The HTML of a source; `html` is the page's own.
    pub(super) fn html<'t>(&'t self, source: u32, html: &'t str) -> &'t str {
        self.sources[source as usize].srcdoc.as_deref().unwrap_or(html)
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
pub(crate) fn parse_page(html: &str, limits: &Limits) -> Result<Page, Error> {
    let mut page = Page { sources: Vec::new(), frames: FxHashMap::default(), depth_cut: 0, bytes: 0 };
    let mut used = Used::default();
    let mut levels = vec![0];
    page.add(html, None, limits, &mut used)?;
    let mut next = 0;
    while next < page.sources.len() {
        let mut found = Vec::new();
        if levels[next] < limits.max_frame_depth {
            let source = &page.sources[next];
            for id in &source.created {
                if let Some(node) = source.tree.get(*id)
                    && let SourceNode::Element(element) = node.value()
                    && element.is_frame()
                    && let Some(srcdoc) = element.attribute("srcdoc")
                    && !srcdoc.is_empty()
                {
                    found.push((*id, srcdoc.to_owned()));
                }
            }
        }
        for (id, srcdoc) in found {
            if page.frames.len() >= limits.max_frames {
                break;
            }
            let at = page.sources.len() as u32;
            page.add(&srcdoc, Some(srcdoc.clone()), limits, &mut used)?;
            page.frames.insert((next as u32, id), at);
            levels.push(levels[next] + 1);
        }
        next += 1;
    }
    Ok(page)
}

impl Page {
    fn add(&mut self, html: &str, srcdoc: Option<String>, limits: &Limits, used: &mut Used) -> Result<(), Error> {
        self.bytes += html.len();
        if self.bytes > limits.max_bytes {
            return Err(Error::Limit { name: "bytes", limit: limits.max_bytes });
        }
        let left = Limits {
            max_elements: limits.max_elements.saturating_sub(used.elements),
            max_names: limits.max_names.saturating_sub(used.names),
            ..*limits
        };
        let parsed = guard::parse(html, Sink::new(html.len()), &left);
        if parsed.too_many {
            return Err(Error::Limit { name: "elements", limit: limits.max_elements });
        }
        if parsed.too_many_names {
            return Err(Error::Limit { name: "names", limit: limits.max_names });
        }
        used.elements += parsed.created.len();
        used.names += parsed.names;
        self.depth_cut += parsed.depth_cut;
        self.sources.push(Source { tree: parsed.output, created: parsed.created, srcdoc });
        Ok(())
    }
}
