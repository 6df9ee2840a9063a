//! The files of a run: `run.json` says what it is, `results.jsonl` holds what has been measured.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::record::Key;
use super::{Record, RunError, Settings};

/// Results in the making.
pub(super) struct Results {
    path: PathBuf,
    file: File,
    /// What was there before.
    pub(super) known: HashSet<Key>,
}

impl Results {
    /// Opens or makes the files; a last line that was not written to its end is cut off.
    pub(super) fn open(folder: &Path, settings: &Settings) -> Result<Results, RunError> {
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        settle(&folder.join("run.json"), settings)?;
        let path = folder.join("results.jsonl");
        let file = OpenOptions::new().create(true).append(true).read(true).open(&path).map_err(|error| failed(&path, error))?;
        let whole = match fs::read(&path) {
            Ok(bytes) => bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1),
            Err(error) => return Err(failed(&path, error)),
        };
        file.set_len(whole as u64).map_err(|error| failed(&path, error))?;
        let known = records(&path)?.iter().map(Record::key).collect();
        Ok(Results { path, file, known })
    }

    /// Adds records, in one write.
    pub(super) fn append(&mut self, records: &[Record]) -> Result<(), RunError> {
        let mut lines = Vec::new();
        for record in records {
            serde_json::to_writer(&mut lines, record).map_err(|error| failed(&self.path, error))?;
            lines.push(b'\n');
        }
        self.file.write_all(&lines).and_then(|()| self.file.flush()).map_err(|error| failed(&self.path, error))
    }

    /// All records of these states.
    pub(super) fn finish(self, states: &HashSet<String>) -> Result<Vec<Record>, RunError> {
        let mut records = records(&self.path)?;
        records.retain(|record| states.contains(&record.state));
        Ok(records)
    }
}

/// Writes what the run is, or checks that it is the one that was there.
fn settle(path: &Path, settings: &Settings) -> Result<(), RunError> {
    let mut here = json!({ "version": env!("CARGO_PKG_VERSION") });
    if let (Some(all), Ok(Value::Object(settings))) = (here.as_object_mut(), serde_json::to_value(settings)) {
        all.extend(settings);
    }
    let there = match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str::<Value>(&text).map_err(|error| failed(path, error))?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return fs::write(path, format!("{here:#}\n")).map_err(|error| failed(path, error));
        }
        Err(error) => return Err(failed(path, error)),
    };
    // More budgets and subjects may come to the same states; what else a run is may not change.
    for (name, value) in here.as_object().into_iter().flatten().filter(|(name, _)| *name != "budgets") {
        if there.get(name) != Some(value) {
            let there = there.get(name).map_or_else(|| "not said".to_owned(), Value::to_string);
            return Err(RunError::Other { path: path.to_owned(), difference: (name.clone(), there, value.to_string()) });
        }
    }
    Ok(())
}

fn records(path: &Path) -> Result<Vec<Record>, RunError> {
    let file = File::open(path).map_err(|error| failed(path, error))?;
    let lines = BufReader::new(file).lines().enumerate();
    lines
        .map(|(at, line)| {
            let line = line.map_err(|error| failed(path, error))?;
            serde_json::from_str(&line).map_err(|error| failed(path, format!("line {}: {error}", at + 1)))
        })
        .collect()
}

fn failed(path: &Path, error: impl std::fmt::Display) -> RunError {
    RunError::File { path: path.to_owned(), reason: error.to_string() }
}
