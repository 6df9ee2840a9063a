//! The first line that says which page this is.

use crate::document::Document;

/// `<!-- title | url | lang | n of N targets -->`, of title, url and lang what there is.
pub(super) fn header(document: &Document, printed: usize) -> String {
    let meta = document.meta();
    let url = document.options.base_url.as_deref().or(meta.base_url.as_deref()).unwrap_or_default();
    let targets = format!("{printed} of {} targets", document.target_count());
    let parts: Vec<&str> = [meta.title.as_str(), url, meta.lang.as_str(), &targets].into_iter().filter(|part| !part.is_empty()).collect();
    let mut text = parts.join(" | ");
    // Two hyphens could end the comment.
    while text.contains("--") {
        text = text.replace("--", "-&#45;");
    }
    format!("<!-- {text} -->\n")
}
