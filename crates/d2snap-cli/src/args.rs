//! The command line: the command, what every subcommand shares, and usage errors.

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use d2snap::{Params, TokenCounter};

use crate::adaptive::AdaptiveArgs;
use crate::document::{CompletionsArgs, ManArgs};
#[cfg(feature = "eval")]
use crate::eval::EvalArgs;
use crate::expand::ExpandArgs;
use crate::frontier::FrontierArgs;
use crate::snap::SnapArgs;
use crate::stats::StatsArgs;

const EXAMPLES: &str = "\
Examples:
  d2snap snap page.html --uids
  d2snap adaptive page.html --max-tokens 4096
  d2snap stats page.html

See `d2snap COMMAND --help` for all options of a command, with examples.";

/// Turn web pages into D2Snap snapshots: small, readable, and fit for a language model to act on
#[derive(Debug, Parser)]
#[command(
    name = "d2snap",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    after_help = EXAMPLES,
    after_long_help = "Examples:\n  d2snap snap page.html --uids\n  d2snap adaptive page.html --max-tokens 4096\n  \
d2snap stats page.html\n\nSee `d2snap COMMAND --help` for all options of a command, with examples.\n\n\
The algorithm is D2Snap, \"Beyond Pixels: Exploring DOM Downsampling for LLM-Based Web Agents\"\n(arXiv 2508.04412)."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the snapshot of each page at the given reduction
    Snap(Box<SnapArgs>),
    /// Write the best snapshot of each page within a token budget
    Adaptive(Box<AdaptiveArgs>),
    /// Write a part of a page within a token budget of its own
    Expand(Box<ExpandArgs>),
    /// Write tokens against utility: the best snapshot of a page at a series of token budgets
    Frontier(Box<FrontierArgs>),
    /// Write where the tokens of a page go, as it is and in its snapshot
    Stats(Box<StatsArgs>),
    /// Measure what subjects keep of what tasks need, over a data set of web tasks
    #[cfg(feature = "eval")]
    Eval(Box<EvalArgs>),
    /// Write the completions of a shell
    Completions(CompletionsArgs),
    /// Write the manual page of the command, or of one of its subcommands
    Man(ManArgs),
}

/// How strongly a page is reduced.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reduction")]
pub struct ParamArgs {
    /// Element reduction, 0 to 1, or `inf`: the share of grouping elements to dissolve
    ///
    /// 0 keeps every `div`, `section` and the like. 1 dissolves all of them (in the paper's profile
    /// all but the outermost), and `inf` every one: the page becomes a flat list of lines. Elements
    /// that a user can act on always stay.
    #[arg(short, value_name = "K", default_value = ".3", allow_hyphen_values = true, value_parser = parse_k)]
    k: f64,

    /// Text reduction, 0 to 1: the share of sentences to drop
    ///
    /// 0 keeps all text; 1 keeps the most central sentence of each block.
    #[arg(short, value_name = "L", default_value = ".3", allow_hyphen_values = true, value_parser = parse_l)]
    l: f64,

    /// Attribute reduction, 0 to 1: attributes rated below it are dropped
    ///
    /// 0 keeps all attributes, also `data-*`; .3 drops styling and bookkeeping; above .9 none is
    /// left but those that show what an element is and does (see `--no-affordances`).
    #[arg(short, value_name = "M", default_value = ".3", allow_hyphen_values = true, value_parser = parse_m)]
    m: f64,
}

impl ParamArgs {
    /// The parameters.
    pub fn params(&self) -> Result<Params, Usage> {
        Ok(Params::new(self.k, self.l, self.m)?)
    }
}

/// How tokens are counted.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct TokenizerArgs {
    /// How tokens are counted: o200k_base, cl100k_base or chars4
    ///
    /// o200k_base is the vocabulary of GPT-4o and later, cl100k_base that of GPT-3.5 and GPT-4;
    /// chars4 is the paper's estimate, characters / 4.
    #[arg(long, value_name = "NAME", default_value = "o200k_base", value_parser = TokenCounter::by_name)]
    pub tokenizer: TokenCounter,
}

fn number(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}

fn parse_k(text: &str) -> Result<f64, String> {
    let k = if text == "∞" { f64::INFINITY } else { number(text)? };
    Params::new(k, 0.0, 0.0).map(Params::k).map_err(|error| error.to_string())
}

fn parse_l(text: &str) -> Result<f64, String> {
    Params::new(0.0, number(text)?, 0.0).map(Params::l).map_err(|error| error.to_string())
}

fn parse_m(text: &str) -> Result<f64, String> {
    Params::new(0.0, 0.0, number(text)?).map(Params::m).map_err(|error| error.to_string())
}

/// A command line that cannot be carried out, whatever the pages are: exit 2.
#[derive(Debug)]
pub struct Usage {
    message: String,
}

impl Usage {
    /// A usage error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Usage { message: message.into() }
    }

    /// The error as clap writes its own.
    pub fn of(self, command: &mut clap::Command) -> clap::Error {
        command.error(ErrorKind::ValueValidation, self.message)
    }
}

impl From<d2snap::Error> for Usage {
    fn from(error: d2snap::Error) -> Self {
        Usage::new(error.to_string())
    }
}
