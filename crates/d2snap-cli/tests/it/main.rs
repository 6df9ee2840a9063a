//! The contract of the `d2snap` command, line by line, through the binary.

mod adaptive;
mod batch;
mod capture;
mod cases;
mod document;
#[cfg(feature = "eval")]
mod eval;
mod expand;
mod folder;
mod frontier;
mod json;
mod option;
mod page;
mod run;
mod stats;
mod text;
mod usage;
