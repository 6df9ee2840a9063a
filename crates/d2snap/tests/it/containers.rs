//! SPEC §4: element reduction.

use d2snap::{AttributeInheritance, Document, MergeSchedule, Options, Params};

use crate::{all, plain, snap};

#[test]
fn what_is_not_written() {
    all(
        plain,
        &[
            ("<div><div></div><div>  <span></span></div></div>", ""),
            ("<h2><div>x</div></h2>", "## x"),
            ("<span>a<div>b</div>c</span>", "a\nb\nc"),
            ("<foo>a</foo><foo><p>b</p></foo>", "a\n<foo>\nb\n</foo>"),
            ("a <x-b>c</x-b><x-d>e</x-d>", "a c\n<x-d>\ne\n</x-d>"),
        ],
    );
}

#[test]
fn ranked_dissolves_wrappers_first_and_landmarks_last() {
    let page = "<main><div><div><p>a</p><p>b</p></div></div><div aria-label=N><p>c</p></div></main>";
    let at = |k: f64| snap(page, &Options::default(), (k, 0.0, 1.0));
    assert_eq!(at(0.0), "<main>\n<div>\n<div>\na\nb\n</div>\n</div>\n<div>\nc\n</div>\n</main>");
    assert_eq!(at(0.25), "<main>\n<div>\na\nb\n</div>\n<div>\nc\n</div>\n</main>");
    assert_eq!(at(0.5), "<main>\na\nb\n<div>\nc\n</div>\n</main>");
    assert_eq!(at(0.75), "<main>\na\nb\nc\n</main>");
    assert_eq!(at(1.0), "a\nb\nc");
    assert_eq!(at(f64::INFINITY), at(1.0));
}

#[test]
fn modulo_merges_into_the_parent_and_the_higher_rating_survives() {
    let options = Options::default().with_merge_schedule(MergeSchedule::Modulo);
    let page = "<div id=a class=x><article id=b><p>t</p></article></div>";
    assert_eq!(snap(page, &options, (1.0, 0.0, 0.1)), "<article id=b class=x>\nt\n</article>");
    let own = options.clone().with_attribute_inheritance(AttributeInheritance::Own);
    assert_eq!(snap(page, &own, (1.0, 0.0, 0.1)), "<article id=b>\nt\n</article>");
    // Only containers of depth 1 are left at k = 1, and those whose parent is none.
    let deep = "<div><div><div><ul><li><div><div>x</div></div></li></ul>y</div></div></div>";
    assert_eq!(snap(deep, &options, (1.0, 0.0, 1.0)), "<div>\n- <div>\n  x\n  </div>\ny\n</div>");
    assert_eq!(snap(deep, &options, (f64::INFINITY, 0.0, 1.0)), "- x\ny");
}

#[test]
fn counts_say_what_was_kept() {
    let document = Document::parse("<div><div><p>A b. C d. E f.</p><p>d</p></div><p>e</p></div>", &Options::default()).unwrap();
    let stats = document.snap(Params::new(0.5, 0.5, 0.0).unwrap()).stats().clone();
    assert_eq!((stats.containers, stats.containers_kept), (2, 1));
    assert_eq!((stats.sentences, stats.sentences_kept), (5, 4));
}

#[test]
fn a_card_in_a_wrapper_is_worth_its_place_among_its_siblings() {
    let card = "<div class=cell><div><div class=card><p>a</p><p>b</p></div></div></div>";
    let page = format!("<div class=one><p>c</p><p>d</p></div><div class=grid>{}</div>", card.repeat(3));
    let options = Options::default();
    // Of eleven containers six are wrappers around one child; then what groups no repeated things.
    let at = |kept: f64| snap(&page, &options, ((11.0 - kept) / 11.0, 0.0, 0.7));
    assert_eq!(at(4.0).matches("<div class=card>").count(), 3, "{}", at(4.0));
    assert!(at(4.0).contains("<div class=grid>") || at(4.0).contains("<div class=one>"), "{}", at(4.0));
    assert_eq!((at(3.0).matches("<div class=card>").count(), at(5.0).matches("<div").count()), (3, 5), "{}", at(3.0));
    assert!(!at(5.0).contains("class=cell"), "{}", at(5.0));
}
