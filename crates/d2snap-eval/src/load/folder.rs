//! A folder of pages with `tasks.jsonl`, a line a state:
//!
//! ```json
//! {"page": "a.html", "task": "Buy it", "trajectories": [[{"css_selector": "#buy"}]], "id": "1", "url": "https://example.org/",
//!  "lang": "en", "tags": ["shop"], "history": []}
//! ```
//!
//! `page` and `task` are needed. Where there are no `trajectories`, marks in the page tell the truth, if there are any.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{LoadError, Place};
use super::records::Record;
use super::selected::{self, Wanted};
use super::{Item, Mode, capture};
use crate::State;

/// The file that makes a folder a set.
pub(crate) const TASKS: &str = "tasks.jsonl";

#[derive(Deserialize)]
struct Task {
    page: String,
    task: String,
    trajectories: Option<Vec<Vec<Wanted>>>,
    id: Option<String>,
    url: Option<String>,
    lang: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    history: Vec<String>,
}

/// The state of a line; its page is in the first of `folders` that has it.
pub(crate) fn state(record: Result<Record, LoadError>, path: &Path, folders: &[PathBuf], mode: Mode) -> Item {
    let record = record?;
    let task: Task = record.read(path)?;
    let broken = |reason: String| LoadError::new(path, Place::Line(record.line), reason);
    let page = capture::find(&task.page, folders).ok_or_else(|| broken(format!("there is no page {:?}", task.page)))?;
    let capture = capture::read(&page)?;
    let trajectories = match task.trajectories {
        Some(wanted) => selected::trajectories(&capture.page, &wanted, mode),
        None => capture.marked(),
    };
    let trajectories = trajectories.map_err(|reason| broken(format!("{}: {reason}", task.page)))?;
    let mut tags = task.tags;
    tags.extend(task.lang.map(|lang| format!("lang:{lang}")));
    let id = task.id.unwrap_or_else(|| format!("{}:{}", task.page, record.line));
    let url = task.url.or(capture.url);
    Ok(State { id, html: capture.html, url, task: Some(task.task), history: task.history, trajectories, tags })
}
