//! Pages that a script read in a browser: `bindings/capture/capture.js` writes what is read here.
//!
//! A capture is a list of nodes with what layout, scripts and users made of them. It is no markup: nothing in it is
//! parsed as HTML, and what a page says can not pass for what the browser says of it.

mod numbers;
mod record;

pub use numbers::{Numbers, Reference};
pub(crate) use record::{Capture, Facts, Kind, Node, Text};
pub use record::{Side, Viewport};

use serde::Deserialize;

use crate::error::Error;

/// The version of the format that is read; `bindings/capture/README.md` describes it.
pub(crate) const VERSION: u32 = 1;

/// Reads a capture's JSON; strings without escapes are borrowed.
///
/// # Errors
/// [`Error::CaptureVersion`] and [`Error::Capture`].
pub(crate) fn read(json: &str) -> Result<Capture<'_>, Error> {
    let capture = serde_json::from_str::<Capture<'_>>(json).map_err(|error| match version_of(json) {
        Some(version) if version != VERSION.to_string() => Error::CaptureVersion { version },
        _ => Error::Capture { reason: error.to_string() },
    })?;
    check(&capture)?;
    Ok(capture)
}

fn check(capture: &Capture<'_>) -> Result<(), Error> {
    let mut left = vec![capture];
    while let Some(capture) = left.pop() {
        if capture.version != VERSION {
            return Err(Error::CaptureVersion { version: capture.version.to_string() });
        }
        left.extend(capture.frames.values());
    }
    Ok(())
}

/// What the list says its version is, whatever else it holds.
fn version_of(json: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        version: serde_json::Value,
    }
    serde_json::from_str::<Head>(json).ok().map(|head| head.version.to_string())
}
