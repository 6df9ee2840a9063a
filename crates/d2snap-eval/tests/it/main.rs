//! Tests of the evaluation crate's public interface.

mod broken;
mod formats;
mod identify;
mod measure;
#[cfg(feature = "parquet")]
mod parquet_file;
mod run;
mod stream;

use std::path::{Path, PathBuf};

/// Where the formats' fixtures are.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/formats").join(name)
}

/// The position of the first element that a selector matches.
fn element(html: &str, selector: &str) -> usize {
    let page = scraper::Html::parse_document(html);
    let selector = scraper::Selector::parse(selector).unwrap();
    let first = page.select(&selector).next().unwrap().id();
    page.tree.root().descendants().filter(|node| node.value().is_element()).position(|node| node.id() == first).unwrap()
}
