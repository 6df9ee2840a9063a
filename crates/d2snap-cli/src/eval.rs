//! `d2snap eval`: what subjects keep of what tasks need, over a data set.

mod args;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use d2snap_eval::{LoadError, Loader, Mode, Report, Run, Settings, State, subjects};
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
    let names: Vec<String> = args.datasets.iter().map(|path| name(path)).collect();
    Settings {
        data: args.name.clone().unwrap_or_else(|| names.join(" and ")),
        budgets: args.budgets.clone(),
        tags: args.tags.clone(),
        half: args.split,
        seed: args.seed,
    }
}

/// What a data set is called.
fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()).into_owned()
}

/// The states of all data sets, one after another; of several, each with its set as a tag and in its id.
fn states(loader: &Loader, datasets: &[PathBuf]) -> Result<impl Iterator<Item = Result<State, LoadError>>, LoadError> {
    let several = datasets.len() > 1;
    let sets = datasets.iter().map(|path| Ok((name(path), loader.load(path)?))).collect::<Result<Vec<_>, LoadError>>()?;
    Ok(sets.into_iter().flat_map(move |(name, states)| {
        states.map(move |state| {
            let mut state = state?;
            if several {
                state.id = format!("{name}/{}", state.id);
                state.tags.push(set_tag(&name));
            }
            Ok(state)
        })
    }))
}

fn set_tag(name: &str) -> String {
    format!("set:{name}")
}

fn measure(run: &Run, loader: &Loader, args: &EvalArgs) -> Result<ExitCode, String> {
    let states = states(loader, &args.datasets).map_err(|error| error.to_string())?;
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
    let mut by = args.by.clone();
    if args.datasets.len() > 1 {
        by.extend(args.datasets.iter().map(|path| set_tag(&name(path))));
    }
    let report = Report::new(run, &done, by);
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
