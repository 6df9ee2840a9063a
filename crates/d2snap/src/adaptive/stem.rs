//! The stems of words, in languages that have rules for them.

#[cfg(feature = "stemming")]
use rust_stemmers::{Algorithm, Stemmer};

/// What folds the forms of a word; without the feature `stemming` each form is a word of its own.
pub(super) struct Stems {
    #[cfg(feature = "stemming")]
    stemmer: Option<Stemmer>,
}

#[cfg(feature = "stemming")]
impl Stems {
    /// Those of a language, as `lang` names it.
    pub(super) fn of(lang: &str) -> Self {
        Stems { stemmer: algorithm(lang).map(Stemmer::create) }
    }

    /// The stem of a folded word.
    pub(super) fn of_word(&self, folded: &str) -> String {
        match &self.stemmer {
            Some(stemmer) => stemmer.stem(folded).into_owned(),
            None => folded.to_owned(),
        }
    }
}

#[cfg(not(feature = "stemming"))]
impl Stems {
    pub(super) fn of(_lang: &str) -> Self {
        Stems {}
    }

    pub(super) fn of_word(&self, folded: &str) -> String {
        folded.to_owned()
    }
}

#[cfg(feature = "stemming")]
fn algorithm(lang: &str) -> Option<Algorithm> {
    let primary = lang.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    Some(match primary.as_str() {
        "ar" => Algorithm::Arabic,
        "da" => Algorithm::Danish,
        "nl" => Algorithm::Dutch,
        "" | "en" => Algorithm::English,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "no" | "nb" | "nn" => Algorithm::Norwegian,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "es" => Algorithm::Spanish,
        "sv" => Algorithm::Swedish,
        "ta" => Algorithm::Tamil,
        "tr" => Algorithm::Turkish,
        _ => return None,
    })
}
