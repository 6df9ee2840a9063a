//! Reads Markdown that other converters write.

use std::collections::{HashMap, VecDeque};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{Builder, Reading, words};
use crate::page::Page;

/// Reads a conversion of a page: of its targets it can show links alone, where text and address are there. A link is the
/// next one of the page with these words and this address.
pub(crate) fn read(text: &str, page: &Page) -> Reading {
    let mut links: HashMap<(String, Vec<String>), VecDeque<usize>> = HashMap::new();
    for (at, element) in page.elements.iter().enumerate().filter(|(_, element)| element.tag == "a" && !element.hidden) {
        if let Some(href) = element.attribute("href") {
            links.entry((href.trim().to_owned(), words(&page.content(at)).collect())).or_default().push_back(at);
        }
    }
    let mut builder = Builder::default();
    let mut link: Option<(String, String)> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => link = Some((dest_url.to_string(), String::new())),
            Event::End(TagEnd::Link) => {
                let Some((href, name)) = link.take() else { continue };
                let found = links.get_mut(&(href.trim().to_owned(), words(&name).collect())).and_then(VecDeque::pop_front);
                let attributes = [("href".to_owned(), href)];
                let place = found.map(|element| (builder.begin(element, &attributes), builder.position()));
                builder.text(&name);
                if let Some((place, from)) = place {
                    builder.name(place, from);
                }
                builder.attributes(&attributes);
            }
            Event::Text(text) | Event::Code(text) => match &mut link {
                Some((_, name)) => name.push_str(&text),
                None => builder.text(&text),
            },
            Event::Start(Tag::Heading { level, .. }) => {
                builder.open();
                builder.begin_heading(level as usize);
            }
            Event::End(TagEnd::Heading(_)) => {
                builder.end_heading();
                builder.close();
                builder.end_line();
            }
            Event::Start(Tag::Item | Tag::Paragraph | Tag::TableRow | Tag::TableHead | Tag::BlockQuote(_)) => builder.open(),
            Event::End(TagEnd::Item | TagEnd::Paragraph | TagEnd::TableRow | TagEnd::TableHead | TagEnd::BlockQuote(_)) => {
                builder.close();
                builder.end_line();
            }
            Event::SoftBreak | Event::HardBreak => match &mut link {
                Some((_, name)) => name.push(' '),
                None => builder.end_line(),
            },
            _ => {}
        }
    }
    builder.finish()
}
