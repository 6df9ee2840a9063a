//! The engine beside its peers, over a folder of pages: time, failures, tokens, targets kept.
//!
//! `cargo run --release -p d2snap-benches --bin peers [DIR]`, by default `datasets/pages`.
//!
//! One thread. The time of a page is the median of three in ratio to
//! `scraper::Html::parse_document`, whose tree is dropped after its time; a conversion, ours too, frees
//! what it made within its own. The sums are over the pages that all can do. A page on which a peer
//! errs, panics or takes the process down (each is tried in one of its own first) is a failure.

use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use d2snap::TokenCounter;
use d2snap_benches::peer::{PEERS, Peer};
use d2snap_benches::target::Labels;
use d2snap_benches::{DATASETS, Page, clock, median, pages};
use scraper::Html;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => report(DATASETS),
        ["--try", peer, from, dir] => attempt(peer, from, Path::new(dir)),
        [dir] => report(dir),
        _ => Err("usage: peers [DIR]".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What a peer came to on the pages.
struct Outcome {
    peer: Peer,
    /// By page: its time and text, or none where it failed.
    done: Vec<Option<(Duration, String)>>,
}

fn report(dir: &str) -> Result<(), String> {
    // On the main thread, whose stack is the one that the peers were tried on: some recurse.
    compare(Path::new(dir))
}

fn compare(dir: &Path) -> Result<(), String> {
    let pages = pages(dir)?;
    let counter = TokenCounter::o200k_base();
    // Loads the vocabulary, which is in no time.
    let raw: Vec<usize> = pages.iter().map(|page| counter.count(&page.html)).collect();
    let labels: Vec<Labels> = pages.iter().map(|page| Labels::of(&page.html)).collect();
    let parse = |page: &Page| median([(); 3].map(|()| clock(|| Html::parse_document(&page.html)).1));
    let scraper: Vec<Duration> = pages.iter().map(parse).collect();
    // Panics are told as failures.
    std::panic::set_hook(Box::new(|_| {}));
    let mut outcomes = Vec::new();
    for (at, peer) in PEERS.into_iter().enumerate() {
        let alive = survivors(at, dir, pages.len())?;
        let done = pages.iter().zip(alive).map(|(page, alive)| alive.then(|| measure(peer, &page.html)).flatten()).collect();
        outcomes.push(Outcome { peer, done });
    }
    let all: Vec<bool> = (0..pages.len()).map(|at| outcomes.iter().all(|outcome| outcome.done[at].is_some())).collect();
    let sum = |of: &dyn Fn(usize) -> usize| (0..pages.len()).filter(|at| all[*at]).map(of).sum::<usize>();
    let scraper: Duration = (0..pages.len()).filter(|at| all[*at]).map(|at| scraper[at]).sum();
    let (common, targets) = (all.iter().filter(|all| **all).count(), sum(&|at| labels[at].count()));
    println!("{} pages, {common} of them done by all, which the sums are over; one thread", pages.len());
    println!("raw pages: {} tokens of {}, {targets} labelled targets\n", sum(&|at| raw[at]), counter.name());
    println!("| | time, s | × scraper | failures | tokens | targets kept |\n| --- | ---: | ---: | ---: | ---: | ---: |");
    println!("| scraper::Html::parse_document | {:.3} | 1.00 | | | |", scraper.as_secs_f64());
    for Outcome { peer, done } in &outcomes {
        let text = |at: usize| done[at].as_ref().map_or("", |(_, text)| text);
        let time: Duration = (0..pages.len()).filter(|at| all[*at]).filter_map(|at| done[at].as_ref()).map(|(time, _)| *time).sum();
        let kept = sum(&|at| labels[at].kept(text(at)));
        println!(
            "| {} | {:.3} | {:.2} | {} | {} | {:.1} % |",
            peer.name,
            time.as_secs_f64(),
            time.as_secs_f64() / scraper.as_secs_f64(),
            done.iter().filter(|done| done.is_none()).count(),
            sum(&|at| counter.count(text(at))),
            kept as f64 * 100.0 / targets.max(1) as f64
        );
    }
    for Outcome { peer, done } in &outcomes {
        let failed: Vec<&str> = pages.iter().zip(done).filter(|(_, done)| done.is_none()).map(|(page, _)| page.name.as_str()).collect();
        if !failed.is_empty() {
            println!("\n{} fails on: {}", peer.name, failed.join(", "));
        }
    }
    Ok(())
}

fn measure(peer: Peer, html: &str) -> Option<(Duration, String)> {
    let [first, second, third] = [(); 3].map(|()| clock(|| convert(peer, html)));
    Some((median([first.1, second.1, third.1]), first.0.and(second.0).and(third.0)?))
}

fn convert(peer: Peer, html: &str) -> Option<String> {
    catch_unwind(AssertUnwindSafe(|| (peer.convert)(html))).ok().and_then(Result::ok)
}

/// Which pages a peer can do: tried in a process of its own, and in a further one from after a page
/// that took it down.
fn survivors(peer: usize, dir: &Path, count: usize) -> Result<Vec<bool>, String> {
    let program: PathBuf = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut alive = Vec::new();
    while alive.len() < count {
        let mut command = Command::new(&program);
        command.args(["--try", &peer.to_string(), &alive.len().to_string()]).arg(dir);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|error| error.to_string())?;
        if let Some(output) = child.stdout.take() {
            alive.extend(BufReader::new(output).lines().map_while(Result::ok).map(|line| line == "done"));
        }
        child.wait().map_err(|error| error.to_string())?;
        if alive.len() < count {
            alive.push(false);
        }
    }
    Ok(alive)
}

/// A line for each page from a number on.
fn attempt(peer: &str, from: &str, dir: &Path) -> Result<(), String> {
    let number = |text: &str| text.parse::<usize>().map_err(|error| error.to_string());
    let peer = *PEERS.get(number(peer)?).ok_or("no such peer")?;
    let mut output = std::io::stdout().lock();
    for page in pages(dir)?.iter().skip(number(from)?) {
        let line = if convert(peer, &page.html).is_some() { "done" } else { "failed" };
        writeln!(output, "{line}").and_then(|()| output.flush()).map_err(|error| error.to_string())?;
    }
    Ok(())
}
