//! How a page is read and written: keyword arguments as the engine's options.

use std::str::FromStr;

use d2snap::{Document, Error, GroundTruth, Limits, Options, Profile, TextRank};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use crate::error::{exception, parameter};
use crate::number::{count, named, within};
use crate::page::lossy;

/// The options of keyword arguments; `uids` is whether targets carry their number where none says so. An
/// argument that is None is as one that is not there.
///
/// # Errors
/// `TypeError` for a name that is not known or a value of another type, `ValueError` for a value outside
/// its domain.
pub(crate) fn options(given: Option<&Bound<'_, PyDict>>, uids: bool) -> PyResult<Options> {
    let Some(given) = given else { return Ok(Options::default().with_uids(uids)) };
    let profile = match given.get_item("profile")? {
        Some(name) if !name.is_none() => choice("profile", &name)?,
        _ => Profile::Agent,
    };
    let mut options = match profile {
        Profile::Paper => Options::paper(),
        _ => Options::default(),
    }
    .with_uids(uids);
    for (name, value) in given {
        if !value.is_none() {
            options = set(options, profile, name.cast::<PyString>()?.to_string_lossy().as_ref(), &value, given)?;
        }
    }
    check(&options, given)?;
    Ok(options)
}

/// Looks for what is wrong whatever the page is, and would else be found with each page.
fn check(options: &Options, given: &Bound<'_, PyDict>) -> PyResult<()> {
    let is_given = |name: &str| Ok::<bool, PyErr>(given.get_item(name)?.is_some_and(|value| !value.is_none()));
    if let Some(replace) = given.get_item("ground_truth_replace")?
        && !replace.is_none()
    {
        of::<bool>("ground_truth_replace", &replace)?;
    }
    if let Some(label) = given.get_item("encoding")?
        && !label.is_none()
    {
        d2snap::decode(b"", Some(&string("encoding", &label)?)).map_err(exception)?;
    }
    if is_given("selector")? || is_given("exclude")? || is_given("base_url")? {
        // Nothing is there to be matched, and nothing to be too much.
        match Document::parse("", &options.clone().with_limits(Limits::default())) {
            Ok(_) | Err(Error::NoMatch { .. }) => {}
            Err(error) => return Err(exception(error)),
        }
    }
    Ok(())
}

fn set(options: Options, profile: Profile, name: &str, value: &Bound<'_, PyAny>, given: &Bound<'_, PyDict>) -> PyResult<Options> {
    Ok(match name {
        "profile" | "ground_truth_replace" => options,
        "merge_schedule" => options.with_merge_schedule(choice(name, value)?),
        "attribute_inheritance" => options.with_attribute_inheritance(choice(name, value)?),
        "segment_scope" => options.with_segment_scope(choice(name, value)?),
        "split_clauses" => options.with_split_clauses(of(name, value)?),
        "hidden" => options.with_hidden(choice(name, value)?),
        "affordances" => options.with_affordances(of(name, value)?),
        "uids" => options.with_uids(of(name, value)?),
        "uid_attribute" => options.with_uid_attribute(&uid_attribute(value)?),
        "hrefs" => options.with_hrefs(choice(name, value)?),
        "markdown" => options.with_markdown(of(name, value)?),
        "max_attribute_chars" => options.with_max_attribute_chars(count("max_attribute_chars", value)?),
        "header" => options.with_header(of(name, value)?),
        "format" => options.with_format(choice(name, value)?),
        "selector" => options.with_selector(&string(name, value)?),
        "exclude" => options.with_exclude(&string(name, value)?),
        "base_url" => options.with_base_url(&string(name, value)?),
        "encoding" => options.with_encoding(&string(name, value)?),
        "ground_truth" => {
            let replace = match given.get_item("ground_truth_replace")? {
                Some(replace) if !replace.is_none() => of("ground_truth_replace", &replace)?,
                _ => false,
            };
            options.with_ground_truth(ground_truth(value, profile, replace)?)
        }
        "text_rank" => options.with_text_rank(text_rank(value)?),
        "limits" => options.with_limits(limits(value)?),
        _ => return Err(PyTypeError::new_err(format!("got an unexpected keyword argument '{name}'"))),
    })
}

fn unknown(of: &str, name: &str) -> PyErr {
    PyTypeError::new_err(format!("{of} got an unexpected member '{name}'"))
}

fn of<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error| named(name, value, error))
}

/// A text, whose lone surrogates read as U+FFFD.
///
/// # Errors
/// `TypeError` for anything else.
pub(crate) fn string(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => Ok(lossy(text)?.into_owned()),
        Err(_) => Err(PyTypeError::new_err(format!("{name}: a str, not {}", value.get_type().qualname()?))),
    }
}

/// A choice by its name.
pub(crate) fn choice<C: FromStr<Err = Error>>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<C> {
    string(name, value)?.parse().map_err(exception)
}

fn uid_attribute(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = string("uid_attribute", value)?;
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    if name.is_empty() || !name.chars().all(is_allowed) {
        return Err(parameter("uid_attribute", value, "letters, digits, `-` and `_`"));
    }
    Ok(name)
}

/// A table as a mapping, or as JSON.
fn ground_truth(value: &Bound<'_, PyAny>, profile: Profile, replace: bool) -> PyResult<GroundTruth> {
    let json: String = match value.cast::<PyString>() {
        Ok(json) => json.to_string_lossy().into_owned(),
        Err(_) => value.py().import("json")?.call_method1("dumps", (value,))?.extract()?,
    };
    let table = match (replace, profile) {
        (true, _) => GroundTruth::from_json(&json),
        (false, Profile::Paper) => GroundTruth::paper().with_overrides(&json),
        (false, _) => GroundTruth::default().with_overrides(&json),
    };
    table.map_err(exception)
}

fn text_rank(value: &Bound<'_, PyAny>) -> PyResult<TextRank> {
    members("text_rank", value)?.into_iter().try_fold(TextRank::default(), |rank, (name, value)| {
        Ok(match name.as_str() {
            "damping" => rank.with_damping(within("damping", &value, "0 to 1", |damping| (0.0..=1.0).contains(&damping))?),
            "tolerance" => rank.with_tolerance(within("tolerance", &value, "0 or more", |tolerance| tolerance >= 0.0)?),
            "max_iterations" => rank.with_max_iterations(u32::try_from(count("max_iterations", &value)?).unwrap_or(u32::MAX)),
            _ => return Err(unknown("text_rank", &name)),
        })
    })
}

fn limits(value: &Bound<'_, PyAny>) -> PyResult<Limits> {
    members("limits", value)?.into_iter().try_fold(Limits::default(), |limits, (name, value)| {
        Ok(match name.as_str() {
            "max_bytes" => limits.with_max_bytes(count("max_bytes", &value)?),
            "max_elements" => limits.with_max_elements(count("max_elements", &value)?),
            "max_names" => limits.with_max_names(count("max_names", &value)?),
            "max_depth" => match count("max_depth", &value)? {
                0..8 => return Err(parameter("max_depth", &value, "8 or more")),
                levels => limits.with_max_depth(levels),
            },
            "max_attribute_bytes" => limits.with_max_attribute_bytes(count("max_attribute_bytes", &value)?),
            "max_frames" => limits.with_max_frames(count("max_frames", &value)?),
            "max_frame_depth" => limits.with_max_frame_depth(count("max_frame_depth", &value)?),
            _ => return Err(unknown("limits", &name)),
        })
    })
}

/// The members of a mapping.
fn members<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    match value.cast::<PyMapping>() {
        Ok(members) => members.items()?.iter().map(|member| member.extract()).collect(),
        Err(_) => Err(PyTypeError::new_err(format!("{name}: a mapping, not {}", value.get_type().qualname()?))),
    }
}
