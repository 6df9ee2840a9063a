//! The one analysis pass: a parsed page to an immutable document.

mod attribute;
mod compose;
mod context;
mod disabled;
mod emit;
mod function_words;
mod label;
mod locate;
mod mark;
mod name;
mod outline;
mod run;
mod sentence;
mod suppressions;
mod table;
mod target;
mod text;
mod text_rank;
mod visibility;
mod worth;

use std::sync::{Arc, Mutex};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::capture::{self, Numbers};
use crate::document::{Columns, Document, Meta, UidNumbering};
use crate::error::Error;
use crate::locate::{Input, Located, Source};
use crate::options::{Limits, Options};
use crate::parse::{NodeId, Page, Path, Trees, build, parse_page, select, select_captured};
use crate::semantics::{Class, Tag};
use crate::snapshot::{Stats, Withheld};
use compose::{Composed, Index, LiveNodes};
use emit::{Emitter, Facts};
pub(crate) use function_words::{FunctionWords, fold};
pub(crate) use text_rank::{TextRankOptions, TextRanker};

/// The trees of a page.
fn read(input: Input<'_>, limits: &Limits) -> Result<(Page, Trees), Error> {
    match input {
        Input::Html(html) => parse_page(html, limits),
        Input::Capture(json) => {
            if json.len() > limits.max_bytes {
                return Err(Error::Limit { name: "bytes", limit: limits.max_bytes });
            }
            build(&capture::read(json)?, json.len(), limits)
        }
    }
}

/// Parses and analyses a page; targets have the numbers of a session where there is one.
pub(crate) fn analyze(input: Input<'_>, options: &Options, numbers: Option<&mut Numbers>) -> Result<Document, Error> {
    let selector = options.selector.as_deref().map(Path::parse).transpose()?;
    let exclude = options.exclude.as_deref().map(Path::parse).transpose()?;
    if let Some(url) = &options.base_url {
        url::Url::parse(url).map_err(|reason| Error::BaseUrl { url: url.clone(), reason: reason.to_string() })?;
    }
    let (page, trees) = read(input, &options.limits)?;
    let found = |path: &Path| match input {
        Input::Html(html) => select(&page, &trees, html, path, &options.limits),
        Input::Capture(_) => select_captured(&page, &trees, path),
    };
    let matches = |path: &Option<Path>| path.as_ref().map_or_else(FxHashSet::default, found);
    let (selected, excluded) = (matches(&selector), matches(&exclude));
    let (columns, meta, stats) = analyze_page(&page, trees, options, selector.as_ref(), &selected, &excluded, numbers)?;
    // The tree goes before the page is copied.
    drop(page);
    Ok(Document { columns, source: Arc::new(Source::new(input)), options: options.clone(), meta, stats, counts: Mutex::default() })
}

fn analyze_page(
    page: &Page,
    trees: Trees,
    options: &Options,
    selector: Option<&Path>,
    selected: &FxHashSet<(u32, NodeId)>,
    excluded: &FxHashSet<(u32, NodeId)>,
    numbers: Option<&mut Numbers>,
) -> Result<(Columns, Meta, Stats), Error> {
    let mut withheld = Withheld::default();
    let composed = compose::compose(&trees, page, options, selected, excluded);
    // The places of what is no target are wanted only where they are asked for; else the shapes go before more comes.
    let trees = options.subtrees.then_some(trees);
    let Numbered { mut composed, visibility, labels, uids, named } = number(composed, options, &mut withheld);
    let places = trees.map_or_else(FxHashMap::default, |trees| {
        locate::locate(&trees, page, &composed, &uids, true, options.limits.max_attribute_bytes).1
    });
    let scope = scope(&composed, selector)?;
    exclude(&mut composed, &mut withheld);
    let mut marked = vec![false; composed.nodes.len()];
    visibility.marked.iter().for_each(|index| marked[*index] = true);
    let as_html = kept_as_html(&composed, options);
    if let Some(behind) = composed.live.as_ref().and_then(LiveNodes::behind) {
        marked[behind] = composed.nodes.len() > behind + 1;
    }
    let outlines = outline::outline(&mut composed, &visibility.reasons, &labels, |index| marked[index] || as_html[index]);
    let not_chosen = target::not_chosen(&composed);
    let disabled = disabled::Disabled::new(&composed);
    let names = name::Names::new(&composed, &labels, &visibility);
    let ranker = TextRanker::new(TextRankOptions {
        damping: options.text_rank.damping,
        tolerance: options.text_rank.tolerance,
        max_iterations: options.text_rank.max_iterations,
    });
    let numbering = numbers.map_or_else(UidNumbering::default, |numbers| target::session_numbers(&composed, &uids, numbers));
    let facts = Facts {
        composed: &composed,
        visibility: &visibility,
        labels: &labels,
        names: &names,
        outlines: &outlines,
        uids: &uids,
        numbering: &numbering,
        named: &named,
        marked: &marked,
        as_html: &as_html,
        not_chosen: &not_chosen,
        disabled: &disabled,
        places: &places,
        options,
    };
    let mut emitter = Emitter::new(facts, ranker);
    for (start, end) in scope {
        emitter.emit(start, end);
    }
    emitter.record_targets();
    let Emitter { mut columns, ranker, attributes, groups, run, removed, .. } = emitter;
    columns.numbering = numbering;
    columns.capturers = composed.live.as_ref().map(LiveNodes::capturers).unwrap_or_default();
    for (sentence, rank) in columns.sentences.iter_mut().zip(ranker.finish()) {
        sentence.rank = rank;
    }
    groups.rank(&mut columns);
    attributes.count(&mut withheld);
    withheld.add("characters", removed + run.removed);
    let stats = Stats {
        sentences: columns.sentences.len(),
        attributes: columns
            .attributes
            .iter()
            .filter(|attribute| !matches!(attribute.presence, crate::document::Presence::Instead(_)))
            .count(),
        containers: columns.containers.len(),
        depth_cut: page.depth_cut,
        withheld,
        ..Stats::default()
    };
    let meta = meta(&composed, page, options);
    Ok((columns, meta, stats))
}

/// A composed page whose targets have their numbers and names.
struct Numbered<'t> {
    composed: Composed<'t>,
    visibility: visibility::Visibility,
    labels: label::Labels,
    /// By node, 0 for what is no target.
    uids: Vec<u32>,
    /// By number.
    named: Vec<name::Named>,
}

fn number<'t>(mut composed: Composed<'t>, options: &Options, withheld: &mut Withheld) -> Numbered<'t> {
    withheld.add("unslotted", composed.unslotted);
    withheld.add("hidden", composed.hidden_parts);
    let visibility = visibility::resolve(&mut composed, options, withheld);
    let labels = label::resolve(&mut composed, &visibility.reasons, options.ground_truth.behaviours(), withheld);
    let uids = target::number(&composed, &visibility);
    let names = name::Names::new(&composed, &labels, &visibility);
    let targets = (0..composed.nodes.len()).filter(|index| uids[*index] > 0);
    let named =
        targets.map(|index| names.name(index, names.role(index).or_else(|| target::tag_role(&composed.nodes[index])))).collect::<Vec<_>>();
    Numbered { composed, visibility, labels, uids, named }
}

/// Where the targets of a page are, and what stands around them: what only those want who ask for it.
/// The page is read once more.
pub(crate) fn locate(input: Input<'_>, options: &Options) -> Located {
    // It was within the limits when it was read first.
    let Ok((page, trees)) = read(input, &options.limits) else { return Located::default() };
    let none = FxHashSet::default();
    let composed = compose::compose(&trees, &page, options, &none, &none);
    let Numbered { composed, visibility, labels, uids, named } = number(composed, options, &mut Withheld::default());
    let (locations, _) = locate::locate(&trees, &page, &composed, &uids, options.subtrees, options.limits.max_attribute_bytes);
    let names = name::Names::new(&composed, &labels, &visibility);
    let mut contexts = context::Contexts::new(&composed, &names, &uids, &named);
    let targets = uids.iter().enumerate().filter(|(_, uid)| **uid > 0);
    let contexts =
        targets.zip(&named).map(|((index, uid), named)| contexts.of(index, *uid).filter(|context| named.name.as_ref() != Some(context)));
    Located { contexts: contexts.collect(), locations }
}

/// The ranges of nodes that are written: all, or the outermost that match.
fn scope(composed: &Composed<'_>, selector: Option<&Path>) -> Result<Vec<(Index, Index)>, Error> {
    let Some(selector) = selector else {
        return Ok(vec![(0, composed.nodes.len())]);
    };
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < composed.nodes.len() {
        let node = &composed.nodes[at];
        if node.selected {
            ranges.push((at, node.end as usize));
            at = node.end as usize;
        } else {
            at += 1;
        }
    }
    if ranges.is_empty() { Err(Error::NoMatch { selector: selector.text().to_owned() }) } else { Ok(ranges) }
}

/// The text formatting that is written as HTML where Markdown is off; blocks of text are containers
/// then, but for code, whose lines matter.
fn kept_as_html(composed: &Composed<'_>, options: &Options) -> Vec<bool> {
    let says = |node: &compose::Node<'_>| match node.class {
        Class::Block => true,
        Class::Inline if node.tag == Tag::Img => node.attribute("alt").is_some_and(|alt| !alt.trim().is_empty()),
        Class::Inline => node.element().is_some_and(|element| element.is_html()) && node.tag != Tag::Br,
        _ => false,
    };
    composed.nodes.iter().map(|node| !options.markdown && says(node)).collect()
}

/// Takes out what the caller leaves out; numbers are given already.
fn exclude(composed: &mut Composed<'_>, withheld: &mut Withheld) {
    let mut until = 0;
    for index in 0..composed.nodes.len() {
        if index >= until && composed.nodes[index].excluded {
            until = composed.nodes[index].end as usize;
            withheld.add("excluded", 1);
        }
        if index < until {
            composed.nodes[index].gone = true;
        }
    }
}

fn meta(composed: &Composed<'_>, page: &Page, options: &Options) -> Meta {
    let captured = page.captured.as_deref();
    let own = captured.map(|captured| &*captured.url);
    let given = options.base_url.as_deref().or(own).and_then(|url| url::Url::parse(url).ok());
    let base_url = match (composed.base_href.map(str::trim), &given) {
        (Some(href), Some(given)) => given.join(href).ok().or_else(|| Some(given.clone())),
        (Some(href), None) => url::Url::parse(href).ok(),
        (None, given) => given.clone(),
    };
    Meta {
        title: composed.title.clone(),
        lang: composed.lang.trim().to_owned(),
        base_url: base_url.map(String::from),
        viewport: captured.and_then(|captured| captured.viewport),
    }
}
