//! Tables: which are laid out by rows, and where spans put a cell.

use super::compose::{Composed, Index, Kind};
use super::visibility::Visibility;
use crate::document::{Cell, Span};
use crate::semantics::Tag;

/// More columns than this are not laid out.
const MAX_COLUMNS: usize = 1_000;

/// A table as it is read before it is written.
#[derive(Debug)]
pub(super) struct Shape {
    /// It only lays out: it becomes lines.
    pub(super) is_layout: bool,
    pub(super) columns: usize,
    /// The row that a delimiter follows.
    pub(super) header: Option<Index>,
    /// For each row, how many rows of its section are left, itself included.
    rows_left: Vec<(Index, usize)>,
}

/// Reads the shape of the table at `table`, nested tables aside.
pub(super) fn shape(composed: &Composed<'_>, visibility: &Visibility, table: Index) -> Shape {
    let nodes = &composed.nodes;
    let end = nodes[table].end as usize;
    let mut rows: Vec<(Index, bool)> = Vec::new();
    let mut section_of: Vec<Index> = Vec::new();
    let mut section = table;
    let mut head_row = None;
    let mut in_head = false;
    let mut columns = 0;
    let mut row_columns = 0;
    let mut row_heads = 0;
    let mut row_cells = 0;
    let mut first_row_is_heads = false;
    let mut any_head = false;
    let mut heavy = false;
    let mut cells = 0;
    // The last row that a cell of an earlier one covers, by column; rows count from 1.
    let mut covered: Vec<usize> = Vec::new();
    let mut cell_end = 0;
    let mut row_end = 0;
    let mut at = table + 1;
    while at < end {
        let node = &nodes[at];
        if node.gone {
            at += 1;
            continue;
        }
        match node.tag {
            Tag::Thead | Tag::Tbody | Tag::Tfoot if at >= cell_end => {
                section = at;
                in_head = node.tag == Tag::Thead;
                covered.clear();
            }
            Tag::Tr if at >= cell_end => {
                if rows.len() == 1 {
                    first_row_is_heads = row_cells > 0 && row_heads == row_cells;
                }
                if at >= nodes[section].end as usize {
                    section = table;
                    in_head = false;
                }
                rows.push((at, false));
                section_of.push(section);
                (row_columns, row_heads, row_cells) = (0, 0, 0);
                row_end = node.end as usize;
            }
            Tag::Td | Tag::Th if at >= cell_end && at < row_end => {
                cell_end = node.end as usize;
                while covered.get(row_columns).is_some_and(|until| *until >= rows.len()) {
                    row_columns += 1;
                }
                // A row is as wide as the place where its last cell begins: what a cell spans
                // beyond that is clamped.
                columns = columns.max(row_columns + 1);
                let wide = span_of(composed, at, "colspan").clamp(1, 1000);
                let high = match span_of(composed, at, "rowspan") {
                    0 => usize::MAX,
                    rows_high => rows_high,
                };
                if high > 1 && row_columns < MAX_COLUMNS {
                    if covered.len() < row_columns + wide {
                        covered.resize(row_columns + wide, 0);
                    }
                    covered[row_columns..row_columns + wide].fill(rows.len().saturating_add(high - 1));
                }
                row_columns += wide;
                row_cells += 1;
                cells += 1;
                if node.tag == Tag::Th {
                    row_heads += 1;
                    any_head = true;
                }
                if let Some(row) = rows.last_mut() {
                    row.1 = true;
                    if in_head {
                        head_row = Some(row.0);
                    }
                }
            }
            Tag::Table => {
                heavy |= at < cell_end;
                at = node.end as usize;
                continue;
            }
            Tag::Form => heavy |= at < cell_end,
            tag if tag.heading_level().is_some() => heavy |= at < cell_end,
            _ => {}
        }
        at += 1;
    }
    if rows.len() == 1 {
        first_row_is_heads = row_cells > 0 && row_heads == row_cells;
    }
    // In every column some cell begins.
    let columns = columns.min(cells).min(MAX_COLUMNS);
    let header = head_row.or_else(|| rows.first().filter(|_| first_row_is_heads && rows.len() > 1).map(|(row, _)| *row));
    let role = visibility.roles.get(&table).copied();
    let is_layout = matches!(role, Some("presentation" | "none")) || columns < 2 || (rows.len() == 1 && !any_head) || heavy;
    let mut left: Vec<(Index, usize)> = Vec::with_capacity(rows.len());
    let mut below = 0;
    for (position, (row, _)) in rows.iter().enumerate().rev() {
        below = if section_of.get(position + 1) == Some(&section_of[position]) { below + 1 } else { 1 };
        left.push((*row, below));
    }
    left.reverse();
    Shape { is_layout, columns, header, rows_left: left }
}

fn span_of(composed: &Composed<'_>, cell: Index, attribute: &str) -> usize {
    match composed.nodes[cell].kind {
        Kind::Element(element) => element.attribute(attribute).and_then(|value| value.trim_ascii().parse().ok()).unwrap_or(1),
        Kind::Text(_) => 1,
    }
}

/// A table that is being written row by row.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) shape: Shape,
    /// Rows that a cell of an earlier row still covers, by column.
    covered: Vec<usize>,
    pub(super) row: Vec<Cell>,
    pub(super) row_element: Option<u32>,
    pub(super) cell_element: Option<u32>,
    rows_left: usize,
    own_cells: usize,
    /// Empty cells that spans may still give, so that they can not outgrow the table.
    padding: usize,
}

impl Grid {
    pub(super) fn new(shape: Shape) -> Self {
        let cells = shape.columns.saturating_mul(shape.rows_left.len());
        Grid {
            covered: vec![0; shape.columns],
            shape,
            row: Vec::new(),
            row_element: None,
            cell_element: None,
            rows_left: 1,
            own_cells: 0,
            padding: cells.min(100_000),
        }
    }

    pub(super) fn begin_section(&mut self) {
        self.covered.fill(0);
    }

    pub(super) fn begin_row(&mut self, row: Index) {
        self.row.clear();
        self.own_cells = 0;
        let at = self.shape.rows_left.partition_point(|(known, _)| *known < row);
        self.rows_left = self.shape.rows_left.get(at).map_or(1, |(_, left)| *left);
    }

    /// Places a cell behind those that earlier rows cover.
    pub(super) fn place(&mut self, composed: &Composed<'_>, index: Index, atoms: Span) {
        self.cover();
        let column = self.row.len();
        let element = self.cell_element.take();
        self.row.push(Cell { atoms, element });
        self.own_cells += 1;
        let wide = span_of(composed, index, "colspan").clamp(1, self.shape.columns.saturating_sub(column).max(1));
        for _ in 1..wide {
            self.pad();
        }
        let high = match span_of(composed, index, "rowspan") {
            0 => self.rows_left,
            rows => rows.min(self.rows_left),
        };
        for covered in self.covered.iter_mut().skip(column).take(wide) {
            *covered = high;
        }
    }

    fn cover(&mut self) {
        while self.covered.get(self.row.len()).is_some_and(|rows| *rows > 0) && self.padding > 0 {
            self.pad();
        }
    }

    fn pad(&mut self) {
        if self.padding > 0 {
            self.padding -= 1;
            self.row.push(Cell { atoms: Span::default(), element: None });
        }
    }

    /// Ends a row; false where it has nothing to say.
    pub(super) fn end_row(&mut self, is_header: bool) -> bool {
        self.cover();
        // GFM wants as many cells in the header as in the row below it.
        while is_header && self.own_cells > 0 && self.row.len() < self.shape.columns {
            self.row.push(Cell { atoms: Span::default(), element: None });
        }
        self.covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        let says = |cell: &Cell| cell.element.is_some() || cell.atoms.end > cell.atoms.start;
        if self.own_cells == 0 {
            self.row.clear();
        }
        self.row_element.is_some() || self.row.iter().any(says)
    }
}
