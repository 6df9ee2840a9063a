//! What an elided snapshot keeps of the program.

use rustc_hash::FxHashMap;

/// The pieces that are kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kept {
    /// For each atom: nothing, all, or so many bytes of its text.
    pub(crate) atoms: Vec<Piece>,
    /// For each op, whether it is written.
    pub(crate) ops: Vec<bool>,
    /// Markers before an op.
    pub(crate) markers: FxHashMap<u32, String>,
    /// Markers before an end tag, by its atom: choices that were folded.
    pub(crate) folds: FxHashMap<u32, String>,
}

/// How much of an atom is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Piece {
    #[default]
    Nothing,
    All,
    /// Its first bytes, and `…`.
    Start(u32),
}
