//! The tokens of a vocabulary at hand, and exact counts by them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

use rustc_hash::{FxBuildHasher, FxHashMap};
use tiktoken_rs::CoreBPE;

use super::split::{Pattern, ascii_piece_end, piece_end};

/// A vocabulary of tiktoken, laid out for looking up whether and how early a piece is a token.
pub(super) struct Vocabulary {
    pattern: Pattern,
    /// Short tokens: a hash table with linear probing of their bytes and length, 0 where it is free.
    short: Vec<u128>,
    /// By slot: the token's rank.
    ranks: Vec<u32>,
    /// The ranks of tokens of two bytes.
    pairs: Vec<u32>,
    /// Tokens of 16 bytes and more.
    long: FxHashMap<Box<[u8]>, u32>,
    /// The bytes of the longest token.
    longest: usize,
}

static O200K: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::new(tiktoken_rs::o200k_base_singleton(), Pattern::O200k, 199_998));
static CL100K: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::new(tiktoken_rs::cl100k_base_singleton(), Pattern::Cl100k, 100_256));

/// What counting has met: most pieces come again.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The last tokens met, by their hash; the vocabulary itself is too large for a processor's cache.
    tokens: Vec<u128>,
    /// Counts of pieces that are several tokens.
    pieces: FxHashMap<Box<str>, u32>,
}

/// So many tokens are remembered.
const RECENT: usize = 1 << 11;

/// Slots for short tokens, of which there are fewer than 200,000.
const SLOTS: usize = 1 << 18;
/// The pieces of up to so many bytes are merged by looking for the lowest rank each time; longer ones
/// with a heap, whose time is not quadratic.
const FEW: usize = 100;

impl Vocabulary {
    pub(super) fn o200k() -> &'static Vocabulary {
        &O200K
    }

    pub(super) fn cl100k() -> &'static Vocabulary {
        &CL100K
    }

    fn new(encoder: &CoreBPE, pattern: Pattern, tokens: u32) -> Self {
        let mut vocabulary = Vocabulary {
            pattern,
            short: vec![0; SLOTS],
            ranks: vec![0; SLOTS],
            pairs: vec![u32::MAX; 1 << 16],
            long: FxHashMap::default(),
            longest: 1,
        };
        for rank in 0..tokens {
            let Ok(token) = encoder.decode_bytes(&[rank]) else { continue };
            vocabulary.longest = vocabulary.longest.max(token.len());
            if let [first, second] = token[..] {
                vocabulary.pairs[usize::from(u16::from_le_bytes([first, second]))] = rank;
            }
            match key(&token) {
                Some(key) => {
                    let slot = vocabulary.slot(key, hash(key));
                    vocabulary.short[slot] = key;
                    vocabulary.ranks[slot] = rank;
                }
                None => {
                    vocabulary.long.insert(token.into(), rank);
                }
            }
        }
        vocabulary
    }

    /// The slot of a short token, else the free one where it belongs.
    fn slot(&self, key: u128, hash: usize) -> usize {
        let mut at = hash % SLOTS;
        while self.short[at] != key && self.short[at] != 0 {
            at = (at + 1) % SLOTS;
        }
        at
    }

    fn is_token(&self, piece: &[u8], known: &mut Known) -> bool {
        let Some(key) = key(piece) else { return self.long.contains_key(piece) };
        let hash = hash(key);
        let recent = &mut known.tokens[hash % RECENT];
        if *recent == key {
            return true;
        }
        let is_token = self.short[self.slot(key, hash)] == key;
        if is_token {
            *recent = key;
        }
        is_token
    }

    fn rank(&self, piece: &[u8]) -> u32 {
        if let [first, second] = *piece {
            return self.pairs[usize::from(u16::from_le_bytes([first, second]))];
        }
        match key(piece) {
            Some(key) => {
                let slot = self.slot(key, hash(key));
                if self.short[slot] == key { self.ranks[slot] } else { u32::MAX }
            }
            None => self.long.get(piece).copied().unwrap_or(u32::MAX),
        }
    }

    /// The number of tokens of `text`; where that is more than `limit`, some number above it, as soon as
    /// that is known.
    ///
    /// The splitting patterns never match across a space behind what is no white space, so a text is
    /// cut there; most such parts are ASCII.
    pub(super) fn count(&self, text: &str, known: &mut Known, limit: usize) -> usize {
        if text.len() / self.longest > limit {
            return limit + 1;
        }
        known.tokens.resize(RECENT, 0);
        let mut count = 0;
        self.pieces(text, |from, to| {
            let piece = &text[from..to];
            // No token is longer than the longest.
            if piece.len() > FEW && piece.len() / self.longest > limit - count {
                count = limit + 1;
            } else {
                count += self.count_piece(piece, known);
            }
            count <= limit
        });
        count
    }

    /// Gives the start of each token of `text`, or of each piece that `is_whole` says is one part,
    /// with how many tokens begin there.
    pub(super) fn starts(
        &self,
        text: &str,
        known: &mut Known,
        mut is_whole: impl FnMut(usize, usize) -> bool,
        mut take: impl FnMut(usize, usize, usize),
    ) {
        known.tokens.resize(RECENT, 0);
        self.pieces(text, |from, to| {
            let piece = &text[from..to];
            if is_whole(from, to) || self.is_token(piece.as_bytes(), known) {
                take(from, to, self.count_piece(piece, known));
                return true;
            }
            let mut at = from;
            let mut token = |length: usize| {
                take(at, at + length, 1);
                at += length;
            };
            if piece.len() > FEW {
                let (_, next) = self.merge_many(piece.as_bytes());
                let mut start = 0;
                while let Some(end) = next.get(start).map(|end| *end as usize) {
                    token(end - start);
                    start = end;
                }
            } else {
                let mut starts = [0u8; FEW + 1];
                let parts = self.merge(piece.as_bytes(), &mut starts);
                starts[..=parts].windows(2).for_each(|pair| token(usize::from(pair[1] - pair[0])));
            }
            true
        });
    }

    /// Gives the start and end of each piece, until `take` says no.
    fn pieces(&self, text: &str, mut take: impl FnMut(usize, usize) -> bool) {
        let mut at = 0;
        while at < text.len() {
            let end = part_end(text, at);
            let part = &text[at..end];
            let is_ascii = part.is_ascii();
            let mut from = 0;
            while from < part.len() {
                let to = if is_ascii { ascii_piece_end(self.pattern, part, from) } else { piece_end(self.pattern, part, from) };
                if !take(at + from, at + to) {
                    return;
                }
                from = to;
            }
            at = end;
        }
    }

    fn count_piece(&self, piece: &str, known: &mut Known) -> usize {
        if self.is_token(piece.as_bytes(), known) {
            return 1;
        }
        if piece.len() > FEW {
            return self.merge_many(piece.as_bytes()).0;
        }
        if let Some(count) = known.pieces.get(piece) {
            return *count as usize;
        }
        let count = self.merge(piece.as_bytes(), &mut [0; FEW + 1]);
        known.pieces.insert(piece.into(), count as u32);
        count
    }

    /// Byte pair encoding: of all neighbours that are a token together, those of the lowest rank
    /// become one, until none are. Gives how many are left; `starts` has where they begin, and then
    /// where the last ends.
    fn merge(&self, piece: &[u8], starts: &mut [u8; FEW + 1]) -> usize {
        let mut ranks = [u32::MAX; FEW + 1];
        let mut parts = piece.len();
        for (at, start) in starts.iter_mut().enumerate().take(parts + 1) {
            *start = at as u8;
        }
        let pair = |starts: &[u8], at: usize| match starts.get(at + 2) {
            Some(end) => self.rank(&piece[usize::from(starts[at])..usize::from(*end)]),
            None => u32::MAX,
        };
        for (at, rank) in ranks.iter_mut().enumerate().take(parts) {
            *rank = pair(&starts[..=parts], at);
        }
        loop {
            let Some((at, lowest)) = ranks[..parts].iter().enumerate().min_by_key(|(_, rank)| **rank) else { return parts };
            if *lowest == u32::MAX {
                return parts;
            }
            starts.copy_within(at + 2..=parts, at + 1);
            ranks.copy_within(at + 1..parts, at);
            parts -= 1;
            ranks[at] = pair(&starts[..=parts], at);
            if at > 0 {
                ranks[at - 1] = pair(&starts[..=parts], at - 1);
            }
        }
    }

    /// As [`merge`](Self::merge), of a long piece: time grows with n · log n. Gives how many are left, and
    /// for the start of each where the next begins.
    fn merge_many(&self, piece: &[u8]) -> (usize, Vec<u32>) {
        // A part is known by its first byte: where the next begins, where the one before it does.
        let mut next: Vec<u32> = (1..=piece.len() as u32).collect();
        let mut before: Vec<u32> = (0..piece.len() as u32).map(|at| at.wrapping_sub(1)).collect();
        // The rank of a part with the next one; a pair in the heap of another rank is out of date.
        let mut ranks = vec![u32::MAX; piece.len()];
        let mut pairs = BinaryHeap::new();
        let pair = |next: &[u32], at: usize| match next.get(next[at] as usize) {
            Some(end) => self.rank(&piece[at..*end as usize]),
            None => u32::MAX,
        };
        let note = |ranks: &mut [u32], pairs: &mut BinaryHeap<Reverse<(u32, u32)>>, at: usize, rank: u32| {
            ranks[at] = rank;
            if rank != u32::MAX {
                pairs.push(Reverse((rank, at as u32)));
            }
        };
        for at in 0..piece.len() {
            let rank = pair(&next, at);
            note(&mut ranks, &mut pairs, at, rank);
        }
        let mut parts = piece.len();
        while let Some(Reverse((rank, at))) = pairs.pop() {
            let at = at as usize;
            if ranks[at] != rank {
                continue;
            }
            let merged = next[at] as usize;
            ranks[merged] = u32::MAX;
            next[at] = next[merged];
            if let Some(back) = before.get_mut(next[at] as usize) {
                *back = at as u32;
            }
            parts -= 1;
            let own = pair(&next, at);
            note(&mut ranks, &mut pairs, at, own);
            if let Some(one) = (before[at] != u32::MAX).then_some(before[at] as usize) {
                let own = pair(&next, one);
                note(&mut ranks, &mut pairs, one, own);
            }
        }
        (parts, next)
    }
}

fn hash(key: u128) -> usize {
    let mut hasher = FxBuildHasher.build_hasher();
    hasher.write_u128(key);
    hasher.finish() as usize
}

/// The bytes of a short token, with its length.
fn key(piece: &[u8]) -> Option<u128> {
    let mut bytes = [0u8; 16];
    bytes.get_mut(..piece.len()).filter(|_| piece.len() < 16)?.copy_from_slice(piece);
    bytes[15] = piece.len() as u8;
    Some(u128::from_le_bytes(bytes))
}

/// The end of the part that begins at `at`: before the next space behind what is no white space.
fn part_end(text: &str, at: usize) -> usize {
    let mut from = at + 1;
    while let Some(found) = text.as_bytes().get(from..).and_then(|rest| memchr::memchr(b' ', rest)) {
        let space = from + found;
        if text[..space].chars().next_back().is_some_and(|before| !before.is_whitespace()) {
            return space;
        }
        from = space + 1;
    }
    text.len()
}
