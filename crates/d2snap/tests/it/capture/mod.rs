//! Pages that were read in a browser.

mod build;
mod frame;
mod hostile;
mod live;
mod modal;
mod numbers;
mod refused;
mod same;

pub use build::{Page, element, frame, shadow, text};

use d2snap::{Document, Options, Params};

/// The document of a capture, with numbers.
pub fn document(capture: &str) -> Document {
    Document::from_capture(capture, &Options::default().with_uids(true)).expect("a capture that reads")
}

/// Its snapshot, with all that it has.
pub fn whole(capture: &str) -> String {
    document(capture).snap(Params::new(0.0, 0.0, 0.0).expect("parameters in their domain")).into_html()
}
