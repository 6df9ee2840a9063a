//! `cargo xtask wasm`: the JavaScript package, built; its tests are Node's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{cargo, heading, root, step, succeeds};

/// A module of the package: its name, and the features that it is built with.
const MODULES: [(&str, &[&str]); 2] = [("d2snap", &[]), ("d2snap_exact", &["--features", "exact"])];
const TARGET: &str = "wasm32-unknown-unknown";
/// What the base module is to weigh at most, gzipped; it is not there yet.
const WANTED_BYTES: usize = 350_000;

/// Builds bindings/wasm/dist, and tests it where `test` says so.
pub(crate) fn run(test: bool) -> Result<bool, String> {
    let package = root().join("bindings/wasm");
    let dist = package.join("dist/wasm");
    fs::create_dir_all(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    let has_target = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let has_target = has_target.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).lines().any(|line| line == TARGET));
    if !has_target && !step("rustup target add", Command::new("rustup").args(["target", "add", TARGET]))? {
        return Ok(false);
    }
    if !npm(&package)? {
        return Ok(false);
    }
    for (name, features) in MODULES {
        let built = step(
            &format!("build {name}.wasm"),
            cargo().args(["build", "--package", "d2snap-wasm", "--profile", "wasm", "--target", TARGET]).args(features),
        )?;
        if !built || !bind(name, &dist)? || !optimise(&package, &dist.join(format!("{name}_bg.wasm")))? {
            return Ok(false);
        }
    }
    capture(&package)?;
    let tsc = package.join("node_modules/.bin/tsc");
    let compiled = step("compile bindings/wasm/js", Command::new(tsc).args(["--project", "."]).current_dir(&package))?;
    weigh(&package)?;
    Ok(compiled && (!test || test_it(&package)?))
}

/// Its tests, in Node and in Chromium.
fn test_it(package: &Path) -> Result<bool, String> {
    let mut node = Command::new("node");
    step("test bindings/wasm", node.args(["--test", "tests/"]).current_dir(package).env("CHROMIUM", crate::machine::chromium()?))
}

/// Installs what the package is built and tested with, as its lock file has it.
fn npm(package: &Path) -> Result<bool, String> {
    let (lock, installed) = (package.join("package-lock.json"), package.join("node_modules/.package-lock.json"));
    let changed = |path: &PathBuf| fs::metadata(path).and_then(|facts| facts.modified()).ok();
    if changed(&installed).is_some_and(|installed| changed(&lock).is_some_and(|lock| lock <= installed)) {
        return Ok(true);
    }
    if !succeeds(Command::new("node").args(["-e", "process.exit(Number(process.versions.node.split('.')[0]) >= 20 ? 0 : 1)"])) {
        return Err("there is no Node.js of version 20 or later: install one".to_owned());
    }
    step("npm ci", Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(package))
}

/// What wasm-bindgen makes of a module: the JavaScript beside it.
fn bind(name: &str, dist: &Path) -> Result<bool, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let module = target.join(TARGET).join("wasm/d2snap_wasm.wasm");
    let mut bindgen = wasm_bindgen_cli_support::Bindgen::new();
    bindgen.input_path(&module).out_name(name).typescript(true).reset_state_function(true);
    let bound = bindgen.web(true).and_then(|bindgen| bindgen.generate(dist));
    bound.map(|()| true).map_err(|error| format!("{}: {error:#}", module.display()))
}

/// wasm-opt, of npm's binaryen.
fn optimise(package: &Path, module: &Path) -> Result<bool, String> {
    let features = ["--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-sign-ext", "--enable-mutable-globals"];
    let features = features.iter().chain(&["--enable-reference-types", "--enable-multivalue"]);
    let program = package.join("node_modules/.bin/wasm-opt");
    step("wasm-opt", Command::new(program).arg("-O3").args(features).arg(module).arg("-o").arg(module))
}

/// The capture script, an expression, as a module.
fn capture(package: &Path) -> Result<(), String> {
    let script = fs::read_to_string(root().join("bindings/capture/capture.js")).map_err(|error| format!("capture.js: {error}"))?;
    let script = script.replacen("\n(function createCapturer", "\nexport default (function createCapturer", 1);
    let types = fs::read_to_string(package.join("js/capture.d.ts")).map_err(|error| format!("capture.d.ts: {error}"))?;
    let write = |name: &str, text: &str| fs::write(package.join("dist").join(name), text).map_err(|error| format!("{name}: {error}"));
    write("capture.js", &script)?;
    write("capture.d.ts", &types)
}

/// Prints what the modules weigh.
fn weigh(package: &Path) -> Result<(), String> {
    heading("weigh");
    let script = "const { gzipSync } = await import('node:zlib'); const { readFileSync } = await import('node:fs');\
        console.log(gzipSync(readFileSync(process.argv[1]), { level: 9 }).length)";
    for (name, _) in MODULES {
        let module = package.join("dist/wasm").join(format!("{name}_bg.wasm"));
        let weighed = Command::new("node").args(["--input-type=module", "-e", script]).arg(&module).output();
        let weighed = weighed.map_err(|error| format!("node: {error}"))?;
        let gzipped: usize = String::from_utf8_lossy(&weighed.stdout).trim().parse().map_err(|_| format!("{name}: not weighed"))?;
        let bytes = fs::metadata(&module).map_err(|error| format!("{}: {error}", module.display()))?.len();
        let wanted = if name == "d2snap" { format!(" (wanted: {WANTED_BYTES})") } else { String::new() };
        eprintln!("{name}_bg.wasm: {bytes} bytes, {gzipped} gzipped{wanted}");
    }
    Ok(())
}
