//! Exact token counts.

#[cfg(feature = "tokenizers")]
mod exact;
#[cfg(not(feature = "tokenizers"))]
#[path = "inexact.rs"]
mod exact;
mod shares;
#[cfg(feature = "tokenizers")]
mod split;
#[cfg(feature = "tokenizers")]
mod vocabulary;

use std::fmt;
use std::sync::Arc;

use crate::error::Error;
use exact::Exact;
pub(crate) use exact::Known;

/// Counts the tokens of a text.
///
/// ```
/// use d2snap::TokenCounter;
/// assert_eq!(TokenCounter::o200k_base().count("hello world"), 2);
/// assert_eq!(TokenCounter::cl100k_base().count("hello world"), 2);
/// assert_eq!(TokenCounter::chars4().count("hello world"), 3);
/// let words = TokenCounter::custom("words", |text| text.split_whitespace().count());
/// assert_eq!(words.count("hello world"), 2);
/// ```
#[derive(Clone)]
pub struct TokenCounter {
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Exact(Exact),
    Chars4,
    Custom(Arc<str>, Arc<dyn Fn(&str) -> usize + Send + Sync>),
}

/// More than this is no count of a text, and leaves room to add to.
const MOST: usize = if usize::BITS > 32 { 1 << 40 } else { 1 << 24 };

impl TokenCounter {
    /// OpenAI's vocabulary of GPT-4o and later. The first count loads it, which takes about .15 s.
    #[cfg(feature = "tokenizers")]
    pub fn o200k_base() -> Self {
        TokenCounter { kind: Kind::Exact(Exact::O200k) }
    }

    /// OpenAI's vocabulary of GPT-3.5 and GPT-4. The first count loads it.
    #[cfg(feature = "tokenizers")]
    pub fn cl100k_base() -> Self {
        TokenCounter { kind: Kind::Exact(Exact::Cl100k) }
    }

    /// The paper's estimate: characters (Unicode scalar values) / 4, rounded up.
    pub fn chars4() -> Self {
        TokenCounter { kind: Kind::Chars4 }
    }

    /// The caller's own function. A count above 2⁴⁰ (2²⁴ where addresses have 32 bits) is taken as that many.
    pub fn custom(name: &str, count: impl Fn(&str) -> usize + Send + Sync + 'static) -> Self {
        TokenCounter { kind: Kind::Custom(name.into(), Arc::new(count)) }
    }

    /// The counter of a name: `o200k_base`, `cl100k_base` (both with the feature `tokenizers`) or `chars4`.
    ///
    /// # Errors
    /// [`Error::Tokenizer`] for any other name, and without the feature for the first two.
    pub fn by_name(name: &str) -> Result<Self, Error> {
        if name == "chars4" {
            return Ok(Self::chars4());
        }
        let encoding = Exact::by_name(name).ok_or_else(|| Error::Tokenizer { name: name.to_owned() })?;
        Ok(TokenCounter { kind: Kind::Exact(encoding) })
    }

    /// The counter's name.
    pub fn name(&self) -> &str {
        match &self.kind {
            Kind::Exact(encoding) => encoding.name(),
            Kind::Chars4 => "chars4",
            Kind::Custom(name, _) => name,
        }
    }

    /// Whether counts of lines add up to that of the whole.
    pub(crate) fn is_additive(&self) -> bool {
        matches!(self.kind, Kind::Exact(_))
    }

    /// The number of tokens of `text`; special tokens count as the text that they are. One pass.
    pub fn count(&self, text: &str) -> usize {
        self.count_known(text, &mut Known::default())
    }

    /// As [`count`](Self::count), remembering pieces of the text.
    pub(crate) fn count_known(&self, text: &str, known: &mut Known) -> usize {
        self.count_within(text, known, usize::MAX)
    }

    /// As [`count_known`](Self::count_known); a count above `limit` need not be exact.
    pub(crate) fn count_within(&self, text: &str, known: &mut Known, limit: usize) -> usize {
        match &self.kind {
            Kind::Exact(encoding) => encoding.count(text, known, limit),
            Kind::Chars4 => text.chars().count().div_ceil(4),
            Kind::Custom(_, count) => count(text).min(MOST),
        }
    }
}

/// `o200k_base`; without the feature `tokenizers`, `chars4`.
impl Default for TokenCounter {
    fn default() -> Self {
        Self::by_name("o200k_base").unwrap_or_else(|_| Self::chars4())
    }
}

impl fmt::Debug for TokenCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TokenCounter").field(&self.name()).finish()
    }
}

#[cfg(all(test, feature = "tokenizers"))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn agrees(text: &str) {
        let (o200k, cl100k) = (tiktoken_rs::o200k_base_singleton(), tiktoken_rs::cl100k_base_singleton());
        assert_eq!(TokenCounter::o200k_base().count(text), o200k.count_ordinary(text), "o200k of {text:?}");
        assert_eq!(TokenCounter::cl100k_base().count(text), cl100k.count_ordinary(text), "cl100k of {text:?}");
    }

    const PARTS: &[&str] = &[
        "a",
        "B",
        "the",
        "THE",
        "HTMLElement",
        "fooBar",
        "1",
        "12345",
        " ",
        "  ",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "\u{B}",
        "\u{1}",
        "\u{7F}",
        "'",
        "'s",
        "'RE",
        "'ll",
        "'x",
        ".",
        "...",
        "/",
        "//",
        "<",
        ">",
        "</a>",
        "=\"",
        "\"",
        " uid=12>",
        "- ",
        "|",
        "é",
        "漢字",
        "…",
        "\u{A0}",
        "\u{2003}",
        "\u{301}",
        "👍",
        "ſ",
        "'ſ",
        "_",
        "$4.99",
    ];

    proptest! {
        #[test]
        fn counts_are_those_of_tiktoken(parts in prop::collection::vec(prop::sample::select(PARTS), 0..40)) {
            agrees(&parts.concat());
        }

        #[test]
        fn counts_of_any_ascii_are_those_of_tiktoken(text in "[ -~\\t\\n\\r]{0,80}") {
            agrees(&text);
        }
    }

    #[test]
    fn long_pieces_are_counted_as_tiktoken_does() {
        for piece in ["a", "ab", "Ab", "xyzzy", "=", "-_", "é", "漢字かな", "\u{301}", "0", " ", "\n", "aé", "👍"] {
            for bytes in [90, 101, 128, 129, 1_000, 5_000] {
                agrees(&piece.repeat(bytes / piece.len()));
            }
        }
        let mixed: String = (0..3_000_u32).map(|n| char::from(b'a' + (n.wrapping_mul(2_654_435_761) >> 24) as u8 % 26)).collect();
        agrees(&mixed);
    }

    #[test]
    fn a_count_ends_where_a_limit_is_passed() {
        let counter = TokenCounter::o200k_base();
        for text in ["a b c d e f g h".to_owned(), "a".repeat(100_000)] {
            let count = counter.count(&text);
            let mut known = Known::default();
            assert_eq!(counter.count_within(&text, &mut known, count), count);
            assert!(counter.count_within(&text, &mut known, 3) > 3);
        }
    }

    #[test]
    fn counts_that_no_text_has_do_not_overflow() {
        let counter = TokenCounter::custom("huge", |_| usize::MAX);
        let html = "<main><h1>One</h1><p>Two</p><button class=a id=b>Three</button></main>".repeat(20);
        let document = crate::Document::parse(&html, &crate::Options::default()).unwrap();
        let adaptive = |tokens| document.adaptive(&crate::Budget::new(tokens).with_counter(counter.clone()));
        assert!(adaptive(100).is_err());
        assert_eq!(adaptive(usize::MAX).unwrap().adaptive().unwrap().tokens, MOST);
    }

    #[test]
    fn special_tokens_are_text() {
        agrees("<|endoftext|> and <|fim_prefix|>");
    }
}
