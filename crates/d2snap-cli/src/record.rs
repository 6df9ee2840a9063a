//! The JSON objects of `--json`. The order of their members is part of the contract.

use d2snap::{Document, Params, Snapshot, Target, TokenCounter, Withheld};
use serde::{Serialize, Serializer};

use crate::choice::Profile;
use crate::input::Input;

/// A page as it was read.
#[derive(Debug)]
pub struct Source<'s> {
    /// Where it came from.
    pub input: &'s Input,
    /// How many bytes it had.
    pub bytes: usize,
    /// Its whole text.
    pub html: &'s str,
}

/// A page and its snapshot.
#[derive(Debug, Serialize)]
pub struct Record<'s> {
    file: String,
    title: &'s str,
    lang: &'s str,
    html: &'s str,
    #[serde(serialize_with = "finite_or_inf")]
    k: f64,
    l: f64,
    m: f64,
    profile: &'static str,
    tokens: usize,
    tokenizer: &'s str,
    original_bytes: usize,
    original_tokens: usize,
    targets_total: usize,
    sentences: usize,
    sentences_kept: usize,
    attributes: usize,
    attributes_kept: usize,
    containers: usize,
    containers_kept: usize,
    withheld: &'s Withheld,
    targets: Vec<Target>,
}

impl<'s> Record<'s> {
    /// Counts the tokens of the page and of its snapshot.
    pub fn new(
        source: &Source<'s>,
        document: &'s Document,
        snapshot: &'s Snapshot<'s>,
        params: Params,
        profile: Profile,
        tokenizer: &'s TokenCounter,
    ) -> Self {
        let stats = snapshot.stats();
        Record {
            file: source.input.name(),
            title: &document.meta().title,
            lang: &document.meta().lang,
            html: snapshot.html(),
            k: params.k(),
            l: params.l(),
            m: params.m(),
            profile: profile.name(),
            tokens: snapshot.tokens(tokenizer),
            tokenizer: tokenizer.name(),
            original_bytes: source.bytes,
            original_tokens: tokenizer.count(source.html),
            targets_total: document.target_count(),
            sentences: stats.sentences,
            sentences_kept: stats.sentences_kept,
            attributes: stats.attributes,
            attributes_kept: stats.attributes_kept,
            containers: stats.containers,
            containers_kept: stats.containers_kept,
            withheld: &stats.withheld,
            targets: snapshot.targets(),
        }
    }
}

/// A page that failed.
#[derive(Debug, Serialize)]
pub struct Failure<'s> {
    /// Its name.
    pub file: &'s str,
    /// Why.
    pub error: &'s str,
}

impl Failure<'_> {
    /// The object on a line.
    pub fn line(&self) -> String {
        line(self)
    }
}

/// A record on a line.
pub fn line(record: &impl Serialize) -> String {
    // Strings, numbers and maps with string keys always have a JSON form.
    let mut line = serde_json::to_string(record).unwrap_or_default();
    line.push('\n');
    line
}

/// JSON has no infinity.
pub fn finite_or_inf<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.is_finite() { serializer.serialize_f64(*number) } else { serializer.serialize_str("inf") }
}
