//! A snapshot as plain data, without its document: what can be stored and sent.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::diff::{Diff, Side, compare};
use crate::params::Params;
use crate::snapshot::{Adaptive, Snapshot, Stats, Target};

/// A snapshot without its document: its text, its numbers and the targets it prints, to be stored or sent
/// to another process. It is of about the size of the text and the targets, however large the page is.
///
/// ```
/// use d2snap::{Document, Options, Params};
/// let document = Document::parse("<h1>Shop</h1><button>Buy</button>", &Options::default())?;
/// let detached = document.snap(Params::default()).detach();
/// drop(document);
/// assert_eq!(detached.html, "# Shop\n<button>Buy</button>\n");
/// assert_eq!(detached.targets[0].selector, "body > button");
/// assert!(detached.diff(&detached).is_empty());
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Detached {
    /// As [`Snapshot::html`].
    pub html: String,
    /// As [`Snapshot::params`].
    pub params: Option<Params>,
    /// As [`Snapshot::stats`].
    pub stats: Stats,
    /// As [`Snapshot::adaptive`].
    pub adaptive: Option<Adaptive>,
    /// As [`Snapshot::targets`].
    pub targets: Vec<Target>,
    /// The name of the attribute that carries a target's number.
    pub uid_attribute: String,
}

impl Detached {
    /// What changed since another snapshot, as [`Snapshot::diff`] tells it.
    pub fn diff(&self, previous: &Detached) -> Diff {
        compare(&previous.side(), &self.side())
    }

    fn side(&self) -> Side<'_> {
        let facts: BTreeMap<u32, Target> = self.targets.iter().map(|target| (target.uid, target.clone())).collect();
        let order = self.targets.iter().map(|target| target.uid).collect();
        let places: BTreeMap<u32, usize> = self.targets.iter().enumerate().map(|(at, target)| (target.uid, at)).collect();
        let find = move |uid: u32| places.get(&uid).and_then(|at| self.targets.get(*at)).cloned();
        Side { html: &self.html, order, facts, find: Box::new(find), uid_attribute: &self.uid_attribute }
    }
}

impl Snapshot<'_> {
    /// The snapshot as plain data.
    ///
    /// Cost: that of its texts and of [`Snapshot::targets`].
    pub fn detach(&self) -> Detached {
        Detached {
            html: self.html().to_owned(),
            params: self.params(),
            stats: self.stats().clone(),
            adaptive: self.adaptive().cloned(),
            targets: self.targets(),
            uid_attribute: self.document().options.uid_attribute.clone(),
        }
    }
}

/// The names of states, in [`Target::state`].
const STATES: [&str; 12] = [
    "checked",
    "selected",
    "disabled",
    "expanded",
    "pressed",
    "haspopup",
    "multiselectable",
    "required",
    "readonly",
    "invalid",
    "current",
    "filled",
];

/// The reasons of [`Withheld`](crate::Withheld).
const WITHHELD: [&str; 23] = [
    "hidden",
    "display-none",
    "visibility-hidden",
    "aria-hidden",
    "inert",
    "closed-dialog",
    "popover",
    "input-hidden",
    "unlabelled",
    "unslotted",
    "secret",
    "characters",
    "attribute-cut",
    "attribute-name",
    "excluded",
    "content-visibility",
    "opacity",
    "zero-size",
    "clipped",
    "tiny",
    "off-page",
    "font-size",
    "same-color",
];

fn known<E: serde::de::Error>(names: &[&'static str], name: &str) -> Result<&'static str, E> {
    names.iter().find(|known| **known == name).copied().ok_or_else(|| E::custom(format!("`{name}` is no name that a snapshot has")))
}

/// States as a map, in their order.
pub(crate) mod state {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(state: &[(&'static str, String)], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(state.iter().map(|(name, value)| (name, value)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(&'static str, String)>, D::Error> {
        let mut map = BTreeMap::<String, String>::deserialize(deserializer)?;
        if let Some(name) = map.keys().find(|name| !STATES.contains(&name.as_str())) {
            return known(&[], name).map(|_| Vec::new());
        }
        Ok(STATES.iter().filter_map(|name| Some((*name, map.remove(*name)?))).collect())
    }
}

/// Counts by reason.
pub(crate) mod withheld {
    use super::*;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<&'static str, usize>, D::Error> {
        let counts = BTreeMap::<String, usize>::deserialize(deserializer)?;
        counts.iter().map(|(name, count)| Ok((known(&WITHHELD, name)?, *count))).collect()
    }
}

/// Element reduction, which may be infinite; JSON has no infinity, so that is `"inf"`.
pub(crate) mod k {
    use super::*;

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Number {
        Finite(f64),
        Name(String),
    }

    pub(crate) fn serialize<S: Serializer>(k: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if k.is_finite() { serializer.serialize_f64(*k) } else { serializer.serialize_str("inf") }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        match Number::deserialize(deserializer)? {
            Number::Finite(k) => Ok(k),
            Number::Name(name) if name == "inf" => Ok(f64::INFINITY),
            Number::Name(name) => Err(D::Error::custom(format!("`{name}` is no number"))),
        }
    }
}
