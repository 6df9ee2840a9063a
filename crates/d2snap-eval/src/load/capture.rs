//! Pages that lie in files: HTML, and MHTML with its frames.

use std::path::{Path, PathBuf};

use super::error::LoadError;
use super::mark::{self, BUCKEYE, BUCKEYE_CANDIDATE, PLAYWRIGHT_TARGET};
use super::page::Page;
use super::{decode, mhtml};
use crate::{Need, Trajectory};

/// A page from a file, its marks stripped.
pub(crate) struct Capture {
    pub(crate) html: String,
    /// Where it was captured, if the file tells.
    pub(crate) url: Option<String>,
    /// The tree, with the marks.
    pub(crate) page: Page,
}

/// Reads a page.
pub(crate) fn read(path: &Path) -> Result<Capture, LoadError> {
    let bytes = std::fs::read(path).map_err(|error| LoadError::file(path, error))?;
    let is_mhtml =
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mhtml") || extension.eq_ignore_ascii_case("mht"));
    let (html, url) = if is_mhtml {
        let snapshot = mhtml::read(&bytes).map_err(|reason| LoadError::file(path, reason))?;
        (snapshot.html, snapshot.url)
    } else {
        (decode::decode(&bytes, None), None)
    };
    let stripped = mark::read(html).map_err(|reason| LoadError::file(path, reason))?;
    Ok(Capture { html: stripped.html, url, page: stripped.page })
}

/// A page by its name in the first folder that has it. Names that lead out of a folder are not followed.
pub(crate) fn find(name: &str, folders: &[impl AsRef<Path>]) -> Option<PathBuf> {
    let is_inside = Path::new(name).components().all(|part| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir));
    folders.iter().map(|folder| folder.as_ref().join(name)).find(|path| is_inside && path.is_file())
}

impl Capture {
    /// The truth that marks tell: alternatives of one element.
    ///
    /// A recording keeps the marks of earlier actions, with the call they were: the next action's target is a mark without a
    /// call. Where all have one, it is that of the last call.
    ///
    /// # Errors
    /// Where the mark is inside a frame, which is no part of the page's own tree.
    pub(crate) fn marked(&self) -> Result<Vec<Trajectory>, String> {
        let page = &self.page;
        let call = |element: usize| -> Option<u64> {
            let value = page.elements().nth(element)?.attr(PLAYWRIGHT_TARGET)?.to_owned();
            Some(value.rsplit('@').next().and_then(|call| call.parse().ok()).unwrap_or(0))
        };
        let found = [BUCKEYE, BUCKEYE_CANDIDATE, PLAYWRIGHT_TARGET]
            .into_iter()
            .map(|mark| (mark, page.with_attribute(mark, None)))
            .find(|(_, found)| !found.is_empty());
        let Some((mark, found)) = found else {
            let is_in_frame = |html: &str| [BUCKEYE, PLAYWRIGHT_TARGET].iter().any(|mark| html.contains(mark));
            return if page.elements().any(|element| element.attr("srcdoc").is_some_and(is_in_frame)) {
                Err("the marked element is inside a frame".to_owned())
            } else {
                Ok(Vec::new())
            };
        };
        let last = found.iter().map(|element| call(*element).unwrap_or(u64::MAX)).max();
        let is_last = |element: &usize| Some(call(*element).unwrap_or(u64::MAX)) == last;
        let trajectory = |element: usize| {
            let value = page.elements().nth(element).and_then(|found| found.attr(mark).map(str::to_owned)).unwrap_or_default();
            Trajectory { needs: vec![Need { element, label: format!("{mark}={value}") }] }
        };
        Ok(found.into_iter().filter(is_last).map(trajectory).collect())
    }
}
