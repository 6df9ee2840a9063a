//! References to live elements, and the numbers that a session gives them.

use std::fmt;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Which live element a target is: `capturer.element(number)` gives it in the page that it was read in.
///
/// Its text is `capturer/number`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Reference {
    /// The id of the capturer that read the element: of a page, or of a frame that the host composed into it.
    pub capturer: String,
    /// Its number there, which no other element ever has.
    pub number: u32,
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.capturer, self.number)
    }
}

/// The numbers of a session: an element keeps its number from one capture to the next, new ones get new
/// numbers, and none is given twice.
///
/// The first capture is numbered from 1 in document order; from then on numbers tell nothing of the order. It
/// grows with the targets that the session ever had.
///
/// ```
/// use d2snap::{Document, Numbers, Options, Params};
/// let page = |buttons: &str| format!(
///     r#"{{"version": 1, "capturer": "c", "names": ["html", "body", "button"],
///         "nodes": [[-1, 9], [0, 1, 0, [], 1], [1, 1, 1, [], 2], {buttons}]}}"#
/// );
/// let options = Options::default().with_uids(true);
/// let mut numbers = Numbers::default();
/// let one = page(r#"[2, 1, 2, [], 3], [3, 3, "Save"]"#);
/// let one = Document::from_capture_numbered(&one, &options, &mut numbers)?;
/// assert_eq!(one.snap(Params::default()).html(), "<button uid=1>Save</button>\n");
/// let two = page(r#"[2, 1, 2, [], 9], [3, 3, "New"], [2, 1, 2, [], 3], [5, 3, "Save"]"#);
/// let two = Document::from_capture_numbered(&two, &options, &mut numbers)?;
/// assert_eq!(two.snap(Params::default()).html(), "<button uid=2>New</button>\n<button uid=1>Save</button>\n");
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    known: FxHashMap<Box<str>, FxHashMap<u32, u32>>,
    last: u32,
}

impl Numbers {
    /// The greatest number that was given; 0 at first.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The number that an element has, if it has one.
    pub fn get(&self, reference: &Reference) -> Option<u32> {
        self.known.get(&*reference.capturer)?.get(&reference.number).copied()
    }

    /// The number of an element, a new one where it has none; one without a reference is always new.
    pub(crate) fn number(&mut self, reference: Option<(&str, u32)>) -> u32 {
        let Some((capturer, reference)) = reference else { return self.new_number() };
        if let Some(known) = self.known.get(capturer).and_then(|known| known.get(&reference)) {
            return *known;
        }
        let number = self.new_number();
        if !self.known.contains_key(capturer) {
            self.known.insert(capturer.into(), FxHashMap::default());
        }
        if let Some(known) = self.known.get_mut(capturer) {
            known.insert(reference, number);
        }
        number
    }

    /// It would take 4 billion targets to reach the end, which then have none.
    fn new_number(&mut self) -> u32 {
        self.last = self.last.saturating_add(1);
        self.last
    }
}
