//! The D2Snap authors' set: `data.jsonl` ({id, url, task}), `dom/<id>.html`, `reference.json` ({id, trajectories}).

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use serde::Deserialize;

use super::error::{LoadError, Place};
use super::records::{Record, Records};
use super::selected::{self, Wanted};
use super::{Item, Mode, capture};
use crate::State;

pub(crate) const DATA: &str = "data.jsonl";
pub(crate) const PAGES: &str = "dom";
pub(crate) const REFERENCE: &str = "reference.json";

/// An id may be written as a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Text(String),
    Number(u64),
}

impl Id {
    fn text(self) -> String {
        match self {
            Id::Text(text) => text,
            Id::Number(number) => number.to_string(),
        }
    }
}

#[derive(Deserialize)]
struct Task {
    id: Id,
    url: Option<String>,
    task: String,
}

#[derive(Deserialize)]
struct Reference {
    id: Id,
    trajectories: Vec<Vec<Wanted>>,
}

/// The truth by id. All of it is in memory: it is selectors, not pages.
pub(crate) struct References(HashMap<String, Vec<Vec<Wanted>>>);

impl References {
    pub(crate) fn read(path: &Path) -> Result<References, LoadError> {
        let file = File::open(path).map_err(|error| LoadError::file(path, error))?;
        let read = |record: Result<Record, LoadError>| {
            let Reference { id, trajectories } = record?.read(path)?;
            Ok((id.text(), trajectories))
        };
        Ok(References(Records::new(file, path).map(read).collect::<Result<_, _>>()?))
    }

    /// The state of a line of `data.jsonl`.
    pub(crate) fn state(&self, record: Result<Record, LoadError>, path: &Path, folders: &[impl AsRef<Path>], mode: Mode) -> Item {
        let record = record?;
        let Task { id, url, task } = record.read(path)?;
        let id = id.text();
        let broken = |reason: String| LoadError::new(path, Place::Line(record.line), reason);
        let wanted = self.0.get(&id).ok_or_else(|| broken(format!("{REFERENCE} has no {id:?}")))?;
        let name = format!("{id}.html");
        let page = capture::find(&name, folders).ok_or_else(|| broken(format!("there is no page {PAGES}/{name}")))?;
        let capture = capture::read(&page)?;
        let trajectories = selected::trajectories(&capture.page, wanted, mode).map_err(|reason| broken(format!("{id}: {reason}")))?;
        Ok(State { id, html: capture.html, url, task: Some(task), history: Vec::new(), trajectories, tags: Vec::new() })
    }
}
