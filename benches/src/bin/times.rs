//! How long pages take, asked one by one: the side of Rust in `bindings/python/benches/overhead.py`, which takes turns with it.
//!
//! `times DIR` reads the pages once and prints the array of their names. For each line of its input it prints a number,
//! nanoseconds: `snap N` and `adaptive N` of page N from its text to a snapshot's text, on one thread where the process has one
//! core; `snap-bytes N` the same from bytes; `many W` of all pages on W workers. What is made is freed within the time.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use d2snap::{Budget, Document, Options, Params, Workers};
use d2snap_benches::{Page, clock, pages};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match &arguments[..] {
        [dir] => answer(Path::new(dir)),
        _ => Err("usage: times DIR".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("times: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(dir: &Path) -> Result<(), String> {
    let pages = pages(dir)?;
    let names: Vec<String> = pages.iter().map(|page| format!("{:?}", page.name)).collect();
    let mut output = std::io::stdout().lock();
    let mut print = |line: &str| writeln!(output, "{line}").and_then(|()| output.flush()).map_err(|error| error.to_string());
    print(&format!("[{}]", names.join(", ")))?;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let (work, number) = line.split_once(' ').ok_or_else(|| format!("{line:?}: no work and number"))?;
        let number: usize = number.parse().map_err(|error| format!("{line:?}: {error}"))?;
        print(&time(work, number, &pages)?.as_nanos().to_string())?;
    }
    Ok(())
}

fn time(work: &str, number: usize, pages: &[Page]) -> Result<Duration, String> {
    if work == "many" {
        return many(number, pages);
    }
    let html = &pages.get(number).ok_or_else(|| format!("page {number}: there is none"))?.html;
    let (plain, numbered) = (Options::default(), Options::default().with_uids(true));
    // The closures free document and text, so that both are in the time, as in Python.
    let (done, time) = match work {
        "snap" => clock(|| Document::parse(html, &plain).map(|document| drop(document.snap(Params::default()).into_html()))),
        "snap-bytes" => {
            clock(|| Document::parse_bytes(html.as_bytes(), &plain).map(|document| drop(document.snap(Params::default()).into_html())))
        }
        "adaptive" => clock(|| {
            let document = Document::parse(html, &numbered)?;
            document.adaptive(&Budget::new(8192)).map(|snapshot| drop(snapshot.into_html()))
        }),
        _ => return Err(format!("{work:?}: no such work")),
    };
    done.map_err(|error| error.to_string())?;
    Ok(time)
}

fn many(workers: usize, pages: &[Page]) -> Result<Duration, String> {
    // A copy that the threads can have, as a Python page is copied: in the time.
    let (done, time) = clock(|| {
        let texts = pages.iter().map(|page| page.html.clone());
        Workers::new(workers)
            .snap_many(texts, &Options::default(), Params::default())
            .try_for_each(|snapshot| snapshot.map(|snapshot| drop(snapshot.into_html())))
    });
    done.map_err(|error| error.to_string())?;
    Ok(time)
}
