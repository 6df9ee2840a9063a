//! The table and the breaches.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use d2snap_check::locate::Tally;

use super::page::{Outcome, SETTINGS};

pub(crate) struct Report {
    /// Columns of the longest name.
    width: usize,
    quiet: bool,
}

impl Report {
    pub(crate) fn new(pages: &[PathBuf], quiet: bool) -> Self {
        let stem = |path: &PathBuf| Path::file_stem(path).map_or(0, |stem| stem.to_string_lossy().chars().count());
        Report { width: pages.iter().map(stem).max().unwrap_or_default().max(4), quiet }
    }

    pub(crate) fn head(&self) {
        if self.quiet {
            return;
        }
        print!("{:width$} {:>9} {:>7}", "page", "bytes", "targets", width = self.width);
        for (k, l, m) in SETTINGS {
            let short = |x: f64| x.to_string().trim_start_matches('0').replace("inf", "∞");
            let short = |x: f64| if x == 0.0 { "0".to_owned() } else { short(x) };
            print!(" {:>9}", format!("{} {} {}", short(k), short(l), short(m)));
        }
        println!(" {:>9} {:>8} {:>7}", "paper", "parse ms", "snap ms");
    }

    pub(crate) fn row(&self, outcome: &Outcome) {
        if !self.quiet {
            print!("{:width$} {:>9} {:>7}", outcome.name, outcome.bytes, outcome.targets, width = self.width);
            for at in 0..=SETTINGS.len() {
                print!(" {:>9}", outcome.sizes.get(at).map_or("-".to_owned(), usize::to_string));
            }
            println!(" {:>8.1} {:>7.1}", outcome.parse.as_secs_f64() * 1e3, outcome.snap.as_secs_f64() * 1e3);
        }
        for breach in &outcome.breaches {
            println!("! {}: {breach}", outcome.name);
        }
    }

    /// The last lines; whether nothing was broken.
    pub(crate) fn summary<'o>(&self, outcomes: impl Iterator<Item = &'o Outcome>) -> bool {
        let (mut pages, mut broken) = (0, 0);
        let mut located = Tally::default();
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for outcome in outcomes {
            pages += 1;
            located.extend(&outcome.located);
            broken += usize::from(!outcome.breaches.is_empty());
            for breach in &outcome.breaches {
                let rule = breach.rsplit_once(") ").map_or(breach.as_str(), |(_, rule)| rule);
                let rule = rule.trim_start_matches("paper ");
                *kinds.entry(rule.split(':').next().unwrap_or_default().to_owned()).or_default() += 1;
            }
        }
        println!("{located}");
        let kinds: Vec<String> = kinds.into_iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        println!("{pages} pages, {broken} with breaches{}{}", if broken > 0 { ": " } else { "" }, kinds.join(", "));
        broken == 0
    }
}
