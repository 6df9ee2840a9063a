//! What the subcommands of a token budget share: its options, writing pages under it, their JSON.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use d2snap::{Budget, Document, Error, Options, Snapshot};
use serde::Serialize;

use crate::args::{TokenizerArgs, Usage};
use crate::batch::JobArgs;
use crate::choice::OnOverflow;
use crate::input::{Input, InputArgs};
use crate::output::{Output, OutputArgs};
use crate::page::PageArgs;
use crate::record::{self, Record, Source};

/// The command line of a subcommand that writes pages under a budget.
#[derive(Debug, Args)]
pub struct BudgetArgs {
    #[command(flatten)]
    inputs: InputArgs,

    /// The most tokens that a snapshot may have
    #[arg(long, value_name = "N", default_value_t = 8192, help_heading = "Reduction")]
    max_tokens: usize,

    /// What the agent is to do: what has to do with it is kept longest
    #[arg(long, value_name = "TEXT", help_heading = "Reduction")]
    task: Option<String>,

    /// What happens where even full reduction exceeds the budget
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = OnOverflow::Elide, help_heading = "Reduction")]
    on_overflow: OnOverflow,

    /// The share of the budget that stays unused, for a model whose tokenizer is not the one that counts
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = parse_margin, help_heading = "Reduction")]
    margin: f64,

    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    jobs: JobArgs,
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

/// Takes a snapshot of a page under a budget.
type Take<'t> = &'t dyn for<'d> Fn(&'d Document, &Budget) -> Result<Snapshot<'d>, Error>;

/// Writes what `take` gives of each page.
pub fn write(
    args: BudgetArgs,
    uids: bool,
    take: impl for<'d> Fn(&'d Document, &Budget) -> Result<Snapshot<'d>, Error> + Send + Sync + 'static,
) -> Result<ExitCode, Usage> {
    let inputs = args.inputs.inputs()?;
    let options = args.page.options(uids)?;
    let budget = Budget::new(args.max_tokens)
        .with_counter(args.tokenizer.tokenizer.clone())
        .with_margin(args.margin)
        .with_on_overflow(args.on_overflow.into());
    let budget = match &args.task {
        Some(task) => budget.with_task(task),
        None => budget,
    };
    let output = Output::open(&args.output, &inputs)?;
    let args = Arc::new(args);
    let shared = Arc::clone(&args);
    Ok(args.jobs.write(inputs, output, move |input| page(&shared, input, &options, &budget, &take)))
}

fn page(args: &BudgetArgs, input: &Input, options: &Options, budget: &Budget, take: Take<'_>) -> Result<String, String> {
    let bytes = input.read(args.page.max_bytes).map_err(|error| error.to_string())?;
    let document = args.page.read(&bytes, options)?;
    let snapshot = take(&document, budget).map_err(|error| error.to_string())?;
    if !args.output.json {
        return Ok(snapshot.into_html());
    }
    let html = d2snap::decode(&bytes, args.page.encoding.as_deref()).map_err(|error| error.to_string())?;
    let source = Source { input, bytes: bytes.len(), html: &html };
    let params = snapshot.params().unwrap_or_default();
    let counter = &args.tokenizer.tokenizer;
    let page = Record::new(&source, &document, &snapshot, params, args.page.profile, counter);
    let elided = Elided::of(&snapshot, || take(&document, &budget.clone().with_on_overflow(d2snap::OnOverflow::Error)));
    let evaluations = snapshot.adaptive().map_or(0, |adaptive| adaptive.evaluations);
    let record = BudgetRecord { page, schedule: args.page.schedule(), evaluations, budget: args.max_tokens, elided };
    Ok(record::line(&record))
}

#[derive(Debug, Serialize)]
struct BudgetRecord<'s> {
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
    /// `whole` is the same without elision, whose error says how large that is.
    fn of<'d>(snapshot: &Snapshot<'_>, whole: impl FnOnce() -> Result<Snapshot<'d>, Error>) -> Elided {
        let Some(adaptive) = snapshot.adaptive().filter(|adaptive| adaptive.utility < 1.0) else { return Elided::default() };
        let whole = match whole() {
            Err(Error::BudgetUnreachable { smallest, .. }) => smallest,
            _ => adaptive.tokens,
        };
        let runs = adaptive.elided.runs.iter().map(|run| Run { uids: [run.first, run.last], count: run.count, what: run.what.clone() });
        Elided {
            targets: adaptive.elided.targets,
            lines: adaptive.elided.lines,
            tokens: whole.saturating_sub(adaptive.tokens),
            runs: runs.collect(),
        }
    }
}
