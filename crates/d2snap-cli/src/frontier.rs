//! `d2snap frontier`: what a page is worth at each budget.

mod chart;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use d2snap::{Budget, Document, Error, Options, Params, TokenCounter};
use serde::Serialize;

use crate::args::{TokenizerArgs, Usage};
use crate::input::Input;
use crate::output::{self, Output};
use crate::page::PageArgs;
use crate::record;

/// The smallest budget of the series, unless the page is smaller.
const LEAST: usize = 256;

const EXAMPLES: &str = "\
Examples:
  What a page is worth at 16 budgets, and as a plot:
    d2snap frontier page.html --svg frontier.svg
  The least budget that keeps every element to act on:
    d2snap frontier page.html --steps 40 --json \\
      | jq '.targets_total as $all | first(.points[] | select(.targets == $all)).budget'

Exit status: 0 if the table was written, 1 if the page failed, 2 if the command line is wrong.";

/// The command line of `d2snap frontier`.
#[derive(Debug, Args)]
#[command(
    after_help = "Use --help for all options, with examples.",
    after_long_help = EXAMPLES,
    long_about = "Write tokens against utility: the best snapshot of a page at a series of token budgets\n\n\
The budgets lie at even ratios from 256 tokens to the unreduced page. UTILITY is 2 for the unreduced page, 1 to 2 where K, L and M \
reduce it (1 plus the weighted share of hierarchy, text and attributes kept), below 1 where parts are left out (the share of \
value kept); with a larger budget it never falls."
)]
pub struct FrontierArgs {
    /// An HTML file; `-`, or none, is standard input
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: Option<PathBuf>,

    /// How many budgets
    #[arg(long, value_name = "N", default_value = "16", value_parser = parse_steps, help_heading = "Reduction")]
    steps: usize,

    #[command(flatten)]
    page: PageArgs,

    /// Leave out the numbers of elements to act on
    #[arg(long, help_heading = "Output")]
    no_uids: bool,

    #[command(flatten)]
    tokenizer: TokenizerArgs,

    /// Write a JSON object instead of a table
    ///
    /// A page that fails gives `{"file", "error"}`.
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Also write a line plot as SVG; a file of that name is overwritten
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Output")]
    svg: Option<PathBuf>,
}

fn parse_steps(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(steps @ 2..=1000) => Ok(steps),
        _ => Err("it is not a number of budgets, 2 to 1000".to_owned()),
    }
}

/// Writes the table and the plot.
pub fn run(args: &FrontierArgs) -> Result<ExitCode, Usage> {
    let input = args.file.as_deref().map_or(Input::Stdin, Input::of);
    if let (Input::File(page), Some(svg)) = (&input, &args.svg)
        && fs::canonicalize(svg).is_ok_and(|svg| fs::canonicalize(page).is_ok_and(|page| page == svg))
    {
        return Err(Usage::new(format!("the plot would overwrite the page {}", input.name())));
    }
    let options = args.page.options(!args.no_uids)?;
    let done = frontier(args, &input, &options).and_then(|frontier| {
        if let Some(path) = &args.svg {
            let svg = chart::svg(&frontier)?;
            fs::write(path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(if args.json { record::line(&frontier) } else { frontier.table() })
    });
    Ok(Output::one(args.json, &input, done))
}

fn frontier(args: &FrontierArgs, input: &Input, options: &Options) -> Result<Frontier, String> {
    let bytes = input.read(args.page.max_bytes).map_err(|error| error.to_string())?;
    let document = args.page.read(&bytes, options)?;
    let counter = &args.tokenizer.tokenizer;
    let whole = Params::new(0.0, 0.0, 0.0).map_err(|error| error.to_string())?;
    let unreduced = document.snap(whole).tokens(counter);
    let mut points = Vec::new();
    for budget in budgets(unreduced, args.steps) {
        match Point::at(&document, budget, counter) {
            Ok(point) => points.push(point),
            // Such a budget has no snapshot to put in a row.
            Err(error @ Error::BudgetUnreachable { .. }) => output::note(&format!("{}: {error}", input.name())),
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(Frontier {
        file: input.name(),
        title: document.meta().title.clone(),
        tokenizer: counter.name().to_owned(),
        unreduced_tokens: unreduced,
        targets_total: document.target_count(),
        points,
    })
}

/// So many budgets at even ratios, ascending and distinct, the last one the unreduced size.
fn budgets(unreduced: usize, steps: usize) -> Vec<usize> {
    let last = unreduced.max(1);
    let first = LEAST.min(last);
    let ratio = last as f64 / first as f64;
    let at = |step: usize| (first as f64 * ratio.powf(step as f64 / (steps - 1) as f64)).round() as usize;
    let mut budgets: Vec<usize> = (0..steps).map(at).collect();
    budgets.dedup();
    budgets
}

/// The best snapshots of a page at a series of budgets.
#[derive(Debug, Serialize)]
struct Frontier {
    file: String,
    title: String,
    tokenizer: String,
    unreduced_tokens: usize,
    targets_total: usize,
    points: Vec<Point>,
}

/// The best snapshot at a budget.
#[derive(Debug, Serialize)]
struct Point {
    tokens: usize,
    budget: usize,
    utility: f64,
    k: f64,
    l: f64,
    m: f64,
    targets: usize,
}

impl Point {
    fn at(document: &Document, budget: usize, counter: &TokenCounter) -> Result<Point, Error> {
        let snapshot = document.adaptive(&Budget::new(budget).with_counter(counter.clone()))?;
        let params = snapshot.params().unwrap_or_default();
        let (tokens, utility) = snapshot.adaptive().map_or((0, 0.0), |adaptive| (adaptive.tokens, adaptive.utility));
        Ok(Point { tokens, budget, utility, k: params.k(), l: params.l(), m: params.m(), targets: snapshot.uids().len() })
    }
}

impl Frontier {
    fn table(&self) -> String {
        let mut table = format!("{:>8} {:>8} {:>8} {:>6} {:>6} {:>6} {:>9}\n", "tokens", "budget", "utility", "k", "l", "m", "targets");
        for point in &self.points {
            let Point { tokens, budget, utility, k, l, m, targets } = point;
            table.push_str(&format!("{tokens:>8} {budget:>8} {utility:>8.4} {k:>6.3} {l:>6.3} {m:>6.3} {targets:>9}\n"));
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::budgets;

    #[test]
    fn budgets_lie_at_even_ratios() {
        assert_eq!(budgets(4096, 5), [256, 512, 1024, 2048, 4096]);
        assert_eq!(budgets(258, 16), [256, 257, 258]);
        assert_eq!(budgets(100, 16), [100]);
        assert_eq!(budgets(0, 2), [1]);
    }
}
