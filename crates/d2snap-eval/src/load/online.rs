//! Online-Mind2Web: tasks on live sites. The set has no pages; where pages were captured, a state has its page.

use std::path::Path;

use serde::Deserialize;

use super::error::{LoadError, Place};
use super::records::Record;
use super::{Item, capture, mind2web};
use crate::State;

#[derive(Deserialize)]
struct Task {
    task_id: String,
    confirmed_task: String,
    website: String,
    level: Option<String>,
}

/// The state that a task begins in: its page is `<task_id>.html` (or `.mhtml`) in one of `folders`, else empty. Its truth
/// is what the page's marks tell, if any.
pub(crate) fn state(record: Result<Record, LoadError>, path: &Path, folders: &[impl AsRef<Path>]) -> Item {
    let record = record?;
    let Task { task_id, confirmed_task, website, level } = record.read(path)?;
    let names = ["html", "mhtml"].map(|extension| format!("{task_id}.{extension}"));
    let page = names.iter().find_map(|name| capture::find(name, folders));
    let capture = page.map(|page| capture::read(&page)).transpose()?;
    let (html, trajectories) = match capture {
        Some(capture) => {
            let trajectories = capture.marked().map_err(|reason| LoadError::new(path, Place::Line(record.line), reason))?;
            (capture.html, trajectories)
        }
        None => (String::new(), Vec::new()),
    };
    let tags = mind2web::tags(&[("level", level)]);
    Ok(State { id: task_id, html, url: Some(website), task: Some(confirmed_task), history: Vec::new(), trajectories, tags })
}
