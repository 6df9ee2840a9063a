//! What the workspace does for itself: `cargo xtask help`.

mod corpus;
mod test;

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
    /// Formats, lints, tests, documents and checks datasets/pages: all that must pass before a commit.
    Test,
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
}

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Test => test::run(),
        Task::Corpus { dir, only, quiet } => corpus::run(&dir, only.as_deref(), quiet),
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
