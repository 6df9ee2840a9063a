//! Mind2Web: a record a task, an action a state.

mod restore;

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{LoadError, Place};
use super::mark::{self, BUCKEYE};
use super::records::Record;
use super::{Item, Items};
use crate::{Need, State, Trajectory};

/// A task.
#[derive(Deserialize)]
struct Task {
    annotation_id: Option<String>,
    website: Option<String>,
    domain: Option<String>,
    subdomain: Option<String>,
    confirmed_task: Option<String>,
    #[serde(default)]
    action_reprs: Option<Vec<String>>,
    actions: Vec<Action>,
}

/// A step of it; the same fields are a row's in the multimodal set.
#[derive(Deserialize)]
pub(crate) struct Action {
    pub(crate) action_uid: String,
    #[serde(default)]
    pub(crate) raw_html: Option<String>,
    #[serde(default)]
    pub(crate) cleaned_html: Option<String>,
    #[serde(default)]
    pub(crate) operation: Option<Operation>,
    #[serde(default)]
    pub(crate) pos_candidates: Vec<Candidate>,
}

#[derive(Deserialize)]
pub(crate) struct Operation {
    op: Option<String>,
}

/// An element that the action can be on.
#[derive(Deserialize)]
pub(crate) struct Candidate {
    tag: Option<String>,
    backend_node_id: Option<serde_json::Value>,
    /// A JSON object in a string; some records have the node's id only there.
    attributes: Option<String>,
    #[serde(default)]
    is_original_target: bool,
}

impl Candidate {
    fn node_id(&self) -> Result<String, String> {
        let inside = match (&self.backend_node_id, &self.attributes) {
            (Some(_), _) | (None, None) => None,
            (None, Some(attributes)) => {
                let attributes: serde_json::Value =
                    serde_json::from_str(attributes).map_err(|error| format!("a candidate's attributes are no JSON: {error}"))?;
                attributes.get(restore::NODE_ID).cloned()
            }
        };
        match self.backend_node_id.clone().or(inside) {
            Some(serde_json::Value::String(id)) => Ok(id),
            Some(serde_json::Value::Number(id)) => Ok(id.to_string()),
            _ => Err("a candidate has no backend_node_id".to_owned()),
        }
    }
}

/// What states of one task have in common.
pub(crate) struct Setting {
    pub(crate) id: String,
    pub(crate) task: Option<String>,
    pub(crate) tags: Vec<String>,
}

/// The states of a task's record.
pub(crate) fn states(record: Result<Record, LoadError>, path: &Path) -> Items {
    let task = match record.and_then(|record| Ok((record.line, record.number, record.read::<Task>(path)?))) {
        Ok(task) => task,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let (line, number, Task { annotation_id, website, domain, subdomain, confirmed_task, action_reprs, actions }) = task;
    let tags = tags(&[("website", website), ("domain", domain), ("subdomain", subdomain), ("split", split(path))]);
    let setting = Setting { id: annotation_id.unwrap_or_else(|| format!("record-{number}")), task: confirmed_task, tags };
    let action_reprs = action_reprs.unwrap_or_default();
    let path = PathBuf::from(path);
    Box::new(actions.into_iter().enumerate().map(move |(at, action)| -> Item {
        let history = action_reprs[..at.min(action_reprs.len())].to_vec();
        let uid = action.action_uid.clone();
        state(&setting, history, action)
            .map_err(|reason| LoadError::new(&path, Place::Line(line), format!("record {number}, action {uid}: {reason}")))
    }))
}

/// Tags of what is known, `name:value`.
pub(crate) fn tags(known: &[(&str, Option<String>)]) -> Vec<String> {
    known
        .iter()
        .filter_map(|(name, value)| value.as_ref().filter(|value| !value.is_empty()).map(|value| format!("{name}:{value}")))
        .collect()
}

/// The split that a file's name tells: `test_task_0.json` is of `test_task`.
pub(crate) fn split(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    let name = stem.split('-').next()?.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('_');
    (name.starts_with("train") || name.starts_with("test")).then(|| name.to_owned())
}

/// The state before an action.
///
/// Truth are the elements that bear the action's uid and the positive candidates, each an alternative, those first that the
/// annotator used. Without either the truth is not known; where there are some but none is in the page, the state is broken.
pub(crate) fn state(setting: &Setting, history: Vec<String>, action: Action) -> Result<State, String> {
    let html = [action.raw_html, action.cleaned_html].into_iter().flatten().find(|html| !html.trim().is_empty());
    let html = html.ok_or("neither raw_html nor cleaned_html")?;
    let stripped = mark::strip(restore::restore(&html), |name| restore::is_own(name) || mark::is_mark(name))?;
    let page = &stripped.page;

    let mut needs: Vec<Need> = Vec::new();
    let label = format!("{BUCKEYE}={}", action.action_uid);
    needs.extend(page.with_attribute(BUCKEYE, Some(&action.action_uid)).into_iter().map(|element| Need { element, label: label.clone() }));
    let (original, other): (Vec<_>, Vec<_>) = action.pos_candidates.iter().partition(|candidate| candidate.is_original_target);
    for candidate in original.into_iter().chain(other) {
        let id = candidate.node_id()?;
        let label = format!("{} {}={id}", candidate.tag.as_deref().unwrap_or("element"), restore::NODE_ID);
        for element in page.with_attribute(restore::NODE_ID, Some(&id)).into_iter().take(1) {
            if needs.iter().all(|need| need.element != element) {
                needs.push(Need { element, label: label.clone() });
            }
        }
    }
    if needs.is_empty() && !action.pos_candidates.is_empty() {
        return Err(format!("none of the {} positive candidates is in the page", action.pos_candidates.len()));
    }
    let mut tags = setting.tags.clone();
    tags.extend(action.operation.and_then(|operation| operation.op).map(|op| format!("op:{op}")));
    if needs.first().is_some_and(|need| page.is_hidden(need.element)) {
        tags.push("target:hidden".to_owned());
    }
    Ok(State {
        id: format!("{}/{}", setting.id, action.action_uid),
        html: stripped.html,
        url: None,
        task: setting.task.clone(),
        history,
        trajectories: needs.into_iter().map(|need| Trajectory { needs: vec![need] }).collect(),
        tags,
    })
}
