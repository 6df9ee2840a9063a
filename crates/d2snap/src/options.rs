//! What can be chosen, and the two presets.

use crate::semantics::GroundTruth;

/// Whether containers are ordered by worth or by depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MergeSchedule {
    /// The `round(k · n)` containers of least worth out of n are dissolved, so that size falls
    /// monotonically and evenly in k.
    Ranked,
    /// The paper's: containers of the depths between every L-th one are merged into their parents.
    Modulo,
}

/// Which attributes the survivor of a merge has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttributeInheritance {
    /// Its own, then those that the other has and it lacks (the paper's).
    Union,
    /// Its own alone.
    Own,
}

/// What one ranking of sentences spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SegmentScope {
    /// A run of inline content between two block boundaries, so that inline markup cuts no sentence.
    Block,
    /// One text node (the paper's).
    Node,
}

/// What happens to content that a user cannot see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hidden {
    /// It is dropped and counted.
    Drop,
    /// It is kept; the agent profile marks the topmost hidden element with `hidden`.
    Keep,
}

/// How an href is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Hrefs {
    /// As it stands.
    Keep,
    /// Without scheme, host, query and fragment where it is of the page's own site; else without
    /// query and fragment.
    Path,
    /// Not at all; [`Target::href`](crate::Target::href) still has it.
    Drop,
}

/// The layout of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Lines without indentation but for lists.
    Lines,
    /// The same lines, indented by two spaces a level, for people.
    Pretty,
}

/// The two presets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Profile {
    /// The best snapshot we can make; [`Options::default`].
    Agent,
    /// The published algorithm; [`Options::paper`].
    Paper,
}

/// TextRank's constants (Mihalcea & Tarau 2004).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextRank {
    pub(crate) damping: f64,
    pub(crate) tolerance: f64,
    pub(crate) max_iterations: u32,
}

impl Default for TextRank {
    fn default() -> Self {
        TextRank { damping: 0.85, tolerance: 1e-4, max_iterations: 30 }
    }
}

impl TextRank {
    /// The damping factor, in [0, 1]; default .85. A value outside is brought to the nearer end.
    #[must_use]
    pub fn with_damping(mut self, damping: f64) -> Self {
        self.damping = if damping.is_nan() { 0.85 } else { damping.clamp(0.0, 1.0) };
        self
    }

    /// Iteration ends when no score changes by this much; default 1e-4.
    #[must_use]
    pub fn with_tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// The greatest number of iterations; default 30.
    #[must_use]
    pub fn with_max_iterations(mut self, max_iterations: u32) -> Self {
        self.max_iterations = max_iterations;
        self
    }
}

/// What a page may cost. Every limit has a safe default.
///
/// Time grows with the bytes and the elements of a page, whatever they are: a page at the default
/// limits is read, written and reduced to a budget in a few seconds, most hostile ones in less.
///
/// Memory, at its peak in parsing, two snapshots and an adaptive one, the page's own text and the
/// vocabulary aside: at most 32 bytes for each byte of the page, 4 KiB for each element that the
/// parser makes (misnested formatting makes more than there are tags, never more than
/// `max_elements`), and 32 MiB. So the default limits promise 4 GiB, a page of 1 MB with 10,000
/// elements 110 MB; most pages take a tenth of it. A service that holds less lowers the limits.
///
/// Further bounds have no setter: an accessible name has at most 1,000 characters and a label by
/// reference 256, of a table 1,000 columns are laid out, of a sentence 5,000 words are ranked, and
/// the first 100,000 comments part texts.
///
/// ```
/// use d2snap::{Document, Limits, Options};
/// let options = Options::default().with_limits(Limits::default().with_max_elements(1_000));
/// let error = Document::parse(&"<p>Hi".repeat(2_000), &options).unwrap_err();
/// assert_eq!(error.to_string(), "the page exceeds the limit of 1000 elements");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub(crate) max_bytes: usize,
    pub(crate) max_elements: usize,
    pub(crate) max_names: usize,
    pub(crate) max_depth: usize,
    pub(crate) max_attribute_bytes: usize,
    pub(crate) max_frames: usize,
    pub(crate) max_frame_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_bytes: 64 << 20,
            max_elements: 500_000,
            max_names: 50_000,
            max_depth: 256,
            max_attribute_bytes: 1 << 20,
            max_frames: 256,
            max_frame_depth: 8,
        }
    }
}

impl Limits {
    /// Bytes of HTML, `srcdoc` frames included; more is [`Error::Limit`](crate::Error::Limit).
    /// Default 64 MiB, at most 1 GiB.
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes.min(1 << 30);
        self
    }

    /// Elements of a page; more is [`Error::Limit`](crate::Error::Limit). Default 500,000.
    #[must_use]
    pub fn with_max_elements(mut self, elements: usize) -> Self {
        self.max_elements = elements;
        self
    }

    /// Different names of tags and attributes on a page, in lower case; more is
    /// [`Error::Limit`](crate::Error::Limit). Each is looked up and held once. Default 50,000.
    #[must_use]
    pub fn with_max_names(mut self, names: usize) -> Self {
        self.max_names = names;
        self
    }

    /// Levels of elements; deeper ones are flattened, their content kept at that depth, and
    /// counted in [`Stats::depth_cut`](crate::Stats::depth_cut). Default 256, at least 8.
    #[must_use]
    pub fn with_max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels.max(8);
        self
    }

    /// Bytes of one attribute's value; the rest is cut. Default 1 MiB.
    #[must_use]
    pub fn with_max_attribute_bytes(mut self, bytes: usize) -> Self {
        self.max_attribute_bytes = bytes;
        self
    }

    /// `srcdoc` frames that are entered; further ones are written as stubs. Default 256.
    #[must_use]
    pub fn with_max_frames(mut self, frames: usize) -> Self {
        self.max_frames = frames;
        self
    }

    /// Levels of `srcdoc` frames in one another that are entered. Default 8.
    #[must_use]
    pub fn with_max_frame_depth(mut self, levels: usize) -> Self {
        self.max_frame_depth = levels;
        self
    }
}

/// How a page is read and written.
///
/// `Options::default()` is the `agent` profile, [`Options::paper`] the published algorithm. Every
/// `with_*` method changes one thing; all are read when the page is parsed.
///
/// ```
/// use d2snap::{Document, Options, Params};
/// let options = Options::default().with_uids(true);
/// let document = Document::parse("<p>Hi</p><button type=submit>Go</button>", &options)?;
/// let snapshot = document.snap(Params::new(1.0, 1.0, 1.0)?);
/// assert_eq!(snapshot.html(), "Hi\n<button uid=1>Go</button>\n");
/// # Ok::<(), d2snap::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    pub(crate) profile: Profile,
    pub(crate) merge_schedule: MergeSchedule,
    pub(crate) attribute_inheritance: AttributeInheritance,
    pub(crate) segment_scope: SegmentScope,
    pub(crate) split_clauses: bool,
    pub(crate) hidden: Hidden,
    pub(crate) mark_hidden: bool,
    pub(crate) affordances: bool,
    pub(crate) uids: bool,
    pub(crate) uid_attribute: String,
    pub(crate) quote_always: bool,
    pub(crate) hrefs: Hrefs,
    pub(crate) markdown: bool,
    pub(crate) max_attribute_chars: usize,
    pub(crate) header: bool,
    pub(crate) format: Format,
    pub(crate) subtrees: bool,
    pub(crate) selector: Option<String>,
    pub(crate) exclude: Option<String>,
    pub(crate) base_url: Option<String>,
    pub(crate) encoding: Option<String>,
    pub(crate) ground_truth: GroundTruth,
    pub(crate) text_rank: TextRank,
    pub(crate) limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            profile: Profile::Agent,
            merge_schedule: MergeSchedule::Ranked,
            attribute_inheritance: AttributeInheritance::Union,
            segment_scope: SegmentScope::Block,
            split_clauses: false,
            hidden: Hidden::Drop,
            mark_hidden: true,
            affordances: true,
            uids: false,
            uid_attribute: "uid".to_owned(),
            quote_always: false,
            hrefs: Hrefs::Keep,
            markdown: true,
            max_attribute_chars: 256,
            header: false,
            format: Format::Lines,
            subtrees: false,
            selector: None,
            exclude: None,
            base_url: None,
            encoding: None,
            ground_truth: GroundTruth::default(),
            text_rank: TextRank::default(),
            limits: Limits::default(),
        }
    }
}

macro_rules! setters {
    ($($(#[$doc:meta])* $method:ident $field:ident: $kind:ty;)*) => {
        impl Options {
            $($(#[$doc])* #[must_use] pub fn $method(mut self, $field: $kind) -> Self {
                self.$field = $field;
                self
            })*
        }
    };
}

setters! {
    /// How `k` chooses among containers; agent `Ranked`, paper `Modulo`.
    with_merge_schedule merge_schedule: MergeSchedule;
    /// Which attributes a merged container has; `Union` in both profiles. Only `Modulo` merges.
    with_attribute_inheritance attribute_inheritance: AttributeInheritance;
    /// What one ranking of sentences spans; agent `Block`, paper `Node`.
    with_segment_scope segment_scope: SegmentScope;
    /// Whether `:` and `;` before a space end a sentence too; agent off, paper on.
    with_split_clauses split_clauses: bool;
    /// What happens to content that a user cannot see; agent `Drop`, paper `Keep` without a mark.
    with_hidden hidden: Hidden;
    /// Whether an interactive element shows at every m what it is: type, role, state, value, name;
    /// agent on, paper off.
    with_affordances affordances: bool;
    /// Whether targets carry their number, last in the tag; off in both profiles.
    with_uids uids: bool;
    /// How an href is written; default `Keep`.
    with_hrefs hrefs: Hrefs;
    /// Whether text formatting becomes Markdown; off, content elements stay HTML: blocks are
    /// containers, inline ones are written in their line. Default on.
    with_markdown markdown: bool;
    /// Characters of an attribute's value, the rest becomes `…`; agent 256, paper `usize::MAX`.
    with_max_attribute_chars max_attribute_chars: usize;
    /// Whether a first line `<!-- title | url | lang | n of N targets -->` is written; default off.
    with_header header: bool;
    /// The layout; default `Lines`.
    with_format format: Format;
    /// Whether [`Document::breakdown`](crate::Document::breakdown) can tell the heaviest parts of the
    /// page; off in both profiles. On, the analysis also finds selectors of all blocks, which costs time
    /// and memory; snapshots are the same.
    with_subtrees subtrees: bool;
    /// The ground truth; the paper's profile has [`GroundTruth::paper`].
    with_ground_truth ground_truth: GroundTruth;
    /// TextRank's constants.
    with_text_rank text_rank: TextRank;
    /// What a page may cost.
    with_limits limits: Limits;
}

impl Options {
    /// The published algorithm (arXiv 2508.04412): modulo merging, sentences per text node, clauses
    /// split, hidden content kept, no affordances, attribute values always quoted.
    pub fn paper() -> Self {
        Options {
            profile: Profile::Paper,
            merge_schedule: MergeSchedule::Modulo,
            segment_scope: SegmentScope::Node,
            split_clauses: true,
            hidden: Hidden::Keep,
            mark_hidden: false,
            affordances: false,
            uid_attribute: "data-uid".to_owned(),
            quote_always: true,
            max_attribute_chars: usize::MAX,
            ground_truth: GroundTruth::paper(),
            ..Options::default()
        }
    }

    /// The preset that these options began as.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The name of the attribute that carries a target's number; agent `uid`, paper `data-uid`.
    /// Only letters, digits, `-` and `_` are kept of it.
    #[must_use]
    pub fn with_uid_attribute(mut self, name: &str) -> Self {
        let kept: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
        if !kept.is_empty() {
            self.uid_attribute = kept.to_ascii_lowercase();
        }
        self
    }

    /// Only the elements that match are written, each with all it holds. A list of CSS selectors,
    /// or a path of them joined by ` >>> `, where each step goes on inside the shadow root or the
    /// frame of what the one before it matched. Of nested matches the outermost counts. Numbers of
    /// targets stay those of the whole page.
    #[must_use]
    pub fn with_selector(mut self, selector: &str) -> Self {
        self.selector = Some(selector.to_owned());
        self
    }

    /// The elements that match are left out, with all they hold; as for
    /// [`Options::with_selector`], but matching nothing is no error.
    #[must_use]
    pub fn with_exclude(mut self, selector: &str) -> Self {
        self.exclude = Some(selector.to_owned());
        self
    }

    /// The page's address: hrefs of [`Target`](crate::Target)s are resolved against it (and the
    /// page's `base` element).
    #[must_use]
    pub fn with_base_url(mut self, url: &str) -> Self {
        self.base_url = Some(url.to_owned());
        self
    }

    /// The encoding that the transport named (`Content-Type`'s charset), for
    /// [`Document::parse_bytes`](crate::Document::parse_bytes). A byte order mark wins over it.
    #[must_use]
    pub fn with_encoding(mut self, label: &str) -> Self {
        self.encoding = Some(label.to_owned());
        self
    }
}
