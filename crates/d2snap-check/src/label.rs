//! Labels of pictures, which may stand in their place.

use crate::page::{Element, Page, Space};
use crate::word::{Words, is_blank, parts_words};

/// Adds the words of a picture's label, which may be written in its place.
pub(crate) fn label(page: &Page, at: usize, element: &Element, words: &mut Words) {
    let label = match (element.space, element.name.as_str()) {
        (Space::Html, "img") if !is_named_picture(element) => {
            // An image that alone names a target may be written as its file.
            let file = element.attribute("src").and_then(|src| src.split(['?', '#']).next()?.rsplit('/').find(|name| !name.is_empty()));
            let names = ["alt", "aria-label", "title"].map(|name| element.attribute(name));
            names.into_iter().chain([file]).flatten().find(|name| !is_blank(name)).map(str::to_owned)
        }
        // Its name may stand for an element without text.
        _ => label_of(page, at, element).or_else(|| element.attribute("aria-label").map(str::to_owned)),
    };
    if let Some(label) = label {
        words.soft();
        for word in label.split(parts_words) {
            words.text(word, true);
            words.soft();
        }
    }
}

/// Whether an element says by ARIA that it is a picture with a name, which replaces what it holds.
pub(crate) fn is_named_picture(element: &Element) -> bool {
    element.attribute("role").is_some_and(|role| matches!(role.trim(), "img" | "image" | "meter" | "progressbar"))
        && ["aria-label", "aria-labelledby"].iter().any(|name| element.attribute(name).is_some_and(|label| !is_blank(label)))
}

pub(crate) fn label_of(page: &Page, at: usize, element: &Element) -> Option<String> {
    let name = element.name.as_str();
    let is_picture = match element.space {
        Space::Html => matches!(name, "canvas" | "video" | "audio" | "object" | "embed" | "picture" | "meter" | "progress"),
        Space::Svg => name == "svg",
        Space::Math => name == "math",
    };
    if !is_picture && !is_named_picture(element) {
        return None;
    }
    let text_of = |node: usize| {
        let mut text = String::new();
        for inner in node..page.nodes[node].end {
            text.push_str(page.text(inner).unwrap_or(" "));
        }
        text
    };
    // A child of the picture's own before another of that id.
    let inside = at..page.nodes[at].end;
    let by_id =
        |id: &str| inside.clone().chain(0..page.nodes.len()).find(|at| page.element(*at).is_some_and(|it| it.attribute("id") == Some(id)));
    let labelledby = element
        .attribute("aria-labelledby")
        .map(|ids| ids.split_ascii_whitespace().filter_map(by_id).map(text_of).collect::<Vec<String>>().join(" "));
    let attributes = ["aria-label", "title", "alt"].map(|name| element.attribute(name).map(str::to_owned));
    let children = ["title", "desc"].map(|name| {
        page.children(Some(at))
            .filter(|child| page.element(*child).is_some_and(|it| it.name == name))
            .map(text_of)
            .find(|text| !is_blank(text))
    });
    let value = if matches!(name, "meter" | "progress") { element.attribute("value").map(str::to_owned) } else { None };
    std::iter::once(labelledby).chain(attributes).chain(children).chain([value]).flatten().find(|label| !is_blank(label))
}
