//! The bodies of the fuzz targets: each takes bytes and panics where the engine is wrong.
//!
//! `cargo xtask fuzz` runs them under libFuzzer, `tests/replay.rs` on seeds and on what was found.

mod escape;
mod input;
mod page;

pub use escape::escape;
pub use page::{adaptive, snap};

use d2snap::TokenCounter;

/// A target: its name and its body.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 4] = [("snap", snap), ("adaptive", adaptive), ("escape", escape), ("tokens", tokens)];

/// Counts are those of tiktoken.
pub fn tokens(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (o200k, cl100k) = (tiktoken_rs::o200k_base_singleton(), tiktoken_rs::cl100k_base_singleton());
    assert_eq!(TokenCounter::o200k_base().count(&text), o200k.count_ordinary(&text), "o200k_base of {text:?}");
    assert_eq!(TokenCounter::cl100k_base().count(&text), cl100k.count_ordinary(&text), "cl100k_base of {text:?}");
}
