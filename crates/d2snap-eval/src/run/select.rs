//! Which states of a data set a run is about.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::state::State;

/// One half of a data set. Weights are chosen on the tuning half, results reported on the other.
///
/// All states of a site (the host of [`State::url`], or the page itself where that is not known) are in one half, by the FNV-1a hash of
/// that: even in the tuning half, odd in the reporting half.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Half {
    /// To choose weights on.
    Tuning,
    /// To report.
    Reporting,
}

impl Half {
    /// The half that a state is in.
    pub fn of(state: &State) -> Half {
        let host = state.url.as_deref().and_then(|url| url.split_once("://")).map(|(_, rest)| rest.split(['/', '?', '#', ':']).next());
        let site = host.flatten().filter(|host| !host.is_empty()).unwrap_or(&state.html);
        let hash = site.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        // The lowest bit of FNV-1a is the parity of the bytes.
        if (hash >> 32) & 1 == 0 { Half::Tuning } else { Half::Reporting }
    }
}

impl FromStr for Half {
    type Err = String;

    fn from_str(name: &str) -> Result<Half, String> {
        match name {
            "tuning" => Ok(Half::Tuning),
            "reporting" => Ok(Half::Reporting),
            _ => Err(format!("no half `{name}`: tuning, reporting")),
        }
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Half::Tuning => "tuning",
            Half::Reporting => "reporting",
        })
    }
}

impl Settings {
    /// Whether a run of these settings is about a state. States without a page are in none.
    pub fn choose(&self, state: &State) -> bool {
        let has = |tag: &str| state.tags.iter().any(|known| known == tag);
        let tagged = self.tags.iter().all(|tag| tag.strip_prefix('!').map_or_else(|| has(tag), |tag| !has(tag)));
        tagged && !state.html.is_empty() && self.half.is_none_or(|half| half == Half::of(state))
    }
}
