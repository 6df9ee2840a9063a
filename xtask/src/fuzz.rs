//! `cargo xtask fuzz`: every fuzz target for some minutes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Names of the targets, as in `fuzz/src/lib.rs`.
const TARGETS: [&str; 4] = ["snap", "adaptive", "escape", "tokens"];

/// Runs each target, or the one of a name, for so many minutes; false where one found something.
pub(crate) fn run(minutes: u64, only: Option<&str>) -> Result<bool, String> {
    let fuzz = crate::step::root().join("fuzz");
    let has_fuzz = Command::new("cargo").args(["fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !has_fuzz.is_ok_and(|status| status.success()) {
        return Err("cargo-fuzz is missing: cargo install cargo-fuzz, and rustup toolchain install nightly".to_owned());
    }
    let mut found = Vec::new();
    for target in TARGETS.iter().filter(|target| only.is_none_or(|only| only == **target)) {
        eprintln!("\n=== {target}, {minutes} min ===");
        let artifacts = fuzz.join("artifacts").join(target);
        let before = files(&artifacts);
        let corpus = fuzz.join("corpus").join(target);
        fs::create_dir_all(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
        // Without unsafe code a sanitizer finds nothing, and costs most of the time.
        let status = Command::new("cargo")
            .current_dir(crate::step::root())
            .args(["+nightly", "fuzz", "run", "--sanitizer", "none", "--features", "libfuzzer", target])
            .args([&corpus, &fuzz.join("seeds").join(target)])
            .arg("--")
            .arg(format!("-max_total_time={}", minutes * 60))
            .arg(format!("-dict={}", fuzz.join("html.dict").display()))
            .args(["-max_len=4096", "-timeout=20", "-rss_limit_mb=4096", "-verbosity=0"])
            .status()
            .map_err(|error| format!("cargo fuzz: {error}"))?;
        let new: Vec<PathBuf> = files(&artifacts).difference(&before).cloned().collect();
        if !status.success() && new.is_empty() {
            return Err(format!("cargo fuzz run {target} failed"));
        }
        found.extend(new);
    }
    if found.is_empty() {
        println!("nothing was found");
    }
    for input in &found {
        println!("found {}: fix it, and keep it, small, in fuzz/found", input.display());
    }
    Ok(found.is_empty())
}

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}
