//! What the tests need of the machine: found, or installed where that is sure to be wanted.

use std::path::PathBuf;
use std::process::Command;

use crate::step::{step, succeeds};

/// A program that the tests need and that no registry of a language has.
struct Needed {
    what: &'static str,
    /// The variable that names it, where its users heed one.
    variable: Option<&'static str>,
    /// What it may be called.
    programs: &'static [&'static str],
    /// The Debian package that brings it.
    package: &'static str,
}

const CHROMIUM: Needed = Needed {
    what: "a Chromium",
    variable: Some("CHROMIUM"),
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    package: "chromium",
};
const JAVA: Needed = Needed { what: "a Java (17 or later)", variable: None, programs: &["java"], package: "default-jre-headless" };

/// The Chromium to test in: `$CHROMIUM`, else one on the path, else Debian's.
pub(crate) fn chromium() -> Result<PathBuf, String> {
    CHROMIUM.find_or_install()
}

/// Java, for PySpark.
pub(crate) fn java() -> Result<PathBuf, String> {
    JAVA.find_or_install()
}

impl Needed {
    fn find_or_install(&self) -> Result<PathBuf, String> {
        if let Some(found) = self.find() {
            return Ok(found);
        }
        // Only who runs as root on a Debian (a container, CI) wants packages installed unasked.
        let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
        if is_root && succeeds(Command::new("apt-get").arg("--version")) {
            let apt = |arguments: &[&str]| step(&format!("apt-get {}", arguments.join(" ")), Command::new("apt-get").args(arguments));
            let install = ["install", "--yes", "--no-install-recommends", self.package];
            if (apt(&install)? || (apt(&["update"])? && apt(&install)?))
                && let Some(found) = self.find()
            {
                return Ok(found);
            }
        }
        let Needed { what, variable, package, .. } = self;
        let or_set = variable.map(|variable| format!(", or set {variable} to its program")).unwrap_or_default();
        Err(format!("{what} is missing: install one (Debian: {package}){or_set}"))
    }

    fn find(&self) -> Option<PathBuf> {
        if let Some(named) = self.variable.and_then(std::env::var_os) {
            return Some(named.into());
        }
        let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
        let candidates = self.programs.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        candidates.map(|program| program.with_extension(std::env::consts::EXE_EXTENSION)).find(|program| program.is_file())
    }
}
