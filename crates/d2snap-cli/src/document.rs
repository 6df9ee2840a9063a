//! `d2snap completions` and `d2snap man`: what shells and `man` read about the command.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::{Cli, Usage};
use crate::output;

/// The command line of `d2snap completions`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: d2snap completions bash > ~/.local/share/bash-completion/completions/d2snap",
    long_about = "Write the completions of a shell\n\nThe shell reads them from a folder of its own, or as it starts: \
bash `source <(d2snap completions bash)`, fish `d2snap completions fish | source`."
)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// The command line of `d2snap man`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example: d2snap man snap > ~/.local/share/man/man1/d2snap-snap.1",
    long_about = "Write the manual page of the command, or of one of its subcommands\n\nIt is roff, for a file in a folder that `man` \
looks into."
)]
pub struct ManArgs {
    /// A subcommand, as in `d2snap man snap`
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

fn written(bytes: &[u8]) -> ExitCode {
    match output::print(&String::from_utf8_lossy(bytes)) {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Writes the completions.
pub fn completions(args: &CompletionsArgs) -> ExitCode {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "d2snap", &mut bytes);
    written(&bytes)
}

/// Writes a manual page.
pub fn man(args: &ManArgs) -> Result<ExitCode, Usage> {
    let mut command = Cli::command();
    // Names the subcommands in their usage lines.
    command.build();
    let command = match &args.command {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(found) => found.clone().display_name(format!("d2snap-{}", found.get_name())),
            None => {
                let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
                return Err(Usage::new(format!("`{name}` is no subcommand: use one of {}", names.join(", "))));
            }
        },
    };
    // A manual has what the short help has no room for.
    let command = command.mut_args(|argument| argument.hide_short_help(false));
    let mut bytes = Vec::new();
    clap_mangen::Man::new(command).render(&mut bytes).map_err(|error| Usage::new(error.to_string()))?;
    Ok(written(&bytes))
}
