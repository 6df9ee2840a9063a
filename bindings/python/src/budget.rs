//! A token budget from keyword arguments.

use d2snap::{Budget, Weights};
use pyo3::prelude::*;

use crate::error::{Failure, exception, parameter};
use crate::number::{count, named, within};
use crate::options::{choice, string};
use crate::tokens::Tokenizer;

/// What Python gives of a budget.
#[derive(Debug, Default)]
pub(crate) struct BudgetArguments<'a, 'py> {
    pub(crate) max_tokens: Option<&'a Bound<'py, PyAny>>,
    pub(crate) task: Option<&'a Bound<'py, PyAny>>,
    pub(crate) tokenizer: Option<&'a Bound<'py, PyAny>>,
    pub(crate) margin: Option<&'a Bound<'py, PyAny>>,
    pub(crate) on_overflow: Option<&'a Bound<'py, PyAny>>,
    pub(crate) weights: Option<&'a Bound<'py, PyAny>>,
}

/// A budget whose counter may be a function of the caller's.
#[derive(Debug)]
pub(crate) struct TokenBudget {
    budget: Budget,
    tokenizer: Tokenizer,
}

/// The tokens of a budget where nothing says otherwise; the command line has the same.
const MAX_TOKENS: usize = 8192;

impl TokenBudget {
    /// # Errors
    /// `TypeError` for values of another type, `ValueError` for those outside their domain.
    pub(crate) fn of(arguments: &BudgetArguments<'_, '_>) -> PyResult<Self> {
        let max_tokens = arguments.max_tokens.map_or(Ok(MAX_TOKENS), |max_tokens| count("max_tokens", max_tokens))?;
        let mut budget = Budget::new(max_tokens);
        if let Some(task) = arguments.task {
            budget = budget.with_task(&string("task", task)?);
        }
        if let Some(margin) = arguments.margin {
            budget = budget.with_margin(within("margin", margin, "0 to below 1", |margin| (0.0..1.0).contains(&margin))?);
        }
        if let Some(on_overflow) = arguments.on_overflow {
            budget = budget.with_on_overflow(choice("on_overflow", on_overflow)?);
        }
        if let Some(weights) = arguments.weights {
            let three = weights.extract::<Vec<f64>>().map_err(|error| named("weights", weights, error))?;
            let [hierarchy, text, attributes] = three[..] else {
                return Err(parameter("weights", weights, "three numbers, none negative, one above zero"));
            };
            budget = budget.with_weights(Weights::new(hierarchy, text, attributes).map_err(exception)?);
        }
        let tokenizer = arguments.tokenizer.map_or_else(|| Ok(Tokenizer::default()), Tokenizer::of)?;
        Ok(TokenBudget { budget, tokenizer })
    }

    /// What `work` gives under this budget, or what the caller's counter raised in it.
    pub(crate) fn spend<T>(&self, work: impl FnOnce(&Budget) -> Result<T, d2snap::Error>) -> Result<T, Failure> {
        let (counter, raised) = self.tokenizer.counter();
        let done = work(&self.budget.clone().with_counter(counter));
        raised.check()?;
        Ok(done?)
    }

    /// How it counts.
    pub(crate) fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }
}
