//! ARIA roles: the ones a target can have, and those that tags have of themselves.

use super::Tag;

/// The role of an element, as a name of WAI-ARIA 1.2.
pub(crate) type Role = &'static str;

/// Whether a role makes an element a cell, a row or an item: parted from its neighbours, whatever its
/// tag.
pub(crate) fn stands_apart(role: Role) -> bool {
    matches!(role, "cell" | "columnheader" | "gridcell" | "heading" | "listitem" | "paragraph" | "row" | "rowheader")
}

/// Every role of WAI-ARIA 1.2 that authors may use, sorted; a `role` token outside of it is skipped.
const ROLES: &[&str] = &[
    "alert",
    "alertdialog",
    "application",
    "article",
    "banner",
    "blockquote",
    "button",
    "caption",
    "cell",
    "checkbox",
    "code",
    "columnheader",
    "combobox",
    "complementary",
    "contentinfo",
    "definition",
    "deletion",
    "dialog",
    "directory",
    "document",
    "emphasis",
    "feed",
    "figure",
    "form",
    "generic",
    "grid",
    "gridcell",
    "group",
    "heading",
    "img",
    "insertion",
    "link",
    "list",
    "listbox",
    "listitem",
    "log",
    "main",
    "mark",
    "marquee",
    "math",
    "menu",
    "menubar",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "meter",
    "navigation",
    "none",
    "note",
    "option",
    "paragraph",
    "presentation",
    "progressbar",
    "radio",
    "radiogroup",
    "region",
    "row",
    "rowgroup",
    "rowheader",
    "scrollbar",
    "search",
    "searchbox",
    "separator",
    "slider",
    "spinbutton",
    "status",
    "strong",
    "subscript",
    "suggestion",
    "superscript",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "term",
    "textbox",
    "time",
    "timer",
    "toolbar",
    "tooltip",
    "tree",
    "treegrid",
    "treeitem",
];

/// The first token of a `role` attribute that is a role.
pub(crate) fn explicit_role(value: &str) -> Option<Role> {
    value.split_ascii_whitespace().find_map(|token| {
        let token = token.to_ascii_lowercase();
        ROLES.binary_search(&token.as_str()).ok().map(|at| ROLES[at])
    })
}

/// The role that a tag has without a `role` attribute (HTML-AAM), where it is one that matters to a
/// target. `kind` is an input's type; `multiple` tells a list box from a combo box.
pub(crate) fn implicit_role(tag: Tag, kind: &str, multiple: bool, has_list: bool) -> Option<Role> {
    Some(match tag {
        Tag::A | Tag::Area => "link",
        Tag::Button | Tag::Summary => "button",
        Tag::Select if multiple => "listbox",
        Tag::Select => "combobox",
        Tag::Textarea => "textbox",
        Tag::Option => "option",
        Tag::Li => "listitem",
        Tag::Ul | Tag::Ol | Tag::Menu => "list",
        Tag::Tr => "row",
        Tag::Td => "cell",
        Tag::Table => "table",
        Tag::Nav => "navigation",
        Tag::Main => "main",
        Tag::Aside => "complementary",
        Tag::Article => "article",
        Tag::Img => "img",
        Tag::Dialog => "dialog",
        Tag::Form => "form",
        Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => "heading",
        Tag::Input => match kind {
            "button" | "submit" | "reset" | "image" => "button",
            "checkbox" => "checkbox",
            "radio" => "radio",
            "range" => "slider",
            "number" => "spinbutton",
            "search" if has_list => "combobox",
            "search" => "searchbox",
            "" | "text" | "email" | "tel" | "url" if has_list => "combobox",
            "hidden" | "color" | "date" | "datetime-local" | "file" | "month" | "password" | "time" | "week" => return None,
            _ => "textbox",
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roles_are_sorted_and_the_first_known_token_counts() {
        assert!(ROLES.is_sorted());
        assert_eq!(explicit_role("foo TreeItem button"), Some("treeitem"));
        assert_eq!(explicit_role("widget"), None);
    }
}
