//! The immutable document: a program of lines in plain columns.
//!
//! Everything that does not depend on (k, l, m) is decided when the page is analysed, texts and
//! attributes are stored as they will be written, and a snapshot is one pass over [`Op`]s.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use crate::adaptive::Counts;
use crate::locate::Source;
use crate::options::Options;
use crate::plan::Plan;
use crate::semantics::Role;
use crate::snapshot::{Reason, Snapshot, Stats, Target};
use crate::{Error, Params, analyze, parse, render};

/// A piece of one of the document's text buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An element that is written as HTML.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element {
    /// Its name, in [`Columns::names`].
    pub(crate) tag: u32,
    pub(crate) attributes: Span,
    /// 0 where it is no target.
    pub(crate) uid: u32,
    pub(crate) is_void: bool,
}

/// An attribute as it is written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attribute {
    pub(crate) name: u32,
    /// ` name=value`, in the text.
    pub(crate) text: Span,
    pub(crate) presence: Presence,
}

/// At which m an attribute is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Always,
    /// While the rating of this index in [`Columns::ratings`] is at least m.
    Rated(u16),
    /// Where an attribute of that rating is not.
    Instead(u16),
}

/// A container that can be written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Container {
    pub(crate) element: u32,
    pub(crate) depth: u32,
    /// The container that is its parent element.
    pub(crate) parent: Option<u32>,
    pub(crate) rating: f64,
    /// What it is worth to an agent.
    pub(crate) worth: u32,
    /// Its place in the order of worth, 0 for the least.
    pub(crate) rank: u32,
}

/// A piece of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Atom {
    pub(crate) kind: AtomKind,
    /// White space parts it from the atom before.
    pub(crate) space: bool,
    pub(crate) marks: Marks,
    /// The sentence it goes with; [`NO_SENTENCE`] where it stays always.
    pub(crate) sentence: u32,
}

pub(crate) const NO_SENTENCE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(crate) enum AtomKind {
    /// Text as it is written.
    Text(Span),
    /// An image: `![alt](` and `)` around its address, which is the second span.
    Image(Span, Span),
    /// The start tag of an element.
    Open(u32),
    /// The end tag of an element.
    Close(u32),
}

/// Text marks, outermost first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks(pub(crate) u8);

impl Marks {
    pub(crate) const STRONG: Marks = Marks(1);
    pub(crate) const EMPHASIS: Marks = Marks(2);
    pub(crate) const DELETED: Marks = Marks(4);
    pub(crate) const ALL: [(Marks, &'static str); 3] = [(Marks::STRONG, "**"), (Marks::EMPHASIS, "_"), (Marks::DELETED, "~~")];

    pub(crate) fn contains(self, other: Marks) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn with(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    pub(crate) fn without(self, other: Marks) -> Marks {
        Marks(self.0 & !other.0)
    }
}

/// A sentence's rank in its segment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sentence {
    /// 0 for the most central.
    pub(crate) rank: u32,
    /// Sentences of the segment.
    pub(crate) of: u32,
}

/// A run of inline content: atoms in order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    pub(crate) atoms: Span,
    /// It has no text outside its elements, and gives a line for each of them.
    pub(crate) split: bool,
}

/// A cell of a table row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) atoms: Span,
    /// The cell itself, where it is written as HTML.
    pub(crate) element: Option<u32>,
}

/// One step of writing the page.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    /// A container's start; what is written depends on k.
    OpenContainer(u32),
    CloseContainer(u32),
    /// The start tag of an element that holds a block, on a line of its own.
    OpenElement(u32),
    CloseElement(u32),
    /// An element without content, on a line of its own: a frame.
    Stub(u32),
    /// A run, behind this many `#`.
    Run(Run, u8),
    /// A line as it stands.
    Rule,
    OpenList {
        ordered: bool,
    },
    CloseList,
    /// An item: its marker, in the text.
    OpenItem(Span),
    CloseItem,
    OpenQuote,
    CloseQuote,
    OpenTable,
    CloseTable,
    /// A table's row: its cells, and the row itself where it is written as HTML.
    Row {
        cells: Span,
        element: Option<u32>,
    },
    /// A delimiter row of so many columns.
    Delimiter(u32),
    /// Fenced code: its lines are the text of these atoms; the fence has so many backticks.
    Fence {
        atoms: Span,
        ticks: u32,
    },
}

impl Op {
    /// Whether it writes a line, and is not only about how lines are written.
    pub(crate) fn is_written(self) -> bool {
        !matches!(
            self,
            Op::OpenList { .. }
                | Op::CloseList
                | Op::OpenItem(_)
                | Op::CloseItem
                | Op::OpenQuote
                | Op::CloseQuote
                | Op::OpenTable
                | Op::CloseTable
        )
    }
}

/// What is known of a target.
#[derive(Debug, Clone)]
pub(crate) struct TargetRecord {
    pub(crate) tag: u32,
    pub(crate) role: Option<Role>,
    pub(crate) reasons: u8,
    pub(crate) name: Option<Span>,
    pub(crate) value: Option<Span>,
    pub(crate) href: Option<Span>,
    pub(crate) states: Span,
}

/// Where an element is in the program.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Extent {
    /// On lines of its own: these ops.
    Ops(Span),
    /// In a line: an element of this number.
    Element(u32),
}

/// An element of the page, with all it holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subtree {
    /// Its name, in [`Columns::names`].
    pub(crate) tag: u32,
    /// Where it is found, in [`Locations::places`].
    pub(crate) place: u32,
    pub(crate) extent: Extent,
}

/// The columns.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// Texts and attributes as they are written.
    pub(crate) text: String,
    /// Tags and attribute names.
    pub(crate) names: Vec<Box<str>>,
    pub(crate) ratings: Vec<f64>,
    /// The rating of an image's address.
    pub(crate) address_rating: f64,
    pub(crate) elements: Vec<Element>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) containers: Vec<Container>,
    pub(crate) ops: Vec<Op>,
    pub(crate) atoms: Vec<Atom>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) sentences: Vec<Sentence>,
    pub(crate) targets: Vec<TargetRecord>,
    pub(crate) states: Vec<(&'static str, Span)>,
    /// Facts of targets, as they are.
    pub(crate) facts: String,
    pub(crate) height: u32,
    /// Ops of alerts and status lines.
    pub(crate) alerts: Vec<Span>,
    /// Elements that hold others, in document order, where they were asked for.
    pub(crate) subtrees: Vec<Subtree>,
}

/// What a page says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Meta {
    /// The title, white space collapsed; empty where it has none.
    pub title: String,
    /// The language of the root element, as written; empty where it says none.
    pub lang: String,
    /// The address that links are resolved against: the base URL of the options, changed by the
    /// page's `base` element; none where neither is an absolute URL.
    pub base_url: Option<String>,
}

/// A page, parsed and analysed once.
///
/// Any number of snapshots can be taken of it, from any number of threads.
///
/// ```
/// use d2snap::{Document, Options, Params};
/// let document = Document::parse("<main><h1>Shop</h1><p>Open. Today.</p></main>", &Options::default())?;
/// assert_eq!(document.snap(Params::new(0.0, 0.0, 0.0)?).html(), "<main>\n# Shop\nOpen. Today.\n</main>\n");
/// assert_eq!(document.snap(Params::new(1.0, 1.0, 1.0)?).html(), "# Shop\nOpen.\n");
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug)]
pub struct Document {
    pub(crate) columns: Columns,
    /// Where the targets stand; parts of a document share it.
    pub(crate) source: Arc<Source>,
    pub(crate) options: Options,
    pub(crate) meta: Meta,
    /// Counts that do not depend on a plan.
    pub(crate) stats: Stats,
    /// Token counts that one budget leaves to the next.
    pub(crate) counts: Mutex<Option<Counts>>,
}

impl Document {
    /// Parses and analyses a page: any text gives a document.
    ///
    /// Cost: one pass of the HTML parser and about as much again.
    ///
    /// # Errors
    /// [`Error::Limit`] beyond [`Limits`](crate::Limits); [`Error::Selector`] and
    /// [`Error::NoMatch`] for the selectors of the options; [`Error::BaseUrl`].
    pub fn parse(html: &str, options: &Options) -> Result<Document, Error> {
        analyze::analyze(html, options)
    }

    /// As [`Document::parse`], from bytes. They are decoded by byte order mark, then the options'
    /// encoding, then `meta charset`, then as UTF-8 with replacement characters.
    ///
    /// # Errors
    /// As for [`Document::parse`], and [`Error::Encoding`].
    ///
    /// ```
    /// use d2snap::{Document, Options, Params};
    /// let options = Options::default().with_encoding("iso-8859-1");
    /// let document = Document::parse_bytes(b"<p>caf\xE9", &options)?;
    /// assert_eq!(document.snap(Params::default()).html(), "café\n");
    /// # Ok::<(), d2snap::Error>(())
    /// ```
    pub fn parse_bytes(bytes: &[u8], options: &Options) -> Result<Document, Error> {
        let limit = options.limits.max_bytes;
        if bytes.len() > limit {
            return Err(Error::Limit { name: "bytes", limit });
        }
        Document::parse(&parse::decode(bytes, options.encoding.as_deref())?, options)
    }

    /// The snapshot at these parameters. Cost: one pass over the document, no parsing.
    pub fn snap(&self, params: Params) -> Snapshot<'_> {
        render::snapshot(self, &Plan::new(self, params))
    }

    /// The best snapshot within a token budget: exactly counted, never above it.
    ///
    /// A page that fits as it stands is not reduced. Else (k, l, m) of the highest utility that fits
    /// are searched; where even full reduction exceeds the budget, what matters least is left out
    /// and markers say so (`… 37 more links (uid 120–156)`).
    /// [`Snapshot::adaptive`](crate::Snapshot::adaptive) reports what was chosen.
    ///
    /// Cost: a few passes over the document, each ending where the budget is passed; less for a further
    /// budget, since counts stay with the document.
    ///
    /// # Errors
    /// [`Error::BudgetUnreachable`] where not even the first heading or target fits, or, with
    /// [`OnOverflow::Error`](crate::OnOverflow::Error), where full reduction does not.
    pub fn adaptive(&self, budget: &crate::Budget) -> Result<Snapshot<'_>, Error> {
        crate::adaptive::adaptive(self, budget)
    }

    /// A part of the page under a budget of its own, with the same numbers: what an elided snapshot
    /// left out and told of in a marker.
    ///
    /// The part is every line from the first that holds one of these targets to the last that does,
    /// a target that spans lines with all of them; tags that stand around more than the part are
    /// not written. It is reduced as [`Document::adaptive`] reduces a page, so a part that fits is
    /// whole; (k, l, m), the utility and the counts of its [`Stats`](crate::Stats) are those of the
    /// part. Numbers in between that are out of scope are passed over. To have what a CSS selector
    /// matches, parse with [`Options::with_selector`] and take an adaptive snapshot: numbers are
    /// those of the whole page there too.
    ///
    /// Cost: a copy of the part, then as for [`Document::adaptive`] of a page of its size.
    ///
    /// # Errors
    /// [`Error::NoTarget`] for numbers beyond those of the page and for a range of which no target
    /// is in scope; [`Error::BudgetUnreachable`] as for [`Document::adaptive`].
    ///
    /// ```
    /// use d2snap::{Budget, Document, Expand, Options};
    /// let links: String = (1..=400).map(|n| format!("<li><a href=/{n}>Link {n}</a>")).collect();
    /// let document = Document::parse(&format!("<ul>{links}</ul>"), &Options::default().with_uids(true))?;
    /// let part = document.expand(&Expand::uids(120..=121), &Budget::new(100))?;
    /// assert_eq!(part.html(), "- <a href=\"/120\" uid=120>Link 120</a>\n- <a href=\"/121\" uid=121>Link 121</a>\n");
    /// # Ok::<(), d2snap::Error>(())
    /// ```
    pub fn expand(&self, what: &crate::Expand, budget: &crate::Budget) -> Result<Snapshot<'_>, Error> {
        crate::adaptive::expand(self, what, budget)
    }

    /// How much of the page (k, l, m) keeps, in [0, 1]: what [`Document::adaptive`] searches the
    /// highest of. The weighted mean of three shares: containers by their worth, sentences by their
    /// rank, attributes by their rating.
    ///
    /// ```
    /// use d2snap::{Document, Options, Params, Weights};
    /// let document = Document::parse("<main><p>One.</p><p>Two.</p></main>", &Options::default())?;
    /// assert_eq!(document.utility(Params::new(0.0, 0.0, 0.0)?, Weights::default()), 1.0);
    /// assert_eq!(document.utility(Params::new(1.0, 0.0, 0.0)?, Weights::default()), 0.5);
    /// # Ok::<(), d2snap::Error>(())
    /// ```
    pub fn utility(&self, params: Params, weights: crate::Weights) -> f64 {
        crate::adaptive::utility(self, params, weights)
    }

    /// Where the tokens of the snapshot at these parameters go: of what [`Document::snap`] gives, by
    /// class, tag, attribute and, with [`Options::with_subtrees`], heaviest parts of the page.
    ///
    /// Cost: a snapshot, its exact count, and two passes over what it holds.
    ///
    /// ```
    /// use d2snap::{Document, Options, Params, TokenCounter};
    /// let html = "<ul id=fruit><li>Apples<li>Pears<li>Plums<li>Figs<li>Dates<li>Limes<li>Kiwis<li>Guavas</ul><p>Fresh every day.</p>";
    /// let document = Document::parse(html, &Options::default().with_subtrees(true))?;
    /// let breakdown = document.breakdown(Params::default(), &TokenCounter::o200k_base());
    /// assert_eq!(breakdown.tokens, document.snap(Params::default()).tokens(&TokenCounter::o200k_base()));
    /// assert_eq!(breakdown.subtrees[0].selector, "#fruit");
    /// # Ok::<(), d2snap::Error>(())
    /// ```
    pub fn breakdown(&self, params: Params, counter: &crate::TokenCounter) -> crate::Breakdown {
        crate::breakdown::of_snapshot(self, params, counter)
    }

    /// What the page says of itself.
    pub fn meta(&self) -> &Meta {
        &self.meta
    }

    /// All targets of the page, before scoping, in document order. The first call reads the page once
    /// more, for their selectors and contexts: most snapshots need none.
    ///
    /// Cost: that of the texts; selectors are written at each call, and are as long as the page is
    /// deep where nothing on the way tells one element from another.
    ///
    /// ```
    /// use d2snap::{Document, Options};
    /// let document = Document::parse("<label>Name <input name=n value=Ada></label>", &Options::default())?;
    /// let targets = document.targets();
    /// assert_eq!(targets.len(), 1);
    /// assert_eq!((targets[0].uid, targets[0].tag.as_str()), (1, "input"));
    /// assert_eq!(targets[0].name.as_deref(), Some("Name"));
    /// assert_eq!(targets[0].value.as_deref(), Some("Ada"));
    /// assert_eq!(targets[0].selector, "input[name=\"n\"]");
    /// assert_eq!(targets[0].xpath.as_deref(), Some("//input[@name='n']"));
    /// # Ok::<(), d2snap::Error>(())
    /// ```
    pub fn targets(&self) -> Vec<Target> {
        (1..=self.target_count() as u32).filter_map(|uid| self.target(uid)).collect()
    }

    /// The number of targets of the page.
    pub fn target_count(&self) -> usize {
        self.columns.targets.len()
    }

    /// The target of a number, if there is one.
    pub fn target(&self, uid: u32) -> Option<Target> {
        let columns = &self.columns;
        let record = columns.targets.get(uid.checked_sub(1)? as usize)?;
        let text = |span: Span| span.of(&columns.facts).to_owned();
        let located = self.source.located(&self.options);
        Some(Target {
            uid,
            tag: columns.names[record.tag as usize].to_string(),
            role: record.role.map(str::to_owned),
            name: record.name.map(text),
            context: located.contexts.get(uid as usize - 1).cloned().flatten(),
            reasons: Reason::ALL
                .into_iter()
                .enumerate()
                .filter(|(bit, _)| record.reasons & (1 << bit) != 0)
                .map(|(_, reason)| reason)
                .collect(),
            state: columns.states[record.states.range()].iter().map(|(state, value)| (*state, text(*value))).collect(),
            value: record.value.map(text),
            href: record.href.map(|href| self.resolve(href.of(&columns.facts))),
            selector: located.locations.selector(uid),
            xpath: located.locations.xpath(uid),
        })
    }

    fn resolve(&self, href: &str) -> String {
        let resolved = match &self.meta.base_url {
            Some(base) => url::Url::parse(base).and_then(|base| base.join(href)),
            None => return href.to_owned(),
        };
        resolved.map_or_else(|_| href.to_owned(), String::from)
    }
}
