//! Marks that a recording leaves in its pages. Some reveal the target: they are read as truth, and all are stripped.

use super::markup::{Piece, Syntax, pieces, write};
use super::page::Page;

/// An element of the page that the next action, or one before it, is on; Mind2Web's recorder. Its value is the action's uid.
pub(crate) const BUCKEYE: &str = "data-pw-testid-buckeye";
/// The same, with `1` for a candidate of the annotation.
pub(crate) const BUCKEYE_CANDIDATE: &str = "data-pw-testid-buckeye-candidate";
/// What an action of a Playwright trace was on, up to the snapshot: `action@call@7`.
pub(crate) const PLAYWRIGHT_TARGET: &str = "__playwright_target__";
/// Every element's id in WebLINX; the target's is in the replay. The later name is the one of its code.
pub(crate) const WEBLINX_IDS: [&str; 2] = ["data-webtasks-id", "data-weblinx-id"];

/// Names, and beginnings of names that end in `*`.
const MARKS: [&str; 5] = ["data-pw-testid-buckeye", "data-pw-testid-buckeye-*", "__playwright_*", WEBLINX_IDS[0], WEBLINX_IDS[1]];

/// Frames in frames in frames may have marks too; deeper than this none were seen.
const MAX_FRAMES: usize = 4;

/// Whether an attribute is a mark.
pub(crate) fn is_mark(name: &str) -> bool {
    MARKS.iter().any(|mark| mark.strip_suffix('*').map_or(name == *mark, |start| name.starts_with(start)))
}

/// A page with its marks, to read the truth from, and the same without.
pub(crate) struct Stripped {
    /// The tree with its marks; elements have the same places in it as in `html`.
    pub(crate) page: Page,
    pub(crate) html: String,
}

/// A page as it came, its marks stripped; untouched, byte for byte, if it has none.
///
/// # Errors
/// See [`strip`].
pub(crate) fn read(html: String) -> Result<Stripped, String> {
    let found = pieces(&html, Syntax::Html);
    if has_marks(&found, 0) { strip(found, is_mark) } else { Ok(Stripped { page: Page::parse(&html), html }) }
}

/// Takes attributes off a page.
///
/// # Errors
/// Where that would move elements: the parser looks at attributes in a few places (it keeps at most three equal formatting
/// elements open, and an `input type=hidden` in a table), so both trees are held against each other.
pub(crate) fn strip(mut found: Vec<Piece>, is_mark: fn(&str) -> bool) -> Result<Stripped, String> {
    let page = Page::parse(&write(&found));
    take_off(&mut found, is_mark, 0);
    let html = write(&found);
    if page.reads_like(&Page::parse(&html)) {
        Ok(Stripped { page, html })
    } else {
        Err("without its marks the page reads as another tree".to_owned())
    }
}

fn has_marks(found: &[Piece], depth: usize) -> bool {
    found.iter().any(|piece| match piece {
        Piece::Start(start) => {
            start.attributes.iter().any(|(name, value)| is_mark(name) || (is_frame(name, depth) && frame_has_marks(value, depth)))
        }
        _ => false,
    })
}

fn frame_has_marks(html: &str, depth: usize) -> bool {
    has_marks(&pieces(html, Syntax::Html), depth + 1)
}

fn is_frame(name: &str, depth: usize) -> bool {
    name == "srcdoc" && depth < MAX_FRAMES
}

fn take_off(found: &mut [Piece], is_mark: fn(&str) -> bool, depth: usize) {
    for piece in found {
        let Piece::Start(start) = piece else { continue };
        start.attributes.retain(|(name, _)| !is_mark(name));
        for (name, value) in &mut start.attributes {
            if is_frame(name, depth) {
                let mut inside = pieces(value, Syntax::Html);
                take_off(&mut inside, is_mark, depth + 1);
                *value = write(&inside);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every element of our own pages gets an id, as a recorder does it, one of them a mark, and both go again.
    #[test]
    fn what_is_taken_off_moves_no_element() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/pages");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let html = std::fs::read_to_string(&path).unwrap();
            let mut found = pieces(&html, Syntax::Html);
            for (at, piece) in found.iter_mut().enumerate() {
                if let Piece::Start(start) = piece {
                    start.set(WEBLINX_IDS[0], &at.to_string());
                    if at % 7 == 0 {
                        start.set(BUCKEYE, "uid");
                    }
                }
            }
            let stripped = read(write(&found)).unwrap();
            let (own, other) = (Page::parse(&html), Page::parse(&stripped.html));
            assert!(own.reads_like(&other), "{}", path.display());
            for (own, other) in own.elements().zip(other.elements()) {
                let names = |element: scraper::ElementRef<'_>| element.value().attrs().map(|(name, _)| name.to_owned()).collect::<Vec<_>>();
                assert_eq!(names(own), names(other), "{}", path.display());
                // What `noscript` holds is text to this parser, and was written again.
                if own.value().name() != "noscript" {
                    let texts = |element: scraper::ElementRef<'_>| {
                        element.children().filter_map(|node| Some(node.value().as_text()?.to_string())).collect::<String>()
                    };
                    assert_eq!(texts(own), texts(other), "{}", path.display());
                }
            }
            assert!(!stripped.html.contains(WEBLINX_IDS[0]) && !stripped.html.contains(BUCKEYE), "{}", path.display());
        }
    }

    #[test]
    fn a_page_that_reads_otherwise_without_its_marks_is_refused() {
        // Of equal formatting elements the parser keeps three open; with ids these are not equal.
        let html: String = (0..5).map(|at| format!("<p><b data-webtasks-id={at}>")).collect::<String>() + "x";
        assert_eq!(read(html).err().unwrap(), "without its marks the page reads as another tree");
    }

    #[test]
    fn marks_go_from_frames_too_and_what_has_none_is_untouched() {
        let frame = "<iframe srcdoc='<p data-webtasks-id=1>a &amp;lt; b</p>'></iframe>";
        assert_eq!(read(frame.to_owned()).unwrap().html, "<iframe srcdoc=\"<p>a &amp;lt; b</p>\"></iframe>");
        let plain = "<p CLASS=a>a<br/>b</P><!-- data-webtasks-id -->";
        assert_eq!(read(plain.to_owned()).unwrap().html, plain);
    }

    #[test]
    fn names_of_marks() {
        assert!(
            ["data-pw-testid-buckeye", "data-pw-testid-buckeye-candidate", "__playwright_target__", "data-webtasks-id"]
                .iter()
                .all(|name| is_mark(name))
        );
        assert!(["data-testid", "data-pw-testid", "id", "playwright"].iter().all(|name| !is_mark(name)));
    }
}
