//! The page of a state as the truth has it: elements by position, what can be acted on, what is seen.
//!
//! It shares no code with the engine. Frames are not entered: no data set's truth names what is in one.

mod name;
mod read;
mod role;

use std::collections::HashMap;

use d2snap_check::Page as Tree;
pub(crate) use name::collapse;

/// A page, read once for all subjects and metrics.
pub struct Page {
    /// As scraper's parser has it, for selectors.
    pub(crate) tree: Tree,
    pub(crate) elements: Vec<Element>,
    /// Texts in document order, by the element that they are in.
    pub(crate) texts: Vec<Text>,
    /// Elements by `id`, the first of each.
    ids: HashMap<String, usize>,
    /// Controls to the labels that are for them.
    labels: HashMap<usize, Vec<usize>>,
}

/// An element of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Element {
    pub(crate) tag: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) parent: Option<usize>,
    /// The position after the last element inside.
    pub(crate) end: usize,
    pub(crate) depth: usize,
    /// Its own texts and those inside, as a range of the page's texts.
    pub(crate) texts: std::ops::Range<usize>,
    /// What a user does not see, as far as the markup tells.
    pub(crate) hidden: bool,
    /// Takes an action itself.
    pub(crate) target: bool,
}

/// A text of a page.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) element: usize,
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Page {
    /// Parses a page. Cost: a pass of the parser and one over its tree.
    pub fn read(html: &str) -> Page {
        read::read(html)
    }

    /// The position of an element around another one, and so on to the root; the nearest first.
    pub(crate) fn ancestors(&self, element: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(element), |at| self.parent(*at))
    }

    fn parent(&self, element: usize) -> Option<usize> {
        self.elements.get(element)?.parent
    }

    /// Visible targets, in document order.
    pub(crate) fn targets(&self) -> impl Iterator<Item = usize> + '_ {
        self.elements.iter().enumerate().filter(|(_, element)| element.target && !element.hidden).map(|(at, _)| at)
    }

    /// The texts in an element, as they stand.
    pub(crate) fn text(&self, element: usize) -> String {
        self.elements.get(element).map_or_else(String::new, |it| {
            self.texts[it.texts.clone()].iter().filter(|text| !self.is_code(text.element)).map(|text| text.text.as_str()).collect()
        })
    }

    /// The texts that a user sees, in document order.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().filter(|text| self.elements.get(text.element).is_some_and(|it| !it.hidden)).map(|text| text.text.as_str())
    }

    /// The labels of a control: those that are for it, and the one around it.
    pub(crate) fn labels(&self, element: usize) -> &[usize] {
        self.labels.get(&element).map_or(&[], Vec::as_slice)
    }

    /// The control of a label.
    pub(crate) fn control(&self, label: usize) -> Option<usize> {
        self.labels.iter().filter(|(_, labels)| labels.contains(&label)).map(|(control, _)| *control).min()
    }

    fn is_code(&self, element: usize) -> bool {
        self.elements.get(element).is_some_and(|it| matches!(it.tag.as_str(), "script" | "style"))
    }

    /// How many steps lie between two elements in the tree.
    pub(crate) fn distance(&self, one: usize, other: usize) -> usize {
        let around = |element: usize| std::iter::once(element).chain(self.ancestors(element));
        let depth = |element: usize| self.elements.get(element).map_or(0, |it| it.depth);
        let common = around(one).find(|at| self.elements.get(*at).is_some_and(|it| (*at..it.end).contains(&other)));
        let common = common.map_or(0, depth);
        depth(one) + depth(other) - 2 * common.min(depth(one)).min(depth(other))
    }
}
