//! The nodes of a capture, as its JSON has them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;

use serde::de::{Error, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A text, borrowed where it stands in the JSON as it is.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// A page, or a page in a frame of one.
#[derive(Debug, Deserialize)]
pub(crate) struct Capture<'a> {
    pub(crate) version: u32,
    /// Whose references these are.
    #[serde(borrow)]
    pub(crate) capturer: Text<'a>,
    #[serde(default, borrow)]
    pub(crate) url: Text<'a>,
    #[serde(default)]
    pub(crate) viewport: Option<Viewport>,
    /// The node that makes all others inert, or lies over all of them.
    #[serde(default)]
    pub(crate) modal: Option<u32>,
    /// Names of elements and attributes; outside of HTML with their namespace, as in `svg path`.
    #[serde(borrow)]
    pub(crate) names: Vec<Text<'a>>,
    #[serde(borrow)]
    pub(crate) nodes: Vec<Node<'a>>,
    /// What the host read in frames, by the reference of the frame.
    #[serde(default, borrow)]
    pub(crate) frames: BTreeMap<u32, Capture<'a>>,
}

/// Where a page is scrolled to, and how large it is, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Viewport {
    /// How far the page is scrolled to the right.
    pub x: i64,
    /// How far the page is scrolled down.
    pub y: i64,
    /// The width of what is seen.
    pub width: i64,
    /// The height of what is seen.
    pub height: i64,
    /// The width of the page.
    pub page_width: i64,
    /// The height of the page.
    pub page_height: i64,
}

/// A node and the place of its parent in the list, which is before its own; -1 for the page.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) parent: i64,
    pub(crate) kind: Kind<'a>,
}

#[derive(Debug)]
pub(crate) enum Kind<'a> {
    /// The page, or what a frame holds.
    Document {
        unlaid: bool,
    },
    Shadow,
    Element {
        name: u32,
        attributes: Vec<(u32, Text<'a>)>,
        /// 0 where it has none.
        reference: u32,
        facts: Option<Box<Facts<'a>>>,
    },
    /// A text, and why it is not seen.
    Text {
        text: Text<'a>,
        hidden: Option<Text<'a>>,
    },
}

/// What the browser says of an element.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct Facts<'a> {
    /// Why it and what it holds is not seen.
    #[serde(borrow)]
    pub(crate) hidden: Option<Text<'a>>,
    /// It is seen, though what is around it is not.
    pub(crate) shown: bool,
    /// The current value of a field.
    #[serde(borrow)]
    pub(crate) value: Option<Text<'a>>,
    /// Whether a field holds something that is not told.
    pub(crate) filled: Option<bool>,
    pub(crate) checked: Option<bool>,
    pub(crate) selected: Option<bool>,
    pub(crate) indeterminate: bool,
    /// The cursor is a pointing hand, and was not around it.
    pub(crate) pointer: bool,
    pub(crate) listener: bool,
    pub(crate) covered: bool,
    /// Where it is outside of what is seen, and how many pixels away.
    pub(crate) offscreen: Option<(Side, u32)>,
}

/// A side of the viewport.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Side {
    /// Above what is seen.
    Above,
    /// Below what is seen.
    Below,
    /// To the left of what is seen.
    Left,
    /// To the right of what is seen.
    Right,
}

impl<'de: 'a, 'a> Deserialize<'de> for Node<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Nodes;

        impl<'de> Visitor<'de> for Nodes {
            type Value = Node<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a node: [parent, kind, …]")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Node<'de>, A::Error> {
                let parent = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let kind: u32 = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
                let short = || A::Error::custom("a node that ends too early");
                let kind = match kind {
                    1 => {
                        let name = seq.next_element()?.ok_or_else(short)?;
                        let attributes = seq.next_element::<Attributes<'de>>()?.ok_or_else(short)?.0;
                        let reference = seq.next_element()?.unwrap_or_default();
                        Kind::Element { name, attributes, reference, facts: seq.next_element::<Option<_>>()?.flatten() }
                    }
                    3 => Kind::Text { text: seq.next_element()?.ok_or_else(short)?, hidden: seq.next_element::<Option<_>>()?.flatten() },
                    9 => Kind::Document { unlaid: seq.next_element()?.unwrap_or_default() },
                    11 => Kind::Shadow,
                    other => return Err(A::Error::custom(format!("a node of kind {other}: it is 1, 3, 9 or 11"))),
                };
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Node { parent, kind })
            }
        }

        deserializer.deserialize_seq(Nodes)
    }
}

/// Names and values in turn.
struct Attributes<'a>(Vec<(u32, Text<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Attributes<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;

        impl<'de> Visitor<'de> for Pairs {
            type Value = Attributes<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("attributes: [name, value, …]")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Attributes<'de>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(name) = seq.next_element()? {
                    let value = seq.next_element()?.ok_or_else(|| A::Error::custom("an attribute without a value"))?;
                    pairs.push((name, value));
                }
                Ok(Attributes(pairs))
            }
        }

        deserializer.deserialize_seq(Pairs)
    }
}
