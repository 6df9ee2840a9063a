//! `cargo xtask test`: all that must pass before a commit.

use std::process::Command;

use crate::step::{cargo, heading, root, step, succeeds};

/// Runs every step; stops at the first that fails.
pub(crate) fn run() -> Result<bool, String> {
    for (component, program) in [("rustfmt", "cargo-fmt"), ("clippy", "cargo-clippy")] {
        if !succeeds(Command::new(program).arg("--version"))
            && !step("rustup component add", Command::new("rustup").args(["component", "add", component]))?
        {
            return Ok(false);
        }
    }
    let has_nextest = succeeds(cargo().args(["nextest", "--version"]));
    let tests: &[&str] =
        if has_nextest { &["nextest", "run", "--workspace"] } else { &["test", "--workspace", "--lib", "--bins", "--tests", "--examples"] };
    let steps: [(&str, &[&str]); 10] = [
        ("format", &["fmt", "--all", "--check"]),
        ("lint", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        ("lint without features", &["clippy", "-p", "d2snap", "--no-default-features", "--", "-D", "warnings"]),
        ("test", tests),
        // The same golden pages.
        (
            "test without threads",
            &[
                "test",
                "-p",
                "d2snap",
                "--no-default-features",
                "--features",
                "stemming,tokenizers",
                "--test",
                "it",
                "--",
                "golden::",
                "many::",
            ],
        ),
        // Optimised, as the programs of this workspace are; unoptimised they take minutes.
        ("read hostile pages", &["test", "--release", "--package", "d2snap", "--test", "limits", "--", "--nocapture"]),
        ("format of fuzz", &["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]),
        // A workspace of its own, without what needs nightly.
        ("replay what fuzzing found", &["test", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target"]),
        ("test the documentation", &["test", "--workspace", "--doc"]),
        ("document", &["doc", "--workspace", "--no-deps"]),
    ];
    for (name, arguments) in steps {
        let mut command = cargo();
        command.args(arguments);
        if name == "document" {
            command.env("RUSTDOCFLAGS", "-D warnings");
        }
        if !step(name, &mut command)? {
            return Ok(false);
        }
    }
    if !crate::python::run(&[])? || !crate::wasm::run(true)? {
        return Ok(false);
    }
    heading("check benches/metrics.snap");
    if !crate::metrics::record::is_current(root())? {
        heading("failed: benches/metrics.snap is not what `cargo xtask metrics` writes");
        return Ok(false);
    }
    heading("check datasets/pages");
    let passed = crate::corpus::run(&root().join("datasets/pages"), None, false)?;
    heading(if passed { "all passed" } else { "failed: check datasets/pages" });
    Ok(passed)
}
