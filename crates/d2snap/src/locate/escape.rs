//! Names and values as CSS and XPath write them.

use std::fmt::Write;

/// An identifier, by the rules of `CSS.escape`.
pub(super) fn css_identifier(name: &str, out: &mut String) {
    let alone = name == "-";
    let starts_with_dash = name.starts_with('-');
    for (at, c) in name.chars().enumerate() {
        match c {
            '\0' => out.push('\u{FFFD}'),
            '\u{1}'..='\u{1f}' | '\u{7f}' => code_point(c, out),
            '0'..='9' if at == 0 || (at == 1 && starts_with_dash) => code_point(c, out),
            '-' if alone => out.push_str("\\-"),
            '-' | '_' | '\u{80}'.. => out.push(c),
            c if c.is_ascii_alphanumeric() => out.push(c),
            c => {
                out.push('\\');
                out.push(c);
            }
        }
    }
}

/// A string in double quotes.
pub(super) fn css_string(value: &str, out: &mut String) {
    out.push('"');
    for c in value.chars() {
        match c {
            '\0' => out.push('\u{FFFD}'),
            '\u{1}'..='\u{1f}' | '\u{7f}' => code_point(c, out),
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

fn code_point(c: char, out: &mut String) {
    // Writing into a string does not fail.
    let _ = write!(out, "\\{:x} ", c as u32);
}

/// A string; XPath has no escapes, so one with both kinds of quotation marks is put together.
pub(super) fn xpath_string(value: &str, out: &mut String) {
    let quote = match (value.contains('\''), value.contains('"')) {
        (false, _) => '\'',
        (true, false) => '"',
        (true, true) => {
            out.push_str("concat(");
            for (at, piece) in value.split('\'').enumerate() {
                if at > 0 {
                    out.push_str(", \"'\", ");
                }
                out.push('\'');
                out.push_str(piece);
                out.push('\'');
            }
            out.push(')');
            return;
        }
    };
    out.push(quote);
    out.push_str(value);
    out.push(quote);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&str, &mut String), text: &str) -> String {
        let mut out = String::new();
        write(text, &mut out);
        out
    }

    #[test]
    fn identifiers_as_css_escape_has_them() {
        for (name, expected) in [
            ("main-nav_2", "main-nav_2"),
            ("1a", "\\31 a"),
            ("-1", "-\\31 "),
            ("-", "\\-"),
            ("--x", "--x"),
            ("a.b:c", "a\\.b\\:c"),
            ("a b", "a\\ b"),
            ("a>>>b", "a\\>\\>\\>b"),
            ("a\u{7f}\n", "a\\7f \\a "),
            ("é日", "é日"),
        ] {
            assert_eq!(written(css_identifier, name), expected);
        }
    }

    #[test]
    fn strings_in_quotes() {
        assert_eq!(written(css_string, r#"a "b" \c"#), r#""a \"b\" \\c""#);
        assert_eq!(written(xpath_string, "a"), "'a'");
        assert_eq!(written(xpath_string, "it's"), "\"it's\"");
        assert_eq!(written(xpath_string, "say \"x\""), "'say \"x\"'");
        assert_eq!(written(xpath_string, "it's \"x\""), "concat('it', \"'\", 's \"x\"')");
    }
}
