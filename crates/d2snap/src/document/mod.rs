//! The immutable document: a program of lines in plain columns.
//!
//! Everything that does not depend on (k, l, m) is decided when the page is analysed, texts and
//! attributes are stored as they will be written, and a snapshot is one pass over [`Op`]s.

mod columns;
mod numbering;

use std::sync::{Arc, Mutex};

use crate::adaptive::Counts;
use crate::capture::{Numbers, Viewport};
use crate::locate::{Input, Source};
use crate::options::Options;
use crate::plan::Plan;
use crate::snapshot::{OffScreen, Reason, Snapshot, Stats, Target};
use crate::{Error, Params, analyze, parse, render};

pub(crate) use columns::*;
pub(crate) use numbering::UidNumbering;

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
    /// Where a captured page was scrolled to, and how large it is.
    pub viewport: Option<Viewport>,
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
        analyze::analyze(Input::Html(html), options, None)
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

    /// Analyses a page that `bindings/capture/capture.js` read in a browser, as JSON: what is hidden, typed,
    /// ticked, scrolled away or covered is as a user has it; closed shadow roots and frames are there where the
    /// host gave them.
    ///
    /// Links are resolved against the page's own address where the options name no other. Selectors match the
    /// page as it was then; [`Target::reference`] tells the host which live element a target is. In the selectors
    /// of the options, values are those that fields have now.
    ///
    /// Cost: as for [`Document::parse`].
    ///
    /// # Errors
    /// [`Error::Capture`] where it is no capture, or its list no tree; [`Error::CaptureVersion`] for another
    /// version of the format; and as for [`Document::parse`].
    ///
    /// ```
    /// use d2snap::{Document, Options, Params};
    /// let capture = r#"{"version": 1, "capturer": "c1", "names": ["html", "body", "input", "type"],
    ///   "nodes": [[-1, 9], [0, 1, 0, [], 1], [1, 1, 1, [], 2],
    ///             [2, 1, 2, [3, "checkbox"], 3, {"checked": true}], [2, 3, "Ready"]]}"#;
    /// let document = Document::from_capture(capture, &Options::default().with_uids(true))?;
    /// assert_eq!(document.snap(Params::default()).html(), "<input type=checkbox checked uid=1>Ready\n");
    /// assert_eq!(document.targets()[0].reference.as_ref().map(ToString::to_string).as_deref(), Some("c1/3"));
    /// # Ok::<(), d2snap::Error>(())
    /// ```
    pub fn from_capture(capture: &str, options: &Options) -> Result<Document, Error> {
        analyze::analyze(Input::Capture(capture), options, None)
    }

    /// As [`Document::from_capture`], in a session: targets have the numbers of that.
    ///
    /// # Errors
    /// As for [`Document::from_capture`].
    pub fn from_capture_numbered(capture: &str, options: &Options, numbers: &mut Numbers) -> Result<Document, Error> {
        analyze::analyze(Input::Capture(capture), options, Some(numbers))
    }

    /// The snapshot at these parameters. Cost: one pass over the document, no parsing.
    pub fn snap(&self, params: Params) -> Snapshot<'_> {
        render::snapshot(self, &Plan::new(self, params))
    }

    /// The best snapshot within a token budget: exactly counted, never above it.
    ///
    /// A page that fits as it stands is not reduced. Else (k, l, m) of the highest utility that fits
    /// are searched, and what they leave is filled with attributes of the next lower rating, from the top
    /// of the page on; where even full reduction exceeds the budget, what matters least is left out and
    /// markers say so (`… 37 more links (uid 120–156)`). Items of unordered lists have no marker then.
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
        (1..=self.target_count() as u32).filter_map(|place| self.target(self.columns.numbering.number(place))).collect()
    }

    /// The number of targets of the page.
    pub fn target_count(&self) -> usize {
        self.columns.targets.len()
    }

    /// The target of a number, if there is one. As [`Document::targets`], the first call reads the page
    /// once more.
    pub fn target(&self, uid: u32) -> Option<Target> {
        let target = self.facts(uid)?;
        let place = self.columns.numbering.place(uid)?;
        let located = self.source.located(&self.options);
        Some(Target {
            context: located.contexts.get((place as usize).checked_sub(1)?).cloned().flatten(),
            selector: located.locations.selector(place),
            xpath: located.locations.xpath(place),
            ..target
        })
    }

    /// What is known of a target without looking for where it stands.
    pub(crate) fn facts(&self, uid: u32) -> Option<Target> {
        let columns = &self.columns;
        let place = columns.numbering.place(uid)?;
        let record = columns.targets.get(place.checked_sub(1)? as usize)?;
        let live = columns.live.get(place as usize - 1);
        let text = |span: Span| span.of(&columns.facts).to_owned();
        Some(Target {
            uid,
            tag: columns.names[record.tag as usize].to_string(),
            role: record.role.map(str::to_owned),
            name: record.name.map(text),
            context: None,
            reasons: Reason::ALL
                .into_iter()
                .enumerate()
                .filter(|(bit, _)| record.reasons & (1 << bit) != 0)
                .map(|(_, reason)| reason)
                .collect(),
            state: columns.states[record.states.range()].iter().map(|(state, value)| (*state, text(*value))).collect(),
            value: record.value.map(text),
            href: record.href.map(|href| self.resolve(href.of(&columns.facts))),
            selector: String::new(),
            xpath: None,
            reference: live.and_then(|live| columns.reference(live)),
            off_screen: live.and_then(|live| live.off_screen).map(|(side, pixels)| OffScreen { side, pixels }),
            covered: live.is_some_and(|live| live.covered),
            inert: live.is_some_and(|live| live.inert),
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
