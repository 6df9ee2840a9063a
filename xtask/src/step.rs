//! Steps: commands that say what they are and whether they succeeded.

use std::path::Path;
use std::process::{Command, Stdio};

/// The workspace's folder.
pub(crate) fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own)
}

/// The cargo that runs this, in the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs a command under its name; whether it succeeded.
pub(crate) fn step(name: &str, command: &mut Command) -> Result<bool, String> {
    heading(name);
    let status = command.status().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if !status.success() {
        heading(&format!("failed: {name}"));
    }
    Ok(status.success())
}

pub(crate) fn heading(name: &str) {
    eprintln!("\n=== {name} ===");
}

/// Whether a command succeeds, silently.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
