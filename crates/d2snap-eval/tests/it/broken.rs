//! What is wrong with a file is told with its place and a reason; lenient reading goes on after it.

use d2snap_eval::{Format, Mode, load};

use crate::fixture;

/// Every item as text, errors without the folder; paths have `/`.
fn items(name: &str, format: Format, mode: Mode) -> Vec<String> {
    let root = fixture("broken").display().to_string();
    let told = |text: String| text.replace(&root, "").replace('\\', "/").trim_start_matches('/').to_owned();
    match load(&fixture("broken").join(name), Some(format), mode) {
        Ok(states) => states.map(|item| item.map_or_else(|error| told(error.to_string()), |state| format!("ok {}", state.id))).collect(),
        Err(error) => vec![told(error.to_string())],
    }
}

/// Strict reading ends with the first error that lenient reading passes over.
fn check(name: &str, format: Format, lenient: &[&str]) {
    assert_eq!(items(name, format, Mode::Lenient), lenient);
    let errors = lenient.iter().position(|item| !item.starts_with("ok ")).map_or(lenient.len(), |at| at + 1);
    assert_eq!(items(name, format, Mode::Strict), &lenient[..errors]);
}

#[test]
fn mind2web() {
    check(
        "mind2web.json",
        Format::Mind2Web,
        &[
            "mind2web.json, line 2: record 1: invalid type: integer `7`, expected a string",
            "mind2web.json, line 3: record 2, action uid-5: none of the 1 positive candidates is in the page",
            "mind2web.json, line 4: record 3: control character (/u0000-/u001F) found while parsing a string",
        ],
    );
}

#[test]
fn online_mind2web() {
    check(
        "online-mind2web.jsonl",
        Format::OnlineMind2Web,
        &[
            "ok live-3",
            "online-mind2web.jsonl, line 2: record 2: missing field `confirmed_task`",
            "online-mind2web.jsonl, line 3: record 3: control character (/u0000-/u001F) found while parsing a string",
            "ok live-6",
        ],
    );
}

#[test]
fn d2snap() {
    // The alternative that matches is enough in lenient mode.
    let rest = [
        "d2snap/data.jsonl, line 2: a2: the selector \"#buy[\" does not parse: ",
        "d2snap/data.jsonl, line 3: reference.json has no \"a3\"",
    ];
    let lenient = items("d2snap", Format::D2Snap, Mode::Lenient);
    assert_eq!(lenient[0], "ok a1");
    assert!(lenient[1].starts_with(rest[0]), "{}", lenient[1]);
    assert_eq!(lenient[2..], rest[1..]);
    assert_eq!(items("d2snap", Format::D2Snap, Mode::Strict), ["d2snap/data.jsonl, line 1: a1: the selector \"#sell\" matches nothing"]);
}

#[test]
fn mhtml() {
    check("mhtml", Format::Mhtml, &["mhtml/picture.mhtml: no part of this message is text/html"]);
}

#[test]
fn weblinx() {
    let replay = "weblinx/demonstrations/abcdefg/replay.json";
    check(
        "weblinx",
        Format::WebLinx,
        &[
            &format!("{replay}: turn 0: the target gone is not in pages/page-1-0.html"),
            &format!("{replay}: turn 1: there is no page pages/page-9-9.html"),
        ],
    );
}

#[test]
fn autowebbench() {
    check(
        "autowebbench.json",
        Format::AutoWebBench,
        &[
            "autowebbench.json, line 2: record 1: the target [SD] is not in the page",
            "autowebbench.json, line 3: record 2: the source does not begin with a simplified page",
            "ok autowebbench:3",
            "autowebbench.json, line 4: expected `,` or `]` after a record",
        ],
    );
}

#[test]
fn folder() {
    check(
        "folder",
        Format::Folder,
        &[
            "folder/tasks.jsonl, line 1: a.html: the selector \"#buy\" matches nothing",
            "folder/tasks.jsonl, line 2: there is no page \"../folder/a.html\"",
            "folder/tasks.jsonl, line 3: record 3: missing field `task`",
            "folder/tasks.jsonl, line 4: record 4: expected ident",
            "ok a.html:5",
        ],
    );
}

#[test]
#[cfg(feature = "parquet")]
fn multimodal_mind2web() {
    check(
        "multimodal-mind2web.parquet",
        Format::MultimodalMind2Web,
        &[
            "multimodal-mind2web.parquet, row 1: action uid-6: a candidate is no JSON object: expected value at line 1 column 1",
            "ok task-b/uid-4",
        ],
    );
    let error = load(&fixture("broken/mind2web.json"), Some(Format::MultimodalMind2Web), Mode::Strict).err().unwrap();
    assert!(error.to_string().ends_with("mind2web.json: no Parquet file here"), "{error}");
}

#[test]
fn what_is_no_data_set_is_refused() {
    let error = load(&fixture("none"), None, Mode::Strict).err().unwrap().to_string();
    assert!(error.contains("datasets/formats/none: "), "{error}");
    let error = load(&fixture("folder/kiln.html"), None, Mode::Strict).err().unwrap().to_string();
    assert!(error.ends_with("kiln.html: no known format: neither JSON, nor Parquet, nor MHTML, nor a folder with tasks.jsonl"), "{error}");
}
