//! The command line of `d2snap eval`.

use std::path::PathBuf;

use clap::Args;
use d2snap_eval::{Choice, Format, Half};

const EXAMPLES: &str = "\
Examples:
  All subjects on a folder of pages with tasks.jsonl, at three budgets:
    d2snap eval tasks/ --out results/
  The engine alone, on the reporting half, Japanese pages apart:
    d2snap eval tasks/ --subjects adaptive,adaptive+task --split reporting --by ja --out results/
  Two data sets in one table, and each apart:
    d2snap eval tasks/ autowebbench/ --split reporting --out results/
  How sizes grow with k, l and m:
    d2snap eval tasks/ --subjects sweep --out sizes/

The same command goes on where it was stopped. OUT gets results.jsonl (a line for each state, subject and budget), report.md, and the \
plots coverage.svg, size.svg and budget.svg where there is data for them; run.json says what the results are of.

Exit status: 0 if there are results, 1 if there are none or the run could not go on, 2 if the command line is wrong.";

/// The command line of `d2snap eval`.
#[derive(Debug, Args)]
#[command(
    after_help = "Use --help for all options, with examples.",
    after_long_help = EXAMPLES,
    long_about = "Measure what subjects keep of what tasks need, over a data set of web tasks\n\n\
A state of the data set is a page, a task, and the elements that the task needs. A subject turns the page into a text. Measured is \
whether the text still has the needed elements and tells them from others (coverage), and what it costs. No model is asked."
)]
pub struct EvalArgs {
    /// The data set: a file or a folder, as its format has it; several are reported together and apart
    #[arg(value_name = "DATASET", required = true, value_hint = clap::ValueHint::AnyPath)]
    pub datasets: Vec<PathBuf>,

    /// The folder for results; made where it does not exist
    #[arg(short, long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Output")]
    pub out: PathBuf,

    /// The format of the data set; found out where it is not given
    ///
    /// mind2web, multimodal-mind2web, online-mind2web, d2snap, mhtml, weblinx, autowebbench, folder.
    #[arg(long, value_name = "NAME", help_heading = "Data set")]
    pub format: Option<Format>,

    /// Where the pages lie, if not where the format has them
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath, help_heading = "Data set")]
    pub pages: Option<PathBuf>,

    /// How reports name the data set; by default the name of its file
    #[arg(long, value_name = "TEXT", help_heading = "Data set")]
    pub name: Option<String>,

    /// Only states that have all of these tags; `!TAG`: that do not have it
    #[arg(long, value_name = "TAG", value_delimiter = ',', allow_hyphen_values = true, help_heading = "Data set")]
    pub tags: Vec<String>,

    /// Only one half of the sites: `tuning` to choose weights on, `reporting` to report
    #[arg(long, value_name = "HALF", help_heading = "Data set")]
    pub split: Option<Half>,

    /// Stop at the first record that can not be used, instead of passing it over
    #[arg(long, help_heading = "Data set")]
    pub strict: bool,

    /// What is measured, by comma
    ///
    /// raw (the HTML), list (a flat list of what can be acted on), article (the main text), markdown; adaptive, adaptive+task;
    /// agent@K/L/M and paper@K/L/M (a profile at k, l, m). Or several: baselines (the first four), settings (the paper's, in both
    /// profiles), sweep (k, l and m one by one), all (but the sweep).
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "all", help_heading = "Subjects")]
    pub subjects: Vec<Choice>,

    /// Budgets in tokens, by comma; subjects that do not know budgets are cut at them
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2048,4096,8192,32768", value_parser = parse_budget, help_heading = "Subjects")]
    pub budgets: Vec<usize>,

    /// A table of sizes that another implementation came to, as further subjects: sizes only
    ///
    /// Tab-separated, with a column `page` and columns `X_tokens` and `X_ms` for each of its settings X.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Subjects")]
    pub recorded: Option<PathBuf>,

    /// Tags whose states are reported apart too
    #[arg(long, value_name = "TAG", value_delimiter = ',', default_value = "verbatim,paraphrase,look-alike", help_heading = "Output")]
    pub by: Vec<String>,

    /// What is drawn at random depends on it alone
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Output")]
    pub seed: u64,

    /// How many states to work on at a time; 0 is one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_short_help = true, help_heading = "Limits")]
    pub jobs: usize,
}

fn parse_budget(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(budget @ 1..) => Ok(budget),
        _ => Err("it is not a number of tokens, 1 or more".to_owned()),
    }
}
