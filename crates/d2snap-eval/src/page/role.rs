//! What an element is for a user.

use d2snap_check::ACTING_ROLES;

use super::{Element, Page};

/// Whether an element takes an action itself, `tabindex` aside, which depends on what is inside.
pub(super) fn acts(element: &Element, parent: Option<&Element>) -> bool {
    let by_tag = match element.tag.as_str() {
        "a" | "area" => element.attribute("href").is_some(),
        "button" | "select" | "textarea" | "summary" => true,
        "input" => !element.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden")),
        "html" | "body" | "form" | "label" | "dialog" | "details" | "option" | "optgroup" => return false,
        _ => false,
    };
    let by_role = role_attribute(element).is_some_and(|role| ACTING_ROLES.contains(&role.as_str()));
    let editable = element.attribute("contenteditable").is_some_and(|value| !value.eq_ignore_ascii_case("false"));
    by_tag || by_role || editable || element.attribute("onclick").is_some() || (points(element) && !parent.is_some_and(points))
}

/// Whether its inline style shows a pointing hand.
fn points(element: &Element) -> bool {
    element.attribute("style").is_some_and(|style| {
        let style: String = style.to_ascii_lowercase().split_whitespace().collect();
        style.contains("cursor:pointer")
    })
}

/// Whether it can be focused by key.
pub(super) fn is_focusable(element: &Element) -> bool {
    !matches!(element.tag.as_str(), "html" | "body" | "form" | "label" | "dialog" | "details" | "option" | "optgroup")
        && element.attribute("tabindex").and_then(|index| index.trim().parse::<i32>().ok()).is_some_and(|index| index >= 0)
}

/// Whether an element hides itself and all inside.
pub(super) fn hides(element: &Element) -> bool {
    let is = |name: &str, value: &str| element.attribute(name).is_some_and(|it| it.trim().eq_ignore_ascii_case(value));
    match element.tag.as_str() {
        "script" | "style" | "noscript" | "noembed" | "noframes" | "head" | "meta" | "link" | "iframe" => return true,
        "template" => {
            let shadow = ["shadowrootmode", "shadowroot", "shadowmode"].iter().any(|name| is(name, "open") || is(name, "closed"));
            return !shadow;
        }
        "input" if is("type", "hidden") => return true,
        "dialog" if element.attribute("open").is_none() => return true,
        _ => {}
    }
    if element.attribute("hidden").is_some() || element.attribute("inert").is_some() || is("aria-hidden", "true") {
        return true;
    }
    element.attribute("style").is_some_and(|style| {
        let style: String = style.to_ascii_lowercase().split_whitespace().collect();
        style.contains("display:none") || style.contains("visibility:hidden")
    })
}

fn role_attribute(element: &Element) -> Option<String> {
    element.attribute("role")?.split_whitespace().next().map(str::to_ascii_lowercase)
}

impl Page {
    /// The role of an element: the one that it says, that of its tag, or the tag.
    pub(crate) fn role(&self, element: usize) -> String {
        let Some(it) = self.elements.get(element) else { return String::new() };
        if let Some(role) = role_attribute(it) {
            return role;
        }
        let kind = || it.attribute("type").unwrap_or("text").to_ascii_lowercase();
        match it.tag.as_str() {
            "a" | "area" => "link".to_owned(),
            "select" => "combobox".to_owned(),
            "textarea" => "textbox".to_owned(),
            "summary" => "button".to_owned(),
            "input" => match kind().as_str() {
                "checkbox" => "checkbox".to_owned(),
                "radio" => "radio".to_owned(),
                "range" => "slider".to_owned(),
                "button" | "submit" | "reset" | "image" => "button".to_owned(),
                _ => "textbox".to_owned(),
            },
            tag => tag.to_owned(),
        }
    }

    /// Whether an element is a form field, whose name is in general not inside it.
    pub(crate) fn is_field(&self, element: usize) -> bool {
        self.elements.get(element).is_some_and(|it| match it.tag.as_str() {
            "select" | "textarea" => true,
            "input" => !it
                .attribute("type")
                .is_some_and(|kind| ["button", "submit", "reset", "image"].iter().any(|name| kind.eq_ignore_ascii_case(name))),
            _ => false,
        })
    }
}
