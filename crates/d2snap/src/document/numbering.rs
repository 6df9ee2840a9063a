//! The numbers that targets are called by: 1, 2, 3 …, or those of a session.

/// Targets are held in document order, and called by numbers; these are the same but in a session.
#[derive(Debug, Clone, Default)]
pub(crate) struct UidNumbering {
    /// By place in document order; empty where the numbers are the places, from 1.
    numbers: Vec<u32>,
    /// Numbers and places from 1, by number.
    places: Vec<(u32, u32)>,
}

impl UidNumbering {
    /// The numbers of a session, in document order.
    pub(crate) fn new(numbers: Vec<u32>) -> Self {
        if (1..).zip(&numbers).all(|(place, number): (u32, &u32)| place == *number) {
            return UidNumbering::default();
        }
        let mut places: Vec<(u32, u32)> = numbers.iter().copied().zip(1..).collect();
        places.sort_unstable();
        UidNumbering { numbers, places }
    }

    /// Whether they are those of a session.
    pub(crate) fn is_session(&self) -> bool {
        !self.numbers.is_empty()
    }

    /// What the target of a place, from 1, is called.
    pub(crate) fn number(&self, place: u32) -> u32 {
        if self.numbers.is_empty() {
            return place;
        }
        let at = place.checked_sub(1).and_then(|at| self.numbers.get(at as usize));
        at.copied().unwrap_or(0)
    }

    /// The place, from 1, of the target that is called so.
    pub(crate) fn place(&self, number: u32) -> Option<u32> {
        if self.numbers.is_empty() {
            return Some(number);
        }
        let at = self.places.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        self.places.get(at).map(|(_, place)| *place)
    }
}
