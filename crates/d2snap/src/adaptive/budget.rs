//! What an adaptive snapshot may cost, and what it is to keep.

use crate::error::Error;
use crate::tokens::TokenCounter;

/// What happens where even full reduction exceeds the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnOverflow {
    /// What matters least is left out, with markers in its place.
    Elide,
    /// [`Error::BudgetUnreachable`].
    Error,
}

/// How much hierarchy, text and attributes count in the utility of (k, l, m); they are brought to a
/// sum of 1. Hierarchy weighs most by default, which is the paper's finding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    pub(crate) hierarchy: f64,
    pub(crate) text: f64,
    pub(crate) attributes: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { hierarchy: 0.5, text: 0.3, attributes: 0.2 }
    }
}

impl Weights {
    /// Three weights, none negative, one above zero.
    ///
    /// # Errors
    /// [`Error::Parameter`] for weights that are not so.
    pub fn new(hierarchy: f64, text: f64, attributes: f64) -> Result<Self, Error> {
        let sum = hierarchy + text + attributes;
        let valid = [hierarchy, text, attributes].iter().all(|weight| weight.is_finite() && *weight >= 0.0) && sum > 0.0;
        if !valid {
            let value = format!("({hierarchy}, {text}, {attributes})");
            return Err(Error::Parameter { name: "weights", value, domain: "three numbers, none negative, one above zero" });
        }
        Ok(Weights { hierarchy: hierarchy / sum, text: text / sum, attributes: attributes / sum })
    }
}

/// A token budget for [`Document::adaptive`](crate::Document::adaptive).
///
/// ```
/// use d2snap::{Budget, Document, Options, TokenCounter};
/// let document = Document::parse("<h1>Shop</h1><p>Open.</p>", &Options::default())?;
/// let snapshot = document.adaptive(&Budget::new(100).with_counter(TokenCounter::chars4()))?;
/// assert_eq!(snapshot.html(), "# Shop\nOpen.\n");
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Budget {
    pub(crate) max_tokens: usize,
    pub(crate) counter: TokenCounter,
    pub(crate) margin: f64,
    pub(crate) on_overflow: OnOverflow,
    pub(crate) weights: Weights,
    pub(crate) task: Option<String>,
}

impl Budget {
    /// At most so many tokens of o200k_base, with elision where full reduction exceeds them.
    pub fn new(max_tokens: usize) -> Self {
        Budget {
            max_tokens,
            counter: TokenCounter::default(),
            margin: 0.0,
            on_overflow: OnOverflow::Elide,
            weights: Weights::default(),
            task: None,
        }
    }

    /// How tokens are counted; default o200k_base.
    #[must_use]
    pub fn with_counter(mut self, counter: TokenCounter) -> Self {
        self.counter = counter;
        self
    }

    /// The share of the budget that stays unused, in [0, 1), for a model whose tokenizer is not the
    /// one that counts; default 0. A value outside is brought to the nearer end.
    #[must_use]
    pub fn with_margin(mut self, margin: f64) -> Self {
        self.margin = if margin.is_nan() { 0.0 } else { margin.clamp(0.0, 0.99) };
        self
    }

    /// What happens where even full reduction exceeds the budget; default elision.
    #[must_use]
    pub fn with_on_overflow(mut self, on_overflow: OnOverflow) -> Self {
        self.on_overflow = on_overflow;
        self
    }

    /// What the search over (k, l, m) is to keep.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// What the agent is to do. Sentences that have to do with it rank higher (Biased TextRank), and
    /// what matches it (words by BM25, their forms folded where the page's language has a stemmer)
    /// is given up last. No model, no network. A text without words that say something changes
    /// nothing.
    #[must_use]
    pub fn with_task(mut self, task: &str) -> Self {
        self.task = Some(task.to_owned());
        self
    }

    /// The tokens that may be used. No page has as many as [`MOST`].
    pub(crate) fn tokens(&self) -> usize {
        ((self.max_tokens as f64 * (1.0 - self.margin)).floor() as usize).min(MOST)
    }
}

/// More than this is no limit, and leaves room to add to.
const MOST: usize = usize::MAX / 8;
