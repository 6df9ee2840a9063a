//! AutoWebBench: `{source, target}`, a prompt that begins with a simplified page, and the action that answers it.

mod simplified;

use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use super::error::{LoadError, Place};
use super::mark::Stripped;
use super::records::Record;
use super::{Item, mark, mind2web};
use crate::{Need, State, Trajectory};

#[derive(Deserialize)]
struct Turn {
    source: String,
    target: String,
}

/// The element that an action is on: `click('SD')`, `type_string(element_id="F", …)`, `do(action="Click", element="SD")`,
/// `#Click# SD`.
static ACTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let call = r#"^\s*(?:click|hover|select|type_string|type)\(\s*(?:element_id\s*=\s*)?['"]([A-Z]+)['"]"#;
    let named = r#"^\s*do\(.*?\belement\s*=\s*['"]([A-Z]+)['"]"#;
    let hashed = r"^\s*#(?:Click|Hover|Select|Type\w*)#\s*([A-Z]+)\b";
    Regex::new(&format!("(?s){call}|{named}|{hashed}")).ok()
});

/// The state of a record. Actions that are on no element (`finish`, `scroll_page`) have no truth.
pub(crate) fn state(record: Result<Record, LoadError>, path: &Path) -> Item {
    let record = record?;
    let Turn { source, target } = record.read(path)?;
    let broken = |reason: String| LoadError::new(path, Place::Line(record.line), format!("record {}: {reason}", record.number));
    let (page, prompt) = source.split_once("\n\n").unwrap_or((&source, ""));
    if !page.trim_start().starts_with('<') {
        return Err(broken("the source does not begin with a simplified page".to_owned()));
    }
    let Stripped { page, html } = mark::strip(simplified::pieces(page), |name| name == simplified::ID).map_err(broken)?;
    let id = ACTION.as_ref().and_then(|action| action.captures(&target)).and_then(|found| found.iter().skip(1).flatten().next());
    let trajectories = match id.map(|id| id.as_str()) {
        Some(id) => match page.with_attribute(simplified::ID, Some(id)).first() {
            Some(element) => vec![Trajectory { needs: vec![Need { element: *element, label: format!("[{id}]") }] }],
            None => return Err(broken(format!("the target [{id}] is not in the page"))),
        },
        None => Vec::new(),
    };
    let name = name(path);
    let part = |part: &str| name.split('_').any(|own| own == part).then(|| part.to_owned());
    let (op, arguments) = target.trim_start().split_once('(').unwrap_or_default();
    let named = arguments.strip_prefix("action=").and_then(|rest| rest.get(1..)?.split(['"', '\'']).next());
    let op = if op == "do" { named.map(str::to_lowercase) } else { Some(op.to_owned()) };
    let tags = mind2web::tags(&[("lang", part("en").or(part("zh"))), ("split", part("ind").or(part("ood"))), ("op", op)]);
    Ok(State {
        id: format!("{name}:{}", record.number),
        html,
        url: None,
        task: section(prompt, "#Task:").map(str::to_owned),
        history: section(prompt, "#Previous commands:")
            .filter(|text| *text != "None")
            .into_iter()
            .flat_map(str::lines)
            .map(str::to_owned)
            .collect(),
        trajectories,
        tags,
    })
}

/// What tells a file of the set from the others: all are `test.json`, in folders of a language and of a split.
fn name(path: &Path) -> String {
    let parts: Vec<_> = path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let is_told = |part: &&String| matches!(part.as_str(), "en" | "zh" | "ind" | "ood");
    let folders = parts.iter().rev().skip(1).take_while(is_told).count();
    parts[parts.len().saturating_sub(folders + 1)..].join("_")
}

/// What a prompt says under a heading, up to the next empty line.
fn section<'p>(prompt: &'p str, heading: &str) -> Option<&'p str> {
    let (_, rest) = prompt.split_once(heading)?;
    let text = rest.split("\n\n").next().unwrap_or(rest).trim();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_name_their_element() {
        let named = |target: &str| ACTION.as_ref()?.captures(target)?.iter().skip(1).flatten().next().map(|id| id.as_str().to_owned());
        for target in [
            "click('SD')",
            "type_string(element_id=\"SD\", content='x')",
            "do(action=\"Click\", element=\"SD\")",
            "#Click# SD",
            "hover( 'SD' )",
        ] {
            assert_eq!(named(target).as_deref(), Some("SD"), "{target}");
        }
        for target in ["finish('click(\\'SD\\')')", "scroll_page('down')", "user_input('SD')"] {
            assert_eq!(named(target), None, "{target}");
        }
    }

    #[test]
    fn files_of_one_name_are_told_by_their_folders() {
        assert_eq!(name(Path::new("x/autowebbench/zh/ood/test.json")), "zh_ood_test");
        assert_eq!(name(Path::new("en_ind_test.json")), "en_ind_test");
    }
}
