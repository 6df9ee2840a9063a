//! How a page is read and written: an object's members as the engine's options.

use d2snap::{Error, GroundTruth, Limits, Options, Profile, TextRank};
use serde::Deserialize;
use serde_json::Value;
use wasm_bindgen::JsValue;

use crate::error::{argument, thrown};

/// The members, all optional; what they mean is with the engine's `Options`.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
#[derive(Default)]
struct Given {
    profile: Option<String>,
    merge_schedule: Option<String>,
    attribute_inheritance: Option<String>,
    segment_scope: Option<String>,
    split_clauses: Option<bool>,
    hidden: Option<String>,
    affordances: Option<bool>,
    uids: Option<bool>,
    uid_attribute: Option<String>,
    hrefs: Option<String>,
    markdown: Option<bool>,
    max_attribute_chars: Option<usize>,
    header: Option<bool>,
    format: Option<String>,
    selector: Option<String>,
    exclude: Option<String>,
    base_url: Option<String>,
    ground_truth: Option<Value>,
    ground_truth_replace: Option<bool>,
    text_rank: Option<GivenRank>,
    limits: Option<GivenLimits>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct GivenRank {
    damping: Option<f64>,
    tolerance: Option<f64>,
    max_iterations: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct GivenLimits {
    max_bytes: Option<usize>,
    max_elements: Option<usize>,
    max_names: Option<usize>,
    max_depth: Option<usize>,
    max_attribute_bytes: Option<usize>,
    max_frames: Option<usize>,
    max_frame_depth: Option<usize>,
}

/// Where a member is there, what it sets.
macro_rules! set {
    ($target:ident: $($value:expr => $with:ident),+ $(,)?) => {$(
        if let Some(value) = $value {
            $target = $target.$with(value);
        }
    )+};
}

/// The options of a JSON object.
///
/// # Errors
/// For a member that is not known or of another type, and for values outside their domain.
pub(crate) fn options(json: &str) -> Result<Options, JsValue> {
    let given: Given = serde_json::from_str(json).map_err(|error| argument("options", &error))?;
    read(given).map_err(thrown)
}

fn read(given: Given) -> Result<Options, Error> {
    let profile: Profile = given.profile.map_or(Ok(Profile::Agent), |name| name.parse())?;
    let mut options = match profile {
        Profile::Paper => Options::paper(),
        _ => Options::default(),
    };
    set! { options:
        given.merge_schedule.map(|name| name.parse()).transpose()? => with_merge_schedule,
        given.attribute_inheritance.map(|name| name.parse()).transpose()? => with_attribute_inheritance,
        given.segment_scope.map(|name| name.parse()).transpose()? => with_segment_scope,
        given.split_clauses => with_split_clauses,
        given.hidden.map(|name| name.parse()).transpose()? => with_hidden,
        given.affordances => with_affordances,
        given.uids => with_uids,
        given.uid_attribute.map(uid_attribute).transpose()?.as_deref() => with_uid_attribute,
        given.hrefs.map(|name| name.parse()).transpose()? => with_hrefs,
        given.markdown => with_markdown,
        given.max_attribute_chars => with_max_attribute_chars,
        given.header => with_header,
        given.format.map(|name| name.parse()).transpose()? => with_format,
        given.selector.as_deref() => with_selector,
        given.exclude.as_deref() => with_exclude,
        given.base_url.as_deref() => with_base_url,
        given.text_rank.map(text_rank).transpose()? => with_text_rank,
        given.limits.map(limits).transpose()? => with_limits,
    }
    if let Some(table) = given.ground_truth {
        let json = match table {
            Value::String(json) => json,
            table => table.to_string(),
        };
        options = options.with_ground_truth(match (given.ground_truth_replace, profile) {
            (Some(true), _) => GroundTruth::from_json(&json)?,
            (_, Profile::Paper) => GroundTruth::paper().with_overrides(&json)?,
            _ => GroundTruth::default().with_overrides(&json)?,
        });
    }
    Ok(options)
}

fn uid_attribute(name: String) -> Result<String, Error> {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if name.is_empty() || !name.chars().all(is_allowed) {
        return Err(Error::parameter("uid_attribute", name, "letters, digits, `-` and `_`"));
    }
    Ok(name)
}

fn text_rank(given: GivenRank) -> Result<TextRank, Error> {
    if let Some(damping) = given.damping.filter(|damping| !(0.0..=1.0).contains(damping)) {
        return Err(Error::parameter("damping", damping.to_string(), "0 to 1"));
    }
    if let Some(tolerance) = given.tolerance.filter(|tolerance| *tolerance < 0.0) {
        return Err(Error::parameter("tolerance", tolerance.to_string(), "0 or more"));
    }
    let mut rank = TextRank::default();
    set! { rank:
        given.damping => with_damping,
        given.tolerance => with_tolerance,
        given.max_iterations => with_max_iterations,
    }
    Ok(rank)
}

fn limits(given: GivenLimits) -> Result<Limits, Error> {
    if let Some(levels) = given.max_depth.filter(|levels| *levels < 8) {
        return Err(Error::parameter("max_depth", levels.to_string(), "8 or more"));
    }
    let mut limits = Limits::default();
    set! { limits:
        given.max_bytes => with_max_bytes,
        given.max_elements => with_max_elements,
        given.max_names => with_max_names,
        given.max_depth => with_max_depth,
        given.max_attribute_bytes => with_max_attribute_bytes,
        given.max_frames => with_max_frames,
        given.max_frame_depth => with_max_frame_depth,
    }
    Ok(limits)
}
