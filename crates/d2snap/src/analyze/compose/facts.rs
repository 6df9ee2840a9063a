//! What an element's attributes say of its visibility and of how it acts.

use crate::parse::{AnyOf, SourceElement};
use crate::semantics::Tag;

/// What an element's attributes say of its visibility and of how it acts.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Facts {
    pub(crate) hidden_attribute: bool,
    pub(crate) inert: bool,
    pub(crate) aria_hidden: bool,
    pub(crate) aria_disabled: bool,
    pub(crate) display_none: bool,
    pub(crate) visibility: Option<bool>,
    pub(crate) pointer: bool,
    pub(crate) popover: bool,
    pub(crate) closed_dialog: bool,
    pub(crate) input_hidden: bool,
    pub(crate) onclick: bool,
    pub(crate) editable: bool,
    pub(crate) focusable: bool,
    /// Out of the tab order.
    pub(crate) unfocusable: bool,
    pub(crate) has_role: bool,
    /// It says that it is a picture or a gauge.
    pub(crate) picture_role: bool,
    /// A live region by itself, whatever its role.
    pub(crate) live: bool,
    /// A frame whose content stands in its place.
    pub(crate) entered: bool,
}

/// The names that [`facts`] reads, each of them.
const READ: AnyOf = AnyOf::new(&[
    "hidden",
    "inert",
    "popover",
    "onclick",
    "role",
    "aria-live",
    "open",
    "aria-hidden",
    "aria-disabled",
    "contenteditable",
    "tabindex",
    "type",
    "style",
]);

/// Reads an element's attributes once.
pub(super) fn facts(element: &SourceElement, tag: Tag) -> Facts {
    let mut facts = Facts { closed_dialog: tag == Tag::Dialog, ..Facts::default() };
    if !element.may_have(READ) {
        return facts;
    }
    for (name, value) in element.attributes() {
        match &**name {
            "hidden" => facts.hidden_attribute = true,
            "inert" => facts.inert = true,
            "popover" => facts.popover = true,
            "onclick" => facts.onclick = true,
            "role" => {
                facts.has_role = true;
                facts.picture_role = matches!(value.trim(), "img" | "image" | "meter" | "progressbar");
            }
            "aria-live" => facts.live = matches!(value.trim_ascii(), "polite" | "assertive"),
            "open" => facts.closed_dialog = false,
            "aria-hidden" => facts.aria_hidden = value.trim_ascii().eq_ignore_ascii_case("true"),
            "aria-disabled" => facts.aria_disabled = value.trim_ascii().eq_ignore_ascii_case("true"),
            "contenteditable" => {
                facts.editable = ["", "true", "plaintext-only"].iter().any(|on| value.trim_ascii().eq_ignore_ascii_case(on));
            }
            "tabindex" => {
                let index = value.trim_ascii().parse::<i64>();
                facts.focusable = index.as_ref().is_ok_and(|index| *index >= 0);
                facts.unfocusable = index.is_ok_and(|index| index < 0);
            }
            "type" if tag == Tag::Input => facts.input_hidden = value.trim_ascii().eq_ignore_ascii_case("hidden"),
            "style" => read_style(value, &mut facts),
            _ => {}
        }
    }
    facts
}

fn read_style(style: &str, facts: &mut Facts) {
    for declaration in style.split(';') {
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let value = value.trim().trim_end_matches("!important").trim_end();
        let property = property.trim();
        if property.eq_ignore_ascii_case("display") {
            facts.display_none = value.eq_ignore_ascii_case("none");
        } else if property.eq_ignore_ascii_case("visibility") {
            facts.visibility = match value.to_ascii_lowercase().as_str() {
                "hidden" | "collapse" => Some(false),
                "visible" => Some(true),
                _ => facts.visibility,
            };
        } else if property.eq_ignore_ascii_case("cursor") {
            facts.pointer = value.eq_ignore_ascii_case("pointer");
        }
    }
}
