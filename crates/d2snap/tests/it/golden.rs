//! The snapshots of the repository's pages, byte for byte.
//!
//! After a change that is meant, `INSTA_UPDATE=always cargo test -p d2snap --test it golden`
//! accepts all of them; the diff of `snapshots/` is then the review.

use d2snap::{Budget, Document, Options, Params, Snapshot, Target};

/// Compares with `snapshots/NAME.snap`.
fn compare(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// Every page of `datasets/pages`, or those that `glob` names, at a setting; the file's name tells
/// both.
fn each(glob: &str, setting: &str, options: &Options, snap: impl Fn(&Document) -> Snapshot<'_>) {
    insta::glob!("../../../../datasets/pages", glob, |path| {
        let html = std::fs::read_to_string(path).expect("the page reads");
        let document = Document::parse(&html, options).expect("the page parses");
        let stem = path.file_stem().expect("a file's name").to_string_lossy();
        // The glob's own suffix would name the page a second time.
        let mut settings = insta::Settings::clone_current();
        settings.remove_snapshot_suffix();
        settings.bind(|| compare(&format!("{stem}@{setting}"), snap(&document).html()));
    });
}

fn pages(setting: &str, (k, l, m): (f64, f64, f64)) {
    let params = Params::new(k, l, m).expect("parameters in their domain");
    each("*.html", setting, &agent(), |document| document.snap(params));
}

fn agent() -> Options {
    Options::default().with_uids(true)
}

#[test]
fn whole() {
    pages("k0-l0-m0", (0.0, 0.0, 0.0));
}

#[test]
fn default() {
    pages("k.3-l.3-m.3", (0.3, 0.3, 0.3));
}

#[test]
fn strong() {
    pages("k.6-l.9-m.3", (0.6, 0.9, 0.3));
}

#[test]
fn full() {
    pages("k1-l1-m1", (1.0, 1.0, 1.0));
}

#[test]
fn budget() {
    let budget = Budget::new(1000);
    each("*.html", "tokens-1000", &agent(), |document| document.adaptive(&budget).expect("any page fits 1,000 tokens"));
}

/// The published algorithm, on the largest pages.
#[test]
fn paper() {
    let params = Params::new(0.3, 0.3, 0.3).expect("parameters in their domain");
    each("{checkout-form,dashboard,shop-listing}.html", "paper-k.3-l.3-m.3", &Options::paper(), |document| document.snap(params));
}

/// `uid tag role "name" state… value selector`, `-` where there is none.
fn line(target: &Target) -> String {
    let quoted = |text: &Option<String>| text.as_ref().map_or("-".to_owned(), |text| format!("{text:?}"));
    let state: Vec<String> = target.state.iter().map(|(state, value)| format!("{state}={value}")).collect();
    format!(
        "{} {} {} {} [{}] {} {}\n",
        target.uid,
        target.tag,
        target.role.as_deref().unwrap_or("-"),
        quoted(&target.name),
        state.join(" "),
        quoted(&target.value),
        target.selector
    )
}

#[test]
fn targets() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/pages/checkout-form.html");
    let html = std::fs::read_to_string(path).expect("the page reads");
    let document = Document::parse(&html, &agent()).expect("the page parses");
    compare("checkout-form@targets", &document.targets().iter().map(line).collect::<String>());
}
