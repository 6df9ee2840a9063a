//! HTML to Markdown, and the text of the article.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::{Output, Subject, Taken};
use crate::case::Case;
use crate::reading::{Reading, markdown};

/// A converter to Markdown.
pub(super) enum Convert {
    /// htmd: the whole page.
    Markdown,
    /// dom_smoothie: the main text, by a heuristic as of reader modes.
    Article,
}

impl Subject for Convert {
    fn name(&self) -> String {
        match self {
            Convert::Markdown => "markdown".to_owned(),
            Convert::Article => "article".to_owned(),
        }
    }

    fn loses(&self) -> &'static str {
        match self {
            Convert::Markdown => "buttons, fields and all other targets but links; containers and attributes",
            Convert::Article => "all outside of the main text, and there all targets but links",
        }
    }

    fn take(&self, case: &Case<'_>, _: Option<usize>) -> Result<Taken, String> {
        let start = Instant::now();
        // They are not ours: a page that one of them panics on is a page that it has no text of.
        let converted = catch_unwind(AssertUnwindSafe(|| match self {
            Convert::Markdown => markdown_of(&case.state.html),
            Convert::Article => article_of(&case.state.html),
        }));
        let text = converted.map_err(|_| "it panicked".to_owned())??;
        let links = case.page.targets().filter(|at| case.page.role(*at) == "link").count();
        let lost = format!("{} targets that are no links", case.page.targets().count() - links);
        Ok(Taken { output: Output::Text(text), lost, time: start.elapsed() })
    }

    fn read(&self, case: &Case<'_>, text: &str) -> Reading {
        markdown::read(text, &case.page)
    }
}

/// By default it would write scripts and styles too.
fn markdown_of(html: &str) -> Result<String, String> {
    let converter = htmd::HtmlToMarkdown::builder().skip_tags(vec!["script", "style"]).build();
    converter.convert(html).map_err(|error| error.to_string())
}

fn article_of(html: &str) -> Result<String, String> {
    let config = dom_smoothie::Config { text_mode: dom_smoothie::TextMode::Markdown, ..dom_smoothie::Config::default() };
    let mut readability = dom_smoothie::Readability::new(html, None, Some(config)).map_err(|error| error.to_string())?;
    readability.parse().map(|article| article.text_content.to_string()).map_err(|error| error.to_string())
}
