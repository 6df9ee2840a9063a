//! The `d2snap` command.

mod adaptive;
mod args;
mod batch;
mod budget;
mod choice;
mod document;
#[cfg(feature = "eval")]
mod eval;
mod expand;
mod frontier;
mod input;
mod output;
mod page;
mod record;
mod snap;
mod stats;

use std::process::ExitCode;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let (name, result) = match cli.command {
        Command::Snap(args) => ("snap", snap::run(*args)),
        Command::Adaptive(args) => ("adaptive", adaptive::run(*args)),
        Command::Expand(args) => ("expand", expand::run(*args)),
        Command::Frontier(args) => ("frontier", frontier::run(&args)),
        Command::Stats(args) => ("stats", stats::run(&args)),
        #[cfg(feature = "eval")]
        Command::Eval(args) => ("eval", eval::run(&args)),
        Command::Completions(args) => ("completions", Ok(document::completions(&args))),
        Command::Man(args) => ("man", document::man(&args)),
    };
    result.unwrap_or_else(|usage| {
        let mut command = Cli::command();
        // Names the subcommand in the usage line.
        command.build();
        let subcommand = command.find_subcommand_mut(name);
        usage.of(subcommand.unwrap_or(&mut Cli::command())).exit()
    })
}
