//! What has to be done where an open element ends.

use super::{Emitter, Index};
use crate::document::{Marks, Op, Span};

/// What has to be done where an open element ends.
#[derive(Debug)]
pub(super) enum Closing {
    /// A run ends, nothing is written.
    Boundary,
    /// Marks go back to these.
    Inline {
        marks: Marks,
        spaced: bool,
    },
    Quotation(Marks),
    Container(Option<u32>),
    /// An element on lines of its own.
    Block(u32),
    /// An element inside a line; whether white space parts it from its neighbours, and whether its
    /// line ends with it.
    Piece {
        element: u32,
        spaced: bool,
        ends_run: bool,
    },
    Select,
    Heading(u8),
    /// A list, and whether it is indented under an item that it does not stand in.
    List {
        nested: bool,
    },
    Item {
        of_list: bool,
    },
    Blockquote,
    Table,
    Section,
    Row(Index),
    Cell(Index),
    Fence,
}

impl Emitter<'_, '_> {
    pub(super) fn close_until(&mut self, at: Index) {
        while let Some((end, _)) = self.open.last()
            && *end as usize <= at
        {
            if let Some((_, closing)) = self.open.pop() {
                self.close(closing);
                self.close_subtrees();
            }
        }
        while let Some(alert) = self.alerts.pop_if(|alert| alert.end as usize <= at) {
            // An alert inside a line is part of the line that is still to come.
            let end = (self.columns.ops.len() as u32).max(alert.start + 1);
            if end - alert.start <= alert.lines {
                self.columns.alerts.push(Span { start: alert.start, end });
            }
        }
    }

    fn close(&mut self, closing: Closing) {
        match closing {
            Closing::Boundary | Closing::Section => self.boundary(),
            Closing::Inline { marks, spaced } => {
                self.marks = marks;
                if spaced {
                    self.run.space();
                }
                if let Some(depth) = self.inline.last_mut() {
                    *depth = depth.saturating_sub(1);
                }
            }
            Closing::Quotation(marks) => self.run.quote(false, marks),
            Closing::Container(container) => {
                self.boundary();
                self.inline.pop();
                if let Some(container) = container {
                    self.groups.close(container);
                    self.columns.ops.push(Op::CloseContainer(container));
                }
            }
            Closing::Block(element) => {
                self.boundary();
                self.inline.pop();
                self.groups.leave();
                self.columns.ops.push(Op::CloseElement(element));
            }
            Closing::Piece { element, spaced, ends_run } => {
                self.flat -= 1;
                self.run.close(element, self.marks);
                if spaced {
                    if self.fence > 0 { self.run.line_break() } else { self.run.space() }
                }
                if ends_run {
                    self.boundary();
                }
            }
            Closing::Select => {
                self.selects -= 1;
                self.run.join();
            }
            Closing::Heading(level) => {
                self.flat -= 1;
                self.flush(level);
            }
            Closing::List { nested } => {
                self.boundary();
                self.lists.pop();
                self.groups.leave();
                self.columns.ops.push(Op::CloseList);
                if nested {
                    self.columns.ops.push(Op::CloseItem);
                }
            }
            Closing::Item { of_list } => {
                self.boundary();
                if of_list && let Some(list) = self.lists.last_mut() {
                    list.open_items = list.open_items.saturating_sub(1);
                }
                self.groups.leave();
                self.columns.ops.push(Op::CloseItem);
            }
            Closing::Blockquote => {
                self.boundary();
                self.groups.leave();
                self.columns.ops.push(Op::CloseQuote);
            }
            Closing::Table => {
                self.boundary();
                self.groups.leave();
                if self.tables.pop().is_some_and(|grid| !grid.shape.is_layout) {
                    self.columns.ops.push(Op::CloseTable);
                }
            }
            Closing::Row(index) => self.close_row(index),
            Closing::Cell(index) => {
                self.flat -= 1;
                self.in_cell -= 1;
                let built = self.run.finish(&mut self.columns, &mut self.ranker, self.lang, true, false);
                if let Some(grid) = self.tables.last_mut() {
                    grid.place(self.facts.composed, index, built.map(|built| built.atoms).unwrap_or_default());
                }
            }
            Closing::Fence => {
                self.fence -= 1;
                self.flat -= 1;
                if let Some((atoms, ticks)) = self.run.finish_fence(&mut self.columns) {
                    let ticks = if self.facts.options.markdown { ticks } else { 0 };
                    self.groups.unit();
                    self.columns.ops.push(Op::Fence { atoms, ticks });
                }
            }
        }
    }
}
