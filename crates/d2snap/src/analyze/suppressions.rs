//! Abbreviations after which no sentence ends: CLDR's sentence-break suppressions.
//!
//! Vendored from Unicode CLDR 46.1 (npm package `cldr-segments-full` 46.1.0, all its locales with a list: `de`, `en`,
//! `es`, `fr`, `it`, `pt`, `ru`) as `suppressions.txt`, which says what we added; its licence, Unicode-3.0, stands in
//! `suppressions.LICENSE`. Parsed once, at the first look-up (about 50 µs).

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

const DATA: &str = include_str!("suppressions.txt");

static LISTS: LazyLock<Vec<(&'static str, Suppressions)>> = LazyLock::new(|| parse(DATA));
static NO_LIST: LazyLock<Suppressions> = LazyLock::new(Suppressions::default);

/// The suppressions of one language.
#[derive(Debug, Default)]
pub(crate) struct Suppressions {
    /// Entries without a space.
    words: FxHashSet<&'static str>,
    /// Every prefix, up to and with the whole, of an entry with spaces (`v. u. Z.`), in whole words, and what follows it.
    phrases: Vec<(&'static str, &'static str)>,
    /// Length in bytes of the longest of `words`.
    longest: usize,
}

impl Suppressions {
    /// The list for a BCP 47 tag: that of its primary language, in either case; English where that has none, where
    /// `lang` is empty, and where it is no language at all.
    pub(crate) fn for_lang(lang: &str) -> &'static Self {
        let wanted = primary_language(lang);
        let find = |wanted: &str| LISTS.iter().find(|(code, _)| code.eq_ignore_ascii_case(wanted));
        find(wanted).or_else(|| find("en")).map_or(&*NO_LIST, |(_, list)| list)
    }

    /// Whether no sentence ends between `before` and `after`, two neighbouring pieces of one text.
    ///
    /// So it is if `before`, trailing white space aside, ends with an entry as its last token, letter for letter; and
    /// in an entry of several words also after each of them, if the others follow. A token begins after white space,
    /// a dash (`–`, `—`), or an opening bracket or quotation mark.
    ///
    /// Cost: the bytes of the longest entry, whatever the length of the text.
    pub(crate) fn forbid(&self, before: &str, after: &str) -> bool {
        let before = before.trim_end();
        // All entries that can end at a break end with a full stop.
        before.ends_with('.')
            && (last_token(before, self.longest).is_some_and(|token| self.words.contains(token))
                || self.phrases.iter().any(|(head, tail)| ends_with(before, head) && starts_with(after, tail)))
    }
}

/// The primary language subtag of a BCP 47 tag: `de` of `de-AT` (and of `de_AT`), in the case given.
pub(crate) fn primary_language(lang: &str) -> &str {
    lang.split(['-', '_']).next().unwrap_or_default().trim()
}

/// The last token of `text`; `None` if it is longer than `longest` bytes.
fn last_token(text: &str, longest: usize) -> Option<&str> {
    let mut start = text.len();
    for c in text.chars().rev() {
        if stands_before_token(c) {
            break;
        }
        start -= c.len_utf8();
        if text.len() - start > longest {
            return None;
        }
    }
    text.get(start..)
}

fn stands_before_token(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '(' | '[' | '{' | '<' | '"' | '\'' | '–' | '—' | '¿' | '¡')
        || matches!(c, '‘'..='‟' | '«' | '»' | '‹' | '›' | '「' | '『' | '《' | '〈' | '【' | '（' | '［')
}

/// Whether `text` ends with the words of `phrase`, with any white space between them, and a token begins there.
fn ends_with(text: &str, phrase: &str) -> bool {
    let mut rest = text;
    for word in phrase.rsplit(' ') {
        let spaced = rest.trim_end();
        let inner = rest.len() != text.len();
        if inner && spaced.len() == rest.len() {
            return false;
        }
        match spaced.strip_suffix(word) {
            Some(shorter) => rest = shorter,
            None => return false,
        }
    }
    rest.chars().next_back().is_none_or(stands_before_token)
}

/// Whether `text` starts with the words of `phrase`, white space before each of them aside.
fn starts_with(text: &str, phrase: &str) -> bool {
    let mut rest = text;
    phrase.split_whitespace().all(|word| match rest.trim_start().strip_prefix(word) {
        Some(shorter) => {
            rest = shorter;
            true
        }
        None => false,
    })
}

fn parse(data: &'static str) -> Vec<(&'static str, Suppressions)> {
    let mut lists: Vec<(&'static str, Suppressions)> = Vec::new();
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let Some((code, entries)) = line.split_once('\t') else {
            continue;
        };
        let known = lists.iter().position(|(other, _)| *other == code);
        let at = known.unwrap_or_else(|| {
            lists.push((code, Suppressions::default()));
            lists.len() - 1
        });
        let list = &mut lists[at].1;
        for entry in entries.split('|') {
            if entry.contains(' ') {
                list.phrases.extend(entry.match_indices(' ').map(|(gap, _)| entry.split_at(gap)));
                list.phrases.push((entry, ""));
            } else {
                list.longest = list.longest.max(entry.len());
                list.words.insert(entry);
            }
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forbid(lang: &str, before: &str, after: &str) -> bool {
        Suppressions::for_lang(lang).forbid(before, after)
    }

    #[test]
    fn every_locale_is_there() {
        let sizes: Vec<_> = LISTS.iter().map(|(code, list)| (*code, list.words.len(), list.phrases.len())).collect();
        assert_eq!(sizes, [("de", 230, 24), ("en", 228, 0), ("es", 160, 9), ("fr", 78, 8), ("it", 45, 0), ("pt", 171, 2), ("ru", 16, 5)]);
    }

    #[test]
    fn what_the_specification_names() {
        for word in ["Dr. ", "p.m. ", "U.S. ", "Mr.", "5 p.m.", "(Ph.D. ", "“Prof. ", "1990—Jan. "] {
            assert!(forbid("en", word, "Next"), "{word}");
        }
    }

    #[test]
    fn letter_for_letter_and_only_the_last_token() {
        for word in ["dr. ", "DR. ", "xDr. ", "Dr.) ", "Dr. x. ", "Dr", "Dr.. ", "a-Dr. ", "", "."] {
            assert!(!forbid("en", word, "Next"), "{word}");
        }
    }

    #[test]
    fn the_tag_chooses_the_list() {
        assert!(forbid("de-AT", "zzgl. ", "MwSt"));
        assert!(forbid("DE_at", "zzgl. ", "MwSt"));
        for lang in ["en", "", "nl", "x-klingon", "🦀", "d"] {
            assert!(!forbid(lang, "zzgl. ", "MwSt"), "{lang}");
            assert!(forbid(lang, "Mrs. ", "Smith"), "{lang}");
        }
        assert!(!forbid("ru", "Mrs. ", "Smith"));
    }

    #[test]
    fn entries_of_several_words_hold_inside_too() {
        assert!(forbid("de", "um 44 v. ", "Chr. geboren"));
        assert!(forbid("de", "um 44 v.\u{a0}Chr. ", "Geboren"));
        assert!(forbid("de", "(v. ", "u. Z. war"));
        assert!(forbid("de", "v. u. ", "Z. war"));
        assert!(!forbid("de", "av. ", "Chr. geboren"));
        assert!(!forbid("de", "44 v. ", "Christus"));
        assert!(!forbid("de", "v.Chr.v. ", "Carl"));
        assert!(!forbid("es", "d.C. ", "Fue"));
        assert!(forbid("es", "d. C. ", "Fue"));
    }
}
