//! The graph of one segment, as the matrix of its sentences and terms, and the scores that flow in it.

use super::{Cell, TextRankOptions};

pub(super) const UNSEEN: u32 = u32::MAX;
pub(super) const SEEN_ONCE: u32 = u32::MAX - 1;
pub(super) const SEEN_AGAIN: u32 = u32::MAX - 2;

/// The sentences of one segment and the terms that link them. Reused from segment to segment.
pub(super) struct Graph {
    /// By term of the page: its column here, or one of the three marks above.
    pub(super) columns: Vec<u32>,
    /// How many columns there are.
    pub(super) width: u32,
    pub(super) rows: Vec<Row>,
    /// `term` is a column, which at least two rows have.
    pub(super) cells: Vec<Cell>,
}

pub(super) struct Row {
    /// Where the row's cells end.
    pub(super) end: usize,
    /// One divided by the norm of the term counts, those of terms that link nothing included.
    pub(super) scale: f64,
    /// What all links of a score of one carry together, less the weights: `scale` divided by the sum of the weights.
    pub(super) share: f64,
}

impl Graph {
    pub(super) fn new(terms: usize) -> Self {
        Self { columns: vec![UNSEEN; terms], width: 0, rows: Vec::new(), cells: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.width = 0;
        self.rows.clear();
        self.cells.clear();
    }

    /// The score of every row, in a fixed order of summation. What does not come from linked rows
    /// is the same for all, or shared out as `restart` says.
    pub(super) fn scores(&mut self, options: TextRankOptions, restart: Option<&[f64]>) -> Vec<f64> {
        let TextRankOptions { damping, tolerance, max_iterations } = options;
        let mut sums = vec![0.0; self.width as usize];
        for (row, cells) in rows(&self.rows, &self.cells) {
            add(&mut sums, cells, row.scale);
        }
        let mut begin = 0;
        for row in &mut self.rows {
            let cells = &self.cells[begin..row.end];
            begin = row.end;
            let weight = row.scale * received(&sums, cells, row.scale);
            row.share = if weight > 0.0 { row.scale / weight } else { 0.0 };
        }
        let mut scores = vec![1.0; self.rows.len()];
        let sum: f64 = restart.map_or(0.0, |restart| restart.iter().sum());
        let part = |at: usize| match restart {
            Some(restart) if sum > 0.0 => restart[at] * restart.len() as f64 / sum,
            _ => 1.0,
        };
        for _ in 0..max_iterations {
            sums.fill(0.0);
            for ((row, cells), score) in rows(&self.rows, &self.cells).zip(&scores) {
                add(&mut sums, cells, row.share * score);
            }
            let mut change: f64 = 0.0;
            for (at, ((row, cells), score)) in rows(&self.rows, &self.cells).zip(&mut scores).enumerate() {
                let own = (1.0 - damping) * part(at);
                let linked = row.scale * received(&sums, cells, row.share * *score);
                let next = if cells.is_empty() { own } else { own + damping * linked };
                change = change.max((next - *score).abs());
                *score = next;
            }
            if change < tolerance {
                break;
            }
        }
        scores
    }
}

/// Each row with its cells.
fn rows<'a>(rows: &'a [Row], cells: &'a [Cell]) -> impl Iterator<Item = (&'a Row, &'a [Cell])> {
    let begins = std::iter::once(0).chain(rows.iter().map(|row| row.end));
    rows.iter().zip(begins).map(|(row, begin)| (row, &cells[begin..row.end]))
}

/// Adds a row, times `factor`, to the columns' sums.
fn add(sums: &mut [f64], cells: &[Cell], factor: f64) {
    for cell in cells {
        sums[cell.term as usize] += f64::from(cell.count) * factor;
    }
}

/// The product of a row and the columns' sums, what the row added to them with `factor` taken off.
fn received(sums: &[f64], cells: &[Cell], factor: f64) -> f64 {
    cells.iter().fold(0.0, |sum, cell| {
        let count = f64::from(cell.count);
        sum + count * (sums[cell.term as usize] - count * factor)
    })
}
