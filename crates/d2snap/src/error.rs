//! The one error type.

use std::fmt;

/// What can go wrong. Parsing itself never fails on bad HTML: an error is a parameter outside its
/// domain, a limit exceeded, a selector or a ground truth that does not read, something asked for
/// that is not there.
///
/// The messages are part of the contract and name the offending value and its domain.
///
/// ```
/// use d2snap::{Error, Params};
/// let error = Params::new(2.0, 0.3, 0.3).unwrap_err();
/// assert_eq!(error.to_string(), "k = 2 is out of range: 0 to 1, or infinity to linearise");
/// assert!(matches!(error, Error::Parameter { name: "k", .. }));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A parameter outside its domain.
    #[non_exhaustive]
    Parameter {
        /// The parameter's name, as in the public API.
        name: &'static str,
        /// The value that was given, as text.
        value: String,
        /// The values that are allowed, in words.
        domain: &'static str,
    },
    /// The page exceeds a limit of [`Limits`](crate::Limits).
    #[non_exhaustive]
    Limit {
        /// The limit's name: `bytes`, `elements` or `names`.
        name: &'static str,
        /// The limit that was exceeded.
        limit: usize,
    },
    /// A CSS selector that does not parse.
    #[non_exhaustive]
    Selector {
        /// The selector as given.
        selector: String,
        /// Why it does not parse.
        reason: String,
    },
    /// A scoping selector that matches nothing on this page.
    #[non_exhaustive]
    NoMatch {
        /// The selector as given.
        selector: String,
    },
    /// A ground truth that does not read.
    #[non_exhaustive]
    GroundTruth {
        /// What is wrong with it, with its place.
        reason: String,
    },
    /// An encoding label that the Encoding Standard does not know.
    #[non_exhaustive]
    Encoding {
        /// The label as given.
        label: String,
    },
    /// A base URL that is not an absolute URL.
    #[non_exhaustive]
    BaseUrl {
        /// The URL as given.
        url: String,
        /// Why it does not parse.
        reason: String,
    },
    /// No snapshot of the page fits the budget in the way that was asked for.
    #[non_exhaustive]
    BudgetUnreachable {
        /// The budget in tokens, less its margin.
        budget: usize,
        /// The fewest tokens that were reached.
        smallest: usize,
    },
    /// Numbers that no target has, or only targets that are out of scope.
    #[non_exhaustive]
    NoTarget {
        /// The numbers, as in `0, 391–400`.
        uids: String,
        /// How many targets the page has.
        count: usize,
        /// Whether their numbers are those of a session, and not 1, 2, 3 ….
        in_session: bool,
    },
    /// A capture that does not read, or whose list of nodes is no tree.
    #[non_exhaustive]
    Capture {
        /// What is wrong with it, with its place.
        reason: String,
    },
    /// A capture in a version of the format that this engine does not know.
    #[non_exhaustive]
    CaptureVersion {
        /// The version that it says it has.
        version: String,
    },
    /// A tokenizer name that is not known.
    #[non_exhaustive]
    Tokenizer {
        /// The name as given.
        name: String,
    },
}

impl Error {
    /// An [`Error::Parameter`], for callers that take parameters which the engine's own types can not hold:
    /// a negative number, a value that a setter would bring into its domain.
    ///
    /// ```
    /// let error = d2snap::Error::parameter("max_tokens", "-1", "0 or more");
    /// assert_eq!(error.to_string(), "max_tokens = -1 is out of range: 0 or more");
    /// ```
    pub fn parameter(name: &'static str, value: impl Into<String>, domain: &'static str) -> Self {
        Error::Parameter { name, value: value.into(), domain }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Parameter { name, value, domain } => {
                write!(f, "{name} = {value} is out of range: {domain}")
            }
            Error::Limit { name, limit } => {
                write!(f, "the page exceeds the limit of {limit} {name}")
            }
            Error::Selector { selector, reason } => {
                write!(f, "the selector `{selector}` does not parse: {reason}")
            }
            Error::NoMatch { selector } => {
                write!(f, "the selector `{selector}` matches no element of the page")
            }
            Error::GroundTruth { reason } => write!(f, "the ground truth does not read: {reason}"),
            Error::Encoding { label } => {
                write!(f, "`{label}` is no encoding label of the Encoding Standard")
            }
            Error::BaseUrl { url, reason } => {
                write!(f, "the base URL `{url}` is not an absolute URL: {reason}")
            }
            Error::BudgetUnreachable { budget, smallest } => {
                write!(f, "no snapshot fits {budget} tokens: the smallest has {smallest}")
            }
            Error::NoTarget { uids, count, in_session } => {
                let numbered = if *in_session { "" } else { ", numbered from 1" };
                write!(f, "no target with uid {uids} is in scope: the page has {count}{numbered}")
            }
            Error::Capture { reason } => write!(f, "the capture does not read: {reason}"),
            Error::CaptureVersion { version } => {
                write!(f, "the capture is of version {version}: this engine reads version {}", crate::capture::VERSION)
            }
            Error::Tokenizer { name } if cfg!(feature = "tokenizers") => {
                write!(f, "`{name}` is no tokenizer: use o200k_base, cl100k_base or chars4")
            }
            Error::Tokenizer { name } => write!(f, "`{name}` is no tokenizer that is built in: use chars4"),
        }
    }
}

impl std::error::Error for Error {}
