//! The selector and the XPath of each target give that element, and no other.

use std::collections::HashMap;

use d2snap::{Document, Params, Target};
use ego_tree::{NodeId, NodeRef};
use scraper::{ElementRef, Node, Selector};

use crate::index::Index;
use crate::page::{Page, Site};
use crate::tags::as_written;
use crate::tokens::{Token, tokens};
use crate::{Breach, xpath};

/// What was checked.
#[derive(Debug, Default)]
pub struct Tally {
    /// Targets by what their path begins with in their own tree: an id, an attribute, a name, the
    /// top of the tree.
    by: [usize; 4],
    /// Targets that are found without a path.
    direct: usize,
    /// Lengths of the selectors, in characters.
    lengths: Vec<usize>,
    /// Targets inside shadow roots, which have no XPath.
    in_shadow: usize,
}

impl Tally {
    fn add(&mut self, target: &Target) {
        let last = target.selector.rsplit(" >>> ").next().unwrap_or_default();
        let first = last.split(" > ").next().unwrap_or_default();
        let by = if first.starts_with('#') {
            0
        } else if first.contains("=\"") {
            1
        } else if first.contains(':') || matches!(first, "html" | "body" | "frameset") {
            3
        } else {
            2
        };
        self.by[by] += 1;
        self.direct += usize::from(first == last && by < 3);
        self.lengths.push(target.selector.chars().count());
    }

    /// Adds what was checked of another page.
    pub fn extend(&mut self, other: &Tally) {
        self.by.iter_mut().zip(other.by).for_each(|(all, more)| *all += more);
        self.direct += other.direct;
        self.lengths.extend(&other.lengths);
        self.in_shadow += other.in_shadow;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        let at = |part: usize| lengths.get(lengths.len() * part / 100).copied().unwrap_or_default();
        let share = |count: usize| 100.0 * count as f64 / lengths.len().max(1) as f64;
        let [id, attribute, name, top] = self.by.map(share);
        write!(f, "{} selectors, {} characters in the median, {} at the 95th percentile; ", lengths.len(), at(50), at(95))?;
        write!(f, "from an id {id:.1} %, an attribute {attribute:.1} %, a name {name:.1} %, the top {top:.1} %; ")?;
        write!(f, "without a path {:.1} %; {} in shadow roots", share(self.direct), self.in_shadow)
    }
}

/// Checks the selectors and XPaths of a document of the agent profile: each gives one element, both
/// the same, with the target's tag and attributes; no two targets the same, and all in document order.
/// A page with elements that the engine flattens for their depth is passed over.
pub fn check(document: &Document, page: &Page) -> (Vec<Breach>, Tally) {
    let mut tally = Tally::default();
    let mut breaches = Vec::new();
    let Ok(params) = Params::new(0.0, 0.0, 0.0) else { return (breaches, tally) };
    let snapshot = document.snap(params);
    if snapshot.stats().depth_cut > 0 {
        return (breaches, tally);
    }
    let written = attributes(snapshot.html());
    let mut finder = Finder::new(page);
    let mut last: Option<(usize, Site)> = None;
    for target in document.targets() {
        let mut breach = |what: String| {
            if breaches.len() < 12 {
                breaches.push(Breach::new("locate", format!("uid {} `{}`: {what}", target.uid, target.selector)));
            }
        };
        tally.add(&target);
        let found = match finder.css(&target.selector) {
            Ok(found) => found,
            Err(error) => {
                breach(error);
                continue;
            }
        };
        let [site] = found.sites[..] else {
            breach(format!("it matches {} elements", found.sites.len()));
            continue;
        };
        match (&target.xpath, found.through_shadow) {
            (None, true) => tally.in_shadow += 1,
            (None, false) => breach("there is no XPath".to_owned()),
            (Some(xpath), true) => breach(format!("{xpath} enters a shadow root")),
            (Some(xpath), false) => match finder.xpath(xpath) {
                Ok(sites) if sites == [site] => {}
                Ok(sites) => breach(format!("{xpath} gives {} elements, or another", sites.len())),
                Err(error) => breach(format!("{xpath}: {error}")),
            },
        }
        let Some(element) = finder.element(site) else {
            breach("no element".to_owned());
            continue;
        };
        if as_written(element.value().name()) != as_written(&target.tag) {
            breach(format!("a <{}>, the target a <{}>", element.value().name(), target.tag));
        }
        for (name, value) in written.get(&target.uid).into_iter().flatten() {
            let said = element.value().attrs.iter().find(|(known, _)| *known.local == **name).map(|(_, value)| &**value);
            if said.is_none_or(|said| said.is_ascii() && !said.split_ascii_whitespace().eq(value.split_ascii_whitespace())) {
                breach(format!("{name} is {said:?}, the target's {value:?}"));
            }
        }
        if let Some(order) = page.sites.get(&site) {
            if last.is_some_and(|(before, _)| before >= *order) {
                breach("it stands before the last".to_owned());
            }
            last = Some((*order, site));
        }
    }
    (breaches, tally)
}

/// Where each target stands, by number: the position of the element that its selector gives among all elements of
/// [`Page::tree`], in document order. None where the selector does not give one element of that tree: of targets in frames.
pub fn positions(document: &Document, page: &Page) -> Vec<Option<usize>> {
    let Some(tree) = page.tree() else { return Vec::new() };
    let elements = tree.tree.root().descendants().filter(|node| node.value().is_element());
    let positions: HashMap<NodeId, usize> = elements.enumerate().map(|(at, node)| (node.id(), at)).collect();
    let mut finder = Finder::new(page);
    let position = |target: Target| match finder.css(&target.selector).ok()?.sites[..] {
        [(0, node)] => positions.get(&node).copied(),
        _ => None,
    };
    document.targets().into_iter().map(position).collect()
}

/// The attributes of each number's start tag that tell elements apart and are written as they are.
fn attributes(html: &str) -> HashMap<u32, Vec<(String, String)>> {
    let mut found = HashMap::new();
    for token in tokens(html) {
        let Token::Start(start) = token else { continue };
        let Some(uid) = start.attributes.last().filter(|(name, _)| name == "uid").and_then(|(_, uid)| uid.parse().ok()) else { continue };
        let tells = |name: &str| matches!(name, "id" | "class" | "name" | "for" | "type" | "href");
        let whole = |value: &str| value.is_ascii() && !value.starts_with("data:");
        let attributes = start.attributes.into_iter().filter(|(name, value)| tells(name) && whole(value));
        found.insert(uid, attributes.collect());
    }
    found
}

/// What a selector gives.
#[derive(Debug, Clone, Default)]
struct Found {
    sites: Vec<Site>,
    through_shadow: bool,
}

struct Finder<'p> {
    page: &'p Page,
    /// What the selectors of hosts and frames give.
    known: HashMap<String, Found>,
    roots: HashMap<Site, NodeId>,
    indices: HashMap<usize, Index<'p>>,
    /// What selectors match up to their last combinators.
    parents: HashMap<(usize, String), Vec<NodeId>>,
}

impl<'p> Finder<'p> {
    fn new(page: &'p Page) -> Self {
        Finder { page, known: HashMap::new(), roots: HashMap::new(), indices: HashMap::new(), parents: HashMap::new() }
    }

    fn node(&self, (document, id): Site) -> Option<NodeRef<'p, Node>> {
        self.page.documents.get(document)?.tree.get(id)
    }

    fn element(&self, site: Site) -> Option<ElementRef<'p>> {
        self.node(site).and_then(ElementRef::wrap)
    }

    /// The elements that a selector matches, each step in the trees inside those of the step before.
    fn css(&mut self, selector: &str) -> Result<Found, String> {
        if let Some(known) = self.known.get(selector) {
            return Ok(known.clone());
        }
        let (outer, step) = match selector.rsplit_once(" >>> ") {
            Some((outer, step)) => (Some(outer), step),
            None => (None, selector),
        };
        let parsed = Selector::parse(step).map_err(|error| error.to_string())?;
        let mut found = Found::default();
        let mut roots = Vec::new();
        match outer {
            None => roots.extend(self.page.documents.first().map(|html| (0, html.tree.root()))),
            Some(outer) => {
                let hosts = self.css(outer)?;
                found.through_shadow = hosts.through_shadow;
                for site in &hosts.sites {
                    if let Some(frame) = self.page.frames.get(site) {
                        roots.push((*frame, self.page.documents[*frame].tree.root()));
                    } else if let Some(root) = self.node(*site).and_then(shadow_root) {
                        found.through_shadow = true;
                        roots.push((site.0, root));
                    }
                }
                self.known.insert(outer.to_owned(), hosts);
            }
        }
        for (document, root) in roots {
            // The matches of all trees of a document; elements right below a root have no parent.
            for element in self.matches(document, step, &parsed)? {
                if self.root_of(document, element) == Some(root.id()) {
                    found.sites.push((document, element));
                }
            }
        }
        Ok(found)
    }

    /// The elements of a document that a selector of child combinators matches: looked for below
    /// those that it matches up to its last combinator.
    fn matches(&mut self, document: usize, selector: &str, parsed: &Selector) -> Result<Vec<NodeId>, String> {
        let Some(parent) = parent_part(selector) else {
            let index = self.indices.entry(document).or_insert_with(|| Index::new(&self.page.documents[document]));
            let candidates = index.candidates(selector).iter().copied().filter_map(ElementRef::wrap);
            return Ok(candidates.filter(|element| parsed.matches(element)).map(|element| element.id()).collect());
        };
        let key = (document, parent.to_owned());
        if !self.parents.contains_key(&key) {
            let parsed = Selector::parse(parent).map_err(|error| error.to_string())?;
            let found = self.matches(document, parent, &parsed)?;
            self.parents.insert(key.clone(), found);
        }
        let parents = self.parents[&key].iter().filter_map(|parent| self.element((document, *parent)));
        // scraper keeps positions in mind within one run.
        let mut found: Vec<NodeId> =
            parents.flat_map(|parent| parent.select(parsed).map(|element| element.id()).collect::<Vec<_>>()).collect();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The root of the tree that an element stands in.
    fn root_of(&mut self, document: usize, element: NodeId) -> Option<NodeId> {
        let html = &self.page.documents[document];
        let mut way = Vec::new();
        let mut at = html.tree.get(element)?;
        let root = loop {
            if let Some(root) = self.roots.get(&(document, at.id())) {
                break *root;
            }
            match at.value() {
                Node::Document | Node::Fragment => break at.id(),
                _ => way.push(at.id()),
            }
            at = at.parent()?;
        };
        self.roots.extend(way.into_iter().map(|node| ((document, node), root)));
        Some(root)
    }

    fn xpath(&mut self, expression: &str) -> Result<Vec<Site>, String> {
        let mut documents = vec![0];
        let mut sites = Vec::new();
        for step in expression.split(" >>> ") {
            sites.clear();
            for document in documents {
                let root = self.page.documents[document].tree.root();
                let index = self.indices.entry(document).or_insert_with(|| Index::new(&self.page.documents[document]));
                sites.extend(xpath::select(root, index, step)?.into_iter().map(|node| (document, node.id())));
            }
            documents = sites.iter().filter_map(|site| self.page.frames.get(site).copied()).collect();
        }
        Ok(sites)
    }
}

/// A selector up to its last combinator, where it has one.
fn parent_part(selector: &str) -> Option<&str> {
    let (mut quoted, mut escaped, mut depth) = (false, false, 0);
    let mut last = None;
    for (at, c) in selector.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            ' ' if !quoted && depth == 0 && selector[at..].starts_with(" > ") => last = Some(at),
            _ => {}
        }
    }
    last.map(|at| &selector[..at])
}

/// The root of the tree that a host's first shadow template holds.
fn shadow_root(host: NodeRef<'_, Node>) -> Option<NodeRef<'_, Node>> {
    let is_shadow = |node: &NodeRef<'_, Node>| {
        node.value().as_element().is_some_and(|element| {
            element.name() == "template"
                && ["shadowrootmode", "shadowroot", "shadowmode"].iter().any(|name| {
                    element.attr(name).is_some_and(|mode| mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed"))
                })
        })
    };
    host.children().find(is_shadow)?.first_child().filter(|contents| matches!(contents.value(), Node::Fragment))
}
