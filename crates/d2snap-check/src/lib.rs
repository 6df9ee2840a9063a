//! What every snapshot must satisfy, checked independently of the engine.
//!
//! The checks share no code with it: a page is read with scraper's tree, a snapshot with
//! html5ever's tokenizer. `cargo xtask corpus` runs them over folders of pages, the engine's
//! property tests over generated ones.
//!
//! ```
//! use d2snap::{Document, Options, Params};
//! use d2snap_check::{Page, Reading, tags, targets, text};
//! let html = "<main><h1>Shop</h1><p>Open <b>now</b>.</p><button>Buy</button></main>";
//! let document = Document::parse(html, &Options::default().with_uids(true))?;
//! let snapshot = document.snap(Params::new(0.0, 0.0, 0.0)?);
//! let page = Page::read(html);
//! assert_eq!(tags::check(snapshot.html(), &page, tags::Order::Source, false), []);
//! assert_eq!(targets::check(&document, &snapshot), []);
//! assert_eq!(text::check(snapshot.html(), &page, Reading::AGENT), []);
//! # Ok::<(), d2snap::Error>(())
//! ```

mod align;
mod decode;
mod edge;
mod expect;
pub mod grid;
mod index;
mod label;
pub mod locate;
mod page;
pub mod tags;
pub mod targets;
pub mod text;
pub mod tokens;
mod visible;
mod word;
mod written;
mod xpath;

use d2snap::{Document, Options, Params};

pub use decode::decode;
pub use page::Page;
pub use visible::{ACTING as ACTING_ROLES, Reading};

/// A rule that a snapshot breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The check that found it: `tags`, `targets`, `locate`, `text` or `grid`.
    pub check: &'static str,
    /// What is wrong, with its surroundings.
    pub detail: String,
}

impl Breach {
    fn new(check: &'static str, detail: impl Into<String>) -> Self {
        Breach { check, detail: detail.into() }
    }
}

impl std::fmt::Display for Breach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.check, self.detail)
    }
}

/// Runs every check on a page in the agent profile: tags and targets at several parameters, text at
/// l = 0, selectors, sizes over the grid, and that a second parse gives the same bytes.
///
/// # Errors
/// As for [`Document::parse`].
pub fn all(html: &str) -> Result<Vec<Breach>, d2snap::Error> {
    let options = Options::default().with_uids(true);
    let document = Document::parse(html, &options)?;
    let page = Page::read(html);
    let mut breaches = Vec::new();
    for (k, l, m) in [(0.0, 0.0, 0.0), (0.3, 0.3, 0.3), (1.0, 1.0, 1.0), (f64::INFINITY, 0.0, 1.0)] {
        let params = Params::new(k, l, m)?;
        let snapshot = document.snap(params);
        breaches.extend(tags::check(snapshot.html(), &page, tags::Order::Source, false));
        breaches.extend(targets::check(&document, &snapshot));
        if l == 0.0 {
            breaches.extend(text::check(snapshot.html(), &page, Reading::AGENT));
        }
        if Document::parse(html, &options)?.snap(params).html() != snapshot.html() {
            breaches.push(Breach::new("determinism", format!("a second parse gives other bytes at ({k}, {l}, {m})")));
        }
    }
    breaches.extend(locate::check(&document, &page).0);
    breaches.extend(grid::check(&document));
    Ok(breaches)
}
