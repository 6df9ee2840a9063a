//! What kind of attribute one is: writable, an affordance, a secret, an address.

use super::Says;
use crate::analyze::compose::Node;
use crate::analyze::name::{Named, ShownBy};
use crate::analyze::text::clean;
use crate::semantics::Tag;

/// Whether a tokenizer would read this name back as it stands.
pub(super) fn is_writable(name: &str) -> bool {
    if name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-') {
        return (1..=64).contains(&name.len());
    }
    (1..=64).contains(&name.len())
        && clean(name, |_| {}) == 0
        && !name.contains(|c: char| matches!(c, '"' | '\'' | '<' | '=' | '>' | '/' | '`' | '|') || c.is_whitespace() || c.is_control())
}

/// Whether an attribute shows what an interactive element is, and so stays at every m.
pub(super) fn is_affordance(tag: Tag, name: &str, value: &str, says: &Says<'_>) -> bool {
    if matches!(says.named, Some(Named { shown_by: ShownBy::Attribute(shown), .. }) if *shown == name) {
        return true;
    }
    match name {
        "type" => tag == Tag::Input,
        "role" => says.explicit_role.is_some() && says.explicit_role != says.implicit_role,
        "value" if tag == Tag::Option => says.empty,
        "value" => tag == Tag::Input && !value.is_empty() && !matches!(says.implicit_role, Some("checkbox" | "radio")),
        "contenteditable" => !value.trim().eq_ignore_ascii_case("false"),
        "checked" | "selected" | "disabled" | "open" | "required" | "readonly" => true,
        "aria-checked" | "aria-selected" | "aria-expanded" | "aria-pressed" | "aria-valuenow" | "aria-valuetext" => true,
        "aria-disabled" | "aria-required" | "aria-readonly" | "aria-haspopup" | "aria-invalid" | "aria-current" => {
            !matches!(value.trim(), "" | "false")
        }
        "label" => matches!(tag, Tag::Option | Tag::Optgroup),
        "alt" => says.marked_hidden,
        "inert" => says.marked_inert,
        _ => false,
    }
}

pub(super) fn is_url(name: &str) -> bool {
    matches!(name, "href" | "src" | "action" | "formaction" | "poster" | "data" | "cite" | "background" | "longdesc" | "ping")
}

/// Whether a field's value must never be shown.
pub(crate) fn is_secret(node: &Node<'_>) -> bool {
    if !matches!(node.tag, Tag::Input | Tag::Textarea | Tag::Select) {
        return false;
    }
    node.facts.secret()
        || node.attribute("type").is_some_and(|kind| kind.trim().eq_ignore_ascii_case("password"))
        || node.attribute("autocomplete").is_some_and(|tokens| {
            tokens.split_ascii_whitespace().any(|token| {
                let token = token.to_ascii_lowercase();
                matches!(token.as_str(), "current-password" | "new-password" | "one-time-code") || token.starts_with("cc-")
            })
        })
}
