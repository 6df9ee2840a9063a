//! What an element's attributes say of its visibility and of how it acts.

use crate::parse::{AnyOf, SourceElement};
use crate::semantics::Tag;

/// What an element's attributes say of its visibility and of how it acts, a bit each.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Facts(u32);

macro_rules! facts {
    ($($(#[$doc:meta])* $fact:ident $set:ident $bit:literal,)*) => {
        impl Facts {
            $($(#[$doc])* #[inline] pub(crate) fn $fact(self) -> bool { self.0 & (1 << $bit) != 0 })*
            $(pub(super) fn $set(&mut self, is: bool) { self.0 = self.0 & !(1 << $bit) | u32::from(is) << $bit })*
        }
    };
}

facts! {
    hidden_attribute set_hidden_attribute 0,
    inert set_inert 1,
    aria_hidden set_aria_hidden 2,
    aria_disabled set_aria_disabled 3,
    display_none set_display_none 4,
    /// By its own style; as [`says_visible`](Self::says_visible).
    says_invisible set_says_invisible 5,
    says_visible set_says_visible 6,
    pointer set_pointer 7,
    popover set_popover 8,
    closed_dialog set_closed_dialog 9,
    input_hidden set_input_hidden 10,
    onclick set_onclick 11,
    editable set_editable 12,
    focusable set_focusable 13,
    /// Out of the tab order.
    unfocusable set_unfocusable 14,
    has_role set_has_role 15,
    /// It says that it is a picture or a gauge.
    picture_role set_picture_role 16,
    /// A live region by itself, whatever its role.
    live set_live 17,
    /// A frame whose content stands in its place.
    entered set_entered 18,
    /// A browser says that it is not seen.
    unseen set_unseen 19,
    /// A browser says that it is seen, whatever is around it.
    shown set_shown 20,
    /// A script listens for clicks.
    listener set_listener 21,
    /// Its value is not told, whatever kind of field it is.
    secret set_secret 22,
    indeterminate set_indeterminate 23,
    /// All of the page that a dialog makes inert.
    behind set_behind 24,
}

impl Facts {
    /// What its own style says of its visibility.
    pub(crate) fn visibility(self) -> Option<bool> {
        match (self.says_invisible(), self.says_visible()) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    }
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
    let mut facts = Facts::default();
    facts.set_closed_dialog(tag == Tag::Dialog);
    if !element.may_have(READ) {
        return facts;
    }
    for (name, value) in element.attributes() {
        match &**name {
            "hidden" => facts.set_hidden_attribute(true),
            "inert" => facts.set_inert(true),
            "popover" => facts.set_popover(true),
            "onclick" => facts.set_onclick(true),
            "role" => {
                facts.set_has_role(true);
                facts.set_picture_role(matches!(value.trim(), "img" | "image" | "meter" | "progressbar"));
            }
            "aria-live" => facts.set_live(matches!(value.trim_ascii(), "polite" | "assertive")),
            "open" => facts.set_closed_dialog(false),
            "aria-hidden" => facts.set_aria_hidden(value.trim_ascii().eq_ignore_ascii_case("true")),
            "aria-disabled" => facts.set_aria_disabled(value.trim_ascii().eq_ignore_ascii_case("true")),
            "contenteditable" => {
                let is_on = |on: &&str| value.trim_ascii().eq_ignore_ascii_case(on);
                facts.set_editable(["", "true", "plaintext-only"].iter().any(is_on));
            }
            "tabindex" => {
                let index = value.trim_ascii().parse::<i64>();
                facts.set_focusable(index.as_ref().is_ok_and(|index| *index >= 0));
                facts.set_unfocusable(index.is_ok_and(|index| index < 0));
            }
            "type" if tag == Tag::Input => facts.set_input_hidden(value.trim_ascii().eq_ignore_ascii_case("hidden")),
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
            facts.set_display_none(value.eq_ignore_ascii_case("none"));
        } else if property.eq_ignore_ascii_case("visibility") {
            let (invisible, visible) = match value.to_ascii_lowercase().as_str() {
                "hidden" | "collapse" => (true, false),
                "visible" => (false, true),
                _ => continue,
            };
            facts.set_says_invisible(invisible);
            facts.set_says_visible(visible);
        } else if property.eq_ignore_ascii_case("cursor") {
            facts.set_pointer(value.eq_ignore_ascii_case("pointer"));
        }
    }
}
