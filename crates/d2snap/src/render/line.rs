//! Lines: their prefixes, their breaks, the empty lines between neighbours.

use super::ledger::{Ledger, Part};

/// A list or table that just ended; one of the same kind right behind it needs an empty line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    Ordered,
    Unordered,
    Table,
}

#[derive(Debug)]
enum Prefix {
    Quote,
    /// The marker of an item, until its first line; then as many spaces.
    Item {
        marker: String,
        used: bool,
    },
}

/// Collects lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    out: String,
    prefixes: Vec<Prefix>,
    /// Open lists and tables, each with the length of the text before it.
    open: Vec<(Closed, usize)>,
    just_closed: Option<Closed>,
    gap: bool,
    level: usize,
    pretty: bool,
    /// Items of unordered lists have no marker.
    unmarked: bool,
    /// What is written, where that is asked for.
    pub(super) ledger: Option<Ledger>,
}

impl Lines {
    pub(super) fn new(pretty: bool, unmarked: bool, ledger: Option<Ledger>) -> Self {
        Lines { pretty, unmarked, ledger, ..Lines::default() }
    }

    /// From here on it is this part.
    pub(super) fn part(&mut self, part: Part) {
        if let Some(ledger) = &mut self.ledger {
            ledger.note(self.out.len(), part, false);
        }
    }

    /// As [`part`](Self::part), of what is counted.
    pub(super) fn counted(&mut self, part: Part) {
        if let Some(ledger) = &mut self.ledger {
            ledger.note(self.out.len(), part, true);
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.out
    }

    pub(super) fn into_text(self) -> String {
        self.out
    }

    /// Begins a line with what stands before its content.
    pub(super) fn begin(&mut self) {
        self.part(Part::Layout);
        if std::mem::take(&mut self.gap) {
            let quotes = self.prefixes.iter().filter(|prefix| matches!(prefix, Prefix::Quote)).count();
            let quotes = vec![">"; quotes].join(" ");
            self.out.push_str(&quotes);
            self.out.push('\n');
        }
        self.just_closed = None;
        if self.pretty {
            (0..self.level).for_each(|_| self.out.push_str("  "));
        }
        self.prefix();
    }

    fn prefix(&mut self) {
        for prefix in &mut self.prefixes {
            if let Some(ledger) = &mut self.ledger {
                let part = if matches!(prefix, Prefix::Item { used: true, .. }) { Part::Layout } else { Part::Markdown };
                ledger.note(self.out.len(), part, false);
            }
            match prefix {
                Prefix::Quote => self.out.push_str("> "),
                Prefix::Item { marker, used: false } => self.out.push_str(marker),
                Prefix::Item { marker, .. } => marker.bytes().for_each(|_| self.out.push(' ')),
            }
            if let Prefix::Item { used, .. } = prefix {
                *used = true;
            }
        }
    }

    /// Breaks a line of code, whose next one may be empty.
    pub(super) fn break_code(&mut self, next_is_empty: bool) {
        self.part(Part::Layout);
        self.out.push('\n');
        if self.pretty && !next_is_empty {
            (0..self.level).for_each(|_| self.out.push_str("  "));
        }
        let start = self.out.len();
        self.prefix();
        if next_is_empty {
            let kept = self.out[start..].trim_end_matches(' ').len();
            self.out.truncate(start + kept);
        }
    }

    pub(super) fn end(&mut self) {
        self.part(Part::Layout);
        self.out.push('\n');
    }

    pub(super) fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub(super) fn indent(&mut self) {
        self.level += 1;
    }

    pub(super) fn outdent(&mut self) {
        self.level = self.level.saturating_sub(1);
    }

    /// Opens a list or a table.
    pub(super) fn open(&mut self, kind: Closed) {
        if self.just_closed == Some(kind) && !(self.unmarked && kind == Closed::Unordered) {
            self.gap = true;
        }
        self.open.push((kind, self.out.len()));
    }

    pub(super) fn close(&mut self) {
        if let Some((kind, before)) = self.open.pop()
            && self.out.len() > before
        {
            self.just_closed = Some(kind);
        }
    }

    pub(super) fn open_item(&mut self, marker: &str) {
        if !self.gap {
            self.just_closed = None;
        }
        let marker = if self.unmarked && marker.starts_with('-') { "" } else { marker };
        self.prefixes.push(Prefix::Item { marker: marker.to_owned(), used: false });
    }

    pub(super) fn open_quote(&mut self) {
        self.just_closed = None;
        self.prefixes.push(Prefix::Quote);
    }

    pub(super) fn close_prefix(&mut self) {
        self.prefixes.pop();
    }
}
