//! D2Snap: downsamples a web page's DOM into a snapshot that a language model can act on.
//!
//! A page is parsed and analysed once into a [`Document`]; a [`Snapshot`] at any
//! [`Params`] (k, l, m) is then one pass over it.
//!
//! ```
//! let snapshot = d2snap::snap("<h1>Shop</h1><div><p>Open now.</p><button>Buy</button></div>", d2snap::Params::default())?;
//! assert_eq!(snapshot, "# Shop\n<div>\nOpen now.\n<button>Buy</button>\n</div>\n");
//! # Ok::<(), d2snap::Error>(())
//! ```
//!
//! The algorithm is D2Snap (arXiv 2508.04412). [`Options::default`] is the `agent` profile,
//! [`Options::paper`] the published algorithm.

mod adaptive;
mod analyze;
mod breakdown;
mod capture;
mod choice;
mod detached;
mod diff;
mod document;
mod error;
mod locate;
mod many;
mod options;
mod parallel;
mod params;
mod parse;
mod plan;
mod render;
mod semantics;
mod snapshot;
mod tokens;

pub use adaptive::{Budget, Expand, OnOverflow, Weights};
pub use breakdown::{Breakdown, Share, Subtree, TagShare};
pub use capture::{Numbers, Reference, Side, Viewport};
pub use detached::Detached;
pub use diff::{Change, Diff, Line};
pub use document::{Document, Meta};
pub use error::Error;
pub use many::{Page, Workers, adaptive_many, snap_many};
pub use options::{AttributeInheritance, Format, Hidden, Hrefs, Limits, MergeSchedule, Options, Profile, SegmentScope, TextRank};
pub use params::Params;
pub use semantics::GroundTruth;
pub use snapshot::{Adaptive, Elided, ElidedRun, OffScreen, Reason, Snapshot, Stats, Target, Withheld};
pub use tokens::TokenCounter;

/// Bytes to text as [`Document::parse_bytes`] reads them: by byte order mark, then `encoding` (a
/// label of the Encoding Standard), then `meta charset`, then as UTF-8 with replacement characters.
///
/// # Errors
/// [`Error::Encoding`] for a label that is unknown.
///
/// ```
/// assert_eq!(d2snap::decode(b"caf\xE9", Some("iso-8859-1"))?, "café");
/// # Ok::<(), d2snap::Error>(())
/// ```
pub fn decode<'b>(bytes: &'b [u8], encoding: Option<&str>) -> Result<std::borrow::Cow<'b, str>, Error> {
    parse::decode(bytes, encoding)
}

/// The snapshot of a page at (k, l, m) in the agent profile: [`Document::parse`] and
/// [`Document::snap`] in one.
///
/// # Errors
/// [`Error::Limit`] beyond the default [`Limits`].
pub fn snap(html: &str, params: Params) -> Result<String, Error> {
    Ok(Document::parse(html, &Options::default())?.snap(params).into_html())
}

/// README's example, tested.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
