//! A page, parsed and analysed once.

use std::sync::Arc;

use d2snap::{Expand, Params};
use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::budget::{CountTokens, spend};
use crate::error::{argument, thrown};
use crate::options::options;
use crate::snapshot::Snapshot;

/// The numbers of a live page over time.
#[wasm_bindgen]
#[derive(Default)]
pub struct Numbers {
    numbers: d2snap::Numbers,
}

#[wasm_bindgen]
impl Numbers {
    /// Numbers from 1.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Numbers::default()
    }
}

/// A page.
#[wasm_bindgen]
pub struct Document {
    document: Arc<d2snap::Document>,
}

#[wasm_bindgen]
impl Document {
    /// The page of a text; `given` is a JSON object of options.
    ///
    /// # Errors
    /// For options that are wrong, and beyond the limits.
    pub fn parse(html: &str, given: &str) -> Result<Document, JsValue> {
        let document = d2snap::Document::parse(html, &options(given)?).map_err(thrown)?;
        Ok(Document { document: Arc::new(document) })
    }

    /// The page that `bindings/capture/capture.js` read.
    ///
    /// # Errors
    /// As `parse`, and for what is no capture.
    #[wasm_bindgen(js_name = fromCapture)]
    pub fn from_capture(capture: &str, given: &str, numbers: &mut Numbers) -> Result<Document, JsValue> {
        let document = d2snap::Document::from_capture_numbered(capture, &options(given)?, &mut numbers.numbers).map_err(thrown)?;
        Ok(Document { document: Arc::new(document) })
    }

    /// The snapshot at (k, l, m).
    ///
    /// # Errors
    /// For a parameter outside its domain.
    pub fn snap(&self, k: f64, l: f64, m: f64) -> Result<Snapshot, JsValue> {
        let params = Params::new(k, l, m).map_err(thrown)?;
        Snapshot::owning(&self.document, params, |document| Ok(document.snap(params))).map_err(thrown)
    }

    /// The best snapshot within a budget, a JSON object.
    ///
    /// # Errors
    /// For a budget that is wrong, and where no snapshot fits it.
    pub fn adaptive(&self, budget: &str, count: Option<CountTokens>) -> Result<Snapshot, JsValue> {
        spend(budget, count, |budget| Snapshot::owning(&self.document, Params::default(), |document| document.adaptive(budget)))
    }

    /// A part of the page within a budget.
    ///
    /// # Errors
    /// As `adaptive`, and for numbers that no target has.
    pub fn expand(&self, uids: &str, budget: &str, count: Option<CountTokens>) -> Result<Snapshot, JsValue> {
        let what: Expand = uids.parse().map_err(thrown)?;
        spend(budget, count, |budget| Snapshot::owning(&self.document, Params::default(), |document| document.expand(&what, budget)))
    }

    /// All targets, as JSON.
    ///
    /// # Errors
    /// Never, in practice: targets can be written as JSON.
    pub fn targets(&self) -> Result<String, JsValue> {
        serde_json::to_string(&self.document.targets()).map_err(|error| argument("targets", &error))
    }

    /// What the page says of itself, as JSON.
    pub fn meta(&self) -> String {
        let meta = self.document.meta();
        json!({ "title": meta.title, "lang": meta.lang, "base_url": meta.base_url }).to_string()
    }
}
