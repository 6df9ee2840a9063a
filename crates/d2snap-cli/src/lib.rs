//! The `d2snap` command as a library: [`run`] is the whole of it, for programs that carry it, such as the
//! Python package.

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

use std::ffi::OsString;
use std::process::ExitCode;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};

/// Carries out a command line, the program's name first; gives the exit status: 0 if all pages were
/// written, 1 if a page failed, 2 if the command line is wrong. It reads standard input and writes
/// standard output and standard error, help and version too.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    match Cli::try_parse_from(arguments) {
        Ok(cli) => carry_out(cli),
        Err(error) => tell(&error),
    }
}

fn carry_out(cli: Cli) -> u8 {
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
    match result {
        Ok(code) => u8::from(code != ExitCode::SUCCESS),
        Err(usage) => {
            let mut command = Cli::command();
            // Names the subcommand in the usage line.
            command.build();
            let subcommand = command.find_subcommand_mut(name);
            tell(&usage.of(subcommand.unwrap_or(&mut Cli::command())))
        }
    }
}

/// Prints what clap has to say, help included, where it belongs; that nobody reads it is no error.
fn tell(error: &clap::Error) -> u8 {
    let _ = error.print();
    u8::try_from(error.exit_code()).unwrap_or(2)
}
