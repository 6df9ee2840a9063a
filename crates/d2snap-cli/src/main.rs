//! The `d2snap` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    d2snap_cli::run(std::env::args_os()).into()
}
