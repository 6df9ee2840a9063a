//! `d2snap snap`: pages at given parameters.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use clap::builder::UnknownArgumentValueParser;
use d2snap::{Options, Params};

use crate::args::{ParamArgs, TokenizerArgs, Usage};
use crate::batch::JobArgs;
use crate::input::{Input, InputArgs};
use crate::output::{Output, OutputArgs};
use crate::page::PageArgs;
use crate::record::{self, Record, Source};

const EXAMPLES: &str = "\
Examples:
  A page from the web, with the number of each element to act on:
    curl -s https://example.com | d2snap snap --uids --url https://example.com
  All of it, only tidied up; and as flat Markdown without attributes:
    d2snap snap page.html -k 0 -l 0 -m 0
    d2snap snap page.html -k inf -l 0 -m 1
  One part of a page, without what does not matter:
    d2snap snap page.html --selector main --exclude 'footer, .ads'
  How many tokens each page of a folder takes:
    d2snap snap pages/*.html --json | jq -r '[.file, .original_tokens, .tokens] | @tsv'
  A folder of snapshots, as JSON:
    d2snap snap pages/*.html --json -o snapshots
  As published:
    d2snap snap page.html --profile paper -k .4 -l .6 -m .8

Exit status: 0 if all pages were written, 1 if a page failed, 2 if the command line is wrong.";

/// The command line of `d2snap snap`.
#[derive(Debug, Args)]
#[command(
    after_help = "Use --help for all options, with examples.",
    after_long_help = EXAMPLES,
    long_about = "Write the snapshot of each page at the given reduction\n\n\
A snapshot is lines of HTML and Markdown: text becomes Markdown, elements that a user can act on stay HTML, and K, L and M say \
how much of the grouping elements, of the text and of the attributes goes. Pages are written in order, one after another."
)]
pub struct SnapArgs {
    #[command(flatten)]
    inputs: InputArgs,
    #[command(flatten)]
    params: ParamArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    jobs: JobArgs,

    /// Give each element to act on its number, as in `<button uid=7>Buy</button>`
    #[arg(long, help_heading = "Output")]
    uids: bool,

    /// Options of other subcommands, to say so.
    #[arg(long, hide = true, value_parser = adaptive_has("--task"))]
    task: Option<String>,
    #[arg(long, hide = true, value_parser = adaptive_has("--max-tokens"))]
    max_tokens: Option<String>,

    #[command(flatten)]
    tokenizer: TokenizerArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Refuses an option that `d2snap adaptive` has.
fn adaptive_has(option: &str) -> UnknownArgumentValueParser {
    UnknownArgumentValueParser::suggest(format!("`d2snap adaptive` takes '{option}', and chooses k, l and m by itself"))
}

/// Writes the snapshots of all pages.
pub fn run(args: SnapArgs) -> Result<ExitCode, Usage> {
    let params = args.params.params()?;
    let inputs = args.inputs.inputs()?;
    let options = args.page.options(args.uids)?;
    let output = Output::open(&args.output, &inputs)?;
    let args = Arc::new(args);
    let shared = Arc::clone(&args);
    Ok(args.jobs.write(inputs, output, move |input| snap(&shared, input, &options, params)))
}

fn snap(args: &SnapArgs, input: &Input, options: &Options, params: Params) -> Result<String, String> {
    let bytes = input.read(args.page.max_bytes).map_err(|error| error.to_string())?;
    let document = args.page.read(&bytes, options)?;
    let snapshot = document.snap(params);
    if !args.output.json {
        return Ok(snapshot.into_html());
    }
    let html = d2snap::decode(&bytes, args.page.encoding.as_deref()).map_err(|error| error.to_string())?;
    let source = Source { input, bytes: bytes.len(), html: &html };
    Ok(record::line(&Record::new(&source, &document, &snapshot, params, args.page.profile, &args.tokenizer.tokenizer)))
}
