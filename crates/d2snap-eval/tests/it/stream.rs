//! Sets larger than memory.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use d2snap_eval::{Format, Loader};

/// A Mind2Web file as a reader: one array of records that are all alike but for their ids.
struct Generated {
    parts: Box<dyn Iterator<Item = String> + Send>,
    part: Vec<u8>,
    at: usize,
    read: Arc<AtomicU64>,
}

impl Generated {
    fn new(records: usize, read: Arc<AtomicU64>) -> Generated {
        let body = record_body();
        let record =
            move |number: usize| format!("{}\n{{\"annotation_id\": \"task-{number}\", {body}", if number == 0 { "[" } else { "," });
        let parts = Box::new((0..records).map(record).chain(std::iter::once("\n]\n".to_owned())));
        Generated { parts, part: Vec::new(), at: 0, read }
    }
}

impl Read for Generated {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.at == self.part.len() {
            let Some(part) = self.parts.next() else { return Ok(0) };
            (self.part, self.at) = (part.into_bytes(), 0);
        }
        let length = into.len().min(self.part.len() - self.at);
        into[..length].copy_from_slice(&self.part[self.at..self.at + length]);
        self.at += length;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Everything of a record but its id; about 1 MB, as the set's are: one action with a page and what is not used of it.
fn record_body() -> String {
    let item = |at: usize| {
        format!(
            "<li backend_node_id=\"{at}\" bounding_box_rect=\"0,{at},90,20\"><a backend_node_id=\"1{at}\" is_clickable=\"true\"><text>Item number {at}</text></a></li>"
        )
    };
    let page = format!(
        "<html><body><ul>{}</ul><button backend_node_id=\"9\" aria_label=\"Buy\"/></body></html>",
        (0..2000).map(item).collect::<String>()
    );
    let page = page.replace('"', "\\\"");
    let unused = page.repeat(2);
    format!(
        "\"confirmed_task\": \"Buy\", \"action_reprs\": [\"Buy -> CLICK\"], \"actions\": [{{\"action_uid\": \"u\", \"raw_html\": \"{page}\", \
         \"cleaned_html\": \"{page}\", \"operation\": {{\"op\": \"CLICK\"}}, \"pos_candidates\": [{{\"tag\": \"button\", \"backend_node_id\": \"9\"}}], \
         \"neg_candidates\": [{{\"attributes\": \"{unused}\"}}]}}]}}"
    )
}

/// Reads a file of so many records, and gives its bytes. However much was read, no more of it is in memory than one record.
fn stream(records: usize) -> u64 {
    let read = Arc::new(AtomicU64::new(0));
    let loader = Loader { format: Some(Format::Mind2Web), ..Loader::default() };
    let states = loader.read(Generated::new(records, read.clone()), Path::new("train_0.json")).unwrap();
    let most = record_body().len() as u64 + (1 << 17);
    let mut before = 0;
    let mut count = 0;
    for state in states {
        let state = state.unwrap();
        assert_eq!(state.id, format!("task-{count}/u"));
        assert_eq!(state.trajectories.len(), 1);
        assert!(read.load(Ordering::Relaxed) - before <= most, "{} bytes for one record", read.load(Ordering::Relaxed) - before);
        before = read.load(Ordering::Relaxed);
        count += 1;
    }
    assert_eq!(count, records);
    read.load(Ordering::Relaxed)
}

#[test]
fn a_state_is_there_before_the_next_record_is_read() {
    stream(8);
}

/// `cargo test --release -p d2snap-eval --test it -- --ignored gigabyte --nocapture`; the peak is the process's (Linux).
#[test]
#[ignore = "half a minute in a release build"]
fn a_gigabyte_goes_through_in_constant_memory() {
    let peak = || -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
        line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
    };
    stream(8);
    let (first, start) = (peak(), std::time::Instant::now());
    let records = (1usize << 30) / record_body().len() + 1;
    let bytes = stream(records);
    let all = peak();
    println!("{bytes} bytes, {records} records, {:.1?}; peak {first} KiB after 8 records, {all} KiB after all", start.elapsed());
    assert!(bytes >= 1 << 30);
    assert!(all <= first + first / 4, "{first} KiB grew to {all} KiB");
}
