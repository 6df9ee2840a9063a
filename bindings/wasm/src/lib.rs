//! The engine as WebAssembly: conversions between JavaScript and the engine, nothing else.
//!
//! What goes in and out is numbers, texts and JSON; the package's JavaScript (`bindings/wasm/js`) gives it names
//! and types. Errors are thrown as JSON, which `js/error.ts` reads.

mod budget;
mod document;
mod error;
mod options;
mod snapshot;

use wasm_bindgen::prelude::*;

/// The number of tokens of a text, by a tokenizer of the engine's.
///
/// # Errors
/// For a name that this module has not.
#[wasm_bindgen(js_name = countTokens)]
pub fn count_tokens(text: &str, tokenizer: Option<String>) -> Result<usize, JsValue> {
    Ok(budget::counter(tokenizer.as_deref()).map_err(error::thrown)?.count(text))
}
