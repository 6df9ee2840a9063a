//! `d2snap stats`: where the tokens of a page go, as it is and in its snapshot.

mod record;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use d2snap::{Breakdown, Document, Options, Params};

use crate::args::{ParamArgs, TokenizerArgs, Usage};
use crate::input::Input;
use crate::output::Output;
use crate::page::PageArgs;
use crate::record::line;
use record::Record;

const EXAMPLES: &str = "\
Examples:
  What a page spends its tokens on, and what is left of that:
    d2snap stats page.html
  The heaviest parts of the unreduced snapshot:
    d2snap stats page.html -k 0 -l 0 -m 0 --json | jq -r '.snapshot.subtrees[] | [.tokens, .selector] | @tsv'
  What a part of the page takes without its footer:
    d2snap stats page.html --selector main --exclude footer

The JSON object of --json has `file`, `title`, `k`, `l`, `m`, `profile`, `tokenizer`; `page` and `snapshot`, each with `bytes`, \
`tokens`, `classes` (name to tokens; they add up to `tokens`), `tags` (`tag`, `count`, `tokens` of the tags, `attributes`, `content`) \
and `attributes` (`name`, `count`, `tokens`), those of most tokens first; in `snapshot` also `subtrees` (`selector`, `tag`, `tokens`, \
`share`, `inside`: the index of another of the list, or null); `kept` (what is there and what is kept of `containers`, `sentences`, \
`attributes`, `targets`), `withheld` (reason to count) and `depth_cut`.

Exit status: 0 if the table was written, 1 if the page failed, 2 if the command line is wrong.";

/// The command line of `d2snap stats`.
#[derive(Debug, Args)]
#[command(
    after_help = "Use --help for all options, with examples.",
    after_long_help = EXAMPLES,
    long_about = "Write where the tokens of a page go, as it is and in its snapshot\n\n\
Each token counts once, for the part that it begins in, so the classes add up to the whole. In a page, scripts, styles, noscript and \
svg are each with all inside; tags and attributes are those of all other elements. In a snapshot, control-text is the text of links, \
buttons, labels and options, text all other; markdown is what marks headings, lists, tables and the like; layout is line breaks \
that are no part of another token, and indentation; other-tags are frames and what is kept as HTML without being interactive. A tag of \
the table counts with its attributes, and in a page with what a script, a style, a noscript or an svg holds. The heaviest parts \
of the snapshot are elements of the page; one that another in the list holds says so."
)]
pub struct StatsArgs {
    /// An HTML file; `-`, or none, is standard input
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    file: Option<PathBuf>,

    #[command(flatten)]
    params: ParamArgs,
    #[command(flatten)]
    page: PageArgs,

    /// Count the numbers of elements to act on too
    #[arg(long, help_heading = "Output")]
    uids: bool,

    #[command(flatten)]
    tokenizer: TokenizerArgs,

    /// Write a JSON object instead of tables
    ///
    /// A page that fails gives `{"file", "error"}`.
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Writes the tables.
pub fn run(args: &StatsArgs) -> Result<ExitCode, Usage> {
    let params = args.params.params()?;
    if args.page.capture {
        return Err(Usage::new("a capture has no markup whose tokens could be told apart: `stats` reads pages"));
    }
    let input = args.file.as_deref().map_or(Input::Stdin, Input::of);
    let options = args.page.options(args.uids)?.with_subtrees(true);
    let done = stats(args, &input, &options, params);
    Ok(Output::one(args.json, &input, done))
}

fn stats(args: &StatsArgs, input: &Input, options: &Options, params: Params) -> Result<String, String> {
    let bytes = input.read(args.page.max_bytes).map_err(|error| error.to_string())?;
    let document = Document::parse_bytes(&bytes, options).map_err(|error| error.to_string())?;
    let html = d2snap::decode(&bytes, args.page.encoding.as_deref()).map_err(|error| error.to_string())?;
    let counter = &args.tokenizer.tokenizer;
    let page = Breakdown::of_page(&html, counter);
    let snapshot = document.breakdown(params, counter);
    let kept = document.snap(params);
    let record = Record {
        file: input.name(),
        title: &document.meta().title,
        params,
        profile: args.page.profile.name(),
        tokenizer: counter.name(),
        page_bytes: bytes.len(),
        page: &page,
        snapshot: &snapshot,
        stats: kept.stats(),
        targets: document.target_count(),
        targets_kept: kept.uids().len(),
    };
    Ok(if args.json { line(&record.json()) } else { table::text(&record) })
}
