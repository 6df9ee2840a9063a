//! Tables, row by row.

use super::close::Closing;
use super::{Emitter, Index};
use crate::analyze::table::{Grid, shape};
use crate::document::{Op, Span};

impl Emitter<'_, '_> {
    pub(super) fn in_grid(&self) -> bool {
        self.flat == 0 && self.tables.last().is_some_and(|grid| !grid.shape.is_layout)
    }

    pub(super) fn in_row(&self) -> bool {
        self.in_grid()
            && self.open.iter().rev().find_map(|(_, closing)| match closing {
                Closing::Row(_) => Some(true),
                Closing::Table | Closing::Section => Some(false),
                _ => None,
            }) == Some(true)
    }

    pub(super) fn table(&mut self, index: Index) {
        let shape = shape(self.facts.composed, self.facts.visibility, index);
        let is_layout = shape.is_layout;
        self.tables.push(Grid::new(shape));
        if !is_layout {
            self.groups.unit();
            self.columns.ops.push(Op::OpenTable);
        }
        self.groups.enter();
        self.push(index, Closing::Table);
    }

    pub(super) fn section(&mut self, index: Index) {
        if let Some(grid) = self.tables.last_mut() {
            grid.begin_section();
        }
        self.push(index, Closing::Section);
    }

    pub(super) fn row(&mut self, index: Index) {
        if let Some(grid) = self.tables.last_mut() {
            grid.begin_row(index);
        }
        self.push(index, Closing::Row(index));
    }

    pub(super) fn cell(&mut self, index: Index) {
        self.flat += 1;
        self.in_cell += 1;
        self.push(index, Closing::Cell(index));
    }

    pub(super) fn close_row(&mut self, index: Index) {
        self.boundary();
        let Some(grid) = self.tables.last_mut() else {
            return;
        };
        let is_header = grid.shape.header == Some(index);
        let says = grid.end_row(is_header);
        let element = grid.row_element.take();
        if says {
            let start = self.columns.cells.len() as u32;
            self.columns.cells.append(&mut grid.row);
            let cells = Span { start, end: self.columns.cells.len() as u32 };
            self.columns.ops.push(Op::Row { cells, element });
        }
        if is_header && says {
            let columns = grid.shape.columns as u32;
            self.columns.ops.push(Op::Delimiter(columns));
        }
    }
}
