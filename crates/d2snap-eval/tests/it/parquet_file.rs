//! Writes the Parquet fixtures, from what the JSON fixtures say.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use crate::fixture;

const SCHEMA: &str = "message schema {
  optional binary action_uid (UTF8);
  optional binary raw_html (UTF8);
  optional binary cleaned_html (UTF8);
  optional binary operation (UTF8);
  optional group pos_candidates (LIST) { repeated group list { optional binary element (UTF8); } }
  optional group neg_candidates (LIST) { repeated group list { optional binary element (UTF8); } }
  optional binary website (UTF8);
  optional binary domain (UTF8);
  optional binary subdomain (UTF8);
  optional binary annotation_id (UTF8);
  optional binary confirmed_task (UTF8);
  optional group screenshot { optional binary bytes; optional binary path (UTF8); }
  optional group action_reprs (LIST) { repeated group list { optional binary element (UTF8); } }
  optional binary target_action_index (UTF8);
  optional binary target_action_reprs (UTF8);
}";

/// A row's columns, in the order of the schema's leaves.
type Row = Vec<Cell>;

enum Cell {
    Text(String),
    List(Vec<String>),
}

/// The rows of the JSON fixture, a row an action.
fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(fixture("mind2web/test_task_0.json")).unwrap();
    let tasks: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut rows = Vec::new();
    for task in tasks.as_array().unwrap() {
        for (at, action) in task["actions"].as_array().unwrap().iter().enumerate() {
            let of = |value: &serde_json::Value, name: &str| Cell::Text(value[name].as_str().unwrap().to_owned());
            let texts = |name: &str| Cell::List(action[name].as_array().unwrap().iter().map(ToString::to_string).collect());
            let reprs: Vec<String> =
                task["action_reprs"].as_array().unwrap().iter().map(|repr| repr.as_str().unwrap().to_owned()).collect();
            rows.push(vec![
                of(action, "action_uid"),
                of(action, "raw_html"),
                of(action, "cleaned_html"),
                Cell::Text(action["operation"].to_string()),
                texts("pos_candidates"),
                texts("neg_candidates"),
                of(task, "website"),
                of(task, "domain"),
                of(task, "subdomain"),
                of(task, "annotation_id"),
                of(task, "confirmed_task"),
                Cell::Text("no picture".to_owned()),
                Cell::Text("none.jpg".to_owned()),
                Cell::List(reprs.clone()),
                Cell::Text(at.to_string()),
                Cell::Text(reprs[at].clone()),
            ]);
        }
    }
    rows
}

/// Two rows a row group.
fn write(path: &Path, rows: &[Row]) {
    let schema = Arc::new(parse_message_type(SCHEMA).unwrap());
    let properties = Arc::new(WriterProperties::builder().set_compression(Compression::SNAPPY).build());
    let mut writer = SerializedFileWriter::new(File::create(path).unwrap(), schema, properties).unwrap();
    for group in rows.chunks(2) {
        let mut row_group = writer.next_row_group().unwrap();
        let mut leaf = 0;
        while let Some(mut column) = row_group.next_column().unwrap() {
            let (mut values, mut definitions, mut repetitions) = (Vec::<ByteArray>::new(), Vec::new(), Vec::new());
            // The screenshot's leaves are one level deeper than the row's own.
            let deep = if (11..=12).contains(&leaf) { 2 } else { 1 };
            for row in group {
                match &row[leaf] {
                    Cell::Text(text) => {
                        values.push(text.as_str().into());
                        definitions.push(deep);
                        repetitions.push(0);
                    }
                    Cell::List(texts) if texts.is_empty() => {
                        definitions.push(1);
                        repetitions.push(0);
                    }
                    Cell::List(texts) => {
                        for (at, text) in texts.iter().enumerate() {
                            values.push(text.as_str().into());
                            definitions.push(3);
                            repetitions.push(i16::from(at > 0));
                        }
                    }
                }
            }
            column.typed::<ByteArrayType>().write_batch(&values, Some(&definitions), Some(&repetitions)).unwrap();
            column.close().unwrap();
            leaf += 1;
        }
        row_group.close().unwrap();
    }
    writer.close().unwrap();
}

/// `cargo test -p d2snap-eval --test it -- --ignored writes_the_parquet_fixtures`
#[test]
#[ignore = "writes into datasets/"]
fn writes_the_parquet_fixtures() {
    let rows = rows();
    std::fs::create_dir_all(fixture("multimodal-mind2web")).unwrap();
    write(&fixture("multimodal-mind2web/test_task-00000-of-00001.parquet"), &rows);
    let mut broken = self::rows();
    broken.drain(1..broken.len() - 1);
    broken[0][0] = Cell::Text("uid-6".to_owned());
    broken[0][4] = Cell::List(vec!["<select>".to_owned()]);
    write(&fixture("broken/multimodal-mind2web.parquet"), &broken);
}

/// With its pages overwritten the column can not be decoded, so it was not tried.
#[test]
fn screenshots_are_not_read() {
    let mut bytes = std::fs::read(fixture("multimodal-mind2web/test_task-00000-of-00001.parquet")).unwrap();
    let end = bytes.len() - 8;
    let footer = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()) as usize;
    let text = b"no picture";
    let found: Vec<usize> = (20..end - footer - text.len()).filter(|at| bytes[*at..].starts_with(text)).collect();
    assert!(!found.is_empty());
    for at in found {
        bytes[at - 8..at + text.len()].fill(0xff);
    }
    let path = std::env::temp_dir().join(format!("d2snap-eval-{}.parquet", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    let states = d2snap_eval::load(&path, None, d2snap_eval::Mode::Strict).unwrap().collect::<Result<Vec<_>, _>>();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(states.unwrap().len(), 4);
}
