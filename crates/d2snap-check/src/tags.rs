//! Only tags that come from elements of the page are there, and they balance.

use std::collections::HashMap;

use crate::Breach;
use crate::page::{Element, Page};
use crate::tokens::{Token, is_void, tokens};

/// What the tags of a snapshot can be held against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// They are elements of the page in document order.
    Source,
    /// They are elements of the page; merging may change their order.
    Any,
}

/// Checks the tags of a snapshot; with `header` its first token must be the header's comment.
pub fn check(html: &str, page: &Page, order: Order, header: bool) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut breach = |detail: String| {
        if breaches.len() < 12 {
            breaches.push(Breach::new("tags", detail));
        }
    };
    let mut open: Vec<String> = Vec::new();
    let mut started: Vec<String> = Vec::new();
    let tokens = tokens(html);
    if header && !matches!(tokens.first(), Some(Token::Comment(_))) {
        breach("the header is missing".to_owned());
    }
    for (index, token) in tokens.into_iter().enumerate() {
        match token {
            Token::Text(_) => {}
            Token::Comment(_) if header && index == 0 => {}
            Token::Comment(text) => breach(format!("a comment: {text:?}")),
            Token::Doctype => breach("a doctype".to_owned()),
            Token::Start(start) => {
                if start.has_duplicates {
                    breach(format!("<{}> has an attribute twice: {:?}", start.name, start.attributes));
                }
                if start.closes_itself {
                    breach(format!("<{}/> closes itself", start.name));
                }
                if !is_void(&start.name) {
                    open.push(start.name.clone());
                }
                started.push(start.name);
            }
            Token::End(name) => match open.last() {
                Some(last) if *last == name => {
                    open.pop();
                }
                Some(last) => {
                    breach(format!("</{name}> stands where </{last}> must"));
                    if let Some(at) = open.iter().rposition(|known| *known == name) {
                        open.truncate(at);
                    }
                }
                None => breach(format!("</{name}> closes nothing")),
            },
        }
    }
    for name in open {
        breach(format!("<{name}> is never closed"));
    }
    match order {
        Order::Source => out_of_order(page, &started, &mut breach),
        Order::Any => too_many(page, &started, &mut breach),
    }
    breaches
}

/// The name under which an element is written: a frame as an iframe, obsolete code as pre, an entered
/// frame, and what has a name that could be read as markup, as a div.
fn written_name(element: &Element) -> String {
    match element.name.as_str() {
        "frame" => "iframe".to_owned(),
        "iframe" if element.attribute("srcdoc").is_some_and(|srcdoc| !srcdoc.is_empty()) => "div".to_owned(),
        name => as_written(name),
    }
}

/// The name under which an element of this name is written.
pub(crate) fn as_written(name: &str) -> String {
    let is_plain = name.chars().count() <= 64 && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'));
    match name {
        "xmp" | "listing" | "plaintext" => "pre".to_owned(),
        _ if !is_plain => "div".to_owned(),
        _ => name.to_ascii_lowercase(),
    }
}

/// The names under which the elements of a page are written.
fn names(page: &Page) -> impl Iterator<Item = String> + '_ {
    (0..page.nodes.len()).filter_map(|at| page.element(at)).map(written_name)
}

fn out_of_order(page: &Page, started: &[String], breach: &mut impl FnMut(String)) {
    let mut source = names(page);
    let mut before = "";
    for name in started {
        if !source.by_ref().any(|known| known == *name) {
            breach(format!("<{name}> behind <{before}> is no element that follows there in the page"));
            return too_many(page, started, breach);
        }
        before = name;
    }
}

fn too_many(page: &Page, started: &[String], breach: &mut impl FnMut(String)) {
    let mut left: HashMap<String, usize> = HashMap::new();
    for name in names(page) {
        *left.entry(name).or_default() += 1;
    }
    for name in started {
        match left.get_mut(name) {
            Some(count) if *count > 0 => *count -= 1,
            _ => breach(format!("there are more <{name}> than in the page")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(html: &str, snapshot: &str) -> Vec<String> {
        check(snapshot, &Page::read(html), Order::Source, false).into_iter().map(|breach| breach.detail).collect()
    }

    #[test]
    fn a_true_snapshot_passes() {
        assert_eq!(told("<main><p>a<button>b</button><input></main>", "<main>\na <button>b</button> <input>\n</main>\n"), [""; 0]);
        let page = Page::read("<p>a");
        assert_eq!(check("<!-- t -->\na\n", &page, Order::Any, true), []);
    }

    #[test]
    fn a_false_one_does_not() {
        for (snapshot, detail) in [
            ("<main>", "<main> is never closed"),
            ("</b>", "</b> closes nothing"),
            ("<main><b></main></b>", "</main> stands where </b> must"),
            ("<main a=1 a=2></main>", "<main> has an attribute twice: [(\"a\", \"1\")]"),
            ("<main/></main>", "<main/> closes itself"),
            ("<!-- x -->", "a comment: \" x \""),
            ("<?x>", "a comment: \"?x\""),
            ("<!doctype html>", "a doctype"),
            ("<b></b><main></main>", "<main> behind <b> is no element that follows there in the page"),
        ] {
            assert_eq!(told("<main><b>a</b></main>", snapshot).first().map(String::as_str), Some(detail), "{snapshot}");
        }
        assert_eq!(told("<p>a &lt;b>", "a <b></b>")[1], "there are more <b> than in the page");
        assert_eq!(check("a", &Page::read("a"), Order::Any, true)[0].detail, "the header is missing");
    }
}
