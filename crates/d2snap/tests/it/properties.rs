//! What holds of every page, on generated ones.
//!
//! The pages are the same at each run; `PROPTEST_CASES=10000` tries that many others.

use std::cell::RefCell;

use d2snap::{Document, Format, Hidden, Hrefs, MergeSchedule, Options, Params, SegmentScope};
use d2snap_check::tags::{self, Order};
use d2snap_check::{Breach, Page, Reading, grid, locate, targets, text};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::generate::{page, soup};

const POINTS: [(f64, f64, f64); 5] = [(0.0, 0.0, 0.0), (0.3, 0.3, 0.3), (0.6, 0.9, 0.3), (1.0, 1.0, 1.0), (f64::INFINITY, 0.0, 1.0)];

fn config(cases: u32) -> ProptestConfig {
    let mut config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
        if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
            config.rng_seed = RngSeed::Fixed(250_804_412);
        }
    }
    config
}

fn agent() -> Options {
    Options::default().with_uids(true)
}

fn parse(html: &str, options: &Options) -> Document {
    Document::parse(html, options).expect("any text gives a document")
}

fn at((k, l, m): (f64, f64, f64)) -> Params {
    Params::new(k, l, m).expect("parameters in their domain")
}

/// Fails with the breaches, the page and its snapshot.
fn none(breaches: &[Breach], html: &str, snapshot: &str) -> Result<(), TestCaseError> {
    let told: Vec<String> = breaches.iter().map(Breach::to_string).collect();
    prop_assert!(breaches.is_empty(), "{}\n--- page\n{html}\n--- snapshot\n{snapshot}", told.join("\n"));
    Ok(())
}

/// The values of an attribute in the start tags of a snapshot, as a browser would find them.
fn values(html: &str, attribute: &str) -> Vec<String> {
    struct Sink<'s>(&'s str, RefCell<Vec<String>>);
    impl TokenSink for Sink<'_> {
        type Handle = ();
        fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
            let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
            if tag.kind == TagKind::EndTag {
                return TokenSinkResult::Continue;
            }
            self.1.borrow_mut().extend(tag.attrs.iter().filter(|it| &*it.name.local == self.0).map(|it| it.value.to_string()));
            match &*tag.name {
                "textarea" | "title" => TokenSinkResult::RawData(RawKind::Rcdata),
                "style" | "xmp" | "iframe" | "noembed" | "noframes" => TokenSinkResult::RawData(RawKind::Rawtext),
                "script" => TokenSinkResult::RawData(RawKind::ScriptData),
                "plaintext" => TokenSinkResult::Plaintext,
                _ => TokenSinkResult::Continue,
            }
        }
    }
    let tokenizer = Tokenizer::new(Sink(attribute, RefCell::default()), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.1.into_inner()
}

/// The options that change how a page is read or written.
fn options() -> impl Strategy<Value = Options> {
    let scope = prop_oneof![
        4 => Just(None),
        1 => Just(Some("div, section, x-host >>> a")),
        1 => Just(Some("x-host >>> h3, a")),
        1 => Just(Some("p, li, td, button")),
    ];
    (any::<[bool; 11]>(), scope.clone(), scope).prop_map(|(on, selector, exclude)| {
        let mut options = if on[0] { Options::default() } else { Options::paper() }
            .with_hidden(if on[1] { Hidden::Drop } else { Hidden::Keep })
            .with_markdown(on[2])
            .with_format(if on[3] { Format::Lines } else { Format::Pretty })
            .with_segment_scope(if on[4] { SegmentScope::Block } else { SegmentScope::Node })
            .with_merge_schedule(if on[5] { MergeSchedule::Ranked } else { MergeSchedule::Modulo })
            .with_header(!on[6])
            .with_uids(!on[7])
            .with_split_clauses(!on[8])
            .with_affordances(on[9])
            .with_hrefs(if on[10] { Hrefs::Keep } else { Hrefs::Path });
        if let Some(selector) = selector {
            options = options.with_selector(selector);
        }
        if let Some(exclude) = exclude {
            options = options.with_exclude(exclude);
        }
        options
    })
}

/// Parses and writes twice, to the same bytes; a selector that matches nothing is the one error.
fn twice(read: impl Fn() -> Result<Document, d2snap::Error>) -> Result<(), TestCaseError> {
    let (first, second) = match (read(), read()) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(first), Err(second)) => {
            prop_assert!(matches!(first, d2snap::Error::NoMatch { .. }), "{first}");
            prop_assert_eq!(first, second);
            return Ok(());
        }
        _ => return Err(TestCaseError::fail("an error once, none another time")),
    };
    for point in POINTS {
        let text = first.snap(at(point)).into_html();
        prop_assert_eq!(&text, &second.snap(at(point)).into_html());
        prop_assert_eq!(&text, &first.snap(at(point)).into_html());
    }
    prop_assert_eq!(first.targets(), second.targets());
    Ok(())
}

/// Whether `some` are among `all`, in their order.
fn is_subsequence(some: &[u32], all: &[u32]) -> bool {
    let mut all = all.iter();
    some.iter().all(|uid| all.any(|known| known == uid))
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn tags_are_the_pages_and_balance(html in page()) {
        let document = parse(&html, &agent());
        let source = Page::read(&html);
        for point in POINTS {
            let snapshot = document.snap(at(point));
            none(&tags::check(snapshot.html(), &source, Order::Source, false), &html, snapshot.html())?;
        }
        let document = parse(&html, &Options::paper());
        for (point, order) in [(POINTS[0], Order::Source), (POINTS[1], Order::Any), (POINTS[4], Order::Any)] {
            let snapshot = document.snap(at(point));
            none(&tags::check(snapshot.html(), &source, order, false), &html, snapshot.html())?;
        }
    }

    #[test]
    fn every_target_is_there_once_in_order(html in page()) {
        let document = parse(&html, &agent());
        for point in POINTS {
            let snapshot = document.snap(at(point));
            none(&targets::check(&document, &snapshot), &html, snapshot.html())?;
        }
    }

    #[test]
    fn every_selector_gives_its_target_alone(html in prop_oneof![4 => page(), 1 => soup()]) {
        let document = parse(&html, &agent());
        none(&locate::check(&document, &Page::read(&html)).0, &html, "")?;
        for target in document.targets() {
            // As a scope it gives the lines of that target, and of what stands inside.
            let scoped = Document::parse(&html, &agent().with_selector(target.selector.as_str()));
            prop_assert!(scoped.is_ok(), "{}: {:?}\n{html}", target.selector, scoped.err());
            let scoped = scoped.expect("it was asserted");
            prop_assert_eq!(scoped.snap(at(POINTS[0])).uids().first().copied(), Some(target.uid), "{}\n{}", target.selector, html);
            prop_assert_eq!(scoped.target(target.uid), Some(target));
        }
    }

    #[test]
    fn every_text_is_there_once_in_order(html in page()) {
        let source = Page::read(&html);
        for (options, reading) in [(agent(), Reading::AGENT), (Options::paper(), Reading::PAPER)] {
            let document = parse(&html, &options);
            for point in [POINTS[0], POINTS[4]] {
                let snapshot = document.snap(at(point));
                none(&text::check(snapshot.html(), &source, reading), &html, snapshot.html())?;
            }
        }
    }

    #[test]
    fn any_text_is_read_the_same_twice(html in prop_oneof![any::<String>(), soup(), page()], options in options()) {
        twice(|| Document::parse(&html, &options))?;
    }

    #[test]
    fn any_bytes_are_read_the_same_twice(bytes in prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..200),
        (soup(), proptest::collection::vec(any::<u8>(), 0..8)).prop_map(|(html, noise)| [html.as_bytes(), &noise, html.as_bytes()].concat()),
    ]) {
        twice(|| Document::parse_bytes(&bytes, &agent()))?;
    }

    #[test]
    fn no_page_forges_a_number(html in prop_oneof![page(), soup()]) {
        for (options, attribute) in [(agent(), "uid"), (Options::paper().with_uids(true), "data-uid")] {
            let document = parse(&html, &options);
            for point in [POINTS[0], POINTS[1], POINTS[4]] {
                let snapshot = document.snap(at(point));
                let printed: Vec<String> = snapshot.uids().iter().map(u32::to_string).collect();
                prop_assert_eq!(values(snapshot.html(), attribute), printed, "\n--- page\n{}\n--- snapshot\n{}", html, snapshot.html());
            }
        }
        let snapshot = parse(&html, &Options::default());
        prop_assert_eq!(values(snapshot.snap(at(POINTS[0])).html(), "uid"), [""; 0]);
    }

    #[test]
    fn pretty_is_lines_with_indentation(html in page()) {
        for options in [agent(), Options::paper(), agent().with_markdown(false)] {
            let (lines, pretty) = (parse(&html, &options), parse(&html, &options.clone().with_format(Format::Pretty)));
            for point in [POINTS[0], POINTS[1], POINTS[4]] {
                let (lines, pretty) = (lines.snap(at(point)).into_html(), pretty.snap(at(point)).into_html());
                prop_assert_eq!(lines.lines().count(), pretty.lines().count(), "\n{}\n---\n{}", lines, pretty);
                for (line, indented) in lines.lines().zip(pretty.lines()) {
                    let indent = indented.strip_suffix(line);
                    prop_assert!(indent.is_some_and(|it| it.bytes().all(|byte| byte == b' ')), "{line:?} {indented:?}\n{lines}\n---\n{pretty}");
                }
            }
        }
    }

    #[test]
    fn a_scope_prints_its_part_of_the_numbers(html in page(), selector in proptest::sample::select(vec!["*", "div", "p", "li", "a, button", "x-host >>> a", "table"])) {
        let document = parse(&html, &agent());
        let all = document.snap(at(POINTS[1]));
        prop_assert_eq!(values(all.html(), "uid"), all.uids().iter().map(u32::to_string).collect::<Vec<_>>());
        let targets = document.targets();
        prop_assert!(targets.iter().map(|target| target.uid).eq(1..=targets.len() as u32));
        for options in [agent().with_selector(selector), agent().with_exclude(selector)] {
            let scoped = match Document::parse(&html, &options) {
                Ok(scoped) => scoped,
                Err(error) => {
                    prop_assert!(matches!(error, d2snap::Error::NoMatch { .. }), "{error}");
                    continue;
                }
            };
            let part = scoped.snap(at(POINTS[1]));
            prop_assert!(is_subsequence(part.uids(), all.uids()), "{:?} {:?}\n{html}", part.uids(), all.uids());
            prop_assert_eq!(values(part.html(), "uid"), part.uids().iter().map(u32::to_string).collect::<Vec<_>>());
            // What each number stands for is that of the whole page; its name may leave out what is excluded.
            let known = |targets: &[d2snap::Target]| -> Vec<_> {
                targets.iter().map(|it| (it.uid, it.tag.clone(), it.role.clone(), it.href.clone(), it.reasons.clone())).collect()
            };
            prop_assert_eq!(known(&scoped.targets()), known(&targets));
        }
    }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn no_parameter_makes_a_snapshot_longer(html in page()) {
        for options in [agent(), Options::default()] {
            none(&grid::check(&parse(&html, &options)), &html, "")?;
        }
    }
}
