//! Where results go: standard output or a folder, page by page, and errors.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::Usage;
use crate::input::Input;
use crate::record::Failure;

/// Where results go, and in which form.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Write one JSON object a line for each page: the snapshot, its counts and its targets
    ///
    /// A page that fails gives `{"file", "error"}`.
    #[arg(long)]
    pub json: bool,

    /// Write STEM.txt (with --json, STEM.json) of each page into DIR instead of standard output
    ///
    /// STEM is the file's name without its last extension, `stdin` for standard input. DIR is
    /// created where it does not exist; files of these names in it are overwritten.
    #[arg(short, long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    output: Option<PathBuf>,
}

/// Takes the result of each page in turn.
#[derive(Debug)]
pub struct Output {
    json: bool,
    directory: Option<PathBuf>,
    progress: Option<ProgressBar>,
    failed: bool,
}

impl Output {
    /// Checks that each page has a place of its own, and makes the folder.
    pub fn open(args: &OutputArgs, inputs: &[Input]) -> Result<Output, Usage> {
        if let Some(directory) = &args.output {
            check_names(directory, extension(args.json), inputs)?;
            fs::create_dir_all(directory)
                .map_err(|error| Usage::new(format!("the folder {} can not be created: {error}", directory.display())))?;
        }
        let progress = (inputs.len() > 1 && io::stderr().is_terminal()).then(|| progress(inputs.len()));
        Ok(Output { json: args.json, directory: args.output.clone(), progress, failed: false })
    }

    /// Writes the result of one page to standard output; gives the exit status.
    pub fn one(json: bool, input: &Input, result: Result<String, String>) -> ExitCode {
        let mut output = Output { json, directory: None, progress: None, failed: false };
        let _ = output.write(input, result);
        output.finish()
    }

    /// Says which page is next.
    pub fn begin(&self, input: &Input) {
        if let Some(progress) = &self.progress {
            progress.set_message(input.name());
        }
    }

    /// Writes what a page gave, or why it gave nothing. Breaks where nothing can be written any
    /// more.
    pub fn write(&mut self, input: &Input, result: Result<String, String>) -> ControlFlow<()> {
        let name = input.name();
        let (text, error) = match result {
            Ok(text) => (Some(text), None),
            Err(error) => (self.json.then(|| Failure { file: &name, error: &error }.line()), Some(error)),
        };
        let progress = self.progress.clone();
        let written = suspend(progress.as_ref(), || {
            self.failed |= error.is_some();
            // In a folder the object would go unnoticed.
            if let Some(error) = error.filter(|_| !self.json || self.directory.is_some()) {
                note(&format!("{name}: {error}"));
            }
            text.map_or(ControlFlow::Continue(()), |text| self.put(input, &text))
        });
        if let Some(progress) = progress {
            progress.inc(1);
        }
        written
    }

    /// The exit status: 1 where a page failed.
    pub fn finish(self) -> ExitCode {
        if let Some(progress) = self.progress {
            progress.finish_and_clear();
        }
        if self.failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    fn put(&mut self, input: &Input, text: &str) -> ControlFlow<()> {
        if let Some(directory) = &self.directory {
            let path = place(directory, input, extension(self.json));
            if let Err(error) = fs::write(&path, text) {
                note(&format!("{}: {error}", path.display()));
                self.failed = true;
            }
            return ControlFlow::Continue(());
        }
        match print(text) {
            Ok(flow) => flow,
            Err(_) => {
                self.failed = true;
                ControlFlow::Break(())
            }
        }
    }
}

/// Writes to standard output; breaks where its reader has what it wanted. An error has been noted.
pub fn print(text: &str) -> io::Result<ControlFlow<()>> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ControlFlow::Break(())),
        Err(error) => {
            note(&format!("standard output: {error}"));
            Err(error)
        }
    }
}

/// A line on standard error; that nobody reads it is no error.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "d2snap: {text}");
}

fn extension(json: bool) -> &'static str {
    if json { "json" } else { "txt" }
}

fn place(directory: &Path, input: &Input, extension: &str) -> PathBuf {
    let mut name = input.stem().into_os_string();
    name.push(".");
    name.push(extension);
    directory.join(name)
}

/// No two pages may have one place, and no page's place may be a page.
fn check_names(directory: &Path, extension: &str, inputs: &[Input]) -> Result<(), Usage> {
    let pages: Vec<PathBuf> = inputs.iter().filter_map(|input| fs::canonicalize(input.name()).ok()).collect();
    let mut places: Vec<(PathBuf, &Input)> = inputs.iter().map(|input| (place(directory, input, extension), input)).collect();
    places.sort_by(|(a, _), (b, _)| a.cmp(b));
    for pair in places.windows(2) {
        if let [(path, first), (next, second)] = pair
            && path == next
        {
            return Err(Usage::new(format!("{} and {} would both be written to {}", first.name(), second.name(), path.display())));
        }
    }
    for (path, input) in &places {
        if fs::canonicalize(path).is_ok_and(|path| pages.contains(&path)) {
            return Err(Usage::new(format!("the output of {} would overwrite the page {}", input.name(), path.display())));
        }
    }
    Ok(())
}

fn progress(pages: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(pages as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn suspend<T>(progress: Option<&ProgressBar>, write: impl FnOnce() -> T) -> T {
    match progress {
        Some(progress) => progress.suspend(write),
        None => write(),
    }
}
