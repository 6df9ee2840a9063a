//! The one renderer: a document and a plan to lines.

pub(crate) mod escape;
mod header;
mod ledger;
mod line;
mod run;

use crate::document::{Columns, Document, Element, NO_SENTENCE, Op, Span};
use crate::options::Format;
use crate::plan::{ContainerPlan, Piece, Plan};
use crate::snapshot::{Held, Snapshot};
pub(crate) use ledger::{Ledger, Part, Segment};
use line::{Closed, Lines};

/// Renders a plan.
pub(crate) fn snapshot<'d>(document: &'d Document, plan: &Plan) -> Snapshot<'d> {
    let columns = &document.columns;
    let renderer = write(document, plan, None, &mut |_| true);
    let Renderer { lines, mut printed, attributes_kept, containers_kept, .. } = renderer;
    printed.sort_unstable();
    printed.iter_mut().for_each(|uid| *uid = columns.numbering.number(*uid));
    let mut stats = document.stats.clone();
    stats.sentences_kept = sentences_kept(columns, plan);
    stats.attributes_kept = attributes_kept;
    stats.containers_kept = containers_kept;
    let mut html = lines.into_text();
    if document.options.header {
        html.insert_str(0, &header::header(document, printed.len()));
    }
    Snapshot { document: Held::Borrowed(document), html, stats, printed, params: None, adaptive: None }
}

/// Renders a plan to be counted: `watch` sees the text so far, now and then and at the end, and says
/// whether to go on. The text is that of [`snapshot`], but for the header.
pub(crate) fn measure(document: &Document, plan: &Plan, watch: &mut dyn FnMut(&str) -> bool) {
    let renderer = write(document, plan, None, watch);
    watch(renderer.lines.text());
}

/// Renders a plan, and notes what each part of the text is. The text is that of [`snapshot`].
pub(crate) fn itemize(document: &Document, plan: &Plan) -> (String, Ledger) {
    let mut renderer = write(document, plan, Some(Ledger::default()), &mut |_| true);
    let mut ledger = renderer.lines.ledger.take().unwrap_or_default();
    let mut text = renderer.lines.into_text();
    ledger.ops.push(text.len());
    if document.options.header {
        let header = header::header(document, renderer.printed.len());
        ledger.prepend(header.len(), Part::Header);
        text.insert_str(0, &header);
    }
    (text, ledger)
}

/// So many bytes are written between two looks.
const LOOK: usize = 4096;

fn write<'d, 'p>(document: &'d Document, plan: &'p Plan, ledger: Option<Ledger>, watch: &mut dyn FnMut(&str) -> bool) -> Renderer<'d, 'p> {
    let columns = &document.columns;
    let mut renderer = Renderer {
        columns,
        plan,
        lines: Lines::new(document.options.format == Format::Pretty, plan.kept.is_some(), ledger),
        markdown: document.options.markdown,
        printed: Vec::new(),
        attributes_kept: 0,
        containers_kept: 0,
        acting: 0,
    };
    let mut next_look = LOOK;
    for (at, op) in columns.ops.iter().enumerate() {
        renderer.note_op();
        if let Some(kept) = &plan.kept {
            if let Some(marker) = kept.markers.get(&(at as u32)) {
                renderer.lines.begin();
                renderer.lines.push(marker);
                renderer.lines.end();
            }
            if !kept.ops[at] && op.is_written() {
                continue;
            }
        }
        renderer.op(*op);
        if renderer.lines.text().len() >= next_look {
            next_look = renderer.lines.text().len() + LOOK;
            if !watch(renderer.lines.text()) {
                return renderer;
            }
        }
    }
    if let Some(marker) = plan.kept.as_ref().and_then(|kept| kept.markers.get(&(columns.ops.len() as u32))) {
        renderer.lines.begin();
        renderer.lines.push(marker);
        renderer.lines.end();
    }
    renderer
}

fn sentences_kept(columns: &Columns, plan: &Plan) -> usize {
    let Some(kept) = &plan.kept else {
        return (0..columns.sentences.len() as u32).filter(|sentence| plan.keeps_sentence(columns, *sentence)).count();
    };
    let mut said: Vec<u32> =
        columns.atoms.iter().zip(&kept.atoms).filter(|(_, piece)| **piece != Piece::Nothing).map(|(atom, _)| atom.sentence).collect();
    said.sort_unstable();
    said.dedup();
    said.iter().filter(|sentence| **sentence != NO_SENTENCE).count()
}

struct Renderer<'d, 'p> {
    columns: &'d Columns,
    plan: &'p Plan,
    lines: Lines,
    markdown: bool,
    printed: Vec<u32>,
    attributes_kept: usize,
    containers_kept: usize,
    /// Open elements whose text names what they do; kept where parts are noted.
    acting: usize,
}

impl<'d> Renderer<'d, '_> {
    fn note_op(&mut self) {
        let start = self.lines.text().len();
        if let Some(ledger) = &mut self.lines.ledger {
            ledger.op(start);
        }
    }

    /// Text of the page is next.
    fn note_text(&mut self) {
        self.lines.part(if self.acting > 0 { Part::Name } else { Part::Text });
    }

    fn part_of(&self, number: u32) -> Part {
        let Element { tag, uid, .. } = self.columns.elements[number as usize];
        Part::Element { tag, is_target: uid > 0 }
    }

    /// Whether the text of an element names it, or what it is for.
    fn acts(&self, number: u32) -> bool {
        let Element { tag, uid, is_void, .. } = self.columns.elements[number as usize];
        !is_void && (uid > 0 || matches!(&*self.columns.names[tag as usize], "label" | "option" | "optgroup"))
    }

    fn text(&self, span: Span) -> &'d str {
        span.of(&self.columns.text)
    }

    fn op(&mut self, op: Op) {
        match op {
            Op::OpenContainer(container) => self.open_container(container),
            Op::CloseContainer(container) => self.close_container(container),
            Op::OpenElement(element) => {
                self.lines.begin();
                self.start_tag(element);
                self.lines.end();
                self.lines.indent();
            }
            Op::CloseElement(element) => {
                self.lines.outdent();
                self.lines.begin();
                self.end_tag(element);
                self.lines.end();
            }
            Op::Stub(element) => {
                self.lines.begin();
                self.start_tag(element);
                self.end_tag(element);
                self.lines.end();
            }
            Op::Run(run, heading) => self.run(run.atoms, run.split, heading),
            Op::Rule => {
                self.lines.begin();
                self.lines.part(Part::Markdown);
                self.lines.push("---");
                self.lines.end();
            }
            Op::OpenList { ordered } => self.lines.open(if ordered { Closed::Ordered } else { Closed::Unordered }),
            Op::CloseList => self.lines.close(),
            Op::OpenItem(marker) => {
                let marker = self.text(marker);
                self.lines.open_item(marker);
            }
            Op::CloseItem | Op::CloseQuote => self.lines.close_prefix(),
            Op::OpenQuote => self.lines.open_quote(),
            Op::OpenTable => self.lines.open(Closed::Table),
            Op::CloseTable => self.lines.close(),
            Op::Row { cells, element } => self.row(cells, element),
            Op::Delimiter(columns) => {
                self.lines.begin();
                self.lines.part(Part::Markdown);
                self.lines.push("|");
                (0..columns).for_each(|_| self.lines.push(" --- |"));
                self.lines.end();
            }
            Op::Fence { atoms, ticks } => self.fence(atoms, ticks),
        }
    }

    fn open_container(&mut self, number: u32) {
        let container = self.columns.containers[number as usize];
        let plan = self.plan;
        match plan.merge.of(number, container.rank) {
            ContainerPlan::Dissolved => return,
            ContainerPlan::Own => {
                self.lines.begin();
                let Element { tag, attributes, .. } = self.columns.elements[container.element as usize];
                self.tag(Part::Container { tag }, tag, attributes.start..attributes.end);
            }
            ContainerPlan::Merged { tag, attributes } => {
                self.lines.begin();
                self.tag(Part::Container { tag }, tag, attributes.iter().copied());
            }
        }
        self.containers_kept += 1;
        self.lines.end();
        self.lines.indent();
    }

    fn close_container(&mut self, number: u32) {
        let container = self.columns.containers[number as usize];
        let tag = match self.plan.merge.of(number, container.rank) {
            ContainerPlan::Dissolved => return,
            ContainerPlan::Own => self.columns.elements[container.element as usize].tag,
            ContainerPlan::Merged { tag, .. } => tag,
        };
        self.lines.outdent();
        self.lines.begin();
        self.lines.part(Part::Container { tag });
        self.lines.push("</");
        self.lines.push(&self.columns.names[tag as usize]);
        self.lines.push(">");
        self.lines.end();
    }

    fn start_tag(&mut self, number: u32) {
        let Element { tag, attributes, uid, .. } = self.columns.elements[number as usize];
        self.tag(self.part_of(number), tag, attributes.start..attributes.end);
        if uid > 0 {
            self.printed.push(uid);
        }
        if self.lines.ledger.is_some() && self.acts(number) {
            self.acting += 1;
        }
    }

    fn tag(&mut self, part: Part, tag: u32, attributes: impl Iterator<Item = u32>) {
        self.lines.counted(part);
        self.lines.push("<");
        self.lines.push(&self.columns.names[tag as usize]);
        for attribute in attributes {
            self.attribute(attribute, tag);
        }
        self.lines.part(part);
        self.lines.push(">");
    }

    fn end_tag(&mut self, number: u32) {
        let element = self.columns.elements[number as usize];
        if !element.is_void {
            self.lines.part(self.part_of(number));
            self.lines.push("</");
            self.lines.push(&self.columns.names[element.tag as usize]);
            self.lines.push(">");
        }
        if self.lines.ledger.is_some() && self.acts(number) {
            self.acting = self.acting.saturating_sub(1);
        }
    }

    fn attribute(&mut self, number: u32, tag: u32) {
        let attribute = self.columns.attributes[number as usize];
        if self.plan.keeps_attribute(number, attribute.presence) {
            self.attributes_kept += 1;
            let text = self.text(attribute.text);
            self.lines.counted(Part::Attribute { tag, name: attribute.name });
            self.lines.push(text);
        }
    }

    fn row(&mut self, cells: Span, element: Option<u32>) {
        self.lines.begin();
        if let Some(element) = element {
            self.start_tag(element);
        }
        if cells.end > cells.start {
            self.lines.part(Part::Markdown);
            self.lines.push("|");
        }
        for cell in cells.range() {
            let cell = self.columns.cells[cell];
            if let Some(element) = cell.element {
                self.lines.push(" ");
                self.start_tag(element);
                self.inline(cell.atoms);
                self.end_tag(element);
            } else if cell.atoms.range().any(|at| self.keeps(at, self.columns.atoms[at])) {
                self.lines.push(" ");
                self.inline(cell.atoms);
            }
            self.lines.part(Part::Markdown);
            self.lines.push(" |");
        }
        if let Some(element) = element {
            self.end_tag(element);
        }
        self.lines.end();
    }
}
