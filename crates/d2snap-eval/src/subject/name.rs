//! Subjects by name.

use std::fmt;
use std::str::FromStr;

use d2snap::Params;

use super::convert::Convert;
use super::list::List;
use super::raw::Raw;
use super::snap::{Adaptive, Profile, Snap};
use super::{Recording, Subject};

/// The settings that the paper measures, and its linearisation, as (k, l, m).
const SETTINGS: [(f64, f64, f64); 6] =
    [(0.1, 0.1, 0.1), (0.4, 0.4, 0.4), (0.9, 0.3, 0.6), (0.6, 0.9, 0.3), (0.3, 0.6, 0.9), (f64::INFINITY, 0.0, 1.0)];

/// Steps of one parameter, the others 0.
const STEPS: [f64; 6] = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];

/// A subject, or several, by name: `raw`, `list`, `article`, `markdown`, `adaptive`, `adaptive+task`, `agent@K/L/M`,
/// `paper@K/L/M`; `baselines`, `settings` (the paper's, in both profiles), `sweep` (each of k, l, m alone), `all` (but `sweep`).
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    name: String,
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(name: &str) -> Result<Choice, String> {
        let choice = Choice { name: name.to_owned() };
        choice.made().map(|_| choice)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Choice {
    fn made(&self) -> Result<Vec<Box<dyn Subject>>, String> {
        let settings = |profile| SETTINGS.into_iter().map(move |setting| snap(profile, setting));
        let one = |subject: Box<dyn Subject>| Ok(vec![subject]);
        match self.name.as_str() {
            "raw" => one(Box::new(Raw)),
            "list" => one(Box::new(List)),
            "article" => one(Box::new(Convert::Article)),
            "markdown" => one(Box::new(Convert::Markdown)),
            "adaptive" => one(Box::new(Adaptive { with_task: false })),
            "adaptive+task" => one(Box::new(Adaptive { with_task: true })),
            "baselines" => several(&["raw", "list", "article", "markdown"]),
            "settings" => settings(Profile::Agent).chain(settings(Profile::Paper)).collect(),
            "sweep" => {
                let each = |step: f64| [(step, 0.0, 0.0), (0.0, step, 0.0), (0.0, 0.0, step)];
                let mut steps: Vec<(f64, f64, f64)> = STEPS.into_iter().flat_map(each).collect();
                // All three begin at (0, 0, 0).
                steps.drain(1..3);
                [Profile::Agent, Profile::Paper]
                    .into_iter()
                    .flat_map(|profile| steps.iter().map(move |step| snap(profile, *step)))
                    .collect()
            }
            "all" => several(&["adaptive+task", "adaptive", "baselines", "settings"]),
            name => {
                let (profile, setting) = name.split_once('@').ok_or_else(|| unknown(name))?;
                let profile = match profile {
                    "agent" => Profile::Agent,
                    "paper" => Profile::Paper,
                    _ => return Err(unknown(name)),
                };
                let numbers: Vec<f64> = setting.split('/').map(str::parse).collect::<Result<_, _>>().map_err(|_| unknown(name))?;
                let [k, l, m] = numbers[..] else { return Err(unknown(name)) };
                Ok(vec![snap(profile, (k, l, m))?])
            }
        }
    }
}

/// The subjects of these names, each once, and those of a recording.
///
/// # Errors
/// Of a name that is unknown, what names there are.
pub fn subjects(choices: &[Choice], recording: Option<Recording>) -> Result<Vec<Box<dyn Subject>>, String> {
    let mut chosen: Vec<Box<dyn Subject>> = Vec::new();
    for choice in choices {
        chosen.extend(choice.made()?);
    }
    chosen.extend(recording.map(Recording::subjects).unwrap_or_default());
    let mut names: Vec<String> = Vec::new();
    chosen.retain(|subject| {
        let new = !names.contains(&subject.name());
        names.push(subject.name());
        new
    });
    Ok(chosen)
}

fn several(names: &[&str]) -> Result<Vec<Box<dyn Subject>>, String> {
    let mut chosen = Vec::new();
    for name in names {
        chosen.extend(Choice { name: (*name).to_owned() }.made()?);
    }
    Ok(chosen)
}

fn snap(profile: Profile, (k, l, m): (f64, f64, f64)) -> Result<Box<dyn Subject>, String> {
    let params = Params::new(k, l, m).map_err(|error| error.to_string())?;
    Ok(Box::new(Snap { profile, params }))
}

fn unknown(name: &str) -> String {
    format!(
        "no subject `{name}`: raw, list, article, markdown, adaptive, adaptive+task, agent@K/L/M, paper@K/L/M; \
baselines, settings, sweep, all"
    )
}
