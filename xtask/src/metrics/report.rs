//! The tables.

use std::time::Duration;

use super::page::{BUDGETS, Measure, Outcome};
use super::time::Times;

/// What was measured, as printed; what was wanted, and whether it was reached.
type Cell = (String, Option<(String, bool)>);

/// A cell for each budget.
struct Row {
    name: &'static str,
    cells: Vec<Cell>,
}

/// Prints the rows over the budgets; whether all wanted values were reached.
pub(crate) fn quality(outcomes: &[Outcome]) -> bool {
    let at: Vec<At<'_>> = BUDGETS.iter().enumerate().map(|(index, budget)| At::new(outcomes, index, *budget)).collect();
    let row = |name, cell: &dyn Fn(&At<'_>) -> Cell| Row { name, cells: at.iter().map(cell).collect() };
    let rows = [
        row("pages within the budget", &|at| at.all(|measure| measure.tokens <= at.budget)),
        row("pages whose count is exact", &|at| at.all(|measure| measure.exact)),
        row("errors", &|at| {
            let errors = at.pages.len() - at.good.len();
            (errors.to_string(), Some(("0".to_owned(), errors == 0)))
        }),
        row("pages too large unreduced", &|at| (at.large().len().to_string(), None)),
        row("  use of the budget, median", &|at| at_least(percentile(&at.large(), 0.5), 0.97)),
        row("  use of the budget, 10th percentile", &|at| at_least(percentile(&at.large(), 0.1), 0.9)),
        row("  of them elided", &|at| (at.good.iter().filter(|(_, measure)| measure.utility < 1.0).count().to_string(), None)),
        row("pages with all targets", &|at| {
            let all = at.good.iter().filter(|(_, measure)| measure.in_prefix.is_none()).count();
            let share = all as f64 / at.pages.len() as f64;
            let wanted = match at.budget {
                8_192 => Some(0.7),
                4_096 => Some(0.55),
                2_048 => Some(0.3),
                _ => None,
            };
            (percent(share), wanted.map(|wanted| (format!("≥ {}", percent(wanted)), share >= wanted)))
        }),
        row("  else: targets / those of the prefix, median", &|at| at_least(percentile(&at.ratios(), 0.5), 1.5)),
        row("  else: targets / those of the prefix, 10th percentile", &|at| {
            (percentile(&at.ratios(), 0.1).map_or("-".to_owned(), |ratio| format!("{ratio:.3}")), None)
        }),
        row("headings cheap: pages with all of them", &|at| {
            let (all, good) = at.headings(|(_, own)| own);
            (format!("{good} of {all}"), Some(("all".to_owned(), good == all)))
        }),
        row("headings cheap: pages with all their words", &|at| {
            let (all, good) = at.headings(|(whole, _)| whole);
            (format!("{good} of {all}"), None)
        }),
        row("evaluations, median", &|at| (percentile(&at.evaluations(), 0.5).unwrap_or_default().to_string(), None)),
        row("evaluations, most", &|at| (percentile(&at.evaluations(), 1.0).unwrap_or_default().to_string(), None)),
    ];
    println!("{:55}{}", "budget", BUDGETS.map(|budget| format!("{budget:>14}")).concat());
    for row in &rows {
        println!("{:55}{}", row.name, line(row.cells.iter().map(|(measured, _)| measured.as_str())));
        if row.cells.iter().any(|(_, wanted)| wanted.is_some()) {
            let wanted = row.cells.iter().map(|(_, wanted)| wanted.as_ref().map_or("", |(text, _)| text));
            println!("{:55}{}", "    wanted", line(wanted));
            println!("{:55}{}", "", line(row.cells.iter().map(|(_, wanted)| wanted.as_ref().map_or("", |(_, reached)| word(*reached)))));
        }
    }
    for outcome in outcomes {
        for (budget, measure) in BUDGETS.iter().zip(&outcome.measures) {
            if let Err(error) = measure {
                println!("! {} at {budget}: {error}", outcome.name);
            }
        }
    }
    rows.iter().flat_map(|row| &row.cells).all(|(_, wanted)| wanted.as_ref().is_none_or(|(_, reached)| *reached))
}

/// Prints the times as ratios.
pub(crate) fn time(times: &Times) {
    let base = times.scraper.as_secs_f64();
    println!("\n{:55}{:>14}{:>14}{:>14}", "time, one thread, sum of the pages' medians of 3", "ms", "ratio", "wanted");
    let ms = |time: Duration| format!("{:.0}", time.as_secs_f64() * 1e3);
    println!("{:55}{:>14}{:>14}", "scraper::Html::parse_document, drop aside", ms(times.scraper), 1);
    let rows = [
        ("Document::parse + snap(.3, .3, .3)", times.first, 1.3),
        ("a further snap", times.further, 0.08),
        ("Document::parse + adaptive(8192)", times.adaptive, 1.6),
        ("a second budget (4096)", times.second, 0.2),
    ];
    for (name, time, wanted) in rows {
        let ratio = time.as_secs_f64() / base;
        println!("{name:55}{:>14}{ratio:>14.3}{:>14}", ms(time), format!("≤ {wanted}"));
        println!("{:83}{:>14}", "", word(ratio <= wanted));
    }
}

/// Prints a line for each page and budget.
pub(crate) fn each(outcomes: &[Outcome]) {
    let width = outcomes.iter().map(|outcome| outcome.name.chars().count()).max().unwrap_or_default();
    println!(
        "{:width$} {:>6} {:>9} {:>6} {:>5} {:>17} {:>7} {:>11} {:>6} {:>9} {:>6}",
        "page", "budget", "unreduced", "tokens", "use", "k l m", "utility", "targets", "prefix", "headings", "evals"
    );
    for outcome in outcomes {
        for (budget, measure) in BUDGETS.iter().zip(&outcome.measures) {
            let Ok(measure) = measure else { continue };
            let (k, l, m) = measure.params;
            let missing = measure.missing.map_or("dear".to_owned(), |(whole, own)| format!("-{whole} -{own}").replace("-0 -0", "all"));
            println!(
                "{:width$} {budget:>6} {:>9} {:>6} {:>5.3} {:>17} {:>7.4} {:>11} {:>6} {:>9} {:>6}",
                outcome.name,
                outcome.unreduced,
                measure.tokens,
                measure.tokens as f64 / *budget as f64,
                format!("{k:.3} {l:.3} {m:.3}"),
                measure.utility,
                format!("{}/{}", measure.targets, outcome.targets),
                measure.in_prefix.map_or("-".to_owned(), |count| count.to_string()),
                if outcome.headings == 0 { "none".to_owned() } else { missing },
                measure.evaluations,
            );
        }
    }
    println!();
}

/// All pages at one budget.
struct At<'o> {
    budget: usize,
    pages: &'o [Outcome],
    good: Vec<(&'o Outcome, &'o Measure)>,
}

impl<'o> At<'o> {
    fn new(pages: &'o [Outcome], index: usize, budget: usize) -> Self {
        At { budget, pages, good: pages.iter().filter_map(|page| Some((page, page.measures[index].as_ref().ok()?))).collect() }
    }

    fn all(&self, holds: impl Fn(&Measure) -> bool) -> Cell {
        let count = self.good.iter().filter(|(_, measure)| holds(measure)).count();
        (format!("{count} of {}", self.pages.len()), Some(("all".to_owned(), count == self.pages.len())))
    }

    /// The use of the budget by pages that are larger as they stand, ascending.
    fn large(&self) -> Vec<f64> {
        let large = self.good.iter().filter(|(page, _)| page.unreduced > self.budget);
        sorted(large.map(|(_, measure)| measure.tokens as f64 / self.budget as f64).collect())
    }

    fn ratios(&self) -> Vec<f64> {
        let ratio = |measure: &Measure| measure.in_prefix.map(|prefix| measure.targets as f64 / prefix as f64);
        sorted(self.good.iter().filter_map(|(_, measure)| ratio(measure)).filter(|ratio| !ratio.is_nan()).collect())
    }

    fn evaluations(&self) -> Vec<f64> {
        sorted(self.good.iter().map(|(_, measure)| measure.evaluations as f64).collect())
    }

    /// How many pages have headings that cost little, and how many of them miss none.
    fn headings(&self, which: impl Fn((usize, usize)) -> usize) -> (usize, usize) {
        let missing: Vec<usize> =
            self.good.iter().filter(|(page, _)| page.headings > 0).filter_map(|(_, measure)| measure.missing.map(&which)).collect();
        (missing.len(), missing.iter().filter(|missing| **missing == 0).count())
    }
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// The value below which a share of the ascending values lies (nearest rank); none of none.
fn percentile(values: &[f64], share: f64) -> Option<f64> {
    let rank = (values.len() as f64 * share).ceil() as usize;
    values.get(rank.max(1) - 1).copied()
}

fn at_least(measured: Option<f64>, wanted: f64) -> Cell {
    let text = measured.map_or("-".to_owned(), |measured| format!("{measured:.3}"));
    (text, measured.map(|measured| (format!("≥ {wanted}"), measured >= wanted)))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn word(reached: bool) -> &'static str {
    if reached { "reached" } else { "not reached" }
}

fn line<'t>(cells: impl Iterator<Item = &'t str>) -> String {
    cells.map(|cell| format!("{cell:>14}")).collect()
}
