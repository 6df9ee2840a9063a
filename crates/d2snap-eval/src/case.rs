//! A state made ready: its page read once, for all subjects.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use d2snap::{Document, Options, TokenCounter};

use crate::metric::Measures;
use crate::page::Page;
use crate::reading::Reading;
use crate::state::State;
use crate::truth::Truth;

/// A state with what all subjects and metrics share.
pub struct Case<'s> {
    /// The state.
    pub state: &'s State,
    /// Its page.
    pub page: Page,
    /// Tokens of the raw page.
    pub raw_tokens: usize,
    pub(crate) truth: Truth,
    pub(crate) counter: TokenCounter,
    agent: OnceCell<Parsed>,
    paper: OnceCell<Parsed>,
}

/// A page as the engine has it.
pub(crate) struct Parsed {
    pub(crate) document: Result<Document, String>,
    /// How long that took.
    pub(crate) time: Duration,
    positions: OnceCell<HashMap<u32, usize>>,
}

impl<'s> Case<'s> {
    /// Reads the page of a state and counts its tokens, by o200k_base.
    pub fn new(state: &'s State) -> Case<'s> {
        let page = Page::read(&state.html);
        let counter = TokenCounter::o200k_base();
        Case {
            state,
            raw_tokens: counter.count(&state.html),
            truth: Truth::of(state, &page),
            page,
            counter,
            agent: OnceCell::new(),
            paper: OnceCell::new(),
        }
    }

    /// The page in the agent profile, numbers on.
    pub(crate) fn agent(&self) -> &Parsed {
        self.agent.get_or_init(|| Parsed::new(&self.state.html, &Options::default().with_uids(true)))
    }

    /// The page in the paper's profile, numbers on.
    pub(crate) fn paper(&self) -> &Parsed {
        self.paper.get_or_init(|| Parsed::new(&self.state.html, &Options::paper().with_uids(true)))
    }

    /// The measures of a text as read. `seed` chooses the pairs that hierarchy is measured on.
    pub fn measures(&self, reading: &Reading, seed: u64) -> Measures {
        Measures::of(reading, &self.page, &self.truth, self.state.task.as_deref(), seed)
    }

    /// The elements of the page that the numbers of a parse stand for: found by the selectors of its targets, in a tree that
    /// is not the engine's.
    pub(crate) fn positions<'p>(&self, parsed: &'p Parsed) -> &'p HashMap<u32, usize> {
        parsed.positions.get_or_init(|| {
            let Ok(document) = &parsed.document else { return HashMap::new() };
            let positions = d2snap_check::locate::positions(document, &self.page.tree);
            (1..).zip(positions).filter_map(|(number, position)| Some((number, position?))).collect()
        })
    }
}

impl Parsed {
    fn new(html: &str, options: &Options) -> Parsed {
        let start = Instant::now();
        let document = Document::parse(html, options).map_err(|error| error.to_string());
        Parsed { document, time: start.elapsed(), positions: OnceCell::new() }
    }
}
