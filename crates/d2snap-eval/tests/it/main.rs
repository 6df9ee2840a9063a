//! Tests of the evaluation crate's public interface.

mod broken;
mod formats;
#[cfg(feature = "parquet")]
mod parquet_file;
mod stream;

use std::path::{Path, PathBuf};

/// Where the formats' fixtures are.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/formats").join(name)
}
