//! What `d2snap stats` has to say, and its JSON. The order of the members is part of the contract.

use d2snap::{Breakdown, Params, Stats};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::record::finite_or_inf;

/// A page and its snapshot, by parts.
#[derive(Debug)]
pub struct Record<'s> {
    /// Where the page came from.
    pub file: String,
    /// Its title.
    pub title: &'s str,
    /// The parameters of the snapshot.
    pub params: Params,
    /// The profile's name.
    pub profile: &'static str,
    /// The token counter's name.
    pub tokenizer: &'s str,
    /// The bytes of the page as it was read.
    pub page_bytes: usize,
    /// The page by parts.
    pub page: &'s Breakdown,
    /// The snapshot by parts.
    pub snapshot: &'s Breakdown,
    /// What was kept and withheld.
    pub stats: &'s Stats,
    /// Targets of the page.
    pub targets: usize,
    /// Targets in the snapshot.
    pub targets_kept: usize,
}

/// The JSON object.
#[derive(Debug, Serialize)]
pub struct Object<'s> {
    file: &'s str,
    title: &'s str,
    #[serde(serialize_with = "finite_or_inf")]
    k: f64,
    l: f64,
    m: f64,
    profile: &'static str,
    tokenizer: &'s str,
    page: Map<String, Value>,
    snapshot: Map<String, Value>,
    kept: Value,
    withheld: Map<String, Value>,
    depth_cut: usize,
}

impl Record<'_> {
    /// The JSON object.
    pub fn json(&self) -> Object<'_> {
        let mut snapshot = parts(self.snapshot.bytes, self.snapshot);
        let subtrees = self.snapshot.subtrees.iter().map(|subtree| {
            let share = subtree.tokens as f64 / self.snapshot.tokens.max(1) as f64;
            let share = (share * 1e4).round() / 1e4;
            json!({"selector": subtree.selector, "tag": subtree.tag, "tokens": subtree.tokens, "share": share, "inside": subtree.inside})
        });
        snapshot.insert("subtrees".to_owned(), subtrees.collect());
        let Stats { containers, containers_kept, sentences, sentences_kept, attributes, attributes_kept, .. } = *self.stats;
        Object {
            file: &self.file,
            title: self.title,
            k: self.params.k(),
            l: self.params.l(),
            m: self.params.m(),
            profile: self.profile,
            tokenizer: self.tokenizer,
            page: parts(self.page_bytes, self.page),
            snapshot,
            kept: json!({
                "containers": containers, "containers_kept": containers_kept,
                "sentences": sentences, "sentences_kept": sentences_kept,
                "attributes": attributes, "attributes_kept": attributes_kept,
                "targets": self.targets, "targets_kept": self.targets_kept,
            }),
            withheld: self.stats.withheld.iter().map(|(reason, count)| (reason.to_owned(), count.into())).collect(),
            depth_cut: self.stats.depth_cut,
        }
    }
}

fn parts(bytes: usize, breakdown: &Breakdown) -> Map<String, Value> {
    let classes: Map<String, Value> = breakdown.classes.iter().map(|share| (share.name.clone(), share.tokens.into())).collect();
    let tags = breakdown.tags.iter().map(
        |tag| json!({"tag": tag.name, "count": tag.count, "tokens": tag.tokens, "attributes": tag.attributes, "content": tag.content}),
    );
    let attributes = breakdown.attributes.iter();
    let attributes = attributes.map(|share| json!({"name": share.name, "count": share.count, "tokens": share.tokens}));
    [
        ("bytes".to_owned(), bytes.into()),
        ("tokens".to_owned(), breakdown.tokens.into()),
        ("classes".to_owned(), classes.into()),
        ("tags".to_owned(), tags.collect()),
        ("attributes".to_owned(), attributes.collect()),
    ]
    .into_iter()
    .collect()
}
