//! What a text still says of the elements of a page that a user can act on.
//!
//! A measure that favours no form of output, and not ours: the elements are those of plain HTML
//! (links, buttons, fields), found by scraper; labels are compared as words, so that Markdown,
//! escapes and line breaks do not matter. An element is kept where its label is in the output; of
//! several with one label as many as the output has it. It errs on the side of keeping: a label may
//! stand in an address or in a paragraph by chance.

use std::collections::BTreeMap;

use scraper::{ElementRef, Html, Selector};

/// Labels of a page's elements, each with how many elements have it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    counts: BTreeMap<String, usize>,
}

const TARGETS: &str = "a[href], button, input:not([type=hidden]), select, textarea";

impl Labels {
    /// Those of a page. An element's label is its text, else `aria-label`, `title`, `placeholder`,
    /// `value`, or the `alt` of a picture in it, the first that has words; one without is not
    /// counted.
    pub fn of(html: &str) -> Labels {
        let mut labels = Labels::default();
        let (Ok(targets), Ok(pictures)) = (Selector::parse(TARGETS), Selector::parse("img[alt]")) else { return labels };
        for element in Html::parse_document(html).select(&targets) {
            let label = label(element, &pictures);
            if !label.is_empty() {
                *labels.counts.entry(label).or_default() += 1;
            }
        }
        labels
    }

    /// How many elements have a label.
    pub fn count(&self) -> usize {
        self.counts.values().sum()
    }

    /// How many of them a text keeps.
    pub fn kept(&self, text: &str) -> usize {
        let text = words(text);
        let found = |label: &str| memchr::memmem::find_iter(text.as_bytes(), label).count();
        self.counts.iter().map(|(label, count)| found(label).min(*count)).sum()
    }
}

fn label(element: ElementRef<'_>, pictures: &Selector) -> String {
    let text = || match element.value().name() {
        // The texts of all that could be chosen or typed are no label.
        "select" | "textarea" => String::new(),
        _ => words(&element.text().collect::<String>()),
    };
    let attribute = |name: &'static str| move || words(element.attr(name).unwrap_or_default());
    let alt = || element.select(pictures).map(|picture| words(picture.attr("alt").unwrap_or_default())).find(|alt| !alt.is_empty());
    let mut candidates: [&dyn Fn() -> String; 6] =
        [&text, &attribute("aria-label"), &attribute("title"), &attribute("placeholder"), &attribute("value"), &|| {
            alt().unwrap_or_default()
        }];
    candidates.iter_mut().map(|candidate| candidate()).find(|label| !label.is_empty()).unwrap_or_default()
}

/// A text as its words, in lower case, with a space between them.
fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !words.is_empty() {
            words.push(' ');
        }
        words.extend(word.chars().flat_map(char::to_lowercase));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_words_and_twins_count_as_often_as_they_stand() {
        let labels = Labels::of(
            "<a href=/>Add to <b>cart</b></a><a href=/2>Add  to cart</a><a name=x>No target</a><button aria-label=Close><svg></svg></button>\
<button></button><input type=hidden value=h><input placeholder=Name><select><option>One</select><a href=/3><img alt=Logo></a>",
        );
        assert_eq!(labels.count(), 5);
        assert_eq!(labels.kept("- [Add to **cart**](/)\n- close\n"), 2);
        assert_eq!(labels.kept("add-to\ncart ADD TO CART add to cart ![logo] name"), 4);
        assert_eq!(labels.kept(""), 0);
    }
}
