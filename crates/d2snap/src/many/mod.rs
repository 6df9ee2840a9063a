//! Many pages: on several threads, in order, a few at a time.

#[cfg(feature = "parallel")]
mod ordered;
mod page;

pub use page::Page;

use std::sync::Arc;

use crate::adaptive::Budget;
use crate::error::Error;
use crate::options::Options;
use crate::params::Params;
use crate::snapshot::Snapshot;

/// The snapshots of many pages at (k, l, m), in the order of the pages: [`Workers::snap_many`] with
/// one worker for each core.
///
/// ```
/// use d2snap::{Options, Params, snap_many};
/// let pages = ["<h1>One</h1>", "<h1>Two</h1>"];
/// let lines: Vec<String> = snap_many(pages, &Options::default(), Params::default())
///     .map(|snapshot| Ok(snapshot?.into_html()))
///     .collect::<Result<_, d2snap::Error>>()?;
/// assert_eq!(lines, ["# One\n", "# Two\n"]);
/// # Ok::<(), d2snap::Error>(())
/// ```
pub fn snap_many<I>(pages: I, options: &Options, params: Params) -> impl Iterator<Item = Result<Snapshot<'static>, Error>> + use<I>
where
    I: IntoIterator,
    I::Item: Into<Page>,
{
    Workers::default().snap_many(pages, options, params)
}

/// The best snapshots of many pages within a token budget for each, in the order of the pages:
/// [`Workers::adaptive_many`] with one worker for each core.
///
/// ```
/// use d2snap::{Budget, Options, adaptive_many};
/// let long = "<p>word</p>".repeat(1000);
/// let fits: Vec<bool> = adaptive_many(["<p>short", &long], &Options::default(), &Budget::new(100))
///     .map(|snapshot| Ok(snapshot?.adaptive().is_some_and(|adaptive| adaptive.tokens <= 100)))
///     .collect::<Result<_, d2snap::Error>>()?;
/// assert_eq!(fits, [true, true]);
/// # Ok::<(), d2snap::Error>(())
/// ```
pub fn adaptive_many<I>(pages: I, options: &Options, budget: &Budget) -> impl Iterator<Item = Result<Snapshot<'static>, Error>> + use<I>
where
    I: IntoIterator,
    I::Item: Into<Page>,
{
    Workers::default().adaptive_many(pages, options, budget)
}

/// How many threads work on many pages. The results do not depend on it.
///
/// Everything here is lazy: pages are taken from their iterator as results are asked for, at most
/// four for each worker ahead, so that there may be more of them than memory holds. Results come in
/// the order of the pages, an error in the place of its page. The threads end with the iterator;
/// after it is dropped, only pages that were begun are finished.
///
/// Without the feature `parallel`, and where no thread can be started, each page is worked on when
/// its result is asked for, on the thread that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Workers {
    /// 0: one for each core.
    count: usize,
}

impl Workers {
    /// So many threads, at most eight for each core; 0 is one for each core, which is the default.
    pub fn new(count: usize) -> Self {
        Workers { count }
    }

    /// The snapshots of pages at (k, l, m). Each owns its document, for targets and further
    /// snapshots; [`Snapshot::into_html`] leaves the text alone.
    ///
    /// # Errors
    /// For each page those of [`Document::parse`](crate::Document::parse) or, of bytes,
    /// [`Document::parse_bytes`](crate::Document::parse_bytes).
    ///
    /// ```
    /// use d2snap::{Error, Options, Params, Workers};
    /// let options = Options::default().with_selector("main");
    /// let pages = ["<main>One</main>", "<p>Two", "<main>Three</main>"];
    /// let mut snapshots = Workers::new(2).snap_many(pages, &options, Params::new(1.0, 0.3, 0.3)?);
    /// assert_eq!(snapshots.next().unwrap()?.html(), "One\n");
    /// assert!(matches!(snapshots.next().unwrap(), Err(Error::NoMatch { .. })));
    /// assert_eq!(snapshots.next().unwrap()?.html(), "Three\n");
    /// assert!(snapshots.next().is_none());
    /// # Ok::<(), Error>(())
    /// ```
    pub fn snap_many<I>(
        self,
        pages: I,
        options: &Options,
        params: Params,
    ) -> impl Iterator<Item = Result<Snapshot<'static>, Error>> + use<I>
    where
        I: IntoIterator,
        I::Item: Into<Page>,
    {
        let options = options.clone();
        let pages = pages.into_iter().map(Into::into);
        self.map(pages, move |page: Page| Snapshot::owning(&Arc::new(page.parse(&options)?), |document| Ok(document.snap(params))))
    }

    /// The best snapshots of pages within a token budget for each. As for
    /// [`snap_many`](Self::snap_many).
    ///
    /// # Errors
    /// For each page those of [`Document::parse`](crate::Document::parse) or, of bytes,
    /// [`Document::parse_bytes`](crate::Document::parse_bytes), and
    /// [`Error::BudgetUnreachable`] as [`Document::adaptive`](crate::Document::adaptive) has it.
    pub fn adaptive_many<I>(
        self,
        pages: I,
        options: &Options,
        budget: &Budget,
    ) -> impl Iterator<Item = Result<Snapshot<'static>, Error>> + use<I>
    where
        I: IntoIterator,
        I::Item: Into<Page>,
    {
        let (options, budget) = (options.clone(), budget.clone());
        let pages = pages.into_iter().map(Into::into);
        self.map(pages, move |page: Page| Snapshot::owning(&Arc::new(page.parse(&options)?), |document| document.adaptive(&budget)))
    }

    /// Any work on each of many items, such as reading a file and all that is asked of its page, in
    /// the order of the items.
    ///
    /// # Panics
    /// Where `work` does: its panic goes on in the thread that asks for the result.
    ///
    /// ```
    /// use d2snap::{Document, Error, Options, Workers};
    /// let pages = ["<a href=/>Home</a>", "<p>None", "<button>A</button><button>B</button>"];
    /// let counts: Vec<usize> = Workers::default()
    ///     .map(pages, |html| Ok(Document::parse(html, &Options::default())?.target_count()))
    ///     .collect::<Result<_, Error>>()?;
    /// assert_eq!(counts, [1, 0, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn map<I, T, F>(self, items: I, work: F) -> impl Iterator<Item = T> + use<I, T, F>
    where
        I: IntoIterator,
        I::Item: Send + 'static,
        T: Send + 'static,
        F: Fn(I::Item) -> T + Send + Sync + 'static,
    {
        #[cfg(feature = "parallel")]
        return ordered::Ordered::new(items.into_iter(), work, self.count);
        #[cfg(not(feature = "parallel"))]
        items.into_iter().fuse().map(work)
    }
}
