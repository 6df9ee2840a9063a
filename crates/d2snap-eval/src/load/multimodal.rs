//! Multimodal-Mind2Web: Parquet, a row an action. The screenshots are not read.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Field, Row};
use parquet::schema::types::Type;

use super::Item;
use super::error::{LoadError, Place};
use super::mind2web::{self, Action, Setting, split, tags};

/// What is read of a row, if the file has it.
const COLUMNS: [&str; 12] = [
    "action_uid",
    "raw_html",
    "cleaned_html",
    "operation",
    "pos_candidates",
    "website",
    "domain",
    "subdomain",
    "annotation_id",
    "confirmed_task",
    "action_reprs",
    "target_action_index",
];

/// Rows that are decoded at a time: pages are large.
const BATCH: usize = 8;

/// The states of a file, a row at a time.
pub(crate) struct Rows {
    path: PathBuf,
    rows: RowIter<'static>,
    /// How many were read.
    row: usize,
    /// What follows a page that does not decode can not be told from it.
    over: bool,
}

impl Rows {
    pub(crate) fn open(path: &Path) -> Result<Rows, LoadError> {
        let broken = |error: parquet::errors::ParquetError| LoadError::file(path, error);
        let file = File::open(path).map_err(|error| LoadError::file(path, error))?;
        let reader = SerializedFileReader::new(file).map_err(broken)?;
        let schema = reader.metadata().file_metadata().schema();
        let read: Vec<Arc<Type>> = schema.get_fields().iter().filter(|field| COLUMNS.contains(&field.name())).cloned().collect();
        let has = |name: &str| read.iter().any(|field| field.name() == name);
        for needed in ["action_uid", "confirmed_task", "pos_candidates"] {
            if !has(needed) {
                return Err(LoadError::file(path, format!("there is no column {needed}")));
            }
        }
        if !has("raw_html") && !has("cleaned_html") {
            return Err(LoadError::file(path, "there is neither a column raw_html nor cleaned_html"));
        }
        let projection = Type::group_type_builder(schema.name()).with_fields(read).build().map_err(broken)?;
        let rows = RowIter::from_file_into(Box::new(reader)).project(Some(projection)).map_err(broken)?.with_batch_size(BATCH);
        Ok(Rows { path: path.to_owned(), rows, row: 0, over: false })
    }

    fn state(&self, row: Row) -> Item {
        let columns: Vec<(String, Field)> = row.into_columns();
        let text = |name: &str| columns.iter().find(|(own, _)| own == name).and_then(|(_, field)| str_of(field));
        let texts = |name: &str| columns.iter().find(|(own, _)| own == name).map(|(_, field)| list_of(field)).unwrap_or_default();
        let broken = |reason: String| LoadError::new(&self.path, Place::Row(self.row), reason);
        let needed = |name: &str| text(name).map(str::to_owned).ok_or_else(|| broken(format!("{name} is missing")));

        let action_uid = needed("action_uid")?;
        let candidates = texts("pos_candidates").into_iter().map(serde_json::from_str).collect::<Result<Vec<_>, _>>();
        let pos_candidates = candidates.map_err(|error| broken(format!("action {action_uid}: a candidate is no JSON object: {error}")))?;
        let operation = text("operation").map(serde_json::from_str).transpose();
        let operation = operation.map_err(|error| broken(format!("action {action_uid}: the operation is no JSON object: {error}")))?;
        let owned = |name: &str| text(name).map(str::to_owned);
        let setting = Setting {
            id: owned("annotation_id").unwrap_or_else(|| format!("row-{}", self.row)),
            task: owned("confirmed_task"),
            tags: tags(&[
                ("website", owned("website")),
                ("domain", owned("domain")),
                ("subdomain", owned("subdomain")),
                ("split", split(&self.path)),
            ]),
        };
        // `target_action_index` says which of the actions this one is; some rows are missing, so rows can not be counted.
        let at = text("target_action_index").and_then(|index| index.parse().ok()).unwrap_or(0usize);
        let history = texts("action_reprs").into_iter().take(at).map(str::to_owned).collect();
        let action = Action { action_uid, raw_html: owned("raw_html"), cleaned_html: owned("cleaned_html"), operation, pos_candidates };
        let uid = action.action_uid.clone();
        mind2web::state(&setting, history, action).map_err(|reason| broken(format!("action {uid}: {reason}")))
    }
}

fn str_of(field: &Field) -> Option<&str> {
    match field {
        Field::Str(text) => Some(text),
        _ => None,
    }
}

fn list_of(field: &Field) -> Vec<&str> {
    match field {
        Field::ListInternal(list) => list.elements().iter().filter_map(str_of).collect(),
        _ => Vec::new(),
    }
}

impl Iterator for Rows {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let row = if self.over { None } else { self.rows.next() }?;
        self.row += 1;
        self.over = row.is_err();
        Some(match row {
            Ok(row) => self.state(row),
            Err(error) => Err(LoadError::new(&self.path, Place::Row(self.row), error.to_string())),
        })
    }
}
