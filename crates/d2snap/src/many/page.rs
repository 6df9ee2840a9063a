//! A page among many.

use std::borrow::Cow;
use std::fmt;

use crate::document::Document;
use crate::error::Error;
use crate::options::Options;

/// A page as [`snap_many`](crate::snap_many) and [`adaptive_many`](crate::adaptive_many) take it: text, or
/// bytes that are decoded as [`Document::parse_bytes`] decodes them. Text and bytes that are
/// borrowed are copied, since the page goes to another thread.
#[derive(Clone, PartialEq, Eq)]
pub struct Page {
    content: Content,
}

#[derive(Clone, PartialEq, Eq)]
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl Page {
    pub(super) fn parse(&self, options: &Options) -> Result<Document, Error> {
        match &self.content {
            Content::Text(html) => Document::parse(html, options),
            Content::Bytes(bytes) => Document::parse_bytes(bytes, options),
        }
    }
}

impl fmt::Debug for Page {
    /// Its size alone: a page is too long to read here.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = match &self.content {
            Content::Text(html) => html.len(),
            Content::Bytes(bytes) => bytes.len(),
        };
        f.debug_struct("Page").field("bytes", &bytes).finish_non_exhaustive()
    }
}

impl From<String> for Page {
    fn from(html: String) -> Self {
        Page { content: Content::Text(html) }
    }
}

impl From<&String> for Page {
    fn from(html: &String) -> Self {
        html.clone().into()
    }
}

impl From<&str> for Page {
    fn from(html: &str) -> Self {
        html.to_owned().into()
    }
}

impl From<Cow<'_, str>> for Page {
    fn from(html: Cow<'_, str>) -> Self {
        html.into_owned().into()
    }
}

impl From<Vec<u8>> for Page {
    fn from(bytes: Vec<u8>) -> Self {
        Page { content: Content::Bytes(bytes) }
    }
}

impl From<&Vec<u8>> for Page {
    fn from(bytes: &Vec<u8>) -> Self {
        bytes.clone().into()
    }
}

impl From<&[u8]> for Page {
    fn from(bytes: &[u8]) -> Self {
        bytes.to_vec().into()
    }
}

impl<const N: usize> From<&[u8; N]> for Page {
    fn from(bytes: &[u8; N]) -> Self {
        bytes.to_vec().into()
    }
}
