//! The column of pages of a batch.

use std::borrow::Cow;

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, RecordBatch, StringArray, StringViewArray,
    StructArray,
};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::page::Page;

/// Pages in Arrow's memory, shared. Strings are held as the bytes that they are: what comes from elsewhere may be none.
#[derive(Clone)]
pub(super) struct Pages {
    bytes: Bytes,
    is_text: bool,
}

#[derive(Clone)]
enum Bytes {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
}

fn has_pages(data_type: &DataType) -> bool {
    use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
    matches!(data_type, Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView)
}

/// Whether the snapshots of such pages need offsets of 64 bits.
pub(super) fn is_large(data_type: &DataType) -> bool {
    matches!(data_type, DataType::LargeUtf8 | DataType::LargeBinary)
}

impl Pages {
    /// # Errors
    /// `TypeError` for an array of something else.
    fn of(array: &ArrayRef) -> PyResult<Pages> {
        let any = array.as_any();
        let bytes = match array.data_type() {
            DataType::Utf8 => any.downcast_ref::<StringArray>().cloned().map(|array| Bytes::Small(array.into())),
            DataType::LargeUtf8 => any.downcast_ref::<LargeStringArray>().cloned().map(|array| Bytes::Large(array.into())),
            DataType::Utf8View => any.downcast_ref::<StringViewArray>().cloned().map(|array| Bytes::View(array.to_binary_view())),
            DataType::Binary => any.downcast_ref().cloned().map(Bytes::Small),
            DataType::LargeBinary => any.downcast_ref().cloned().map(Bytes::Large),
            DataType::BinaryView => any.downcast_ref().cloned().map(Bytes::View),
            _ => None,
        };
        let is_text = matches!(array.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        let pages = bytes.map(|bytes| Pages { bytes, is_text });
        pages.ok_or_else(|| PyTypeError::new_err(format!("pages are strings or bytes, not {}", array.data_type())))
    }

    /// The page of a row; none where it is null. What is no UTF-8 in a string is U+FFFD.
    pub(super) fn page(&self, row: usize) -> Option<Page<'_>> {
        let bytes = match &self.bytes {
            Bytes::Small(array) => array.is_valid(row).then(|| array.value(row)),
            Bytes::Large(array) => array.is_valid(row).then(|| array.value(row)),
            Bytes::View(array) => array.is_valid(row).then(|| array.value(row)),
        }?;
        Some(if self.is_text { Page::Text(String::from_utf8_lossy(bytes)) } else { Page::Bytes(Cow::from(bytes)) })
    }
}

/// The pages of a batch and its other columns.
pub(super) fn split(field: &Field, array: &ArrayRef, column: Option<&str>) -> PyResult<(Pages, Vec<ArrayRef>)> {
    let Some(rows) = array.as_any().downcast_ref::<StructArray>() else {
        find(field, column)?;
        return Ok((Pages::of(array)?, Vec::new()));
    };
    if rows.null_count() > 0 {
        return Err(PyValueError::new_err("a row of the batch is null"));
    }
    let at = find(field, column)?.unwrap_or_default();
    let mut columns = RecordBatch::from(rows).columns().to_vec();
    let pages = columns.remove(at);
    Ok((Pages::of(&pages)?, columns))
}

/// The fields of a batch besides the pages, and the type of these.
pub(super) fn others(field: &Field, column: Option<&str>) -> PyResult<(Vec<FieldRef>, DataType)> {
    match (field.data_type(), find(field, column)?) {
        (DataType::Struct(fields), Some(at)) => {
            let mut fields = fields.to_vec();
            let pages = fields.remove(at);
            Ok((fields, pages.data_type().clone()))
        }
        (data_type, _) => Ok((Vec::new(), data_type.clone())),
    }
}

/// Where the pages stand in a batch; none where they are all there is.
fn find(field: &Field, column: Option<&str>) -> PyResult<Option<usize>> {
    let DataType::Struct(fields) = field.data_type() else {
        if column.is_some() {
            return Err(PyValueError::new_err("column: an array has none, only a record batch has"));
        }
        return if has_pages(field.data_type()) {
            Ok(None)
        } else {
            Err(PyTypeError::new_err(format!("pages are strings or bytes, not {}", field.data_type())))
        };
    };
    let schema = Schema::new(fields.clone());
    if let Some(column) = column {
        let at = schema.index_of(column).map_err(|_| PyValueError::new_err(format!("column: the batch has no column `{column}`")))?;
        let data_type = schema.field(at).data_type();
        return if has_pages(data_type) {
            Ok(Some(at))
        } else {
            Err(PyTypeError::new_err(format!("column: pages are strings or bytes, and `{column}` is {data_type}")))
        };
    }
    let mut found = fields.iter().enumerate().filter(|(_, field)| has_pages(field.data_type())).map(|(at, _)| at);
    match (found.next(), found.next()) {
        (Some(at), None) => Ok(Some(at)),
        (None, _) => Err(PyTypeError::new_err("the batch has no column of strings or bytes")),
        _ => {
            let names: Vec<&str> = fields.iter().filter(|field| has_pages(field.data_type())).map(|field| field.name().as_str()).collect();
            Err(PyValueError::new_err(format!("column: say which of {} has the pages", names.join(", "))))
        }
    }
}
