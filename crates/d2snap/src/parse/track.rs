//! Notes how many elements a tree builder creates, and which are open.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::hash::Hash;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::{Attribute, LocalName, QualName};
use rustc_hash::FxHashMap;

/// A sink that notes how many elements were created and which are open.
pub(super) struct Tracked<S: TreeSink> {
    pub(super) sink: S,
    /// How many elements were created.
    pub(super) elements: Cell<usize>,
    /// The open elements, as far as a sink can know them: one that was closed stays on top until the
    /// next insertion below it.
    pub(super) open: RefCell<Vec<(S::Handle, LocalName)>>,
    pending_name: RefCell<Option<(S::Handle, LocalName)>>,
    /// Templates by their contents.
    contents: RefCell<FxHashMap<S::Handle, S::Handle>>,
    max_elements: usize,
    pub(super) too_many: Cell<bool>,
}

impl<S: TreeSink> Tracked<S>
where
    S::Handle: Copy + Eq + Hash,
{
    pub(super) fn new(sink: S, max_elements: usize) -> Self {
        Tracked {
            sink,
            elements: Cell::new(0),
            open: RefCell::new(Vec::new()),
            pending_name: RefCell::new(None),
            contents: RefCell::new(FxHashMap::default()),
            max_elements,
            too_many: Cell::new(false),
        }
    }

    fn opened(&self, parent: S::Handle, child: S::Handle) {
        let Some((created, name)) = self.pending_name.borrow_mut().take() else {
            return;
        };
        if created != child {
            return;
        }
        let mut open = self.open.borrow_mut();
        let parent = self.contents.borrow().get(&parent).copied().unwrap_or(parent);
        if let Some(at) = open.iter().rposition(|(node, _)| *node == parent) {
            open.truncate(at + 1);
        }
        open.push((child, name));
    }
}

impl<S: TreeSink> TreeSink for Tracked<S>
where
    S::Handle: Copy + Eq + Hash,
{
    type Handle = S::Handle;
    type Output = S::Output;
    type ElemName<'a>
        = S::ElemName<'a>
    where
        Self: 'a;

    fn finish(self) -> S::Output {
        self.sink.finish()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> S::Handle {
        self.sink.get_document()
    }

    fn elem_name<'a>(&'a self, target: &'a S::Handle) -> S::ElemName<'a> {
        self.sink.elem_name(target)
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, flags: ElementFlags) -> S::Handle {
        let local = name.local.clone();
        let node = self.sink.create_element(name, attrs, flags);
        self.elements.set(self.elements.get() + 1);
        if self.elements.get() > self.max_elements {
            self.too_many.set(true);
        }
        *self.pending_name.borrow_mut() = Some((node, local));
        node
    }

    fn create_comment(&self, text: StrTendril) -> S::Handle {
        self.sink.create_comment(text)
    }

    fn create_pi(&self, target: StrTendril, data: StrTendril) -> S::Handle {
        self.sink.create_pi(target, data)
    }

    fn append(&self, parent: &S::Handle, child: NodeOrText<S::Handle>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.opened(*parent, *node);
        }
        self.sink.append(parent, child);
    }

    fn append_based_on_parent_node(&self, element: &S::Handle, previous: &S::Handle, child: NodeOrText<S::Handle>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.opened(*previous, *node);
        }
        self.sink.append_based_on_parent_node(element, previous, child);
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        self.sink.append_doctype_to_document(name, public, system);
    }

    fn pop(&self, node: &S::Handle) {
        self.sink.pop(node);
    }

    fn get_template_contents(&self, target: &S::Handle) -> S::Handle {
        let contents = self.sink.get_template_contents(target);
        self.contents.borrow_mut().insert(contents, *target);
        contents
    }

    fn same_node(&self, x: &S::Handle, y: &S::Handle) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        self.sink.set_quirks_mode(mode);
    }

    fn append_before_sibling(&self, sibling: &S::Handle, new_node: NodeOrText<S::Handle>) {
        self.sink.append_before_sibling(sibling, new_node);
    }

    fn add_attrs_if_missing(&self, target: &S::Handle, attrs: Vec<Attribute>) {
        self.sink.add_attrs_if_missing(target, attrs);
    }

    fn remove_from_parent(&self, target: &S::Handle) {
        self.sink.remove_from_parent(target);
    }

    fn reparent_children(&self, node: &S::Handle, new_parent: &S::Handle) {
        self.sink.reparent_children(node, new_parent);
    }

    fn mark_script_already_started(&self, node: &S::Handle) {
        self.sink.mark_script_already_started(node);
    }

    fn allow_declarative_shadow_roots(&self, _parent: &S::Handle) -> bool {
        // They stay templates in the tree; composing them is the analysis' work.
        false
    }
}
