//! Splitting text into sentences: UAX #29 (sentence boundaries), less the breaks after abbreviations that CLDR suppresses.
//!
//! The boundaries are exactly those of `unicode-segmentation`, in linear time: that crate's own iterator looks ahead
//! anew from each of the brackets, quotation marks and spaces after a full stop, which is quadratic in their number,
//! and it classifies every character, where here all but terminators are skipped. The characters' classes are still
//! the crate's: for ASCII they are a table, for other characters they are [asked from it](class), once per process
//! and block of 256.

mod boundary;
mod class;

use super::suppressions::Suppressions;
use boundary::{after_stop, next_stop, skip};
use class::Class;

/// Splits `text` into sentences and appends the end of each, a byte offset into `text`, to `ends`.
///
/// Sentences tile the text: each includes the white space after it, the last ends at `text.len()`, and an empty text
/// has none. A sentence ends where [UAX #29](https://www.unicode.org/reports/tr29/#Sentence_Boundaries) says so,
/// except after an abbreviation that [`Suppressions`] knows for `lang`, a BCP 47 tag (English where there is no list).
/// With `split_clauses` it ends also after a `:` or `;` that a space (or tab) follows, whatever stands before. A piece
/// of white space only is joined to the sentence before it, at the beginning of the text to the one after it; a number
/// with its full stop (`1. Contact`) is joined to what it numbers; an opening bracket right after a terminator begins the
/// next sentence; between ASCII characters a sentence ends only at
/// white space, so that no address is cut (`/a?b=1`).
///
/// Offsets beyond `u32::MAX` are given as `u32::MAX`. Cost: one pass over the text; next to nothing beyond that where
/// it holds no terminator.
pub(crate) fn split(text: &str, lang: &str, split_clauses: bool, ends: &mut Vec<u32>) {
    if text.is_empty() {
        return;
    }
    let mut pieces = Pieces { text, lang, suppressions: None, ends, begin: 0, settled: 0, any: false };
    let mut at = 0;
    while let Some((here, class, after)) = next_stop(text, at, split_clauses) {
        at = match class {
            Class::Separator => {
                let crlf = text[here..].starts_with("\r\n");
                let end = if crlf { after + 1 } else { after };
                pieces.end_sentence(end);
                end
            }
            Class::FullStop | Class::Stop => match after_stop(text, here, class, after) {
                (end, true) => {
                    pieces.end_sentence(end);
                    end
                }
                (resume, false) => resume,
            },
            // `:` or `;`
            _ => {
                let end = skip(text, after, |class| class == Class::Space);
                if matches!(text.as_bytes().get(after), Some(b' ' | b'\t')) {
                    pieces.push(end);
                }
                end
            }
        };
    }
    pieces.finish();
}

/// The sentences found so far in one text.
struct Pieces<'a> {
    text: &'a str,
    lang: &'a str,
    suppressions: Option<&'static Suppressions>,
    ends: &'a mut Vec<u32>,
    /// Where the sentence now open begins.
    begin: usize,
    /// Up to here it is known to be white space only.
    settled: usize,
    /// Whether `ends` holds a sentence of this text.
    any: bool,
}

impl Pieces<'_> {
    /// A break of UAX #29 before `end`.
    fn end_sentence(&mut self, end: usize) {
        let (before, after) = (&self.text[self.begin..end], &self.text[end..]);
        let lang = self.lang;
        let suppressions = self.suppressions.get_or_insert_with(|| Suppressions::for_lang(lang));
        if !goes_on(before, after, suppressions) {
            self.push(before_opening(self.text, end));
        }
    }

    /// Ends the open sentence before `end`, unless it is white space only.
    fn push(&mut self, end: usize) {
        let blank = self.text[self.settled..end].chars().all(char::is_whitespace);
        self.settled = end;
        let offset = u32::try_from(end).unwrap_or(u32::MAX);
        if !blank {
            self.ends.push(offset);
            self.any = true;
        } else if self.any {
            if let Some(last) = self.ends.last_mut() {
                *last = offset;
            }
        } else {
            return;
        }
        self.begin = end;
    }

    fn finish(mut self) {
        self.push(self.text.len());
        if !self.any {
            self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
        }
    }
}

/// `end`, less the opening brackets and quotation marks right before it: UAX #29 takes them for closing
/// ones, which leaves a bracket alone where one of two sentences is dropped (`はい。「いいえ」`).
fn before_opening(text: &str, end: usize) -> usize {
    let opens = |c: char| {
        matches!(c, '「' | '『' | '｢' | '（' | '〈' | '《' | '【' | '〔' | '〖' | '〘' | '〚' | '〝' | '［' | '｛' | '｟' | '“' | '‘')
    };
    text[..end].trim_end_matches(opens).len()
}

/// Whether a sentence goes on over a break of UAX #29.
fn goes_on(before: &str, after: &str, suppressions: &Suppressions) -> bool {
    is_inside_token(before, after) || is_name_part(before, after) || numbers(before, after) || suppressions.forbid(before, after)
}

/// Whether a break falls behind an ASCII terminator without white space: inside an address
/// (`/a?b=1`), a name (`L.O.L.`), or before what a bracket encloses (`Wow!(really)`). Scripts that
/// write no spaces end sentences there.
fn is_inside_token(before: &str, after: &str) -> bool {
    let is_spaceless = |c: char| matches!(c, '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}');
    let ends_ascii = before.as_bytes().last().is_some_and(|byte| byte.is_ascii_graphic());
    ends_ascii && after.chars().next().is_some_and(|c| !c.is_whitespace() && !c.is_control() && !is_spaceless(c))
}

/// Whether a piece ends with a short number and its full stop, which numbers what follows
/// (`Item 1. Risks`, `2. Semester`), or is one exclaimed word, which is a name as a rule (`Yahoo! News`).
fn is_name_part(before: &str, after: &str) -> bool {
    if after.is_empty() {
        return false;
    }
    let before = before.trim();
    let token = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let number =
        token.strip_suffix('.').is_some_and(|digits| (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit()));
    number
        || (token.len() == before.len()
            && token.strip_suffix('!').is_some_and(|word| !word.is_empty() && word.chars().all(char::is_alphanumeric)))
}

/// Whether an abbreviation of "number" stands before a number (`No. 9`); by itself it is a word.
fn numbers(before: &str, after: &str) -> bool {
    let token = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    after.starts_with(|c: char| c.is_ascii_digit()) && matches!(token, "No." | "no." | "Nos." | "nos." | "Pt." | "pt.")
}

#[cfg(test)]
mod tests {
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    fn pieces<'a>(text: &'a str, lang: &str, split_clauses: bool) -> Vec<&'a str> {
        let mut ends = vec![7];
        split(text, lang, split_clauses, &mut ends);
        assert_eq!(ends[0], 7);
        let begins = std::iter::once(0).chain(ends[1..].iter().copied());
        let pieces: Vec<_> = begins.zip(&ends[1..]).map(|(begin, end)| &text[begin as usize..*end as usize]).collect();
        assert_eq!(pieces.concat(), text);
        pieces
    }

    #[test]
    fn abbreviations_do_not_end_a_sentence() {
        let text = "Dr. Smith paid $3.50 at 5 p.m. to the U.S. office.";
        assert_eq!(pieces(text, "en", false), [text]);
        assert_eq!(pieces(text, "en", true), [text]);
        let text = "Frau Dr. Maier (geb. Huber) starb um 44 v. Chr. in Rom. Ende.";
        assert_eq!(pieces(text, "de-AT", false), ["Frau Dr. Maier (geb. Huber) starb um 44 v. Chr. in Rom. ", "Ende."]);
        assert_eq!(pieces(text, "en", false).len(), 4);
        assert_eq!(pieces("We meet at 5 p.m. The door is open.", "en", false).len(), 1);
        assert_eq!(pieces("At 5 PM. The door is open.", "en", false).len(), 2);
    }

    #[test]
    fn clauses() {
        let text = "A simple classic: mozzarela; at 10:30; a:b. Yes: \n\n no:";
        assert_eq!(pieces(text, "en", false), ["A simple classic: mozzarela; at 10:30; a:b. ", "Yes: \n\n", " no:"]);
        assert_eq!(pieces(text, "en", true), ["A simple classic: ", "mozzarela; ", "at 10:30; ", "a:b. ", "Yes: \n\n", " no:"]);
        assert_eq!(pieces("Größe: L", "de", true), ["Größe: ", "L"]);
        assert_eq!(pieces("à 10:\u{a0}30", "fr", true), ["à 10:\u{a0}30"]);
        assert_eq!(pieces("Mr.: Yes. ; : ", "en", true), ["Mr.: ", "Yes. ; ", ": "]);
    }

    #[test]
    fn white_space_only_is_no_sentence() {
        assert!(pieces("", "en", true).is_empty());
        assert_eq!(pieces(" ", "en", true), [" "]);
        assert_eq!(pieces("\n\n\n", "en", true), ["\n\n\n"]);
        assert_eq!(pieces("\n \r\nA\r\n\nB\u{2029}\u{a0}", "en", true), ["\n \r\nA\r\n\n", "B\u{2029}\u{a0}"]);
        assert_eq!(pieces("...", "en", true), ["..."]);
        assert_eq!(pieces("One. ) Two.", "en", true), ["One. ", ") Two."]);
    }

    #[test]
    fn scripts_without_spaces() {
        assert_eq!(pieces("你好。世界！（再见。）好", "zh", false), ["你好。", "世界！", "（再见。）", "好"]);
    }

    /// Every run of brackets is quadratic in the crate; here this takes milliseconds.
    #[test]
    fn hostile_texts_stay_linear() {
        for unit in [")", " ", "\u{301}", "»", ".)", ". ", "\n", "1.A", "(Dr. ", "v. ", ": ", "\u{e0100}", ".\u{301}"] {
            let text = format!("x.{}", unit.repeat(500_000));
            assert!(!pieces(&text, "de", true).is_empty());
        }
    }

    /// A linear congruential generator, so that failures repeat.
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % bound
        }
    }

    /// The boundaries of the crate, white space joined and opening brackets moved on, must be ours where no
    /// abbreviation comes in the way.
    fn assert_same(text: &str) {
        let mut ends: Vec<usize> = Vec::new();
        let (mut begin, mut at) = (0, 0);
        for sentence in text.split_sentence_bounds() {
            let start = at;
            at += sentence.len();
            let blank = sentence.chars().all(char::is_whitespace);
            match ends.last_mut() {
                Some(end) if blank || goes_on(&text[begin..start], &text[start..], Suppressions::for_lang("")) => *end = at,
                Some(end) => {
                    begin = before_opening(text, start);
                    *end = begin;
                    ends.push(at);
                }
                None if blank => {}
                None => ends.push(at),
            }
        }
        if ends.is_empty() && !text.is_empty() {
            ends.push(text.len());
        }
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let want: Vec<&str> = begins.zip(&ends).map(|(begin, end)| &text[begin..*end]).collect();
        assert_eq!(pieces(text, "no abbreviations", false), want, "{text:?}");
    }

    #[test]
    fn ascii_is_as_in_unicode_segmentation() {
        let mut random = Random(1);
        // Numbers before full stops, so that no abbreviation arises from the few letters.
        let alphabet: Vec<char> = "xyXY019...!?\"'()[]{}  \t\n\r\u{b},,-:;_$\0\u{7f}".chars().collect();
        for _ in 0..60_000 {
            let length = random.below(24);
            let text: String = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
            assert_same(&text);
        }
        for c in (0..128u8).map(char::from) {
            for frame in ["1.@A", "1@A", "1. @a", "1!@ A", "KA.@A"] {
                assert_same(&frame.replace('@', &c.to_string()));
            }
        }
    }

    #[test]
    fn every_script_is_as_in_unicode_segmentation() {
        let mut random = Random(2);
        let alphabet: Vec<char> =
            "yY1. . .!。？！।؟、，「」（）»«“”’…–\u{a0}\u{2028}\u{2029}\u{85}\u{301}\u{ad}\u{200d}ßéÉжЖωΩ字가กाक١😀𝐀".chars().collect();
        for round in 0..60_000 {
            let length = random.below(20);
            let any = |random: &mut Random| {
                let code = if round % 2 == 0 { random.below(0x2fff) } else { random.below(0x11_0000) };
                u32::try_from(code).ok().and_then(char::from_u32).unwrap_or('.')
            };
            let text: String =
                (0..length).map(|_| if random.below(5) == 0 { any(&mut random) } else { alphabet[random.below(alphabet.len())] }).collect();
            assert_same(&text);
        }
    }
}
