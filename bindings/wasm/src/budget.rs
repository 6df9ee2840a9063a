//! A token budget from a JSON object, with a counter that may be JavaScript's.

use std::cell::RefCell;

use d2snap::{Budget, Error, TokenCounter, Weights};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::error::{argument, thrown};

#[wasm_bindgen]
extern "C" {
    /// A function that takes a text and gives a number; what it throws is kept by its other side (`js/count.ts`).
    #[derive(Clone)]
    #[wasm_bindgen(typescript_type = "(text: string) => number")]
    pub type CountTokens;

    #[wasm_bindgen(method, js_name = call)]
    fn call(this: &CountTokens, receiver: &JsValue, text: &str) -> f64;
}

thread_local! {
    /// The function of the call that is going on: the engine's counters go between threads, JavaScript's functions do not.
    static COUNT: RefCell<Option<CountTokens>> = const { RefCell::new(None) };
}

/// The members, all but `maxTokens` optional.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Given {
    max_tokens: usize,
    task: Option<String>,
    tokenizer: Option<String>,
    margin: Option<f64>,
    on_overflow: Option<String>,
    weights: Option<[f64; 3]>,
}

/// The counter of a name; without one, this module's best.
pub(crate) fn counter(name: Option<&str>) -> Result<TokenCounter, Error> {
    name.map_or_else(|| Ok(TokenCounter::default()), TokenCounter::by_name)
}

/// What `work` gives under the budget of a JSON object.
///
/// # Errors
/// For a member that is not known or of another type, for values outside their domain, and what `work` gives.
pub(crate) fn spend<T>(json: &str, count: Option<CountTokens>, work: impl FnOnce(&Budget) -> Result<T, Error>) -> Result<T, JsValue> {
    let given: Given = serde_json::from_str(json).map_err(|error| argument("budget", &error))?;
    let budget = budget(given, count.is_some()).map_err(thrown)?;
    // A function that asks for a snapshot itself gets its own back afterwards.
    let outer = COUNT.replace(count);
    let done = work(&budget);
    COUNT.set(outer);
    done.map_err(thrown)
}

fn budget(given: Given, is_own: bool) -> Result<Budget, Error> {
    let mut budget = Budget::new(given.max_tokens);
    if let Some(task) = &given.task {
        budget = budget.with_task(task);
    }
    if let Some(margin) = given.margin {
        if !(0.0..1.0).contains(&margin) {
            return Err(Error::parameter("margin", margin.to_string(), "0 to below 1"));
        }
        budget = budget.with_margin(margin);
    }
    if let Some(name) = given.on_overflow {
        budget = budget.with_on_overflow(name.parse()?);
    }
    if let Some([hierarchy, text, attributes]) = given.weights {
        budget = budget.with_weights(Weights::new(hierarchy, text, attributes)?);
    }
    let counter = if is_own { TokenCounter::custom("countTokens", count) } else { counter(given.tokenizer.as_deref())? };
    Ok(budget.with_counter(counter))
}

fn count(text: &str) -> usize {
    // Borrowed for no longer than it takes to have it: the function may ask for a snapshot itself.
    let function = COUNT.with_borrow(Clone::clone);
    function.map_or(0, |function| function.call(&JsValue::UNDEFINED, text) as usize)
}
