//! Which format a path holds.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::LoadError;
use super::{Format, authors, folder, weblinx};

/// How much of a JSON file is looked at.
const HEAD: u64 = 1 << 16;

/// The format of a folder or a file: by the names in a folder, else by the keys at the beginning of its first JSON file.
pub(crate) fn format(path: &Path) -> Result<Format, LoadError> {
    if path.is_dir() {
        let has = |name: &str| path.join(name).exists();
        if has(authors::DATA) && has(authors::REFERENCE) {
            return Ok(Format::D2Snap);
        }
        if has(folder::TASKS) {
            return Ok(Format::Folder);
        }
        if has(weblinx::DEMONSTRATIONS) {
            return Ok(Format::WebLinx);
        }
    } else if path.file_name().is_some_and(|name| name == folder::TASKS) {
        return Ok(Format::Folder);
    }
    let by_kind = [(Format::MultimodalMind2Web, PARQUET), (Format::Mhtml, MHTML)];
    for (format, kinds) in by_kind {
        if !files(path, kinds)?.is_empty() {
            return Ok(format);
        }
    }
    match files(path, JSON)?.first() {
        Some(file) => by_keys(file),
        None => Err(LoadError::file(path, "no known format: neither JSON, nor Parquet, nor MHTML, nor a folder with tasks.jsonl")),
    }
}

fn by_keys(path: &Path) -> Result<Format, LoadError> {
    let mut head = Vec::new();
    let file = File::open(path).map_err(|error| LoadError::file(path, error))?;
    file.take(HEAD).read_to_end(&mut head).map_err(|error| LoadError::file(path, error))?;
    let head = String::from_utf8_lossy(&head);
    let has = |key: &str| head.contains(&format!("\"{key}\""));
    // In this order: pages may have any of these words in them, and they come after the keys.
    if has("demo_name") && has("turn_index") {
        Ok(Format::WebLinx)
    } else if has("action_uid") || has("annotation_id") || has("actions") && has("confirmed_task") {
        Ok(Format::Mind2Web)
    } else if has("task_id") && has("confirmed_task") {
        Ok(Format::OnlineMind2Web)
    } else if has("source") {
        Ok(Format::AutoWebBench)
    } else {
        Err(LoadError::file(path, "no known format: its records have none of the keys that tell one"))
    }
}

pub(crate) const PARQUET: &[&str] = &["parquet"];
pub(crate) const MHTML: &[&str] = &["mhtml", "mht"];
pub(crate) const JSON: &[&str] = &["json", "jsonl"];

/// The path itself if it is a file of these kinds, else all such files in it and below it, by name; hidden ones are left out.
///
/// # Errors
/// Where there is nothing at the path.
pub(crate) fn files(path: &Path, kinds: &[&str]) -> Result<Vec<PathBuf>, LoadError> {
    let is_kind = |file: &Path| {
        file.extension().and_then(|own| own.to_str()).is_some_and(|own| kinds.iter().any(|kind| own.eq_ignore_ascii_case(kind)))
    };
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    if !path.is_dir() {
        std::fs::metadata(path).map_err(|error| LoadError::file(path, error))?;
        found.extend(is_kind(path).then(|| path.to_owned()));
        folders.clear();
    }
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| LoadError::file(&folder, error))? {
            let entry = entry.map_err(|error| LoadError::file(&folder, error))?;
            let is_folder = entry.file_type().map_err(|error| LoadError::file(&folder, error))?.is_dir();
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            match (is_hidden, is_folder) {
                (true, _) => {}
                (false, true) => folders.push(entry.path()),
                (false, false) => found.extend(Some(entry.path()).filter(|file| is_kind(file))),
            }
        }
    }
    found.sort();
    Ok(found)
}
