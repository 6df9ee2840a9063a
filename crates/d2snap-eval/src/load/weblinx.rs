//! WebLINX: demonstrations (`demonstrations/<name>/replay.json` and `pages/`), and the candidates of turns.
//!
//! A state is a turn whose action is on an element. With candidates (`candidates/<split>.jsonl`, many lines a turn), those
//! turns are read that have some; without, all turns of all demonstrations. The target is told by the id that its element has
//! in the replay; where the replay has none, by candidates labelled 1.

use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{LoadError, Place};
use super::mark::WEBLINX_IDS;
use super::records::{Record, Records};
use super::{Item, capture};
use crate::{Need, State, Trajectory};

pub(crate) const DEMONSTRATIONS: &str = "demonstrations";
pub(crate) const CANDIDATES: &str = "candidates";

#[derive(Deserialize)]
struct Candidate {
    demo_name: String,
    turn_index: usize,
    uid: String,
    label: Option<u8>,
}

#[derive(Deserialize)]
struct Replay {
    data: Vec<Turn>,
}

#[derive(Deserialize)]
struct Turn {
    speaker: Option<String>,
    utterance: Option<String>,
    action: Option<Action>,
    state: Option<Seen>,
}

#[derive(Deserialize)]
struct Seen {
    page: Option<String>,
}

#[derive(Deserialize)]
struct Action {
    intent: Option<String>,
    #[serde(default)]
    arguments: Arguments,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Arguments {
    element: Option<Element>,
    metadata: Option<Metadata>,
    text: Option<String>,
    value: Option<serde_json::Value>,
    url: Option<String>,
    utterance: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    url: Option<String>,
}

#[derive(Deserialize)]
struct Element {
    #[serde(default, rename = "tagName")]
    tag: Option<String>,
    #[serde(default)]
    attributes: HashMap<String, serde_json::Value>,
}

impl Element {
    fn uid(&self) -> Option<&str> {
        WEBLINX_IDS.iter().find_map(|name| self.attributes.get(*name)?.as_str())
    }
}

impl Turn {
    fn element(&self) -> Option<&Element> {
        self.action.as_ref()?.arguments.element.as_ref()
    }

    fn utterance(&self) -> Option<&str> {
        self.utterance.as_deref().or_else(|| self.action.as_ref()?.arguments.utterance.as_deref())
    }

    /// What was done or said, as a line of history.
    fn told(&self) -> Option<String> {
        if let (Some(speaker), Some(utterance)) = (&self.speaker, self.utterance()) {
            return Some(format!("{speaker}: {utterance}"));
        }
        let action = self.action.as_ref()?;
        let arguments = &action.arguments;
        let element = arguments.element.as_ref().and_then(|element| element.tag.as_ref()).map(|tag| tag.to_lowercase());
        let value = arguments.value.as_ref().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
        let what = [element, arguments.text.clone(), value, arguments.url.clone()].into_iter().flatten().collect::<Vec<_>>();
        Some(format!("{}({})", action.intent.as_deref().unwrap_or("action"), what.join(", ")))
    }
}

/// A demonstration, read as a whole: a replay is a few megabytes.
struct Demonstration {
    name: String,
    folder: PathBuf,
    turns: Vec<Turn>,
}

impl Demonstration {
    fn read(root: &Path, name: &str) -> Result<Demonstration, LoadError> {
        let folder = root.join(DEMONSTRATIONS).join(name);
        let path = folder.join("replay.json");
        let file = File::open(&path).map_err(|error| LoadError::file(&path, error))?;
        let replay: Replay = serde_json::from_reader(BufReader::new(file))
            .map_err(|error| LoadError::new(&path, Place::Line(error.line()), error.to_string()))?;
        Ok(Demonstration { name: name.to_owned(), folder, turns: replay.data })
    }

    /// The state before a turn; `labelled` are the targets where the replay tells none.
    fn state(&self, at: usize, labelled: &[String], split: Option<&str>) -> Item {
        let replay = self.folder.join("replay.json");
        let broken = |reason: String| LoadError::file(&replay, format!("turn {at}: {reason}"));
        let turn = self.turns.get(at).ok_or_else(|| broken("there is no such turn".to_owned()))?;
        let name = turn.state.as_ref().and_then(|state| state.page.as_ref()).ok_or_else(|| broken("it has no page".to_owned()))?;
        let pages = [self.folder.join("pages")];
        let page = capture::find(name, &pages).ok_or_else(|| broken(format!("there is no page pages/{name}")))?;
        let capture = capture::read(&page)?;

        let uids: Vec<&str> = match turn.element().and_then(Element::uid) {
            Some(uid) => vec![uid],
            None => labelled.iter().map(String::as_str).collect(),
        };
        let with_id = |uid: &str| WEBLINX_IDS.iter().find_map(|name| capture.page.with_attribute(name, Some(uid)).first().copied());
        let need = |uid: &&str| with_id(uid).map(|element| Need { element, label: format!("uid {uid}") });
        let needs: Vec<Need> = uids.iter().filter_map(need).collect();
        if needs.is_empty() && !uids.is_empty() {
            return Err(broken(format!("the target {} is not in pages/{name}", uids.join(", "))));
        }
        let before = &self.turns[..at];
        let asked = before.iter().filter(|turn| turn.speaker.as_deref() == Some("instructor")).filter_map(Turn::utterance);
        let asked = asked.collect::<Vec<_>>().join("\n");
        let action = turn.action.as_ref();
        let mut tags: Vec<String> = split.map(|split| format!("split:{split}")).into_iter().collect();
        tags.extend(action.and_then(|action| action.intent.as_ref()).map(|intent| format!("op:{intent}")));
        Ok(State {
            id: format!("{}/{at}", self.name),
            html: capture.html,
            url: action.and_then(|action| action.arguments.metadata.as_ref()).and_then(|metadata| metadata.url.clone()),
            task: (!asked.is_empty()).then_some(asked),
            history: before.iter().filter_map(Turn::told).collect(),
            trajectories: needs.into_iter().map(|need| Trajectory { needs: vec![need] }).collect(),
            tags,
        })
    }
}

/// The states of the turns in a file of candidates.
pub(crate) struct Candidates {
    records: Records<File>,
    path: PathBuf,
    root: PathBuf,
    split: Option<String>,
    /// The turn whose lines are being read, and the ids labelled 1 in them.
    turn: Option<(String, usize, Vec<String>)>,
    demonstration: Option<Demonstration>,
}

impl Candidates {
    /// `root` is the folder with the demonstrations.
    pub(crate) fn open(path: &Path, root: &Path) -> Result<Candidates, LoadError> {
        let file = File::open(path).map_err(|error| LoadError::file(path, error))?;
        let split = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
        Ok(Candidates {
            records: Records::new(file, path),
            path: path.to_owned(),
            root: root.to_owned(),
            split,
            turn: None,
            demonstration: None,
        })
    }

    /// Takes a line in; gives the turn that it ends, if it begins another.
    fn line(&mut self, record: &Record) -> Result<Option<(String, usize, Vec<String>)>, LoadError> {
        let Candidate { demo_name, turn_index, uid, label } = record.read(&self.path)?;
        let is_next = self.turn.as_ref().is_none_or(|(name, at, _)| *name != demo_name || *at != turn_index);
        let ended = if is_next { self.turn.replace((demo_name, turn_index, Vec::new())) } else { None };
        if let (Some((_, _, labelled)), Some(1)) = (&mut self.turn, label) {
            labelled.push(uid);
        }
        Ok(ended)
    }

    fn state(&mut self, (name, at, labelled): (String, usize, Vec<String>)) -> Item {
        if self.demonstration.as_ref().is_none_or(|open| open.name != name) {
            self.demonstration = Some(Demonstration::read(&self.root, &name)?);
        }
        match &self.demonstration {
            Some(open) => open.state(at, &labelled, self.split.as_deref()),
            None => Err(LoadError::file(&self.path, "no demonstration")),
        }
    }
}

impl Iterator for Candidates {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            let Some(record) = self.records.next() else {
                let last = self.turn.take()?;
                return Some(self.state(last));
            };
            match record.and_then(|record| self.line(&record)) {
                Ok(Some(ended)) => return Some(self.state(ended)),
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// The states of a demonstration: its turns on an element, where the page was kept.
pub(crate) fn demonstration(root: &Path, name: &str) -> super::Items {
    let open = match Demonstration::read(root, name) {
        Ok(open) => open,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let is_state = |turn: &Turn| {
        let has_page = turn.state.as_ref().is_some_and(|state| state.page.is_some());
        has_page && turn.element().is_some_and(|element| element.uid().is_some())
    };
    let turns: Vec<usize> = (0..open.turns.len()).filter(|at| is_state(&open.turns[*at])).collect();
    Box::new(turns.into_iter().map(move |at| open.state(at, &[], None)))
}
