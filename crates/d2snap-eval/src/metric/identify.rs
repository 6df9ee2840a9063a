//! Whether a text tells an element from all others that it shows.

use crate::page::Page;
use crate::reading::{Printed, Reading};

/// Whether an agent could say which element is meant: something is printed with it that is its own, a name or one of the
/// telling attributes (`value`, `href`, `placeholder`, `id`, `name`, `alt`, `title`, `aria-label`), and every other printed
/// element of its role differs in that, or can be told apart by where it stands.
///
/// Two can be told apart by where they stand if the largest groups that hold the one without the other (containers with a
/// tag, items, rows, lines) have different words, or the headings that they stand under have, or, on one line, what stands right
/// before them. In a flat text what stands on the lines before tells nothing for sure: it may belong to another one. Numbers do not count: they say
/// which element is which, not what it is. What does the same need not be told apart: links of one name to one address, and
/// `equals`, elements that by the truth serve as well.
pub(crate) fn is_identifiable(reading: &Reading, page: &Page, place: usize, equals: &[usize]) -> bool {
    let Some(it) = reading.printed.get(place) else { return false };
    if it.name.is_empty() && it.attributes.is_empty() {
        return false;
    }
    let role = page.role(it.element);
    let is_twin = |other: &&Printed| {
        other.element != it.element && other.name == it.name && other.attributes == it.attributes && page.role(other.element) == role
    };
    let does_the_same = |other: &Printed| equals.contains(&other.element) || lead_to_one(page, it.element, other.element);
    let apart = |other: usize| stand_apart(reading, it, &reading.printed[other]) || line_apart(reading, place, other);
    let mut twins = (0..reading.printed.len()).filter(|other| is_twin(&&reading.printed[*other]));
    twins.all(|twin| does_the_same(&reading.printed[twin]) || apart(twin))
}

/// Whether two links lead to one page; what only a script tells may differ.
fn lead_to_one(page: &Page, one: usize, other: usize) -> bool {
    let address = |element: usize| {
        let href = page.elements.get(element)?.attribute("href")?.trim();
        (!href.is_empty() && !href.starts_with('#') && !href.to_ascii_lowercase().starts_with("javascript:")).then_some(href)
    };
    address(one).is_some_and(|href| address(other) == Some(href))
}

fn line_apart(reading: &Reading, one: usize, other: usize) -> bool {
    let before = reading.before(one);
    reading.printed[one].line == reading.printed[other].line && !before.is_empty() && before != reading.before(other)
}

fn stand_apart(reading: &Reading, one: &Printed, other: &Printed) -> bool {
    let (ones, others): (Vec<usize>, Vec<usize>) = (reading.groups_around(one).collect(), reading.groups_around(other).collect());
    let shared = ones.iter().rev().zip(others.iter().rev()).take_while(|(one, other)| one == other).count();
    // The outermost group that holds one alone; none where it stands in what they share.
    let alone = |groups: &[usize]| groups.len().checked_sub(shared + 1).map(|at| groups[at]);
    let words = |group: Option<usize>| group.map_or(&[][..], |group| &reading.words[reading.groups[group].words.clone()]);
    words(alone(&ones)) != words(alone(&others)) || reading.headings_over(one) != reading.headings_over(other)
}
