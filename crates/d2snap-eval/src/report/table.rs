//! Markdown tables and numbers in them.

use std::fmt;

use crate::statistic::Estimate;

/// A table whose first column is text, the others numbers.
pub(super) struct Table {
    columns: Vec<String>,
    rows: Vec<Row>,
}

/// A row of cells.
pub(super) struct Row {
    cells: Vec<String>,
}

impl Table {
    pub(super) fn new(columns: Vec<String>) -> Table {
        Table { columns, rows: Vec::new() }
    }

    pub(super) fn push(&mut self, row: Row) {
        self.rows.push(row);
    }
}

impl Row {
    pub(super) fn new(first: String) -> Row {
        Row { cells: vec![first] }
    }

    pub(super) fn push(&mut self, cell: String) {
        self.cells.push(cell);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| {} |", self.columns.join(" | "))?;
        writeln!(f, "| --- |{}", " ---: |".repeat(self.columns.len().saturating_sub(1)))?;
        self.rows.iter().try_for_each(|row| writeln!(f, "| {} |", row.cells.join(" | ")))
    }
}

/// A mean of shares with its interval: `.82 [.74, .89]`.
pub(super) fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |it| format!("{} [{}, {}]", decimal(it.mean), decimal(it.low), decimal(it.high)))
}

/// A mean of shares.
pub(super) fn share(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |it| decimal(it.mean))
}

/// Two digits, without a zero before the point.
fn decimal(value: f64) -> String {
    let text = format!("{value:.2}");
    match text.strip_prefix("0.").map(|rest| (".", rest)).or_else(|| text.strip_prefix("-0.").map(|rest| ("-.", rest))) {
        Some((point, "00")) if point == "." || point == "-." => "0".to_owned(),
        Some((point, rest)) => format!("{point}{rest}"),
        None => text,
    }
}

/// A whole number with its thousands apart.
pub(super) fn number(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 0.821, 1.0, -0.25, -0.001].map(decimal), ["0", ".82", "1.00", "-.25", "0"]);
        assert_eq!([7.0, 8192.0, 1_234_567.4].map(number), ["7", "8,192", "1,234,567"]);
    }
}
