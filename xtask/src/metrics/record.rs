//! `benches/metrics.snap`: what snapshots of the repository's own pages hold and cost, one line a page and setting. A
//! change in it is read like a change in code.

use std::fmt::Write;
use std::path::Path;

use d2snap::{Budget, Document, Params, TokenCounter};

use super::page::options;

const SETTINGS: [(f64, f64, f64); 3] = [(0.0, 0.0, 0.0), (0.3, 0.3, 0.3), (1.0, 1.0, 1.0)];
const BUDGETS: [usize; 3] = [4_096, 2_048, 1_000];

/// The lines of every page of `dir`.
pub(crate) fn record(dir: &Path) -> Result<String, String> {
    let counter = TokenCounter::o200k_base();
    let mut out = format!(
        "{:<20} {:<12} {:>8} {:>8} {:>11} {:>9} {:>10} {:>10} {:>5}\n",
        "page", "snapshot", "bytes", "tokens", "targets", "sentences", "attributes", "containers", "evals"
    );
    for path in crate::corpus::pages(dir, None)? {
        let content = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let document = Document::parse(&d2snap_check::decode(&content), &options()).map_err(|error| format!("{name}: {error}"))?;
        let mut line = |what: &str, snapshot: &d2snap::Snapshot<'_>, evaluations: Option<usize>| {
            let stats = snapshot.stats();
            let _ = writeln!(
                out,
                "{name:<20} {what:<12} {:>8} {:>8} {:>11} {:>9} {:>10} {:>10} {:>5}",
                snapshot.html().len(),
                snapshot.tokens(&counter),
                format!("{}/{}", snapshot.uids().len(), document.target_count()),
                stats.sentences_kept,
                stats.attributes_kept,
                stats.containers_kept,
                evaluations.map(|count| count.to_string()).unwrap_or_default()
            );
        };
        for (k, l, m) in SETTINGS {
            let params = Params::new(k, l, m).map_err(|error| error.to_string())?;
            line(&format!("{k} {l} {m}"), &document.snap(params), None);
        }
        for tokens in BUDGETS {
            // Each on a document of its own: what one budget counted would spare the next.
            let document = Document::parse(&d2snap_check::decode(&content), &options()).map_err(|error| format!("{name}: {error}"))?;
            let snapshot = document.adaptive(&Budget::new(tokens)).map_err(|error| format!("{name}: {error}"))?;
            line(&tokens.to_string(), &snapshot, snapshot.adaptive().map(|adaptive| adaptive.evaluations));
        }
    }
    Ok(out)
}

/// Writes the file; whether it is another than before.
pub(crate) fn rewrite(root: &Path) -> Result<bool, String> {
    let (path, recorded) = (root.join("benches/metrics.snap"), record(&root.join("datasets/pages"))?);
    let changed = std::fs::read_to_string(&path).ok().as_ref() != Some(&recorded);
    std::fs::write(&path, recorded).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(changed)
}

/// Whether the file is as it would be written.
pub(crate) fn is_current(root: &Path) -> Result<bool, String> {
    let recorded = record(&root.join("datasets/pages"))?;
    Ok(std::fs::read_to_string(root.join("benches/metrics.snap")).ok() == Some(recorded))
}
