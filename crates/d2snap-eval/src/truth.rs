//! What a state needs, as elements that can be acted on.

use serde::{Deserialize, Serialize};

use crate::page::Page;
use crate::state::State;

/// Through which element a needed one counts as kept, where it is not printed itself. Data sets name what a click hit, which
/// may be a `span` in a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bearer {
    /// It takes an action itself.
    Itself,
    /// The nearest element around it that does.
    Ancestor,
    /// The control of the label that it is or is in.
    Label,
    /// The only element inside it that takes an action.
    Descendant,
    /// None: by the markup it takes no action, nor does what is around or in it.
    None,
}

/// A needed element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) element: usize,
    /// How the data set names it.
    pub(crate) label: String,
    pub(crate) by: Bearer,
    /// The element through which it counts.
    pub(crate) bearer: Option<usize>,
}

/// What a state needs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Truth {
    /// The needed elements, each once, in document order.
    pub(crate) wanted: Vec<Wanted>,
    /// Alternatives, as indices of `wanted`.
    pub(crate) trajectories: Vec<Vec<usize>>,
}

impl Truth {
    pub(crate) fn of(state: &State, page: &Page) -> Truth {
        let mut elements: Vec<usize> = state.trajectories.iter().flat_map(|it| &it.needs).map(|need| need.element).collect();
        elements.sort_unstable();
        elements.dedup();
        let place = |element: usize| elements.binary_search(&element).ok();
        let label = |element: usize| {
            let mut needs = state.trajectories.iter().flat_map(|it| &it.needs);
            needs.find(|need| need.element == element).map_or_else(String::new, |need| need.label.clone())
        };
        let trajectories = state.trajectories.iter().filter(|it| !it.needs.is_empty());
        let trajectories = trajectories.map(|it| it.needs.iter().filter_map(|need| place(need.element)).collect()).collect();
        Truth { wanted: elements.iter().map(|element| Wanted::of(*element, label(*element), page)).collect(), trajectories }
    }

    /// The elements that serve as well as a needed one: there is the same alternative with them in its place.
    pub(crate) fn equals(&self, wanted: usize) -> Vec<usize> {
        let mut equals = Vec::new();
        for needs in self.trajectories.iter().filter(|needs| needs.contains(&wanted)) {
            for other in self.trajectories.iter().filter(|other| other.len() == needs.len()) {
                let mut new = other.iter().filter(|need| !needs.contains(need));
                if let (Some(new), None) = (new.next(), new.next())
                    && needs.iter().all(|need| *need == wanted || other.contains(need))
                {
                    equals.extend([Some(self.wanted[*new].element), self.wanted[*new].bearer].into_iter().flatten());
                }
            }
        }
        equals
    }

    /// All elements that count: the needed ones and those through which they count.
    pub(crate) fn elements(&self) -> Vec<usize> {
        self.wanted.iter().flat_map(|wanted| [Some(wanted.element), wanted.bearer]).flatten().collect()
    }
}

impl Wanted {
    fn of(element: usize, label: String, page: &Page) -> Wanted {
        let (by, bearer) = Wanted::bearer(element, page);
        Wanted { element, label, by, bearer }
    }

    fn bearer(element: usize, page: &Page) -> (Bearer, Option<usize>) {
        let is_target = |at: &usize| page.elements.get(*at).is_some_and(|it| it.target);
        if is_target(&element) {
            return (Bearer::Itself, None);
        }
        for at in std::iter::once(element).chain(page.ancestors(element)) {
            if is_target(&at) {
                return (Bearer::Ancestor, Some(at));
            }
            if page.elements.get(at).is_some_and(|it| it.tag == "label")
                && let Some(control) = page.control(at)
            {
                return (Bearer::Label, Some(control));
            }
        }
        let end = page.elements.get(element).map_or(element, |it| it.end);
        let mut inside = (element + 1..end).filter(is_target);
        match (inside.next(), inside.next()) {
            (Some(only), None) => (Bearer::Descendant, Some(only)),
            _ => (Bearer::None, None),
        }
    }
}
