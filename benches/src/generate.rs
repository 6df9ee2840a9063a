//! Generated pages, to see how time grows.

use std::fmt::Write;

/// What a generated page is mostly made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Cards with a heading, text and controls.
    Cards,
    /// Paragraphs of several sentences.
    Text,
    /// One table.
    Table,
    /// Links with nothing around them.
    Links,
    /// Containers nested as deep as browsers have them, many times.
    Nested,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 5] = [Shape::Cards, Shape::Text, Shape::Table, Shape::Links, Shape::Nested];

    /// The shape's name.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Cards => "cards",
            Shape::Text => "text",
            Shape::Table => "table",
            Shape::Links => "links",
            Shape::Nested => "nested",
        }
    }

    /// A page of this shape with about so many elements. Its words come from a vocabulary of a
    /// fixed size, so that ten times the elements are ten times of everything else too.
    pub fn page(self, elements: usize) -> String {
        let mut words = Words(1);
        let mut html = String::from("<!doctype html><html lang=en><title>Generated</title><body><main>");
        let mut write = |number: usize, html: &mut String| match self {
            Shape::Cards => write!(
                html,
                "<div class=\"card c{number}\"><h3><a href=\"/item/{number}\">{}</a></h3><p>{}</p>\
<label>Amount <input name=q{number} value=1></label><button type=button>Add</button></div>",
                words.some(3),
                words.sentences(2)
            ),
            Shape::Text => write!(html, "<p>{} <a href=\"/{number}\">{}</a></p>", words.sentences(5), words.some(2)),
            Shape::Table => {
                let (open, close) = if number == 0 { ("<table>", "") } else { ("", "") };
                write!(html, "{open}<tr><td>{number}<td>{}<td>{}<td><a href=\"/r/{number}\">Open</a>{close}", words.some(2), words.some(4))
            }
            Shape::Links => writeln!(html, "<a href=\"/l/{number}\">{}</a>", words.some(2)),
            Shape::Nested => {
                write!(html, "{}{}<button>{}</button>{}", "<div>".repeat(40), words.sentences(1), words.some(1), "</div>".repeat(40))
            }
        };
        for number in 0..elements / self.elements() {
            // Writing to a string does not fail.
            let _ = write(number, &mut html);
        }
        html
    }

    /// The elements of one piece.
    fn elements(self) -> usize {
        match self {
            Shape::Cards => 7,
            Shape::Text => 2,
            Shape::Table => 6,
            Shape::Links => 1,
            Shape::Nested => 41,
        }
    }
}

/// Words of a linear congruential generator.
struct Words(u32);

impl Words {
    fn some(&mut self, count: usize) -> String {
        let word = |words: &mut Words| {
            words.0 = words.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            format!("word{}", (words.0 >> 16) % 2000)
        };
        (0..count).map(|_| word(self)).collect::<Vec<_>>().join(" ")
    }

    fn sentences(&mut self, count: usize) -> String {
        (0..count).map(|_| format!("The {}.", self.some(8))).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_about_as_many_elements_as_were_asked_for() {
        for shape in Shape::ALL {
            for elements in [1_000, 10_000] {
                let count = shape.page(elements).matches('<').count() - shape.page(elements).matches("</").count();
                assert!(count.abs_diff(elements) < 60, "{shape:?}: {count} for {elements}");
            }
        }
    }
}
