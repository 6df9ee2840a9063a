//! The words that a snapshot holds.

use std::borrow::Cow;

use crate::tokens::{Token, tokens};
use crate::word::{Found, parts_words};

/// The words of a snapshot, marks and escapes taken off.
pub(crate) fn written(html: &str) -> Vec<Found> {
    // Line breaks inside a control begin no line of the snapshot.
    let html = html.replace("&#10;", " ");
    let mut writer = Writer { found: Vec::new(), line_begins: true, fence: 0 };
    for token in tokens(&html) {
        match token {
            Token::Text(text) => writer.text(&text),
            Token::Start(_) | Token::End(_) => writer.line_begins = false,
            Token::Comment(_) | Token::Doctype => {}
        }
    }
    writer.found
}

struct Writer {
    found: Vec<Found>,
    line_begins: bool,
    /// The length of the fence that is open.
    fence: usize,
}

impl Writer {
    fn text(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            self.line_begins |= index > 0;
            let rest = if std::mem::take(&mut self.line_begins) { self.line_start(line) } else { Cow::Borrowed(line) };
            self.words(&rest);
        }
        self.line_begins = text.ends_with('\n');
    }

    /// Takes the marks of a line's start off; an item's number becomes an optional word.
    fn line_start<'t>(&mut self, line: &'t str) -> Cow<'t, str> {
        let mut rest = line.trim_start_matches(' ');
        if self.fence == 0 {
            loop {
                rest = rest.trim_start_matches(' ');
                let mark = ["- ", "> ", ": "].into_iter().find(|mark| rest.starts_with(mark));
                if let Some(mark) = mark {
                    rest = &rest[mark.len()..];
                    continue;
                }
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let behind = &rest[digits..];
                if digits > 0 && (behind.starts_with("\\.") || behind.starts_with("\\)")) {
                    return Cow::Owned(format!("{}{}", &rest[..digits], &behind[1..]));
                }
                if !(1..=9).contains(&digits) || !(behind.starts_with(". ") || behind == ".") {
                    break;
                }
                self.found.push(Found { text: rest[..=digits].to_owned(), optional: true });
                rest = &behind[1..];
            }
        } else {
            rest = rest.trim_start_matches(['>', ' ']);
        }
        let ticks = rest.bytes().take_while(|byte| *byte == b'`').count();
        if self.fence == 0 && ticks >= 3 && !rest[ticks..].contains('`') {
            self.fence = ticks;
        } else if self.fence > 0 && ticks >= self.fence && rest[ticks..].trim().is_empty() {
            self.fence = 0;
        }
        Cow::Borrowed(rest)
    }

    fn words(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find("![") {
            let Some(end) = image_end(&rest[at..]) else { break };
            self.plain(&rest[..at], false);
            self.plain(&rest[at..at + end], true);
            rest = &rest[at + end..];
        }
        self.plain(rest, false);
    }

    fn plain(&mut self, text: &str, optional: bool) {
        let words = text.split(parts_words).filter(|word| !word.is_empty());
        self.found.extend(words.map(|word| Found { text: word.to_owned(), optional }));
    }
}

/// Where `![label]` or `![label](address)` ends.
fn image_end(text: &str) -> Option<usize> {
    let label = 1 + bracket_end(&text[1..], '[', ']')?;
    Some(if text[label..].starts_with('(') {
        label + bracket_end(&text[label..], '(', ')').or_else(|| Some(text[label..].find(')')? + 1)).unwrap_or(0)
    } else {
        label
    })
}

fn bracket_end(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        if c == '\\' {
            escaped = true;
        } else if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at + c.len_utf8());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(html: &str) -> String {
        written(html).iter().map(|word| format!("{}{}", word.text, if word.optional { "?" } else { "" })).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn marks_are_taken_off() {
        assert_eq!(words("# 1. a **b** c_d_\n- 1. e\n> 2. f\n3\\. g\n"), "1. a b c d 1.? e 2.? f 3. g");
        assert_eq!(words("| a | <td uid=1>1. b</td> |\n| --- |\n<button>2. c</button> 3. d\n"), "a 1. b 2. c 3. d");
        assert_eq!(words("![a [b] \\] c](/d(e).png)f ![g] h"), "a? b? c? /d? e? .png? f g? h");
        assert_eq!(words("```\n1. a\n```\n1. b\n"), "1. a 1.? b");
        assert_eq!(words("<textarea>a&#10;1. b</textarea>x&amp;y &lt;b>"), "a 1. b x&y <b");
    }
}
