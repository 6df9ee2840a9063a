//! A downsampled page.

use std::sync::Arc;

use d2snap::{Document, Error, Params};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::budget::counter;
use crate::error::argument;

/// A snapshot, which holds its document.
#[wasm_bindgen]
pub struct Snapshot {
    snapshot: d2snap::Snapshot<'static>,
    params: Params,
}

impl Snapshot {
    /// The snapshot of a document that outlives it; `params` are those of one that no search chose.
    pub(crate) fn owning(
        document: &Arc<Document>,
        params: Params,
        snap: impl for<'d> FnOnce(&'d Document) -> Result<d2snap::Snapshot<'d>, Error>,
    ) -> Result<Self, Error> {
        let snapshot = d2snap::Snapshot::owning(document, snap)?;
        Ok(Snapshot { params: snapshot.params().unwrap_or(params), snapshot })
    }
}

#[wasm_bindgen]
impl Snapshot {
    /// The text.
    pub fn html(&self) -> String {
        self.snapshot.html().to_owned()
    }

    /// Its tokens: as the search counted them, else by this module's best tokenizer.
    pub fn tokens(&self) -> usize {
        let count = || counter(None).map_or(0, |counter| counter.count(self.snapshot.html()));
        self.snapshot.adaptive().map_or_else(count, |adaptive| adaptive.tokens)
    }

    /// The numbers of the targets that it prints.
    pub fn uids(&self) -> Vec<u32> {
        self.snapshot.uids().to_vec()
    }

    /// The targets that it prints, as JSON.
    ///
    /// # Errors
    /// Never, in practice: targets can be written as JSON.
    pub fn targets(&self) -> Result<String, JsValue> {
        json("targets", &self.snapshot.targets())
    }

    /// Its parameters, what was kept and what a search came to, as JSON.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn facts(&self) -> Result<String, JsValue> {
        #[derive(Serialize)]
        struct Facts<'s> {
            params: [Option<f64>; 3],
            stats: &'s d2snap::Stats,
            adaptive: Option<&'s d2snap::Adaptive>,
        }
        // JSON has no infinity.
        let finite = |ratio: f64| Some(ratio).filter(|ratio| ratio.is_finite());
        let params = [finite(self.params.k()), finite(self.params.l()), finite(self.params.m())];
        json("facts", &Facts { params, stats: self.snapshot.stats(), adaptive: self.snapshot.adaptive() })
    }

    /// What changed since another, as JSON.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn diff(&self, previous: &Snapshot) -> Result<String, JsValue> {
        json("diff", &self.snapshot.diff(&previous.snapshot))
    }
}

fn json(what: &str, value: &impl Serialize) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| argument(what, &error))
}
