//! The table, read from data and overridable.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde_json::{Map, Value};

use super::{Class, Tag};
use crate::error::Error;

/// The ground truth: element classes, container ratings and attribute ratings ("UI feature
/// degrees" in [0, 1]).
///
/// It is data: [`GroundTruth::default`] is the table in the source tree, and
/// [`GroundTruth::with_overrides`] merges a partial table in the same JSON form over it. Names are
/// case-insensitive. An element is in the first of these classes that lists it: removed,
/// interactive, labelled, content, container.
///
/// Source: the table of the D2Snap authors (arXiv 2508.04412), extended to every HTML element and
/// widget role.
///
/// ```
/// use d2snap::{Document, GroundTruth, Options, Params};
/// let truth = GroundTruth::default().with_overrides(r#"{"attributes": {"data-test": 1}}"#)?;
/// let options = Options::default().with_ground_truth(truth);
/// let document = Document::parse("<button data-test=buy>Buy</button>", &options)?;
/// let snapshot = document.snap(Params::new(0.0, 0.0, 1.0)?);
/// assert_eq!(snapshot.html(), "<button data-test=buy>Buy</button>\n");
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct GroundTruth {
    table: Arc<Table>,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Table {
    classes: BTreeMap<String, Class>,
    interactive: BTreeMap<String, Condition>,
    roles: BTreeMap<String, InteractiveRole>,
    behaviours: bool,
    containers: BTreeMap<String, f64>,
    custom_element: f64,
    other_element: f64,
    attributes: BTreeMap<String, f64>,
    prefixes: Vec<(String, f64)>,
    other_attribute: f64,
}

/// When an element of a listed tag is interactive.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Condition {
    Always,
    /// It carries this attribute.
    Attribute(String),
}

/// When an element of a listed role is interactive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum InteractiveRole {
    Always,
    /// Only where something else makes it act.
    WithAction,
}

static AGENT: LazyLock<Arc<Table>> = LazyLock::new(|| {
    let mut table = Table::default();
    if let Err(error) = table.merge(include_str!("ground_truth.json")) {
        debug_assert!(false, "{error}");
    }
    Arc::new(table)
});

static PAPER: LazyLock<Arc<Table>> = LazyLock::new(|| {
    let mut table = Table::clone(&AGENT);
    if let Err(error) = table.merge(include_str!("ground_truth_paper.json")) {
        debug_assert!(false, "{error}");
    }
    Arc::new(table)
});

impl Default for GroundTruth {
    fn default() -> Self {
        GroundTruth { table: AGENT.clone() }
    }
}

impl GroundTruth {
    /// The default table with the paper's narrower set of interactive elements: ten tags, no roles,
    /// no behaviours.
    pub fn paper() -> Self {
        GroundTruth { table: PAPER.clone() }
    }

    /// A table that holds only what `json` says: everything it leaves out is rated 0, in no class.
    ///
    /// # Errors
    /// As for [`GroundTruth::with_overrides`].
    pub fn from_json(json: &str) -> Result<Self, Error> {
        let mut table = Table::default();
        table.merge(json)?;
        Ok(GroundTruth { table: Arc::new(table) })
    }

    /// This table with `json` merged over it.
    ///
    /// The object's members, all optional: `removed`, `unwritten`, `labelled` (lists of tags);
    /// `interactive` with `tags` (`"a[href]"`: only with that attribute), `roles`,
    /// `roles_with_action` (lists; each replaces the list it names) and `behaviours` (bool);
    /// `content` with `block` and `inline` (lists); `containers` and `attributes` (name to rating;
    /// `"aria-*"` matches by prefix, an exact name wins); `custom_element`, `other_element` and
    /// `other_attribute` (ratings). A tag named in a class leaves the class that it was in.
    ///
    /// # Errors
    /// [`Error::GroundTruth`] where `json` is no such object, or a rating is outside [0, 1].
    pub fn with_overrides(&self, json: &str) -> Result<Self, Error> {
        let mut table = Table::clone(&self.table);
        table.merge(json)?;
        Ok(GroundTruth { table: Arc::new(table) })
    }

    /// The rating of an attribute, in [0, 1].
    ///
    /// ```
    /// use d2snap::GroundTruth;
    /// let truth = GroundTruth::default();
    /// assert_eq!(truth.attribute_rating("HREF"), 0.9);
    /// assert_eq!(truth.attribute_rating("aria-busy"), 0.6);
    /// assert_eq!(truth.attribute_rating("data-id"), 0.0);
    /// ```
    pub fn attribute_rating(&self, name: &str) -> f64 {
        let name = name.to_ascii_lowercase();
        let table = &*self.table;
        if let Some(rating) = table.attributes.get(&name) {
            return *rating;
        }
        let prefixed = table.prefixes.iter().filter(|(prefix, _)| name.starts_with(prefix.as_str()));
        prefixed.max_by_key(|(prefix, _)| prefix.len()).map_or(table.other_attribute, |(_, rating)| *rating)
    }

    /// The rating of a container, in [0, 1].
    ///
    /// ```
    /// use d2snap::GroundTruth;
    /// let truth = GroundTruth::default();
    /// assert_eq!(truth.container_rating("main"), 0.85);
    /// assert_eq!(truth.container_rating("my-card"), 1.0);
    /// assert_eq!(truth.container_rating("fieldset"), 0.3);
    /// ```
    pub fn container_rating(&self, tag: &str) -> f64 {
        let tag = tag.to_ascii_lowercase();
        match self.table.containers.get(&tag) {
            Some(rating) => *rating,
            None if tag.contains('-') => self.table.custom_element,
            None => self.table.other_element,
        }
    }

    pub(crate) fn class(&self, name: &str, tag: Tag) -> Class {
        if let Some(class) = self.table.classes.get(name) {
            return match (*class, tag) {
                (Class::Labelled, Tag::Object) => Class::Labelled,
                (class, _) => class,
            };
        }
        if self.table.containers.contains_key(name) {
            return Class::Container;
        }
        match tag {
            Tag::Iframe | Tag::Frame => Class::Frame,
            Tag::Frameset => Class::Unwritten,
            Tag::Map | Tag::Unknown | Tag::Custom => Class::Undecided,
            tag if tag.is_void() => Class::Unwritten,
            _ => Class::Container,
        }
    }

    /// All ratings that an attribute can have, ascending.
    pub(crate) fn attribute_ratings(&self) -> Vec<f64> {
        let table = &*self.table;
        let named = table.attributes.values().chain(table.prefixes.iter().map(|(_, rating)| rating));
        let mut ratings: Vec<f64> = named.copied().chain([table.other_attribute]).collect();
        ratings.sort_by(f64::total_cmp);
        ratings.dedup();
        ratings
    }

    pub(crate) fn interactive(&self, name: &str) -> Option<&Condition> {
        self.table.interactive.get(name)
    }

    pub(crate) fn interactive_role(&self, role: &str) -> Option<InteractiveRole> {
        self.table.roles.get(role).copied()
    }

    pub(crate) fn behaviours(&self) -> bool {
        self.table.behaviours
    }
}

impl Table {
    fn merge(&mut self, json: &str) -> Result<(), Error> {
        let value: Value = serde_json::from_str(json).map_err(|error| wrong(error.to_string()))?;
        let object = value.as_object().ok_or_else(|| wrong("it is not a JSON object"))?;
        // Precedence: what comes later here wins where an override names a tag twice.
        for (key, class) in [("labelled", Class::Labelled), ("unwritten", Class::Unwritten), ("removed", Class::Removed)] {
            self.classes_of(object, key, key, class)?;
        }
        for (key, value) in object {
            match key.as_str() {
                "removed" | "unwritten" | "labelled" => {}
                "interactive" => self.merge_interactive(as_object(key, value)?)?,
                "content" => {
                    let content = as_object(key, value)?;
                    known(content, "content", &["block", "inline"])?;
                    self.classes_of(content, "block", "content.block", Class::Block)?;
                    self.classes_of(content, "inline", "content.inline", Class::Inline)?;
                }
                "containers" => {
                    for (tag, rating) in as_object(key, value)? {
                        let tag = tag.to_ascii_lowercase();
                        self.classes.remove(&tag);
                        self.containers.insert(tag.clone(), as_rating(&tag, rating)?);
                    }
                }
                "attributes" => {
                    for (name, rating) in as_object(key, value)? {
                        let name = name.to_ascii_lowercase();
                        let rating = as_rating(&name, rating)?;
                        match name.strip_suffix('*') {
                            Some(prefix) => {
                                self.prefixes.retain(|(known, _)| known != prefix);
                                self.prefixes.push((prefix.to_owned(), rating));
                            }
                            None => {
                                self.attributes.insert(name, rating);
                            }
                        }
                    }
                }
                "custom_element" => self.custom_element = as_rating(key, value)?,
                "other_element" => self.other_element = as_rating(key, value)?,
                "other_attribute" => self.other_attribute = as_rating(key, value)?,
                _ => return Err(wrong(format!("`{key}` is no member of it"))),
            }
        }
        Ok(())
    }

    fn merge_interactive(&mut self, object: &Map<String, Value>) -> Result<(), Error> {
        known(object, "interactive", &["tags", "roles", "roles_with_action", "behaviours"])?;
        if let Some(tags) = object.get("tags") {
            self.interactive.clear();
            for entry in as_names("interactive.tags", tags)? {
                let (tag, condition) = match entry.split_once('[') {
                    Some((tag, rest)) => match rest.strip_suffix(']') {
                        Some(attribute) => (tag.to_owned(), Condition::Attribute(attribute.to_owned())),
                        None => return Err(wrong(format!("`{entry}` lacks its closing bracket"))),
                    },
                    None => (entry, Condition::Always),
                };
                self.interactive.insert(tag, condition);
            }
        }
        for (key, kind) in [("roles", InteractiveRole::Always), ("roles_with_action", InteractiveRole::WithAction)] {
            if let Some(roles) = object.get(key) {
                self.roles.retain(|_, known| *known != kind);
                for role in as_names(key, roles)? {
                    self.roles.insert(role, kind);
                }
            }
        }
        if let Some(value) = object.get("behaviours") {
            self.behaviours = value.as_bool().ok_or_else(|| wrong("`interactive.behaviours` is not true or false"))?;
        }
        Ok(())
    }

    fn classes_of(&mut self, object: &Map<String, Value>, key: &str, path: &str, class: Class) -> Result<(), Error> {
        if let Some(value) = object.get(key) {
            for tag in as_names(path, value)? {
                self.containers.remove(&tag);
                self.classes.insert(tag, class);
            }
        }
        Ok(())
    }
}

fn wrong(reason: impl Into<String>) -> Error {
    Error::GroundTruth { reason: reason.into() }
}

fn known(object: &Map<String, Value>, path: &str, members: &[&str]) -> Result<(), Error> {
    match object.keys().find(|key| !members.contains(&key.as_str())) {
        Some(key) => Err(wrong(format!("`{path}.{key}` is no member of it"))),
        None => Ok(()),
    }
}

fn as_object<'v>(key: &str, value: &'v Value) -> Result<&'v Map<String, Value>, Error> {
    value.as_object().ok_or_else(|| wrong(format!("`{key}` is not an object")))
}

fn as_names(key: &str, value: &Value) -> Result<Vec<String>, Error> {
    let list = value.as_array().ok_or_else(|| wrong(format!("`{key}` is not a list of names")))?;
    list.iter()
        .map(|name| match name.as_str() {
            Some(name) => Ok(name.to_ascii_lowercase()),
            None => Err(wrong(format!("`{key}` holds {name}, which is not a name"))),
        })
        .collect()
}

fn as_rating(name: &str, value: &Value) -> Result<f64, Error> {
    match value.as_f64() {
        Some(rating) if (0.0..=1.0).contains(&rating) => Ok(rating),
        _ => Err(wrong(format!("the rating of `{name}` is {value}, not a number from 0 to 1"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class_of(truth: &GroundTruth, name: &str) -> Class {
        truth.class(name, Tag::from_name(name))
    }

    #[test]
    fn the_table_in_the_source_tree_reads() {
        let mut table = Table::default();
        table.merge(include_str!("ground_truth.json")).unwrap();
        table.merge(include_str!("ground_truth_paper.json")).unwrap();
        assert_eq!(table, *PAPER.as_ref());
    }

    #[test]
    fn every_element_has_the_class_of_the_specification() {
        let truth = GroundTruth::default();
        for (name, class) in [
            ("script", Class::Removed),
            ("wbr", Class::Unwritten),
            ("svg", Class::Labelled),
            ("h3", Class::Block),
            ("span", Class::Inline),
            ("fieldset", Class::Container),
            ("my-card", Class::Undecided),
            ("foo", Class::Undecided),
            ("iframe", Class::Frame),
        ] {
            assert_eq!(class_of(&truth, name), class, "{name}");
        }
        assert!(truth.interactive("textarea").is_some());
        assert_eq!(truth.interactive("a"), Some(&Condition::Attribute("href".into())));
        assert_eq!(GroundTruth::paper().interactive("a"), Some(&Condition::Always));
        assert_eq!(GroundTruth::paper().interactive("dialog"), None);
    }

    #[test]
    fn a_partial_override_merges_and_moves_a_tag_between_classes() {
        let truth = GroundTruth::default().with_overrides(r#"{"containers": {"P": 0.5}, "attributes": {"ARIA-label": 0.1}}"#).unwrap();
        assert_eq!(class_of(&truth, "p"), Class::Container);
        assert_eq!(truth.container_rating("p"), 0.5);
        assert_eq!(truth.attribute_rating("aria-label"), 0.1);
        assert_eq!(truth.attribute_rating("aria-busy"), 0.6);
        assert_eq!(class_of(&truth, "h1"), Class::Block);
    }

    #[test]
    fn a_faulty_table_says_what_is_wrong() {
        for (json, text) in [
            ("[]", "the ground truth does not read: it is not a JSON object"),
            (r#"{"attributes": {"alt": 2}}"#, "the ground truth does not read: the rating of `alt` is 2, not a number from 0 to 1"),
            (r#"{"colour": {}}"#, "the ground truth does not read: `colour` is no member of it"),
            (r#"{"content": {"blocks": []}}"#, "the ground truth does not read: `content.blocks` is no member of it"),
            (r#"{"removed": "p"}"#, "the ground truth does not read: `removed` is not a list of names"),
        ] {
            assert_eq!(GroundTruth::default().with_overrides(json).unwrap_err().to_string(), text);
        }
    }
}
