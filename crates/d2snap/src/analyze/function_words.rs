//! A language's function words (`the`, `of`, `und`), which say nothing of what a sentence is about.
//!
//! The lists are those of the `stop-words` crate. With its feature `nltk` (wanted: see the test
//! `content_words_are_none`) the NLTK lists come first, which hold function words only; the ISO lists, which are all
//! there is for some languages, also count words such as `help` and `information`.

use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::suppressions::primary_language;

static LISTS: LazyLock<FxHashMap<&'static str, OnceLock<FunctionWords>>> =
    LazyLock::new(|| stop_words::available_languages().iter().map(|code| (*code, OnceLock::new())).collect());
static NO_LIST: LazyLock<FunctionWords> = LazyLock::new(FunctionWords::default);

/// The function words of one language, [folded](fold).
#[derive(Debug, Default)]
pub(crate) struct FunctionWords(FxHashSet<Cow<'static, str>>);

impl FunctionWords {
    /// The list for a BCP 47 tag: that of its primary language, in either case; English for an empty tag; an empty
    /// list where the language has none. A list is hashed at its first use.
    pub(crate) fn for_lang(lang: &str) -> &'static Self {
        let code = primary_language(lang).to_ascii_lowercase();
        let code = match code.as_str() {
            "" => "en",
            "nb" | "nn" => "no",
            "fil" => "tl",
            "iw" => "he",
            "in" => "id",
            other => other,
        };
        match LISTS.get_key_value(code) {
            Some((code, list)) => list.get_or_init(|| Self::build(stop_words::lookup(code).unwrap_or_default())),
            None => &NO_LIST,
        }
    }

    /// Whether `word`, which must be [folded](fold), is one. Cost: one hash of the word.
    pub(crate) fn contains(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    fn build(list: &'static [&'static str]) -> Self {
        let mut buffer = String::new();
        // An entry with a space inside never equals a word.
        let words = list.iter().map(|word| word.trim()).filter(|word| !word.contains(char::is_whitespace));
        Self(
            words
                .map(|word| {
                    fold(word, &mut buffer);
                    if buffer == word { Cow::Borrowed(word) } else { Cow::Owned(buffer.clone()) }
                })
                .collect(),
        )
    }
}

/// Writes into `folded`, over what it held, the form in which words are compared: lower case, with `σ` for a final `ς`
/// and `'` for `’`.
///
/// Each character on its own, so that neither the language nor the place in the word matters.
pub(crate) fn fold(word: &str, folded: &mut String) {
    folded.clear();
    if word.is_ascii() {
        folded.push_str(word);
        folded.make_ascii_lowercase();
        return;
    }
    for c in word.chars() {
        match c {
            'ς' => folded.push('σ'),
            '’' => folded.push('\''),
            _ if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
            _ => folded.extend(c.to_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contains(lang: &str, word: &str) -> bool {
        let mut folded = String::new();
        fold(word, &mut folded);
        FunctionWords::for_lang(lang).contains(&folded)
    }

    #[test]
    fn english() {
        for word in ["a", "A", "an", "The", "of", "don't", "DON’T"] {
            assert!(contains("en", word), "{word}");
            assert!(contains("", word), "{word}");
            assert!(contains("EN-gb", word), "{word}");
        }
    }

    /// Fails unless the crate's feature `nltk` is on: the ISO list has all of these.
    #[test]
    fn content_words_are_none() {
        for word in ["home", "help", "information", "page", "computer", "free", "work"] {
            assert!(!contains("en", word), "{word}");
        }
    }

    #[test]
    fn other_languages() {
        assert!(contains("de-AT", "Und"));
        assert!(!contains("de", "the"));
        assert!(contains("nb", "og"));
        assert!(contains("ru", "И"));
        assert!(contains("pl", "jest"));
        assert!(contains("ja", "の"));
    }

    #[test]
    fn no_list_no_function_words() {
        for lang in ["xx", "tlh", "🦀", "e"] {
            assert!(!contains(lang, "the"), "{lang}");
        }
    }

    #[test]
    fn folding() {
        let mut folded = String::from("rest");
        for (word, want) in [("ΟΔΟΣ", "οδοσ"), ("οδός", "οδόσ"), ("Straße", "straße"), ("I’M", "i'm"), ("", "")] {
            fold(word, &mut folded);
            assert_eq!(folded, want);
        }
    }
}
