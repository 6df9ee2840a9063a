//! Where the tokens go: of a page as it is, and of its snapshots.

mod page;
mod snapshot;
mod subtree;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::tokens::TokenCounter;
pub(crate) use snapshot::of_snapshot;

/// Where the tokens of a text go.
///
/// Each token counts once, for the part in which its first character that is no white space stands: of
/// `<a href="/">Go</a>` the token `">` is the attribute's. So the tokens of [`classes`](Self::classes)
/// add up to [`tokens`](Self::tokens).
///
/// ```
/// use d2snap::{Breakdown, Document, Options, Params, TokenCounter};
/// let html = "<style>a { color: red }</style><main><p>Open daily.</p><a class=x href=/b>Buy</a></main>";
/// let counter = TokenCounter::o200k_base();
/// let page = Breakdown::of_page(html, &counter);
/// assert_eq!(page.tokens, counter.count(html));
/// assert_eq!(page.class("styles"), 9);
///
/// let document = Document::parse(html, &Options::default())?;
/// let snapshot = document.breakdown(Params::new(0.0, 0.0, 0.9)?, &counter);
/// assert_eq!(document.snap(Params::new(0.0, 0.0, 0.9)?).html(), "<main>\nOpen daily.\n<a href=\"/b\">Buy</a>\n</main>\n");
/// assert_eq!(snapshot.tokens, 18);
/// assert_eq!(snapshot.classes.iter().map(|share| (share.name.as_str(), share.tokens)).collect::<Vec<_>>(), [
///     ("container-tags", 6), ("attributes", 4), ("interactive-tags", 4), ("text", 3), ("control-text", 1),
/// ]);
/// assert_eq!((snapshot.attributes[0].name.as_str(), snapshot.attributes[0].count), ("href", 1));
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Breakdown {
    /// Bytes of the text in UTF-8.
    pub bytes: usize,
    /// Its exact tokens.
    pub tokens: usize,
    /// By class, those of most tokens first, none without; they add up to the whole.
    ///
    /// Of a snapshot: `container-tags`, `interactive-tags`, `other-tags` (frames, hidden content that is
    /// kept, text formatting where Markdown is off), each without attributes; `attributes`, `uids`; `text`;
    /// `control-text` (inside targets, labels and options); `labels` and `addresses` of pictures;
    /// `markdown` (what marks headings, lists, quotations, tables, rules, emphasis and fences); `layout`
    /// (line breaks that are no part of another token, indentation); `header`.
    ///
    /// Of a page: `scripts`, `styles`, `noscript` (also `noframes` and `noembed`) and `svg`, each with
    /// tags, attributes and all inside; `comments` (and the doctype); `tags` and `attributes` of all other
    /// elements; `text`; `white-space` (text of white space alone).
    pub classes: Vec<Share>,
    /// By tag, those of most tokens first.
    pub tags: Vec<TagShare>,
    /// By attribute name, those of most tokens first; they add up to the classes `attributes` and `uids`.
    /// The count is how often one is there.
    pub attributes: Vec<Share>,
    /// The heaviest parts of the page in the snapshot, at most ten, those of most tokens first; none
    /// without [`Options::with_subtrees`](crate::Options::with_subtrees), and none of a page as it is.
    ///
    /// An element gives way to what it holds where one child is more than two thirds of it, and where it is
    /// more than half of the snapshot and a few children are most of it. So no two are nearly the same; one
    /// may be [`inside`](Subtree::inside) another, if it is at least a tenth of it. Of elements of about the same weight it is
    /// the one of the shortest selector.
    pub subtrees: Vec<Subtree>,
}

/// What one part of a text takes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Share {
    /// The name of the class or of the attribute.
    pub name: String,
    /// How many there are; of a class how many elements or attributes, 0 where it has none.
    pub count: usize,
    /// Its tokens.
    pub tokens: usize,
}

/// What the elements of a tag take.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TagShare {
    /// The tag in lower case.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// Tokens of start and end tags, without attributes.
    pub tokens: usize,
    /// Tokens of their attributes, uids included.
    pub attributes: usize,
    /// Tokens of what scripts, styles, `noscript` and `svg` of a page hold; else 0.
    pub content: usize,
}

impl TagShare {
    /// The tokens of tags, attributes and content together.
    pub fn total(&self) -> usize {
        self.tokens + self.attributes + self.content
    }
}

/// A part of the page in the snapshot: an element with all it holds, whether its own tag is written or
/// not.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Subtree {
    /// A selector that matches it alone, as [`Target::selector`](crate::Target::selector).
    pub selector: String,
    /// The element's tag in lower case.
    pub tag: String,
    /// Its tokens in the snapshot.
    pub tokens: usize,
    /// The index of the nearest subtree of the list that holds it.
    pub inside: Option<usize>,
}

impl Breakdown {
    /// Where the tokens of a page go as it is.
    ///
    /// The text is read tag by tag and no tree is built, so an element that is never closed, or closed
    /// elsewhere, counts where its tags stand. Cost: one pass over the text, and its exact count.
    pub fn of_page(html: &str, counter: &TokenCounter) -> Breakdown {
        let page = page::read(html);
        let names: Vec<&str> = page.names.iter().map(String::as_str).collect();
        tally(html, &page.items, &names, counter).0
    }

    /// The tokens of a class; 0 where there are none.
    pub fn class(&self, name: &str) -> usize {
        self.classes.iter().find(|share| share.name == name).map_or(0, |share| share.tokens)
    }
}

/// What an item is of its element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// It is of none.
    Free,
    Tag(u32),
    /// The tag, and the attribute's name.
    Attribute(u32, u32),
    Content(u32),
}

/// A stretch of a text, up to the next.
#[derive(Debug, Clone, Copy)]
struct Item {
    start: usize,
    class: &'static str,
    role: Role,
    /// It is the first of its element, or an attribute.
    counts: bool,
}

/// Whether a class is one of attributes.
fn is_attributes(class: &str) -> bool {
    matches!(class, "attributes" | "uids")
}

/// Adds up the items of a text; gives the tokens of each too.
fn tally(text: &str, items: &[Item], names: &[&str], counter: &TokenCounter) -> (Breakdown, Vec<usize>) {
    let starts: Vec<usize> = items.iter().map(|item| item.start).collect();
    let shares = counter.shares(text, &starts);
    let mut classes: BTreeMap<&'static str, Share> = BTreeMap::new();
    let mut tags: FxHashMap<u32, TagShare> = FxHashMap::default();
    let mut attributes: FxHashMap<u32, Share> = FxHashMap::default();
    let name = |number: u32| names.get(number as usize).copied().unwrap_or_default().to_owned();
    for (item, tokens) in items.iter().zip(&shares) {
        let count = usize::from(item.counts);
        let class = classes.entry(item.class).or_insert_with(|| Share { name: item.class.to_owned(), ..Share::default() });
        class.tokens += tokens;
        if !matches!(item.role, Role::Attribute(..)) || is_attributes(item.class) {
            class.count += count;
        }
        let (Role::Tag(number) | Role::Content(number) | Role::Attribute(number, _)) = item.role else { continue };
        let tag = tags.entry(number).or_insert_with(|| TagShare { name: name(number), ..TagShare::default() });
        match item.role {
            Role::Free => {}
            Role::Tag(_) => {
                tag.tokens += tokens;
                tag.count += count;
            }
            Role::Content(_) => tag.content += tokens,
            Role::Attribute(_, attribute) => {
                tag.attributes += tokens;
                if is_attributes(item.class) {
                    let share = attributes.entry(attribute).or_insert_with(|| Share { name: name(attribute), ..Share::default() });
                    share.tokens += tokens;
                    share.count += count;
                }
            }
        }
    }
    let sorted = |shares: Vec<Share>| {
        let mut shares = shares;
        shares.sort_by(|a, b| (b.tokens, b.count, &a.name).cmp(&(a.tokens, a.count, &b.name)));
        shares
    };
    let mut tags: Vec<TagShare> = tags.into_values().collect();
    tags.sort_by(|a, b| (b.total(), b.count, &a.name).cmp(&(a.total(), a.count, &b.name)));
    let breakdown = Breakdown {
        bytes: text.len(),
        tokens: shares.iter().sum(),
        classes: sorted(classes.into_values().filter(|share| share.tokens > 0).collect()),
        tags,
        attributes: sorted(attributes.into_values().collect()),
        subtrees: Vec::new(),
    };
    (breakdown, shares)
}
