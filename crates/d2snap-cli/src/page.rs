//! How a page is read and written: the engine's options on the command line.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use d2snap::{Document, Error, GroundTruth, Limits, Options};

use crate::args::Usage;
use crate::choice::{AttributeInheritance, Format, Hidden, Hrefs, MergeSchedule, Profile, SegmentScope};

/// The least that the engine takes as `max_depth`.
const MIN_DEPTH: usize = 8;

/// The options of every subcommand that reads pages.
#[derive(Debug, Args)]
pub struct PageArgs {
    /// The preset that the other options start from
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Profile::Agent, help_heading = "Reduction")]
    pub profile: Profile,

    /// Write only the elements that match this CSS selector, each with all it holds
    ///
    /// A list of selectors, or a path of them joined by ` >>> `, where each step goes on inside the
    /// shadow root or frame of what the one before it matched. Of nested matches the outermost
    /// counts. A page that matches nothing fails.
    #[arg(long, value_name = "CSS", help_heading = "Page")]
    selector: Option<String>,

    /// Leave out the elements that match this CSS selector
    ///
    /// As for `--selector`, but matching nothing is no error.
    #[arg(long, value_name = "CSS", help_heading = "Page")]
    exclude: Option<String>,

    /// The page's address, which links are resolved against
    #[arg(long, value_name = "BASE", help_heading = "Page")]
    url: Option<String>,

    /// The files are captures: JSON that `bindings/capture/capture.js` wrote in a browser
    ///
    /// What is hidden, typed, ticked or covered is then as a user has it. `bindings/capture/README.md` describes the format.
    #[arg(long, conflicts_with = "encoding", help_heading = "Page")]
    pub capture: bool,

    /// The encoding of the pages, as a Content-Type names it: utf-8, shift_jis, windows-1252 …
    ///
    /// A byte order mark wins over it. Without it the page's own `meta charset` counts, else UTF-8.
    #[arg(long, value_name = "LABEL", help_heading = "Page")]
    pub encoding: Option<String>,

    /// What to do with content that a user cannot see [default: drop; with --profile paper: keep]
    #[arg(long, value_name = "WHAT", value_enum, help_heading = "Page")]
    hidden: Option<Hidden>,

    /// How links are written
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Hrefs::Keep, help_heading = "Page")]
    hrefs: Hrefs,

    /// Write a first line `<!-- title | url | lang | n of N targets -->`
    #[arg(long, help_heading = "Output")]
    header: bool,

    /// The layout
    #[arg(long, value_name = "LAYOUT", value_enum, default_value_t = Format::Lines, help_heading = "Output")]
    format: Format,

    /// The name of the attribute that carries a target's number [default: uid; with --profile paper: data-uid]
    #[arg(long, value_name = "NAME", value_parser = parse_uid_attribute, hide_short_help = true, help_heading = "Output")]
    uid_attribute: Option<String>,

    /// Keep text formatting as HTML instead of Markdown
    #[arg(long, hide_short_help = true, help_heading = "Fine tuning")]
    no_markdown: bool,

    /// Show at every M what an element to act on is: type, role, state, value, name [default: on; with --profile paper: off]
    #[arg(long, overrides_with = "no_affordances", hide_short_help = true, help_heading = "Fine tuning")]
    affordances: bool,

    /// Let attribute reduction drop those too
    #[arg(long, overrides_with = "affordances", hide_short_help = true, help_heading = "Fine tuning")]
    no_affordances: bool,

    /// How K chooses among containers [default: ranked; with --profile paper: modulo]
    #[arg(long, value_name = "SCHEDULE", value_enum, hide_short_help = true, help_heading = "Fine tuning")]
    merge_schedule: Option<MergeSchedule>,

    /// Which attributes a merged container has (with the modulo schedule)
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t = AttributeInheritance::Union, hide_short_help = true,
        help_heading = "Fine tuning")]
    attribute_inheritance: AttributeInheritance,

    /// What one ranking of sentences spans [default: block; with --profile paper: node]
    #[arg(long, value_name = "SCOPE", value_enum, hide_short_help = true, help_heading = "Fine tuning")]
    segment_scope: Option<SegmentScope>,

    /// End a sentence also after `:` or `;` and a space [default: off; with --profile paper: on]
    #[arg(long, overrides_with = "no_split_clauses", hide_short_help = true, help_heading = "Fine tuning")]
    split_clauses: bool,

    /// Do not end a sentence there
    #[arg(long, overrides_with = "split_clauses", hide_short_help = true, help_heading = "Fine tuning")]
    no_split_clauses: bool,

    /// Cut attribute values to N characters; `none` cuts none [default: 256; with --profile paper: none]
    #[arg(long, value_name = "N", value_parser = parse_characters, hide_short_help = true, help_heading = "Fine tuning")]
    max_attribute_chars: Option<usize>,

    /// A JSON file of element classes and ratings, merged over the profile's table
    ///
    /// Its members, all optional: `removed`, `unwritten`, `labelled` (lists of tags); `interactive`
    /// with `tags`, `roles`, `roles_with_action`, `behaviours`; `content` with `block` and `inline`;
    /// `containers` and `attributes` (name to rating from 0 to 1); `custom_element`,
    /// `other_element`, `other_attribute` (ratings).
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, help_heading = "Fine tuning")]
    ground_truth: Option<PathBuf>,

    /// Take that file as the whole table: what it leaves out is in no class and rated 0
    #[arg(long, requires = "ground_truth", hide_short_help = true, help_heading = "Fine tuning")]
    ground_truth_replace: bool,

    /// The most bytes that a page may have; a larger one fails
    #[arg(long, value_name = "N", default_value_t = 64 << 20, hide_short_help = true, help_heading = "Limits")]
    pub max_bytes: usize,

    /// The most elements that a page may have; a page of more fails
    #[arg(long, value_name = "N", default_value_t = 1_000_000, hide_short_help = true, help_heading = "Limits")]
    max_elements: usize,

    /// The most levels of elements, at least 8; deeper ones are flattened
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = parse_depth, hide_short_help = true, help_heading = "Limits")]
    max_depth: usize,
}

impl PageArgs {
    /// The name of the merge schedule that these options come to.
    pub fn schedule(&self) -> &'static str {
        let default = match self.profile {
            Profile::Agent => MergeSchedule::Ranked,
            Profile::Paper => MergeSchedule::Modulo,
        };
        match self.merge_schedule.unwrap_or(default) {
            MergeSchedule::Ranked => "ranked",
            MergeSchedule::Modulo => "modulo",
        }
    }

    /// The engine's options, all checked; whether targets carry their numbers is the subcommand's.
    pub fn options(&self, uids: bool) -> Result<Options, Usage> {
        let options = match self.profile {
            Profile::Agent => Options::default(),
            Profile::Paper => Options::paper(),
        };
        let options = options
            .with_uids(uids)
            .with_header(self.header)
            .with_format(self.format.into())
            .with_hrefs(self.hrefs.into())
            .with_markdown(!self.no_markdown)
            .with_attribute_inheritance(self.attribute_inheritance.into());
        let options = apply(options, self.selector.as_deref(), Options::with_selector);
        let options = apply(options, self.exclude.as_deref(), Options::with_exclude);
        let options = apply(options, self.url.as_deref(), Options::with_base_url);
        let options = apply(options, self.encoding.as_deref(), Options::with_encoding);
        let options = apply(options, self.uid_attribute.as_deref(), Options::with_uid_attribute);
        let options = apply(options, self.hidden.map(Into::into), Options::with_hidden);
        let options = apply(options, self.merge_schedule.map(Into::into), Options::with_merge_schedule);
        let options = apply(options, self.segment_scope.map(Into::into), Options::with_segment_scope);
        let options = apply(options, self.max_attribute_chars, Options::with_max_attribute_chars);
        let options = apply(options, switch(self.affordances, self.no_affordances), Options::with_affordances);
        let options = apply(options, switch(self.split_clauses, self.no_split_clauses), Options::with_split_clauses);
        let options = apply(options, self.ground_truth()?, Options::with_ground_truth);
        check(&options)?;
        let limits = Limits::default();
        let limits = limits.with_max_bytes(self.max_bytes).with_max_elements(self.max_elements).with_max_depth(self.max_depth);
        Ok(options.with_limits(limits))
    }

    /// A page of these options.
    pub fn read(&self, bytes: &[u8], options: &Options) -> Result<Document, String> {
        let document = match self.capture {
            true if bytes.len() > self.max_bytes => Document::parse_bytes(bytes, options),
            true => Document::from_capture(std::str::from_utf8(bytes).map_err(|_| "the capture is not UTF-8")?, options),
            false => Document::parse_bytes(bytes, options),
        };
        document.map_err(|error| error.to_string())
    }

    fn ground_truth(&self) -> Result<Option<GroundTruth>, Usage> {
        let Some(path) = &self.ground_truth else { return Ok(None) };
        let fail = |cause: String| Usage::new(format!("{}: {cause}", path.display()));
        let json = fs::read_to_string(path).map_err(|error| fail(error.to_string()))?;
        let table = match (self.ground_truth_replace, self.profile) {
            (true, _) => GroundTruth::from_json(&json),
            (false, Profile::Agent) => GroundTruth::default().with_overrides(&json),
            (false, Profile::Paper) => GroundTruth::paper().with_overrides(&json),
        };
        table.map(Some).map_err(|error| fail(error.to_string()))
    }
}

fn apply<O, V>(options: O, value: Option<V>, set: impl FnOnce(O, V) -> O) -> O {
    match value {
        Some(value) => set(options, value),
        None => options,
    }
}

fn switch(on: bool, off: bool) -> Option<bool> {
    if on { Some(true) } else { off.then_some(false) }
}

/// Finds what is wrong with selectors, base URL and encoding before any page is read.
fn check(options: &Options) -> Result<(), Usage> {
    match Document::parse_bytes(b"", options) {
        Ok(_) | Err(Error::NoMatch { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn parse_uid_attribute(name: &str) -> Result<String, String> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if name.is_empty() || !name.chars().all(allowed) {
        return Err("it may hold letters, digits, `-` and `_` only".to_owned());
    }
    Ok(name.to_owned())
}

fn parse_characters(text: &str) -> Result<usize, String> {
    match text {
        "none" => Ok(usize::MAX),
        _ => text.parse().map_err(|_| "it is neither a number of characters nor `none`".to_owned()),
    }
}

fn parse_depth(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(levels) if levels >= MIN_DEPTH => Ok(levels),
        _ => Err(format!("it is not a number of levels, {MIN_DEPTH} or more")),
    }
}
