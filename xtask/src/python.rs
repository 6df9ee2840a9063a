//! `cargo xtask python`: the Python package, built, installed and tested as a user has it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::machine;
use crate::step::{root, step, succeeds};

/// A virtual environment below `target/python`.
struct Environment {
    dir: PathBuf,
}

/// Builds the package with pip into a fresh environment, runs README's lines there, then the tests in one
/// that has what they need.
pub(crate) fn run(arguments: &[String]) -> Result<bool, String> {
    let (python, chromium) = (interpreter()?, machine::chromium()?);
    machine::java()?;
    let (fresh, test) = (Environment::named("fresh"), Environment::named("test"));
    Ok(fresh.create(&python, true)?
        && step("install bindings/python into a fresh environment", fresh.pip().args(["install", "./bindings/python"]))?
        && step("run README's lines of Python", fresh.python().args(["bindings/python/tests/readme.py", "README.md", "bindings/python/README.md"]))?
        && test.create(&python, false)?
        && test.require("bindings/python/requirements-test.txt")?
        // What pip has built a moment ago is not compiled again.
        && step("install bindings/python beside its tests", test.pip().args(["install", "--force-reinstall", "--no-deps", "./bindings/python"]))?
        && step("test bindings/python", test.pytest("bindings/python", &chromium).args(arguments))?
        && (!arguments.is_empty() || step("test bindings/capture", &mut test.pytest("bindings/capture", &chromium))?))
}

/// The Python to use: `$PYTHON`, else `python3`, else `python`.
fn interpreter() -> Result<PathBuf, String> {
    let named = std::env::var_os("PYTHON").map(PathBuf::from);
    let candidates = match named {
        Some(python) => vec![python],
        None => vec!["python3".into(), "python".into()],
    };
    let is_recent = |python: &PathBuf| succeeds(Command::new(python).args(["-c", "import sys, venv; assert sys.version_info >= (3, 11)"]));
    let known = format!("{candidates:?}");
    candidates.into_iter().find(is_recent).ok_or_else(|| {
        format!("of {known} none is a Python 3.11 or later with the module venv: install one (Debian: python3-venv) or set PYTHON")
    })
}

impl Environment {
    fn named(name: &str) -> Self {
        Environment { dir: root().join("target/python").join(name) }
    }

    /// Makes it, if it is not there or is to be fresh.
    fn create(&self, python: &Path, fresh: bool) -> Result<bool, String> {
        if !fresh && succeeds(self.python().args(["-m", "pip", "--version"])) {
            return Ok(true);
        }
        step("make a virtual environment", Command::new(python).args(["-m", "venv", "--clear"]).arg(&self.dir))
    }

    fn python(&self) -> Command {
        let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        let mut command = Command::new(self.dir.join(program));
        command.current_dir(root());
        command
    }

    /// The tests of a folder, with the command of the package that is installed here.
    fn pytest(&self, folder: &str, chromium: &Path) -> Command {
        let mut command = self.python();
        // From its folder: elsewhere pytest does not read where its tests are.
        command.args(["-m", "pytest"]).current_dir(root().join(folder)).env("CHROMIUM", chromium);
        command.env("D2SNAP", self.dir.join(if cfg!(windows) { "Scripts/d2snap.exe" } else { "bin/d2snap" }));
        command
    }

    fn pip(&self) -> Command {
        let mut command = self.python();
        command.args(["-m", "pip", "--disable-pip-version-check"]);
        command
    }

    /// Installs what a file lists, if that is not what was installed last.
    fn require(&self, requirements: &str) -> Result<bool, String> {
        let failed = |error: std::io::Error| format!("{requirements}: {error}");
        let wanted = fs::read_to_string(root().join(requirements)).map_err(failed)?;
        let installed = self.dir.join("installed.txt");
        if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
            return Ok(true);
        }
        let done = step("install what the tests need", self.pip().args(["install", "--requirement", requirements]))?;
        if done {
            fs::write(installed, wanted).map_err(failed)?;
        }
        Ok(done)
    }
}
