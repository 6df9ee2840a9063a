//! Counts siblings by their names.

use crate::parse::{LocalName, Space};
use rustc_hash::FxHashMap;

use super::walk::NO_BONE;

/// A name and its namespace.
pub(super) type Name<'t> = (&'t LocalName, Space);

/// From so many different names among siblings on, a map finds them.
const WIDE: usize = 16;

/// How many siblings of a name there are so far.
#[derive(Debug)]
struct Counter<'t> {
    name: Name<'t>,
    count: u32,
    /// The bone of the first, where it is one.
    first: u32,
}

/// The counters of all open elements, those of the innermost last.
#[derive(Debug, Default)]
pub(super) struct Siblings<'t> {
    counters: Vec<Counter<'t>>,
    /// Counters of the open elements with many names, by level.
    wide: FxHashMap<(u32, Name<'t>), u32>,
}

impl<'t> Siblings<'t> {
    /// Where the counters of an element that opens now will begin.
    pub(super) fn open(&self) -> u32 {
        self.counters.len() as u32
    }

    /// Counts an element of the innermost open one, which is at `level` and whose counters begin at
    /// `start`; gives its place and its counter.
    pub(super) fn count(&mut self, level: u32, start: u32, name: Name<'t>) -> (u32, u32) {
        let own = &self.counters[start as usize..];
        let known = if own.len() > WIDE {
            self.wide.get(&(level, name)).copied()
        } else {
            own.iter().position(|counter| counter.name == name).map(|at| start + at as u32)
        };
        let at = known.unwrap_or_else(|| self.add(level, start, name));
        let counter = &mut self.counters[at as usize];
        counter.count += 1;
        (counter.count, at)
    }

    fn add(&mut self, level: u32, start: u32, name: Name<'t>) -> u32 {
        let at = self.counters.len() as u32;
        self.counters.push(Counter { name, count: 0, first: NO_BONE });
        let own = self.counters.len() - start as usize;
        if own > WIDE {
            // All of them, once; then the new one.
            let from = if own == WIDE + 1 { start } else { at };
            for (at, counter) in self.counters.iter().enumerate().skip(from as usize) {
                self.wide.insert((level, counter.name), at as u32);
            }
        }
        at
    }

    /// Notes the bone of the first of a name.
    pub(super) fn first(&mut self, counter: u32, bone: u32) {
        self.counters[counter as usize].first = bone;
    }

    /// Closes an element; `only` takes the bones of its children that are the only ones of their names.
    pub(super) fn close(&mut self, level: u32, start: u32, mut only: impl FnMut(u32)) {
        let own = &self.counters[start as usize..];
        if own.len() > WIDE {
            for counter in own {
                self.wide.remove(&(level, counter.name));
            }
        }
        own.iter().filter(|counter| counter.count == 1 && counter.first != NO_BONE).for_each(|counter| only(counter.first));
        self.counters.truncate(start as usize);
    }
}
