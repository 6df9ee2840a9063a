//! `d2snap eval`: what subjects keep of what tasks need, over a data set.

mod args;

use std::io::IsTerminal;
use std::process::ExitCode;
use std::time::Duration;

use d2snap_eval::{Loader, Mode, Report, Run, Settings, subjects};
use indicatif::{ProgressBar, ProgressStyle};

pub use args::EvalArgs;

use crate::args::Usage;
use crate::output;

/// Measures what is not measured yet, and writes the report.
pub fn run(args: &EvalArgs) -> Result<ExitCode, Usage> {
    let recording = args.recorded.as_deref().map(d2snap_eval::Recording::read).transpose().map_err(Usage::new)?;
    let subjects = subjects(&args.subjects, recording).map_err(Usage::new)?;
    let run = Run { settings: settings(args), subjects, out: args.out.clone(), jobs: args.jobs };
    let mode = if args.strict { Mode::Strict } else { Mode::Lenient };
    let loader = Loader { format: args.format, mode, pages: args.pages.clone() };
    match measure(&run, &loader, args) {
        Ok(done) => Ok(done),
        Err(error) => {
            output::note(&error);
            Ok(ExitCode::FAILURE)
        }
    }
}

fn settings(args: &EvalArgs) -> Settings {
    let name = args.dataset.file_name().map_or_else(|| args.dataset.to_string_lossy(), |name| name.to_string_lossy());
    Settings {
        data: args.name.clone().unwrap_or_else(|| name.into_owned()),
        budgets: args.budgets.clone(),
        tags: args.tags.clone(),
        half: args.split,
        seed: args.seed,
    }
}

fn measure(run: &Run, loader: &Loader, args: &EvalArgs) -> Result<ExitCode, String> {
    let states = loader.load(&args.dataset).map_err(|error| error.to_string())?;
    let progress = std::io::stderr().is_terminal().then(spinner);
    let done = run.run(states, &mut |id| {
        if let Some(progress) = &progress {
            progress.inc(1);
            progress.set_message(id.to_owned());
        }
    });
    if let Some(progress) = progress {
        progress.finish_and_clear();
    }
    let done = done.map_err(|error| error.to_string())?;
    done.broken.iter().for_each(|error| output::note(&error.to_string()));
    let report = Report::new(run, &done, args.by.clone());
    report.write(&run.out).map_err(|error| error.to_string())?;
    let written = run.out.join("report.md");
    let _ = output::print(&format!(
        "{} states, {} records ({} from before), {} records of the data set unusable; {}\n",
        done.states,
        done.records.len(),
        done.resumed,
        done.broken.len(),
        written.display()
    ));
    let failed = done.states == 0 || args.strict && !done.broken.is_empty();
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// How many states there are is not known before they are read.
fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} states, {per_sec}, {elapsed} {wide_msg}");
    let bar = ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
