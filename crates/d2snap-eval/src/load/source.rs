//! From a path and a format to states.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::authors::{self, References};
use super::detect::{JSON, MHTML, PARQUET, files};
use super::error::LoadError;
use super::records::Records;
use super::{Format, Item, Items, Loader, autowebbench, capture, folder, mind2web, online, weblinx};
use crate::State;

/// The states of what lies at a path.
pub(crate) fn open(path: &Path, format: Format, loader: &Loader) -> Result<Items, LoadError> {
    match format {
        Format::Mind2Web | Format::OnlineMind2Web | Format::AutoWebBench => {
            let loader = Loader { format: Some(format), ..loader.clone() };
            each(some(path, JSON, "JSON")?, move |file| {
                let folder = file.parent().unwrap_or(Path::new(""));
                with_pages(opened(file)?, file, &loader, &[folder.join("pages"), folder.to_owned()])
            })
        }
        Format::MultimodalMind2Web => parquet(path),
        Format::Mhtml => Ok(Box::new(some(path, MHTML, "MHTML")?.into_iter().map(|file| snapshot(&file)))),
        Format::D2Snap => {
            let (data, root) = place(path, authors::DATA);
            let references = References::read(&root.join(authors::REFERENCE))?;
            let folders: Vec<PathBuf> = loader.pages.iter().cloned().chain([root.join(authors::PAGES)]).collect();
            let mode = loader.mode;
            let records = Records::new(opened(&data)?, &data);
            Ok(Box::new(records.map(move |record| references.state(record, &data, &folders, mode))))
        }
        Format::Folder => {
            let (tasks, root) = place(path, folder::TASKS);
            let folders: Vec<PathBuf> = loader.pages.iter().cloned().chain([root.clone(), root.join("pages")]).collect();
            let mode = loader.mode;
            let records = Records::new(opened(&tasks)?, &tasks);
            Ok(Box::new(records.map(move |record| folder::state(record, &tasks, &folders, mode))))
        }
        Format::WebLinx => weblinx(path),
    }
}

/// The states of a stream of records that need no files beside them.
pub(crate) fn records(reader: impl Read + Send + 'static, name: &Path, loader: &Loader) -> Result<Items, LoadError> {
    with_pages(reader, name, loader, &[])
}

fn with_pages(reader: impl Read + Send + 'static, name: &Path, loader: &Loader, folders: &[PathBuf]) -> Result<Items, LoadError> {
    let path = name.to_owned();
    let records = Records::new(reader, name);
    let folders: Vec<PathBuf> = loader.pages.iter().chain(folders).cloned().collect();
    match loader.format {
        Some(Format::Mind2Web) => Ok(Box::new(records.flat_map(move |record| mind2web::states(record, &path)))),
        Some(Format::OnlineMind2Web) => Ok(Box::new(records.map(move |record| online::state(record, &path, &folders)))),
        Some(Format::AutoWebBench) => Ok(Box::new(records.map(move |record| autowebbench::state(record, &path)))),
        _ => Err(LoadError::file(name, "only mind2web, online-mind2web and autowebbench are read from a stream")),
    }
}

#[cfg(feature = "parquet")]
fn parquet(path: &Path) -> Result<Items, LoadError> {
    each(some(path, PARQUET, "Parquet")?, |file| Ok(Box::new(super::multimodal::Rows::open(file)?) as Items))
}

#[cfg(not(feature = "parquet"))]
fn parquet(path: &Path) -> Result<Items, LoadError> {
    some(path, PARQUET, "Parquet")?;
    Err(LoadError::file(path, "built without the feature `parquet`"))
}

fn snapshot(file: &Path) -> Item {
    let capture = capture::read(file)?;
    let trajectories = capture.marked().map_err(|reason| LoadError::file(file, reason))?;
    let id = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(State { id, html: capture.html, url: capture.url, task: None, history: Vec::new(), trajectories, tags: Vec::new() })
}

fn weblinx(path: &Path) -> Result<Items, LoadError> {
    let root = path.ancestors().find(|folder| folder.join(weblinx::DEMONSTRATIONS).is_dir());
    let root = root.ok_or_else(|| LoadError::file(path, "there is no demonstrations/ in it or above it"))?.to_owned();
    let candidates = if path.is_file() { path.to_owned() } else { path.join(weblinx::CANDIDATES) };
    if candidates.exists() {
        let files = some(&candidates, JSON, "JSON")?;
        return each(files, move |file| Ok(Box::new(weblinx::Candidates::open(file, &root)?) as Items));
    }
    let mut names = Vec::new();
    let folder = root.join(weblinx::DEMONSTRATIONS);
    for entry in std::fs::read_dir(&folder).map_err(|error| LoadError::file(&folder, error))? {
        let entry = entry.map_err(|error| LoadError::file(&folder, error))?;
        names.extend(entry.path().is_dir().then(|| entry.file_name().to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(Box::new(names.into_iter().flat_map(move |name| weblinx::demonstration(&root, &name))))
}

/// One file after another; the first is opened at once, so that what is wrong with all of them is told before any state.
fn each(files: Vec<PathBuf>, open: impl Fn(&Path) -> Result<Items, LoadError> + Send + 'static) -> Result<Items, LoadError> {
    let mut files = files.into_iter();
    let first = files.next().map(|file| open(&file)).transpose()?;
    let rest = files.flat_map(move |file| open(&file).unwrap_or_else(|error| Box::new(std::iter::once(Err(error)))));
    Ok(Box::new(first.into_iter().flatten().chain(rest)))
}

/// The file of this name in a folder, or the file itself, and the folder that it is in.
fn place(path: &Path, name: &str) -> (PathBuf, PathBuf) {
    if path.is_dir() { (path.join(name), path.to_owned()) } else { (path.to_owned(), path.parent().unwrap_or(Path::new("")).to_owned()) }
}

fn some(path: &Path, kinds: &[&str], name: &str) -> Result<Vec<PathBuf>, LoadError> {
    let found = files(path, kinds)?;
    if found.is_empty() { Err(LoadError::file(path, format!("no {name} file here"))) } else { Ok(found) }
}

fn opened(path: &Path) -> Result<File, LoadError> {
    File::open(path).map_err(|error| LoadError::file(path, error))
}
