//! Decides what becomes of a node, and goes on with what it holds.

use super::facts::facts;
use super::{Composer, Kind, Mode, Part, Step, root_of};
use crate::options::Hidden;
use crate::parse::{NodeRef, SourceElement, SourceNode};
use crate::semantics::{Class, Condition, Tag};

impl<'s, 't> Composer<'s, 't, '_> {
    pub(super) fn enter(&mut self, node: NodeRef<'s, 't>, source: u32, scope: u32, mode: Mode) {
        match node.value() {
            SourceNode::Text(text) => {
                if mode != Mode::Svg {
                    let at = self.push(Kind::Text(text), source, node.id(), scope, Tag::Other, Class::Inline);
                    self.take_live(at, node, source);
                }
            }
            SourceNode::Element(element) => self.enter_element(node, element, source, scope, mode),
            SourceNode::Document | SourceNode::Contents | SourceNode::Comment => {}
        }
    }

    fn enter_element(&mut self, node: NodeRef<'s, 't>, element: &'t SourceElement, source: u32, scope: u32, mode: Mode) {
        if self.behind == Some((source, node.id())) {
            return;
        }
        let name: &str = element.local();
        if mode != Mode::Html && self.options.hidden == Hidden::Drop {
            let inside = facts(element, Tag::Other);
            if self.page.live(source, node.place()).is_some_and(|live| live.hidden().is_some())
                || inside.hidden_attribute()
                || inside.inert()
                || inside.popover()
                || inside.display_none()
                || inside.aria_hidden()
                || inside.visibility() == Some(false)
            {
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
                self.take_live(at, node, source);
                if tag == Tag::A {
                    // Its title is read from there.
                    self.composed.pictures.insert(at, parts(node));
                }
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
                    for id in assigned.into_iter().rev() {
                        if let Some(child) = self.trees.get(self.page, source, id) {
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
        let at = self.push(Kind::Element(element), source, node.id(), scope, tag, class);
        self.composed.nodes[at].facts = facts(element, tag);
        self.composed.nodes[at].interactive_tag = interactive_tag;
        self.take_live(at, node, source);
        // It is compared often; no language tag is that long.
        if let Some(lang) = element.attribute("lang").filter(|lang| lang.len() <= 64) {
            self.composed.nodes[at].lang = self.composed.langs.len() as u32;
            self.composed.langs.push(lang);
        }
        if let Some(id) = element.attribute("id") {
            self.composed.ids.entry((scope, id)).or_insert(at);
        }
        if tag.is_void() && class != Class::Frame {
            return;
        }
        match class {
            Class::Frame => {
                if let Some(frame) = self.trees.frames.get(&(source, node.id()))
                    && let Some(root) = root_of(self.trees, self.page, *frame)
                {
                    self.composed.nodes[at].facts.set_entered(true);
                    self.open(at);
                    self.scopes += 1;
                    let scope = self.scopes;
                    self.push_children(root, *frame, scope, Mode::Html);
                }
            }
            Class::Labelled => {
                self.composed.pictures.insert(at, parts(node));
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
}

/// What a picture says of itself: its titles and descriptions.
fn parts<'t>(picture: NodeRef<'_, 't>) -> Vec<Part<'t>> {
    let part = |child: NodeRef<'_, 't>| match child.value() {
        SourceNode::Element(element) if matches!(&**element.local(), "title" | "desc") => {
            let text = child.children().filter_map(|inner| match inner.value() {
                SourceNode::Text(text) => Some(&**text),
                _ => None,
            });
            Some(Part { element, text: text.collect() })
        }
        _ => None,
    };
    picture.children().filter_map(part).collect()
}
