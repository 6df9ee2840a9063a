//! `d2snap adaptive`: pages within a token budget.

use std::process::ExitCode;

use clap::Args;
use d2snap::{Budget, Document, Options, Params, Snapshot};
use serde::Serialize;

use crate::args::{TokenizerArgs, Usage};
use crate::choice::OnOverflow;
use crate::input::{Input, InputArgs};
use crate::output::{Output, OutputArgs};
use crate::page::PageArgs;
use crate::record::{self, Record, Source};

const EXAMPLES: &str = "\
Examples:
  A page for a model, with the number of each element to act on:
    d2snap adaptive page.html --max-tokens 4096
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
    inputs: InputArgs,

    /// The most tokens that a snapshot may have
    #[arg(long, value_name = "N", default_value_t = 8192, help_heading = "Reduction")]
    max_tokens: usize,

    /// What the agent is to do: what has to do with it is kept longest
    #[arg(long, value_name = "TEXT", help_heading = "Reduction")]
    task: Option<String>,

    /// What happens where even full reduction exceeds the budget
    #[arg(long, value_enum, default_value_t = OnOverflow::Elide, help_heading = "Reduction")]
    on_overflow: OnOverflow,

    /// The share of the budget that stays unused, for a model whose tokenizer is not the one that counts
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = parse_margin, help_heading = "Reduction")]
    margin: f64,

    #[command(flatten)]
    page: PageArgs,

    /// Leave out the numbers of elements to act on
    #[arg(long, help_heading = "Output")]
    no_uids: bool,

    #[command(flatten)]
    tokenizer: TokenizerArgs,
    #[command(flatten)]
    output: OutputArgs,
}

fn parse_margin(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(margin) if (0.0..1.0).contains(&margin) => Ok(margin),
        _ => Err(format!("`{text}` is not a number from 0 to below 1")),
    }
}

/// Writes the snapshots of all pages.
pub fn run(args: &AdaptiveArgs) -> Result<ExitCode, Usage> {
    let inputs = args.inputs.inputs()?;
    let options = args.page.options(!args.no_uids)?;
    let budget = Budget::new(args.max_tokens)
        .with_counter(args.tokenizer.tokenizer.clone())
        .with_margin(args.margin)
        .with_on_overflow(args.on_overflow.into());
    let budget = match &args.task {
        Some(task) => budget.with_task(task),
        None => budget,
    };
    let mut output = Output::open(&args.output, &inputs)?;
    for input in &inputs {
        output.begin(input);
        if output.write(input, adapt(args, input, &options, &budget)).is_break() {
            break;
        }
    }
    Ok(output.finish())
}

fn adapt(args: &AdaptiveArgs, input: &Input, options: &Options, budget: &Budget) -> Result<String, String> {
    let bytes = input.read(args.page.max_bytes).map_err(|error| error.to_string())?;
    let document = Document::parse_bytes(&bytes, options).map_err(|error| error.to_string())?;
    let snapshot = document.adaptive(budget).map_err(|error| error.to_string())?;
    if !args.output.json {
        return Ok(snapshot.into_html());
    }
    let html = d2snap::decode(&bytes, args.page.encoding.as_deref()).map_err(|error| error.to_string())?;
    let source = Source { input, bytes: bytes.len(), html: &html };
    let params = snapshot.params().unwrap_or_default();
    let counter = &args.tokenizer.tokenizer;
    let page = Record::new(&source, &document, &snapshot, params, args.page.profile, counter);
    let elided = Elided::of(&document, &snapshot, args);
    let evaluations = snapshot.adaptive().map_or(0, |adaptive| adaptive.evaluations);
    let record = AdaptiveRecord { page, schedule: args.page.schedule(), evaluations, budget: args.max_tokens, elided };
    Ok(record::line(&record))
}

#[derive(Debug, Serialize)]
struct AdaptiveRecord<'s> {
    #[serde(flatten)]
    page: Record<'s>,
    schedule: &'static str,
    evaluations: usize,
    budget: usize,
    elided: Elided,
}

/// What was left out; zeros where (k, l, m) sufficed.
#[derive(Debug, Default, Serialize)]
struct Elided {
    targets: usize,
    lines: usize,
    tokens: usize,
    runs: Vec<Run>,
}

#[derive(Debug, Serialize)]
struct Run {
    uids: [u32; 2],
    count: usize,
    what: String,
}

impl Elided {
    fn of(document: &Document, snapshot: &Snapshot<'_>, args: &AdaptiveArgs) -> Elided {
        let Some(adaptive) = snapshot.adaptive().filter(|adaptive| adaptive.utility < 1.0) else { return Elided::default() };
        let full = Params::new(1.0, 1.0, 1.0).unwrap_or_default();
        let whole = document.snap(full).tokens(&args.tokenizer.tokenizer);
        let runs = adaptive.elided.runs.iter().map(|run| Run { uids: [run.first, run.last], count: run.count, what: run.what.clone() });
        Elided {
            targets: adaptive.elided.targets,
            lines: adaptive.elided.lines,
            tokens: whole.saturating_sub(adaptive.tokens),
            runs: runs.collect(),
        }
    }
}
