//! Where the tokens go.

use d2snap::{Breakdown, Document, Format, Options, Params, TokenCounter};

fn shares(breakdown: &Breakdown) -> Vec<(&str, usize)> {
    breakdown.classes.iter().map(|share| (share.name.as_str(), share.tokens)).collect()
}

fn page(html: &str) -> Breakdown {
    Breakdown::of_page(html, &TokenCounter::o200k_base())
}

/// What is told adds up.
#[track_caller]
fn adds_up(breakdown: &Breakdown, whole: usize, free: &[&str]) {
    assert_eq!(breakdown.tokens, whole);
    assert_eq!(breakdown.classes.iter().map(|share| share.tokens).sum::<usize>(), whole);
    let outside: usize = free.iter().map(|class| breakdown.class(class)).sum();
    assert_eq!(breakdown.tags.iter().map(|tag| tag.total()).sum::<usize>(), whole - outside);
    let attributes = breakdown.class("attributes") + breakdown.class("uids");
    assert_eq!(breakdown.attributes.iter().map(|share| share.tokens).sum::<usize>(), attributes);
    for (at, subtree) in breakdown.subtrees.iter().enumerate() {
        assert!(subtree.tokens <= whole);
        if let Some(around) = subtree.inside {
            assert!(around < at && 10 * subtree.tokens <= 7 * breakdown.subtrees[around].tokens + 10, "{:?}", breakdown.subtrees);
        }
    }
    let apart = breakdown.subtrees.iter().filter(|subtree| subtree.inside.is_none());
    assert!(apart.map(|subtree| subtree.tokens).sum::<usize>() <= whole);
}

const FREE_OF_PAGE: &[&str] = &["text", "white-space", "comments"];
const FREE: &[&str] = &["text", "control-text", "labels", "addresses", "markdown", "layout", "header"];

#[test]
fn parts_add_up_to_the_whole_on_every_page() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/pages");
    let counters = [TokenCounter::o200k_base(), TokenCounter::cl100k_base(), TokenCounter::chars4()];
    let mut seen = 0;
    for entry in std::fs::read_dir(pages).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        seen += 1;
        let html = std::fs::read_to_string(&path).unwrap();
        for counter in &counters {
            adds_up(&Breakdown::of_page(&html, counter), counter.count(&html), FREE_OF_PAGE);
        }
        let all = Options::default().with_uids(true).with_subtrees(true);
        for options in [
            all.clone(),
            all.clone().with_header(true).with_format(Format::Pretty),
            all.with_markdown(false),
            Options::paper().with_subtrees(true).with_uids(true),
        ] {
            let document = Document::parse(&html, &options).unwrap();
            for (k, l, m) in [(0.0, 0.0, 0.0), (0.3, 0.3, 0.3), (f64::INFINITY, 1.0, 1.0)] {
                let params = Params::new(k, l, m).unwrap();
                let snapshot = document.snap(params);
                for counter in &counters {
                    let breakdown = document.breakdown(params, counter);
                    adds_up(&breakdown, snapshot.tokens(counter), FREE);
                    assert_eq!(breakdown.bytes, snapshot.html().len());
                    let count = |class: &str| breakdown.classes.iter().find(|share| share.name == class).map_or(0, |share| share.count);
                    assert_eq!(count("container-tags"), snapshot.stats().containers_kept);
                    assert_eq!(count("attributes") + count("uids"), snapshot.stats().attributes_kept);
                    assert_eq!(count("uids"), snapshot.uids().len());
                }
            }
        }
    }
    assert!(seen >= 10);
}

#[test]
fn subtrees_change_no_snapshot_and_no_target() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/pages");
    for entry in std::fs::read_dir(pages).unwrap() {
        let path = entry.unwrap().path();
        let Ok(html) = std::fs::read_to_string(&path) else { continue };
        let without = Document::parse(&html, &Options::default().with_uids(true)).unwrap();
        let with = Document::parse(&html, &Options::default().with_uids(true).with_subtrees(true)).unwrap();
        assert_eq!(with.snap(Params::default()).html(), without.snap(Params::default()).html());
        assert_eq!(with.targets(), without.targets(), "{}", path.display());
    }
}

#[test]
fn a_page_by_class_tag_and_attribute() {
    let html = "<!doctype html><script src=a.js>let x = 1;</script>\n<main class=m><!-- note --><p class=p>Open daily.</p>\n\n\
                <svg class=i viewBox=\"0 0 1 1\"><path d=M0 /></svg><a href=/x>Go</a></main>";
    let page = page(html);
    assert_eq!(page.bytes, html.len());
    adds_up(&page, TokenCounter::o200k_base().count(html), FREE_OF_PAGE);
    let classes = [("svg", 22), ("tags", 14), ("scripts", 13), ("attributes", 7), ("comments", 7), ("text", 4)];
    assert_eq!(shares(&page), classes);
    let tags: Vec<_> = page.tags.iter().map(|tag| (tag.name.as_str(), tag.count, tag.tokens, tag.attributes, tag.content)).collect();
    assert_eq!(tags, [("svg", 1, 4, 13, 5), ("script", 1, 4, 3, 6), ("a", 1, 5, 3, 0), ("main", 1, 5, 2, 0), ("p", 1, 4, 2, 0)]);
    let attributes: Vec<_> = page.attributes.iter().map(|share| (share.name.as_str(), share.count, share.tokens)).collect();
    assert_eq!(attributes, [("class", 2, 4), ("href", 1, 3)]);
}

#[test]
fn a_snapshot_by_class() {
    let html = "<main id=m><h2>Shop <em>now</em></h2><ul><li>One<li>Two</ul><img src=/a.png alt=Map>\
                <form><label>Name <input name=n></label><button>Send</button></form><iframe title=Ad src=/f></iframe></main>";
    let document = Document::parse(html, &Options::default().with_uids(true)).unwrap();
    let params = Params::new(0.0, 0.0, 0.0).unwrap();
    assert_eq!(
        document.snap(params).html(),
        "<main id=m>\n## Shop _now_\n- One\n- Two\n![Map](/a.png)\n<form>\n<label>Name <input name=n uid=1></label>\n\
         <button uid=2>Send</button>\n</form>\n<iframe title=Ad src=\"/f\"></iframe>\n</main>\n"
    );
    let breakdown = document.breakdown(params, &TokenCounter::o200k_base());
    let named = |name: &str| breakdown.tags.iter().find(|tag| tag.name == name).map(|tag| (tag.count, tag.tokens, tag.attributes));
    assert_eq!(named("input"), Some((1, 3, 5)));
    assert_eq!(named("main"), Some((1, 6, 2)));
    let mut classes = shares(&breakdown);
    classes.sort_unstable();
    // `>Name` is one token, and begins in the tag.
    assert_eq!(
        classes,
        [
            ("addresses", 4),
            ("attributes", 11),
            ("container-tags", 6),
            ("control-text", 1),
            ("interactive-tags", 17),
            ("labels", 3),
            ("layout", 2),
            ("markdown", 5),
            ("other-tags", 4),
            ("text", 4),
            ("uids", 6),
        ]
    );
}

/// The heaviest parts, as (selector, tokens, inside).
fn heaviest(html: &str) -> Vec<(String, usize, Option<usize>)> {
    let document = Document::parse(html, &Options::default().with_subtrees(true)).unwrap();
    let breakdown = document.breakdown(Params::new(0.0, 0.0, 1.0).unwrap(), &TokenCounter::o200k_base());
    breakdown.subtrees.into_iter().map(|subtree| (subtree.selector, subtree.tokens, subtree.inside)).collect()
}

#[test]
fn what_holds_little_but_one_other_gives_way_to_it() {
    let rows: String = (0..40).map(|row| format!("<tr><td>Row {row}<td>{}", row * 7)).collect();
    let html = format!(
        "<div id=page><div class=wrap><main><h1>Rates</h1><div><table>{rows}</table></div></main>\
         <footer><p>All rates are those of the day before, as they were told to us.</footer></div></div>"
    );
    // The table is hardly less than `main`, and of its rows none is worth telling.
    let found = heaviest(&html);
    let told: Vec<_> = found.iter().map(|(selector, _, inside)| (selector.as_str(), *inside)).collect();
    assert_eq!(told, [("main", None), ("footer > p", None)]);
    assert!(found[0].1 > 20 * found[1].1, "{found:?}");
}

#[test]
fn a_part_inside_another_says_so() {
    let long = |words: usize| "word ".repeat(words);
    let html = format!(
        "<main><section id=a><p>{}</p><ul id=b><li>{}<li>{}</ul></section><p>{}</p></main><aside><p>{}</p></aside>",
        long(80),
        long(20),
        long(20),
        long(60),
        long(150)
    );
    let found = heaviest(&html);
    let told: Vec<_> = found.iter().map(|(selector, _, inside)| (selector.as_str(), *inside)).collect();
    assert_eq!(
        told,
        [
            ("aside", None),
            ("#a", None),
            ("#a > p", Some(1)),
            ("main > p", None),
            ("#b", Some(1)),
            ("#b > li:nth-of-type(1)", Some(4)),
            ("#b > li:nth-of-type(2)", Some(4)),
        ]
    );
}

#[test]
fn selectors_of_heavy_parts_find_them() {
    let pages = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/pages");
    let params = Params::new(0.0, 0.0, 0.3).unwrap();
    let mut seen = 0;
    for entry in std::fs::read_dir(pages).unwrap() {
        let Ok(html) = std::fs::read_to_string(entry.unwrap().path()) else { continue };
        let document = Document::parse(&html, &Options::default().with_subtrees(true)).unwrap();
        let breakdown = document.breakdown(params, &TokenCounter::chars4());
        for subtree in &breakdown.subtrees {
            seen += 1;
            let part = Document::parse(&html, &Options::default().with_selector(&subtree.selector)).unwrap();
            let tokens = part.snap(params).tokens(&TokenCounter::chars4());
            // Where an item or a row stands alone, its marks are others.
            assert!(tokens.abs_diff(subtree.tokens) <= 4 + subtree.tokens / 8, "{} is {tokens}, not {subtree:?}", subtree.selector);
        }
    }
    assert!(seen > 60, "{seen}");
}
