//! `d2snap expand`: an elided part of a page within a token budget of its own.

use std::process::ExitCode;

use clap::Args;
use d2snap::Expand;

use crate::args::Usage;
use crate::budget::{self, BudgetArgs};

const EXAMPLES: &str = "\
Examples:
  What a marker left out (`… 37 more links (uid 120–156)`):
    d2snap expand page.html --uids 120-156 --max-tokens 1000
  Some elements, each with the line that it is on:
    d2snap expand page.html --uids 3-5,9
  What a CSS selector matches:
    d2snap expand page.html --selector '#reviews' --max-tokens 2000

Exit status: 0 if all pages were written, 1 if a page failed, 2 if the command line is wrong.";

/// The command line of `d2snap expand`.
#[derive(Debug, Args)]
#[command(
    after_help = "Use --help for all options, with examples.",
    after_long_help = EXAMPLES,
    mut_arg("selector", |selector| selector.conflicts_with("uids")),
    long_about = "Write a part of a page within a token budget of its own, with the numbers of the whole page\n\n\
The part is what --uids or --selector says, one of them. It is reduced as `d2snap adaptive` reduces a page: not at all where it \
fits. Numbers are those of the other snapshots of the same page; options that change what a page is (--hidden, --profile, \
--ground-truth) must be the same."
)]
pub struct ExpandArgs {
    /// The numbers of the elements: each with its line, a range with all between, as in 7 or 3-5,9
    #[arg(long, value_name = "UIDS", required_unless_present = "selector", help_heading = "Page")]
    uids: Option<Expand>,

    #[command(flatten)]
    budget: BudgetArgs,
}

/// Writes the part.
pub fn run(args: ExpandArgs) -> Result<ExitCode, Usage> {
    let ExpandArgs { uids, budget } = args;
    budget::write(budget, true, move |document, budget| match &uids {
        Some(uids) => document.expand(uids, budget),
        // The page is that part already.
        None => document.adaptive(budget),
    })
}
