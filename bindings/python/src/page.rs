//! A page as Python has it.

use std::borrow::Cow;

use d2snap::{Document, Options};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use crate::error::Failure;

/// The text of a page, or its bytes, which the engine decodes.
pub(crate) enum Page<'p> {
    Text(Cow<'p, str>),
    Bytes(Cow<'p, [u8]>),
}

impl<'p> Page<'p> {
    /// A `str`, whose lone surrogates read as U+FFFD, `bytes` or a `bytearray`.
    ///
    /// # Errors
    /// `TypeError` for anything else.
    pub(crate) fn of(page: &'p Bound<'_, PyAny>) -> PyResult<Page<'p>> {
        if let Ok(text) = page.cast::<PyString>() {
            return Ok(Page::Text(lossy(text)?));
        }
        if let Ok(bytes) = page.cast::<PyBytes>() {
            return Ok(Page::Bytes(bytes.as_bytes().into()));
        }
        match page.cast::<PyByteArray>() {
            Ok(bytes) => Ok(Page::Bytes(bytes.to_vec().into())),
            Err(_) => Err(PyTypeError::new_err(format!("a page is str or bytes, not {}", page.get_type().qualname()?))),
        }
    }

    /// A copy that other threads can have.
    pub(crate) fn into_owned(self) -> Page<'static> {
        match self {
            Page::Text(text) => Page::Text(text.into_owned().into()),
            Page::Bytes(bytes) => Page::Bytes(bytes.into_owned().into()),
        }
    }

    pub(crate) fn parse(&self, options: &Options) -> Result<Document, Failure> {
        Ok(match self {
            Page::Text(text) => Document::parse(text, options)?,
            Page::Bytes(bytes) => Document::parse_bytes(bytes, options)?,
        })
    }
}

/// A text; a lone surrogate reads as U+FFFD, and a pair of them as what it stands for.
pub(crate) fn lossy<'p>(text: &'p Bound<'_, PyString>) -> PyResult<Cow<'p, str>> {
    if let Ok(text) = text.to_cow() {
        return Ok(text);
    }
    // The class's own method: a subclass may have another.
    let encode = text.py().get_type::<PyString>().getattr("encode")?;
    let bytes = encode.call1((text, "utf-16-le", "surrogatepass"))?;
    Ok(bytes.call_method1("decode", ("utf-16-le", "replace"))?.extract::<String>()?.into())
}
