//! What turns a page into text, each as its documentation says.

use d2snap::{Budget, Document, Params};

use crate::options;

/// A converter, and what it makes of a page: text, or an error in words.
#[derive(Debug, Clone, Copy)]
pub struct Peer {
    /// Its name.
    pub name: &'static str,
    /// The conversion. It may panic.
    pub convert: fn(&str) -> Result<String, String>,
}

/// We, then the others.
pub const PEERS: [Peer; 7] = [
    Peer { name: "d2snap snap(.3, .3, .3)", convert: snap },
    Peer { name: "d2snap adaptive(8192)", convert: adaptive },
    Peer { name: "htmd", convert: htmd },
    Peer { name: "mdream", convert: mdream },
    Peer { name: "html2text", convert: html2text },
    Peer { name: "dom_smoothie", convert: dom_smoothie },
    Peer { name: "html-to-markdown-rs", convert: html_to_markdown },
];

fn snap(html: &str) -> Result<String, String> {
    let document = Document::parse(html, &options()).map_err(|error| error.to_string())?;
    Ok(document.snap(Params::default()).into_html())
}

fn adaptive(html: &str) -> Result<String, String> {
    let document = Document::parse(html, &options()).map_err(|error| error.to_string())?;
    document.adaptive(&Budget::new(8192)).map(|snapshot| snapshot.into_html()).map_err(|error| error.to_string())
}

/// By default it would write scripts and styles too.
fn htmd(html: &str) -> Result<String, String> {
    let converter = htmd::HtmlToMarkdown::builder().skip_tags(vec!["script", "style"]).build();
    converter.convert(html).map_err(|error| error.to_string())
}

fn mdream(html: &str) -> Result<String, String> {
    Ok(mdream::html_to_markdown(html, mdream::types::HTMLToMarkdownOptions::default()))
}

fn html2text(html: &str) -> Result<String, String> {
    html2text::config::plain().string_from_read(html.as_bytes(), 100).map_err(|error| error.to_string())
}

/// It looks for the article of a page; a page without one is an error.
fn dom_smoothie(html: &str) -> Result<String, String> {
    let config = dom_smoothie::Config { text_mode: dom_smoothie::TextMode::Markdown, ..dom_smoothie::Config::default() };
    let mut readability = dom_smoothie::Readability::new(html, None, Some(config)).map_err(|error| error.to_string())?;
    readability.parse().map(|article| article.text_content.to_string()).map_err(|error| error.to_string())
}

fn html_to_markdown(html: &str) -> Result<String, String> {
    let result = html_to_markdown_rs::convert(html, None).map_err(|error| error.to_string())?;
    Ok(result.content.unwrap_or_default())
}
