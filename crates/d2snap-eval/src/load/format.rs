//! The formats of the public data sets.

use std::fmt;
use std::str::FromStr;

/// How a data set is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Mind2Web: JSON, a record a task, an action a state.
    Mind2Web,
    /// Multimodal-Mind2Web: Parquet, a row an action.
    MultimodalMind2Web,
    /// Online-Mind2Web: tasks without pages; with pages where `<task_id>.html` lies beside them.
    OnlineMind2Web,
    /// The D2Snap authors' set: `data.jsonl`, `dom/`, `reference.json`.
    D2Snap,
    /// Raw dumps: MHTML files, the target marked in the page.
    Mhtml,
    /// WebLINX: `demonstrations/`, and `candidates/` where it is there.
    WebLinx,
    /// AutoWebBench: a prompt with a simplified page, and the action that answers it.
    AutoWebBench,
    /// A folder of pages with `tasks.jsonl`.
    Folder,
}

impl Format {
    /// All formats, in the order of their documentation.
    pub const ALL: [Format; 8] = [
        Format::Mind2Web,
        Format::MultimodalMind2Web,
        Format::OnlineMind2Web,
        Format::D2Snap,
        Format::Mhtml,
        Format::WebLinx,
        Format::AutoWebBench,
        Format::Folder,
    ];

    /// The name, as the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Mind2Web => "mind2web",
            Format::MultimodalMind2Web => "multimodal-mind2web",
            Format::OnlineMind2Web => "online-mind2web",
            Format::D2Snap => "d2snap",
            Format::Mhtml => "mhtml",
            Format::WebLinx => "weblinx",
            Format::AutoWebBench => "autowebbench",
            Format::Folder => "folder",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Format, String> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            format!("unknown format {name:?}: one of {names}")
        })
    }
}
