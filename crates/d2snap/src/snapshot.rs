//! What comes out: the text, its counts, its targets.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::capture::{Reference, Side};
use crate::document::Document;
use crate::error::Error;
use crate::params::Params;
use crate::tokens::TokenCounter;

/// Why an element counts as interactive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Reason {
    /// Its tag.
    Tag,
    /// Its ARIA role.
    Role,
    /// It can be edited.
    ContentEditable,
    /// It has an `onclick` attribute.
    OnClick,
    /// It can be focused, and nothing in it is interactive.
    TabIndex,
    /// Its style shows a pointing hand, and its parent's does not: its inline style, or in a captured page the one
    /// that it has.
    Cursor,
    /// A script listens for clicks on it, and nothing in it is interactive; of a captured page.
    Listener,
}

impl Reason {
    /// The reason's name: `tag`, `role`, `contenteditable`, `onclick`, `tabindex`, `cursor`, `listener`.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Tag => "tag",
            Reason::Role => "role",
            Reason::ContentEditable => "contenteditable",
            Reason::OnClick => "onclick",
            Reason::TabIndex => "tabindex",
            Reason::Cursor => "cursor",
            Reason::Listener => "listener",
        }
    }

    pub(crate) const ALL: [Reason; 7] =
        [Reason::Tag, Reason::Role, Reason::ContentEditable, Reason::OnClick, Reason::TabIndex, Reason::Cursor, Reason::Listener];
}

/// An element that takes an action itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Target {
    /// Its number: from 1, in document order of the composed page, over all targets that are not
    /// dropped as hidden; in a session the one that [`Numbers`](crate::Numbers) gives it. No parameter, scope or
    /// budget changes it.
    pub uid: u32,
    /// Its tag, in lower case.
    pub tag: String,
    /// Its ARIA role, explicit or of its tag; none where it has none.
    pub role: Option<String>,
    /// Its accessible name; none where it has none.
    pub name: Option<String>,
    /// Why it is interactive.
    pub reasons: Vec<Reason>,
    /// Its states in a fixed order, as (state, value): `checked` → `true`, `expanded` → `false` …
    #[serde(with = "crate::detached::state")]
    pub state: Vec<(&'static str, String)>,
    /// Its current value; none for secrets, which have the state `filled` instead.
    pub value: Option<String>,
    /// Where it leads, resolved against the base URL where there is one.
    pub href: Option<String>,
    /// A CSS selector that matches this element alone: one for each tree on the way (the page, then
    /// each shadow root or `srcdoc` frame), joined by ` >>> `. What stands before a ` >>> ` selects
    /// the host or the frame in the outer tree, what follows goes on inside. As
    /// [`Options::with_selector`](crate::Options::with_selector) reads it.
    ///
    /// It begins with what is the only one of its kind in its tree: an id that does not look
    /// generated, an attribute that tells what the element is for (`data-testid`, `name`,
    /// `aria-label`, a short `href` …), a landmark (`main`); else it is a path from the nearest
    /// such ancestor, and counts siblings where it has to (`:nth-of-type(2)`). A generated id stands
    /// where the path would be long.
    ///
    /// It is of the page as the parser has it: one that scripts changed since may have another
    /// element there, and beyond [`Limits`](crate::Limits) elements are flattened.
    pub selector: String,
    /// The same as an XPath, one for each frame on the way and the page, joined by ` >>> `; none
    /// inside a shadow root, which XPath can not enter. Elements outside of HTML are
    /// `*[local-name()='a']`, as browsers need.
    pub xpath: Option<String>,
    /// What it stands under, where its name does not tell it from all other targets of its role:
    /// the header of its row and of its column, a legend, a caption, the name of a group or a
    /// landmark, or a heading, the nearest of these; at most 80 characters each, none where there is
    /// none.
    pub context: Option<String>,
    /// Which live element it is; none where the page is no capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Reference>,
    /// Where it is outside of what is seen of the page; none where it is in sight, or nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub off_screen: Option<OffScreen>,
    /// Whether something else lies over all of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub covered: bool,
    /// Whether it can not be used while a dialog, or what lies over all of the page, is open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub inert: bool,
}

/// Where a target is outside of what is seen of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OffScreen {
    /// On which side.
    pub side: Side,
    /// How far its nearest edge is from what is seen, in CSS pixels.
    pub pixels: u32,
}

/// What was kept and what was not.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Stats {
    /// Sentences of the page.
    pub sentences: usize,
    /// Sentences in the snapshot.
    pub sentences_kept: usize,
    /// Attributes of the elements that are written at (0, 0, 0).
    pub attributes: usize,
    /// Attributes in the snapshot.
    pub attributes_kept: usize,
    /// Containers that can be written.
    pub containers: usize,
    /// Containers in the snapshot.
    pub containers_kept: usize,
    /// Elements that were flattened for their depth.
    pub depth_cut: usize,
    /// What was withheld, by reason.
    pub withheld: Withheld,
}

/// Counts by reason of what a page holds and no snapshot shows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Withheld {
    #[serde(deserialize_with = "crate::detached::withheld::deserialize")]
    counts: BTreeMap<&'static str, usize>,
}

impl Withheld {
    pub(crate) fn add(&mut self, reason: &'static str, count: usize) {
        if count > 0 {
            *self.counts.entry(reason).or_default() += count;
        }
    }

    /// The count of one reason: `hidden`, `display-none`, `visibility-hidden`, `aria-hidden`,
    /// `inert`, `closed-dialog`, `popover`, `input-hidden` (topmost elements); of a captured page also
    /// `content-visibility`, `opacity`, `zero-size`, `clipped`, `tiny`, `off-page`, `font-size`, `same-color`; `unlabelled`
    /// (picture-like elements without a label), `unslotted` (light children that no slot takes),
    /// `secret` (values of password, one-time-code and card fields), `characters` (invisible
    /// characters), `attribute-cut` (values that were too long), `attribute-name` (attributes whose
    /// name can not be written), `excluded` (topmost elements that the caller left out).
    pub fn get(&self, reason: &str) -> usize {
        self.counts.get(reason).copied().unwrap_or_default()
    }

    /// All reasons with a count above zero, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        self.counts.iter().map(|(reason, count)| (*reason, *count))
    }
}

/// A downsampled page.
///
/// It borrows the document that it is of, or owns it: what [`snap_many`](crate::snap_many) and
/// [`adaptive_many`](crate::adaptive_many) give are `Snapshot<'static>`.
///
/// ```
/// use d2snap::{Document, Options, Params, TokenCounter};
/// let document = Document::parse("<h1>Shop</h1><button>Buy</button>", &Options::default())?;
/// let snapshot = document.snap(Params::default());
/// assert_eq!(snapshot.html(), "# Shop\n<button>Buy</button>\n");
/// assert_eq!(snapshot.tokens(&TokenCounter::chars4()), 7);
/// assert_eq!(snapshot.targets()[0].name.as_deref(), Some("Buy"));
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Snapshot<'d> {
    pub(crate) document: Held<'d>,
    pub(crate) html: String,
    pub(crate) stats: Stats,
    /// Numbers of the targets that are printed, in document order.
    pub(crate) printed: Vec<u32>,
    pub(crate) params: Option<Params>,
    pub(crate) adaptive: Option<Adaptive>,
}

/// The document of a snapshot.
#[derive(Debug, Clone)]
pub(crate) enum Held<'d> {
    Borrowed(&'d Document),
    Owned(Arc<Document>),
}

impl Deref for Held<'_> {
    type Target = Document;

    fn deref(&self) -> &Document {
        match self {
            Held::Borrowed(document) => document,
            Held::Owned(document) => document,
        }
    }
}

/// What an adaptive snapshot came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Adaptive {
    /// The budget in tokens.
    pub budget: usize,
    /// The exact number of tokens of the snapshot.
    pub tokens: usize,
    /// How many plans were rendered and counted.
    pub evaluations: usize,
    /// 2 for an unreduced page, 1 + u(k, l, m) with u in [0, 1] for one that (k, l, m) reduced, the
    /// share of value kept, in [0, 1), for an elided one.
    pub utility: f64,
    /// How many attributes are kept although m leaves them out, as the budget had room for a part of the next lower
    /// rating: those from the top of the page on. They count in no utility, and [`Document::snap`] at the same
    /// (k, l, m) does not write them.
    pub filled: usize,
    /// What was left out.
    pub elided: Elided,
}

/// What elision left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Elided {
    /// Targets.
    pub targets: usize,
    /// Pieces of text.
    pub lines: usize,
    /// Runs of targets, in document order; the larger ones have a marker in the snapshot.
    pub runs: Vec<ElidedRun>,
}

/// Targets that follow each other and were left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ElidedRun {
    /// The first number.
    pub first: u32,
    /// The last number.
    pub last: u32,
    /// How many.
    pub count: usize,
    /// What they are: `links`, `buttons`, `fields` or `targets`.
    pub what: String,
}

impl<'d> Snapshot<'d> {
    pub(crate) fn with_adaptive(self, params: Params, adaptive: Adaptive) -> Snapshot<'d> {
        Snapshot { params: Some(params), adaptive: Some(adaptive), ..self }
    }
}

impl Snapshot<'_> {
    /// The snapshot of a part as one of the document that it is a part of.
    pub(crate) fn of(self, document: &Document) -> Snapshot<'_> {
        self.held_by(Held::Borrowed(document))
    }

    fn held_by(self, document: Held<'_>) -> Snapshot<'_> {
        let Snapshot { document: _, html, stats, printed, params, adaptive } = self;
        Snapshot { document, html, stats, printed, params, adaptive }
    }
}

impl Snapshot<'static> {
    /// The snapshot that `take` gives of a document, sharing that document instead of borrowing it: for
    /// callers that can not hold a borrow, such as a binding to another language.
    ///
    /// # Errors
    /// Those of `take`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use d2snap::{Document, Options, Params, Snapshot};
    /// let document = Arc::new(Document::parse("<h1>Shop</h1>", &Options::default())?);
    /// let snapshot: Snapshot<'static> = Snapshot::owning(&document, |document| Ok(document.snap(Params::default())))?;
    /// drop(document);
    /// assert_eq!(snapshot.html(), "# Shop\n");
    /// # Ok::<(), d2snap::Error>(())
    /// ```
    pub fn owning(
        document: &Arc<Document>,
        take: impl for<'d> FnOnce(&'d Document) -> Result<Snapshot<'d>, Error>,
    ) -> Result<Snapshot<'static>, Error> {
        Ok(take(document)?.held_by(Held::Owned(Arc::clone(document))))
    }
}

impl Snapshot<'_> {
    /// The page that it is of: for other snapshots, a part, all targets.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The (k, l, m) that an adaptive search chose; none of a snapshot whose caller chose them.
    pub fn params(&self) -> Option<Params> {
        self.params
    }

    /// What an adaptive search came to; none of a snapshot at (k, l, m) of the caller's.
    pub fn adaptive(&self) -> Option<&Adaptive> {
        self.adaptive.as_ref()
    }

    /// The snapshot's text: lines of HTML and Markdown, each with its line break.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// The text, without the rest.
    pub fn into_html(self) -> String {
        self.html
    }

    /// What was kept and what was not.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The exact number of tokens of [`Snapshot::html`]. Counted at each call: one pass over the
    /// text.
    pub fn tokens(&self, counter: &TokenCounter) -> usize {
        counter.count(&self.html)
    }

    /// The numbers of exactly the targets that are printed, in document order.
    pub fn uids(&self) -> &[u32] {
        &self.printed
    }

    /// What changed since another snapshot: targets and lines. See [`Diff`](crate::Diff) for what
    /// its text is like.
    ///
    /// Targets correspond by their number, so both must be snapshots of one document (at other
    /// parameters, another budget, another part) or of one live session, where an element keeps its
    /// number. In snapshots of pages parsed by themselves the same number may be another element.
    ///
    /// Cost: about linear in both texts; never more, by much, however different they are.
    ///
    /// ```
    /// use d2snap::{Document, Options, Params};
    /// let options = Options::default().with_uids(true);
    /// let before = Document::parse("<p>Total: £3</p><input type=checkbox><a href=/x>Help</a>", &options)?;
    /// let after = Document::parse("<p>Total: £4</p><input type=checkbox checked><a href=/x>Help</a>", &options)?;
    /// let diff = after.snap(Params::default()).diff(&before.snap(Params::default()));
    /// assert_eq!(diff.to_string(), "- Total: £3\n+ Total: £4\n~ uid=1 checked: false → true\n");
    /// assert_eq!(diff.changed[0].after.as_deref(), Some("true"));
    /// # Ok::<(), d2snap::Error>(())
    /// ```
    pub fn diff(&self, previous: &Snapshot<'_>) -> crate::Diff {
        crate::diff::diff(previous, self)
    }

    /// Exactly the targets that are printed, in document order.
    pub fn targets(&self) -> Vec<Target> {
        self.printed.iter().filter_map(|uid| self.document.target(*uid)).collect()
    }
}

impl std::fmt::Display for Snapshot<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.html)
    }
}
