//! Words: what is compared of a text.
//!
//! A word is a run of characters other than white space and the marks of Markdown; page and
//! snapshot are cut alike, so that marks need not be told from text.

/// A stretch of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) text: String,
    /// It need not be there.
    pub(crate) optional: bool,
}

/// A word that is expected: its parts may stand together or apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Expected {
    pub(crate) parts: Vec<Part>,
}

impl Expected {
    /// The whole word need not be there.
    pub(crate) fn is_optional(&self) -> bool {
        self.parts.iter().all(|part| part.optional)
    }

    pub(crate) fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }
}

/// A word that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) text: String,
    /// It may be no text of the page: an image's label and address, an item's number.
    pub(crate) optional: bool,
}

/// Characters that part words.
pub(crate) fn parts_words(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '*' | '_' | '~' | '`' | '#' | '-' | '>' | ':' | '|' | '^' | '!' | '[' | ']' | '(' | ')' | '\\' | '"' | '“' | '”')
}

/// Characters that are removed everywhere (SPEC §3), but for tag characters.
pub(crate) fn is_removed(c: char) -> bool {
    (c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}'))
        || matches!(c, '\u{ad}' | '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Characters that stand in flags alone.
fn is_tag_character(c: char) -> bool {
    matches!(c, '\u{e0000}'..='\u{e007f}')
}

/// The tag characters that follow a black flag and make another of it.
fn flag_length(behind: &str) -> usize {
    let letters = behind.chars().take_while(|c| matches!(c, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}')).count();
    if (1..=8).contains(&letters) && behind.chars().nth(letters) == Some('\u{e007f}') { letters + 1 } else { 0 }
}

/// The characters of a text that are not removed.
fn kept(text: &str) -> impl Iterator<Item = char> + '_ {
    let mut flag = 0_usize;
    text.char_indices().filter_map(move |(at, c)| {
        if is_tag_character(c) {
            let kept = flag > 0;
            flag = flag.saturating_sub(1);
            return kept.then_some(c);
        }
        flag = if c == '\u{1f3f4}' { flag_length(&text[at + c.len_utf8()..]) } else { 0 };
        (!is_removed(c)).then_some(c)
    })
}

/// Whether nothing is left of a text but white space.
pub(crate) fn is_blank(text: &str) -> bool {
    kept(text).all(|c| matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}' | '\u{a0}' | '\u{2028}' | '\u{2029}'))
}

/// Whether a character makes a word with its like (UAX #29): letters and digits of the scripts that
/// part their words.
fn joins(c: char) -> bool {
    let stands_alone = matches!(c,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}');
    c.is_alphanumeric() && !stands_alone
}

/// Builds the expected words.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) words: Vec<Expected>,
    word: Expected,
    open: bool,
    /// A mark may stand in front of what follows.
    marked: bool,
}

impl Words {
    pub(crate) fn text(&mut self, text: &str, optional: bool) {
        for c in kept(text) {
            if parts_words(c) {
                self.hard();
                continue;
            }
            // Marks never break a word apart.
            if std::mem::take(&mut self.marked) {
                let last = self.word.parts.last().and_then(|part| part.text.chars().last());
                self.open &= joins(c) && last.is_some_and(joins);
            }
            match self.word.parts.last_mut() {
                Some(part) if self.open && part.optional == optional => part.text.push(c),
                _ => self.word.parts.push(Part { text: c.to_string(), optional }),
            }
            self.open = true;
        }
    }

    /// Here a mark may stand.
    pub(crate) fn mark(&mut self) {
        self.marked = true;
    }

    /// What follows may stand apart from what is there, or not.
    pub(crate) fn soft(&mut self) {
        self.open = false;
    }

    /// What follows stands apart from what is there.
    pub(crate) fn hard(&mut self) {
        self.open = false;
        if !self.word.parts.is_empty() {
            self.words.push(std::mem::take(&mut self.word));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_characters_stay_in_flags_alone() {
        let wales = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}";
        assert_eq!(kept(wales).collect::<String>(), wales);
        assert_eq!(kept("\u{1f3f4}\u{e0041}x\u{e0067}\u{e007f}").collect::<String>(), "\u{1f3f4}x");
        assert!(is_blank(" \u{a0}\u{2028}\u{200b}\u{e0067}") && !is_blank("\u{200e}"));
    }
}
