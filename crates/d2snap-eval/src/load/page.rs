//! A page as the truth counts it: the elements of scraper's tree in document order.

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use scraper::{ElementRef, Html, Selector};

/// A parsed page.
pub(crate) struct Page {
    html: Html,
    /// The elements in document order, with their depth.
    elements: Vec<(NodeId, usize)>,
}

impl Page {
    /// Costs a parse.
    pub(crate) fn parse(html: &str) -> Page {
        let html = Html::parse_document(html);
        let mut elements = Vec::new();
        let mut depth = 0;
        for edge in html.tree.root().traverse() {
            match edge {
                Edge::Open(node) => {
                    if node.value().is_element() {
                        elements.push((node.id(), depth));
                    }
                    depth += 1;
                }
                Edge::Close(_) => depth -= 1,
            }
        }
        Page { html, elements }
    }

    /// All elements, in the order in which truth counts them.
    pub(crate) fn elements(&self) -> impl Iterator<Item = ElementRef<'_>> {
        self.elements.iter().filter_map(|(id, _)| ElementRef::wrap(self.html.tree.get(*id)?))
    }

    /// Which elements have an attribute, of this value if one is given.
    pub(crate) fn with_attribute(&self, name: &str, value: Option<&str>) -> Vec<usize> {
        let has = |element: ElementRef<'_>| element.attr(name).is_some_and(|own| value.is_none_or(|value| own == value));
        self.elements().enumerate().filter(|(_, element)| has(*element)).map(|(at, _)| at).collect()
    }

    /// What a selector matches, in document order. ` >>> ` goes into the shadow root of what is matched before it (scraper
    /// keeps one as the content of its `template`): of several hosts, into the first that has a match.
    ///
    /// # Errors
    /// Why the selector does not parse.
    pub(crate) fn select(&self, selector: &str) -> Result<Vec<usize>, String> {
        let parts = selector.split(">>>").map(|part| parsed(part.trim())).collect::<Result<Vec<_>, _>>()?;
        // Scopes are shadow roots' templates; `None` is the page.
        let mut scopes: Vec<Option<NodeId>> = vec![None];
        for (at, part) in parts.iter().enumerate() {
            let matches: Vec<NodeId> = scopes.iter().flat_map(|scope| self.matches(part, *scope)).collect();
            if at + 1 == parts.len() {
                return Ok((0..self.elements.len()).filter(|at| matches.contains(&self.elements[*at].0)).collect());
            }
            scopes = matches.iter().filter_map(|host| self.shadow(*host)).map(Some).collect();
        }
        Ok(Vec::new())
    }

    /// What matches in a tree of its own, not in the shadow trees inside it.
    fn matches(&self, selector: &Selector, scope: Option<NodeId>) -> Vec<NodeId> {
        self.elements()
            .filter(|element| selector.matches(element))
            .filter(|element| {
                let root = element.ancestors().find(|node| node.value().is_fragment());
                // A fragment stands between a template and its contents.
                let template = root.and_then(|fragment| fragment.parent()).map(|template| template.id());
                template == scope
            })
            .map(|element| element.id())
            .collect()
    }

    /// The template that is an element's shadow root.
    fn shadow(&self, host: NodeId) -> Option<NodeId> {
        const NAMES: [&str; 3] = ["shadowrootmode", "shadowroot", "shadowmode"];
        let is_root = |child: &ElementRef<'_>| child.value().name() == "template" && NAMES.iter().any(|name| child.attr(name).is_some());
        self.html.tree.get(host)?.children().filter_map(ElementRef::wrap).find(is_root).map(|template| template.id())
    }

    /// Whether an element or one around it is marked `hidden`.
    pub(crate) fn is_hidden(&self, element: usize) -> bool {
        let Some(node) = self.elements.get(element).and_then(|(id, _)| self.html.tree.get(*id)) else { return false };
        let is_marked = |element: ElementRef<'_>| element.attr("hidden").is_some();
        ElementRef::wrap(node).is_some_and(is_marked) || node.ancestors().filter_map(ElementRef::wrap).any(is_marked)
    }

    /// Whether another page has the same elements at the same places, whatever their attributes are.
    pub(crate) fn reads_like(&self, other: &Page) -> bool {
        let same = |(own, other): (ElementRef<'_>, ElementRef<'_>)| own.value().name() == other.value().name();
        let depths = |page: &Page| page.elements.iter().map(|(_, depth)| *depth).collect::<Vec<_>>();
        self.elements.len() == other.elements.len() && depths(self) == depths(other) && self.elements().zip(other.elements()).all(same)
    }
}

fn parsed(selector: &str) -> Result<Selector, String> {
    Selector::parse(selector).map_err(|error| format!("the selector {selector:?} does not parse: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selector_stays_in_its_tree_and_pierces_where_told() {
        let page = Page::parse(
            "<x-a><template shadowrootmode=open><b></b><x-b><template shadowrootmode=closed><b id=in></b></template></x-b></template></x-a>\
             <template><b></b></template><b id=out></b>",
        );
        let ids = |selector: &str| -> Vec<Option<String>> {
            page.select(selector).unwrap().into_iter().map(|at| page.elements().nth(at).unwrap().attr("id").map(str::to_owned)).collect()
        };
        assert_eq!(ids("b"), [Some("out".to_owned())]);
        assert_eq!(ids("x-a >>> b"), [None]);
        assert_eq!(ids("x-a >>> x-b >>> b"), [Some("in".to_owned())]);
        assert_eq!(ids("x-a >>> i"), []);
        assert_eq!(ids("b >>> b"), []);
        assert!(page.select("b >>> ").unwrap_err().starts_with("the selector \"\" does not parse: "));
    }

    #[test]
    fn elements_count_in_document_order_template_contents_too() {
        let page = Page::parse("<p>a<template><i></i></template><b></b>");
        let names: Vec<&str> = page.elements().map(|element| element.value().name()).collect();
        assert_eq!(names, ["html", "head", "body", "p", "template", "i", "b"]);
        assert!(!page.is_hidden(6));
        assert!(Page::parse("<div hidden><p>").is_hidden(4));
    }
}
