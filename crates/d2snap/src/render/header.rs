//! The first line that says which page this is.

use crate::capture::Side;
use crate::document::Document;

/// `<!-- title | url | lang | n of N targets -->`, of title, url and lang what there is; of a captured page also where it
/// is scrolled to, and how many targets are out of sight.
pub(super) fn header(document: &Document, printed: usize) -> String {
    let meta = document.meta();
    let url = document.options.base_url.as_deref().or(meta.base_url.as_deref()).unwrap_or_default();
    let targets = format!("{printed} of {} targets", document.target_count());
    let seen = sight(document);
    let parts: Vec<&str> =
        [meta.title.as_str(), url, meta.lang.as_str(), &targets, &seen].into_iter().filter(|part| !part.is_empty()).collect();
    let mut text = parts.join(" | ");
    // Two hyphens could end the comment.
    while text.contains("--") {
        text = text.replace("--", "-&#45;");
    }
    format!("<!-- {text} -->\n")
}

/// `scrolled 720 of 5400 px, 12 targets above, 37 below`; nothing where that is not known.
fn sight(document: &Document) -> String {
    let Some(viewport) = document.meta().viewport else { return String::new() };
    let mut parts = Vec::new();
    if viewport.page_height > viewport.height {
        parts.push(format!("scrolled {} of {} px", viewport.y, viewport.page_height - viewport.height));
    }
    let away = |side: Side| document.columns.live.iter().filter(|live| live.off_screen.is_some_and(|(at, _)| at == side)).count();
    let sides = [(Side::Above, "above"), (Side::Below, "below"), (Side::Left, "to the left"), (Side::Right, "to the right")];
    let mut noun = "targets ";
    for (side, name) in sides {
        let count = away(side);
        if count > 0 {
            let noun = std::mem::take(&mut noun);
            let noun = if count == 1 && !noun.is_empty() { "target " } else { noun };
            parts.push(format!("{count} {noun}{name}"));
        }
    }
    parts.join(", ")
}
