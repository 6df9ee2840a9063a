//! The contract of `d2snap snap`, line by line, through the binary.

mod folder;
mod json;
mod option;
mod page;
mod run;
mod text;
mod usage;
