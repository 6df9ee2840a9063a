//! What the workspace does for itself: `cargo xtask help`.

mod corpus;
mod fuzz;
mod machine;
mod metrics;
mod python;
mod step;
mod test;
mod wasm;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// What the workspace does for itself.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Formats, lints, tests, documents, reads hostile pages, replays what fuzzing found, tests the Python package and checks
    /// datasets/pages: all that must pass before a commit. Installs what that needs.
    Test,
    /// Installs the Python package with pip into a fresh virtual environment, runs README's lines of Python there, and tests the
    /// package in another, below target/python.
    ///
    /// Then the tests of the capture script. The Python is $PYTHON, else python3, the browser $CHROMIUM, else one on the path;
    /// PySpark needs a Java 17 or later. Debian's packages of the two are installed where they are missing and root asks.
    Python {
        /// What pytest is given, as in `cargo xtask python -- -k threads`.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Builds the JavaScript package in bindings/wasm/dist, prints what its modules weigh, and tests it in Node and Chromium.
    ///
    /// Installs the target wasm32-unknown-unknown and what package-lock.json lists. The Node is the one on the path, of version 20
    /// or later; the browser as for `cargo xtask python`.
    Wasm {
        /// Only build it.
        #[arg(long)]
        build: bool,
    },
    /// Runs every fuzz target, with cargo-fuzz on the nightly toolchain, and says what was found; exit 1 if anything was.
    Fuzz {
        /// Minutes for each target.
        #[arg(long, default_value_t = 10)]
        minutes: u64,
        /// Only this target: snap, adaptive, escape or tokens.
        #[arg(long)]
        target: Option<String>,
    },
    /// Runs the engine over every *.html of a folder, prints a table and each rule that is broken; exit 1 if any is.
    ///
    /// The pages are read as UTF-8 with replacement, whatever their `meta charset` says: it may be stale.
    Corpus {
        /// The folder of pages.
        dir: PathBuf,
        /// Only pages whose file name holds this.
        #[arg(long, value_name = "SUBSTRING")]
        only: Option<String>,
        /// Only the breaches, without the table.
        #[arg(long)]
        quiet: bool,
    },
    /// Measures adaptive snapshots of every *.html of a folder: budgets, targets, headings, time; beside the wanted values.
    ///
    /// At 32768, 8192, 4096 and 2048 tokens of o200k_base: whether the budget is met and counted exactly, how much of it is
    /// used, how many targets are printed (against the longest prefix of the linearised page that fits), whether all headings
    /// are where they cost at most a quarter of the budget (a target in one may be cut). Times are of one thread, in ratio to
    /// scraper::Html::parse_document. Pages are read as UTF-8. Exit 1 if a wanted value other than a time is not reached.
    ///
    /// Without a folder: rewrites benches/metrics.snap, what snapshots of datasets/pages hold and cost.
    Metrics {
        /// The folder of pages.
        dir: Option<PathBuf>,
        /// Only pages whose file name holds this.
        #[arg(long, value_name = "SUBSTRING")]
        only: Option<String>,
        /// Also a line for each page and budget.
        #[arg(long)]
        each: bool,
        /// Do not measure time.
        #[arg(long)]
        no_time: bool,
    },
}

/// Where a large page has no further threads to itself, so that times are of one thread.
fn one_thread(work: impl Fn() -> Result<bool, String> + Send + Sync + 'static) -> Result<bool, String> {
    d2snap::Workers::new(1).map([()], move |()| work()).next().unwrap_or(Ok(false))
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test => test::run(),
        Task::Python { arguments } => python::run(&arguments),
        Task::Wasm { build } => wasm::run(!build),
        Task::Fuzz { minutes, target } => fuzz::run(minutes, target.as_deref()),
        Task::Corpus { dir, only, quiet } => corpus::run(&dir, only.as_deref(), quiet),
        Task::Metrics { dir: Some(dir), only, each, no_time } => one_thread(move || metrics::run(&dir, only.as_deref(), each, no_time)),
        Task::Metrics { dir: None, .. } => metrics::record::rewrite(step::root()).map(|changed| {
            println!("benches/metrics.snap {}", if changed { "changed" } else { "is as it was" });
            true
        }),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
