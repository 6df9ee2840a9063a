//! `d2snap adaptive`: pages within a token budget.

use std::process::ExitCode;

use clap::Args;

use crate::args::Usage;
use crate::budget::{self, BudgetArgs};

const EXAMPLES: &str = "\
Examples:
  A page for a model, with the number of each element to act on:
    d2snap adaptive page.html --max-tokens 4096
  For a task, so that what it names is kept longest:
    d2snap adaptive page.html --max-tokens 2048 --task 'find a flight to Berlin'
  What was chosen, and what was left out:
    d2snap adaptive page.html --json | jq '{k, l, m, tokens, elided}'
  Fail where only elision could meet the budget:
    d2snap adaptive pages/*.html --on-overflow error -o snapshots

Exit status: 0 if all pages were written, 1 if a page failed, 2 if the command line is wrong.";

/// The command line of `d2snap adaptive`.
#[derive(Debug, Args)]
#[command(
    after_help = "Use --help for all options, with examples.",
    after_long_help = EXAMPLES,
    long_about = "Write the best snapshot of each page within a token budget\n\n\
A page that fits is not reduced. Else the reduction of highest utility that fits is found; where even full reduction is too \
large, what matters least is left out, and markers say what (`… 37 more links (uid 120–156)`). Tokens are counted exactly."
)]
pub struct AdaptiveArgs {
    #[command(flatten)]
    budget: BudgetArgs,

    /// Leave out the numbers of elements to act on
    #[arg(long, help_heading = "Output")]
    no_uids: bool,
}

/// Writes the snapshots of all pages.
pub fn run(args: AdaptiveArgs) -> Result<ExitCode, Usage> {
    budget::write(args.budget, !args.no_uids, |document, budget| document.adaptive(budget))
}
