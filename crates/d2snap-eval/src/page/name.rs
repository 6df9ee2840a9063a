//! What an element is called.

use super::Page;

impl Page {
    /// The accessible name of an element, as far as the markup tells; white space collapsed, empty where it has none.
    pub(crate) fn name(&self, element: usize) -> String {
        let Some(it) = self.elements.get(element) else { return String::new() };
        let says = |name: &str| it.attribute(name).map(collapse).filter(|text| !text.is_empty());
        let refers = it.attribute("aria-labelledby").map(|ids| {
            let found = ids.split_whitespace().filter_map(|id| self.ids.get(id));
            collapse(&found.map(|at| self.content(*at)).collect::<Vec<String>>().join(" "))
        });
        let kind = it.attribute("type").unwrap_or_default().to_ascii_lowercase();
        refers
            .filter(|text| !text.is_empty())
            .or_else(|| says("aria-label"))
            .or_else(|| self.is_field(element).then(|| self.label(element)).filter(|text| !text.is_empty()))
            .or_else(|| says("value").filter(|_| it.tag == "input" && matches!(kind.as_str(), "button" | "submit" | "reset")))
            .or_else(|| says("alt").filter(|_| matches!(it.tag.as_str(), "img" | "input" | "area")))
            .or_else(|| Some(self.content(element)).filter(|text| !text.is_empty() && !self.is_field(element)))
            .or_else(|| says("title"))
            .or_else(|| says("placeholder"))
            .unwrap_or_default()
    }

    /// The text of a control's label, what the control itself holds left out; of several labels the first that has a text.
    pub(crate) fn label(&self, control: usize) -> String {
        let own = self.elements.get(control).map_or(0..0, |it| it.texts.clone());
        let text = |label: &usize| {
            let texts = self.elements[*label].texts.clone().filter(|at| !own.contains(at)).map(|at| self.texts[at].text.as_str());
            collapse(&texts.collect::<Vec<&str>>().join(" "))
        };
        self.labels(control).iter().map(text).find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// What is inside an element, pictures as their texts.
    pub(crate) fn content(&self, element: usize) -> String {
        let Some(it) = self.elements.get(element) else { return String::new() };
        // By the text that they stand before or are.
        let mut parts: Vec<((usize, bool), String)> = Vec::new();
        for at in it.texts.clone() {
            let text = &self.texts[at];
            if !self.elements[text.element].hidden || it.hidden {
                parts.push(((at, true), text.text.clone()));
            }
        }
        for at in element + 1..it.end {
            let inner = &self.elements[at];
            let pictured = matches!(inner.tag.as_str(), "img" | "svg") && (!inner.hidden || it.hidden);
            if pictured || inner.attribute("aria-label").is_some_and(|_| !inner.hidden) {
                let name = if inner.tag == "img" {
                    inner.attribute("alt").or(inner.attribute("aria-label"))
                } else {
                    inner.attribute("aria-label")
                };
                parts.extend(name.map(|name| ((inner.texts.start, false), name.to_owned())));
            }
        }
        parts.sort_by_key(|(at, _)| *at);
        collapse(&parts.into_iter().map(|(_, text)| text).collect::<Vec<String>>().join(" "))
    }
}

/// White space as one space, none at the ends.
pub(crate) fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}
