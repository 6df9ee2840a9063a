//! What a user can see and act on (SPEC §§2–3).

use crate::edge::is_unwritten;
use crate::label::is_named_picture;
use crate::page::{Element, Page, Space};

/// How a page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// Hidden content counts as content.
    pub keeps_hidden: bool,
    /// Roles, handlers and the like make an element interactive, not its tag alone.
    pub has_behaviours: bool,
    /// Text formatting becomes Markdown; otherwise it stays HTML.
    pub has_markdown: bool,
}

impl Reading {
    /// The agent profile.
    pub const AGENT: Reading = Reading { keeps_hidden: false, has_behaviours: true, has_markdown: true };
    /// The paper's profile.
    pub const PAPER: Reading = Reading { keeps_hidden: true, has_behaviours: false, has_markdown: true };
}

/// What holds of each node.
#[derive(Debug)]
pub(crate) struct Sight {
    pub(crate) hidden: Vec<bool>,
    pub(crate) interactive: Vec<bool>,
    /// Hidden by itself: where hidden content is kept, its edge may be written.
    pub(crate) marked: Vec<bool>,
}

/// The roles that make an element interactive, but for those that need an action too.
pub const ACTING: &[&str] = &[
    "button",
    "checkbox",
    "combobox",
    "link",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
    "treeitem",
];

/// The other roles of WAI-ARIA 1.2.
const OTHER: &str = "alert alertdialog application article banner blockquote caption cell code columnheader complementary contentinfo definition \
    deletion dialog directory document emphasis feed figure form generic grid group heading img insertion list listitem log main mark marquee math \
    menu menubar meter navigation none note paragraph presentation progressbar radiogroup region rowgroup rowheader scrollbar search separator \
    status strong subscript suggestion superscript table tablist tabpanel term time timer toolbar tooltip tree treegrid";

/// Whether an element is interactive by its tag.
pub(crate) fn is_interactive_tag(element: &Element, reading: Reading) -> bool {
    match (element.space, element.name.as_str()) {
        (Space::Html | Space::Svg, "a") => !reading.has_behaviours || element.attribute("href").is_some(),
        (Space::Html, "button" | "details" | "form" | "input" | "label" | "option" | "select" | "summary" | "textarea") => true,
        (Space::Html, "area") => reading.has_behaviours && element.attribute("href").is_some(),
        (Space::Html, "dialog" | "optgroup") => reading.has_behaviours,
        _ => false,
    }
}

impl Sight {
    pub(crate) fn of(page: &Page, reading: Reading) -> Sight {
        let count = page.nodes.len();
        let mut sight = Sight { hidden: vec![false; count], interactive: vec![false; count], marked: vec![false; count] };
        let mut own: Vec<bool> = (0..count).map(|at| page.element(at).is_some_and(hides_itself)).collect();
        let mut below = vec![false; count];
        for at in 0..count {
            below[at] = own[at] || page.nodes[at].parent.is_some_and(|parent| below[parent]);
        }
        // The first interactive element behind the current one that can be seen.
        let mut nearest = usize::MAX;
        for at in (0..count).rev() {
            let Some(element) = page.element(at) else { continue };
            let holds = nearest < page.nodes[at].end;
            sight.interactive[at] = is_interactive(page, at, element, holds, reading);
            let aria_hidden = element.attribute("aria-hidden").is_some_and(|value| value.trim().eq_ignore_ascii_case("true"));
            // A control that is hidden from assistive technology alone can be seen and used, unless it
            // is out of the tab order too.
            let skipped = element.attribute("tabindex").is_some_and(|index| index.trim().parse::<i64>().is_ok_and(|index| index < 0));
            own[at] |= if is_inside_picture(page, at) {
                aria_hidden || is_invisible(element)
            } else {
                aria_hidden && !holds && (!sight.interactive[at] || skipped)
            };
            sight.marked[at] = own[at] || style(element, "visibility").is_some();
            if sight.interactive[at] && (reading.keeps_hidden || !(below[at] || own[at])) {
                nearest = at;
            }
        }
        if reading.keeps_hidden {
            return sight;
        }
        let mut invisible = vec![false; count];
        let mut gone = vec![false; count];
        for at in 0..count {
            let parent = page.nodes[at].parent;
            gone[at] = own[at] || parent.is_some_and(|parent| gone[parent]);
            invisible[at] = match page.element(at).and_then(|element| style(element, "visibility")).as_deref() {
                Some("hidden" | "collapse") => true,
                Some("visible") => false,
                _ => parent.is_some_and(|parent| invisible[parent]),
            };
            sight.hidden[at] = gone[at] || invisible[at];
        }
        sight
    }
}

fn is_interactive(page: &Page, at: usize, element: &Element, holds: bool, reading: Reading) -> bool {
    let never = matches!(element.name.as_str(), "iframe" | "frame" | "frameset" | "html" | "body") || is_unwritten(&element.name);
    if element.is_html() && never {
        return false;
    }
    // Of what is inside a picture an svg's links act alone; inside one that ARIA names nothing does.
    if is_inside_picture(page, at) && !is_svg_link(page, at, element) {
        return false;
    }
    let replaces = |at: usize| page.element(at).is_some_and(|it| it.is_html() && is_named_picture(it) && !is_interactive_tag(it, reading));
    if reading.has_behaviours && ancestors(page, at).any(replaces) {
        return false;
    }
    if is_interactive_tag(element, reading) {
        return true;
    }
    if !reading.has_behaviours || (element.space != Space::Html && !matches!(element.name.as_str(), "svg" | "math")) {
        return false;
    }
    let points = |at: usize| page.element(at).and_then(|element| style(element, "cursor")).is_some_and(|cursor| cursor == "pointer");
    let pointed = points(at) && !page.nodes[at].parent.is_some_and(points);
    let onclick = element.attribute("onclick").is_some_and(|code| !code.trim().is_empty());
    let focusable = element.attribute("tabindex").is_some_and(|index| index.trim().parse::<i64>().is_ok_and(|index| index >= 0)) && !holds;
    let editable = element
        .attribute("contenteditable")
        .is_some_and(|value| ["", "true", "plaintext-only"].iter().any(|on| value.trim().eq_ignore_ascii_case(on)));
    if pointed || onclick || focusable || editable {
        return true;
    }
    let role = element.attribute("role").unwrap_or_default().to_ascii_lowercase();
    role.split_ascii_whitespace()
        .find(|token| ACTING.contains(token) || matches!(*token, "row" | "gridcell") || OTHER.split(' ').any(|other| other == *token))
        .is_some_and(|role| ACTING.contains(&role))
}

fn is_inside_picture(page: &Page, at: usize) -> bool {
    ancestors(page, at).any(|at| page.element(at).is_some_and(|it| it.space != Space::Html))
}

/// Whether an element is a link in what is read of an svg.
fn is_svg_link(page: &Page, at: usize, element: &Element) -> bool {
    let is_read = |name: &str| matches!(name, "a" | "g" | "svg" | "switch" | "text" | "textPath" | "tspan");
    let mut around = ancestors(page, at).filter_map(|at| page.element(at));
    element.space == Space::Svg
        && element.name == "a"
        && around.by_ref().take_while(|it| it.is_html() || it.name != "svg").all(|it| it.space == Space::Svg && is_read(&it.name))
        && around.all(|it| it.is_html() || (it.space == Space::Svg && is_read(&it.name)))
}

fn ancestors(page: &Page, at: usize) -> impl Iterator<Item = usize> + '_ {
    let parent = |at: usize| page.nodes[at].parent;
    std::iter::successors(parent(at), move |at| parent(*at))
}

fn is_invisible(element: &Element) -> bool {
    style(element, "visibility").is_some_and(|value| matches!(value.as_str(), "hidden" | "collapse"))
}

fn hides_itself(element: &Element) -> bool {
    let has = |name| element.attribute(name).is_some();
    let is = |name: &str| element.is_html() && element.name == name;
    // The option that is chosen is seen, though it is not in the list.
    if is("option") && has("selected") {
        return false;
    }
    has("hidden")
        || has("inert")
        || has("popover")
        || style(element, "display").is_some_and(|display| display == "none")
        || (is("dialog") && !has("open"))
        || (is("input") && element.attribute("type").is_some_and(|kind| kind.trim().eq_ignore_ascii_case("hidden")))
}

/// The last value of a property in an inline style.
fn style(element: &Element, wanted: &str) -> Option<String> {
    let style = element.attribute("style")?;
    style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'))
        .rfind(|(property, _)| property.trim().eq_ignore_ascii_case(wanted))
        .map(|(_, value)| value.to_ascii_lowercase().replace("!important", "").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(html: &str) -> String {
        let page = Page::read(html);
        let sight = Sight::of(&page, Reading::AGENT);
        (0..page.nodes.len()).filter(|at| !sight.hidden[*at]).filter_map(|at| page.text(at)).collect()
    }

    #[test]
    fn hidden_content_is_not_seen() {
        assert_eq!(
            seen("<p hidden>a</p><p style='color:red;Display: none !important'>b</p><dialog>c</dialog><dialog open>d</dialog>"),
            "d"
        );
        assert_eq!(seen("<p style='visibility:hidden'>a<b style='visibility:visible'>b</b></p><p inert>c</p><p popover>d</p>"), "b");
        assert_eq!(
            seen("<p aria-hidden=true>a</p><p aria-hidden=true>b<a href=x>c</a></p><p aria-hidden=true>d<a href=x hidden>e</a></p>"),
            "bc"
        );
    }

    #[test]
    fn behaviours_make_interactive() {
        let page =
            Page::read("<p role='x treeitem'></p><p role='none button'></p><p tabindex=0><a href=x></a></p><p onclick=f></p><a></a>");
        let sight = Sight::of(&page, Reading::AGENT);
        assert_eq!(sight.interactive, [true, false, false, true, true, false]);
    }
}
