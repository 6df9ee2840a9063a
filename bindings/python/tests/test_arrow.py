"""Batches through the Arrow C interface."""

from __future__ import annotations

import gc
from typing import Any, Dict, Iterator, List

import pyarrow as pa
import pytest

import d2snap


@pytest.fixture(scope="module")
def htmls(pages: Dict[str, str]) -> List[str]:
    return list(pages.values())


TEXTS = [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]


@pytest.mark.parametrize("kind", TEXTS, ids=str)
def test_an_array_gives_the_snapshots_of_its_pages(kind: Any, htmls: List[str]) -> None:
    array = pa.array([html.encode() for html in htmls]).cast(pa.binary())
    array = array.cast(pa.string()).cast(kind) if kind != pa.binary_view() else array.cast(kind)
    batch = pa.record_batch(d2snap.snap_arrow(array, 0.5, 0.5, 0.5))
    wanted = list(d2snap.snap_many(htmls, 0.5, 0.5, 0.5))
    assert batch.schema.names == ["snapshot", "targets", "error"]
    assert batch.column("snapshot").to_pylist() == [snapshot.html for snapshot in wanted]
    assert batch.column("targets").to_pylist() == [len(snapshot.uids) for snapshot in wanted]
    assert batch.column("error").null_count == len(htmls)
    assert batch.schema.field("snapshot").type == (pa.large_string() if "large" in str(kind) else pa.string())


def test_a_batch_keeps_its_other_columns(htmls: List[str]) -> None:
    urls = [f"https://example.com/{n}" for n in range(len(htmls))]
    batch = pa.record_batch({"n": pa.array(range(len(htmls))), "html": htmls, "url": urls})
    given = d2snap.adaptive_arrow(batch, 600, column="html", task="buy", workers=2)
    assert isinstance(given, d2snap.SnapshotBatch) and len(given) == len(htmls)
    assert repr(given) == f"<d2snap.SnapshotBatch of {len(htmls)} rows: n, url, snapshot, tokens, targets, error>"
    done = pa.record_batch(given)
    wanted = list(d2snap.adaptive_many(htmls, 600, task="buy"))
    assert done.column("url").to_pylist() == urls and done.column("n").to_pylist() == list(range(len(htmls)))
    assert done.column("snapshot").to_pylist() == [snapshot.html for snapshot in wanted]
    assert done.column("tokens").to_pylist() == [snapshot.tokens for snapshot in wanted]


def test_the_only_column_of_text_has_the_pages() -> None:
    done = pa.record_batch(d2snap.snap_arrow(pa.record_batch({"n": [1, 2], "page": ["<h1>A", "<h1>B"]})))
    assert done.to_pydict() == {"n": [1, 2], "snapshot": ["# A\n", "# B\n"], "targets": [0, 0], "error": [None, None]}


def test_pages_that_are_not_there_have_no_snapshot() -> None:
    done = pa.record_batch(d2snap.snap_arrow(pa.array(["<h1>A", None])))
    assert done.to_pydict() == {"snapshot": ["# A\n", None], "targets": [0, None], "error": [None, None]}
    assert pa.record_batch(d2snap.snap_arrow(pa.array([], pa.string()))).num_rows == 0


def test_a_part_of_an_array_is_that_part() -> None:
    array = pa.array([f"<h1>{n}" for n in range(10)])
    assert pa.record_batch(d2snap.snap_arrow(array[3:5])).column("snapshot").to_pylist() == ["# 3\n", "# 4\n"]
    batch = pa.record_batch({"html": array})[7:]
    assert pa.record_batch(d2snap.snap_arrow(batch)).column("snapshot").to_pylist() == ["# 7\n", "# 8\n", "# 9\n"]


def test_errors_are_raised_or_have_a_column() -> None:
    array = pa.array(["<h1>A", "x" * 2000])
    with pytest.raises(d2snap.LimitExceeded, match="the page exceeds the limit of 1000 bytes"):
        d2snap.snap_arrow(array, limits={"max_bytes": 1000})
    done = pa.record_batch(d2snap.snap_arrow(array, limits={"max_bytes": 1000}, on_error="return"))
    assert done.column("error").to_pylist() == [None, "the page exceeds the limit of 1000 bytes"]
    assert done.column("snapshot").to_pylist() == ["# A\n", None]


def test_a_stream_is_read_as_it_is_asked_for(htmls: List[str]) -> None:
    read = 0

    def batches() -> Iterator[pa.RecordBatch]:
        nonlocal read
        for html in htmls:
            read += 1
            yield pa.record_batch({"html": [html]})

    reader = pa.RecordBatchReader.from_batches(pa.schema({"html": pa.string()}), batches())
    stream = d2snap.snap_arrow(reader)
    assert isinstance(stream, d2snap.SnapshotStream)
    done = pa.RecordBatchReader.from_stream(stream)
    assert read == 0
    assert done.read_next_batch().column("snapshot").to_pylist() == [d2snap.snap(htmls[0]).html]
    assert read == 1
    assert done.read_all().num_rows == len(htmls) - 1
    with pytest.raises(ValueError, match="the stream of snapshots was read already"):
        pa.table(stream)


def test_a_table_and_a_chunked_array_are_streams(htmls: List[str]) -> None:
    wanted = [d2snap.snap(html).html for html in htmls]
    chunked = pa.chunked_array([htmls[:2], htmls[2:]])
    for pages in (chunked, pa.table({"html": chunked})):
        assert pa.table(d2snap.snap_arrow(pages)).column("snapshot").to_pylist() == wanted


def test_an_error_in_a_stream_names_itself() -> None:
    table = pa.table({"html": ["x" * 2000]})
    with pytest.raises(Exception, match="the page exceeds the limit of 1000 bytes"):
        pa.table(d2snap.snap_arrow(table, limits={"max_bytes": 1000}))


@pytest.mark.parametrize(
    ("pages", "options", "kind", "text"),
    [
        (pa.array([1, 2]), {}, TypeError, "pages are strings or bytes, not Int64"),
        (pa.array(["a"]), {"column": "html"}, ValueError, "column: an array has none, only a record batch has"),
        (pa.record_batch({"n": [1]}), {}, TypeError, "the batch has no column of strings or bytes"),
        (pa.record_batch({"a": ["x"], "b": ["y"]}), {}, ValueError, "column: say which of a, b has the pages"),
        (pa.record_batch({"a": ["x"]}), {"column": "b"}, ValueError, "column: the batch has no column `b`"),
        (pa.record_batch({"a": [1]}), {"column": "a"}, TypeError, "column: pages are strings or bytes, and `a` is Int64"),
        (
            pa.record_batch({"error": [1], "a": ["x"]}),
            {},
            ValueError,
            "the column `error` would be there twice: give that of the batch another name",
        ),
    ],
)
def test_what_has_no_pages_is_refused(pages: Any, options: Dict[str, Any], kind: type, text: str) -> None:
    with pytest.raises(kind) as error:
        d2snap.snap_arrow(pages, **options)
    assert str(error.value) == text


BROKEN = [b"<p>caf\xe9", b"<select \xff>", b"<option \xf0>", b"<p>a \xff b</p>", b"\xff\xfe"]


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
def test_strings_that_are_no_utf_8_are_read_with_replacements(kind: Any) -> None:
    array = pa.array(BROKEN)
    array = pa.array(BROKEN, pa.binary_view()).cast(kind, safe=False) if kind == pa.string_view() else array.cast(kind, safe=False)
    wanted = [d2snap.snap(page.decode("utf-8", "replace")).html for page in BROKEN]
    done = pa.record_batch(d2snap.snap_arrow(array))
    done.validate(full=True)
    assert done.column("snapshot").to_pylist() == wanted
    stream = pa.table(d2snap.snap_arrow(pa.chunked_array([array])))
    assert stream.column("snapshot").to_pylist() == wanted


def test_metadata_of_the_batch_is_kept() -> None:
    batch = pa.record_batch({"n": [1], "html": ["<h1>A"]}).replace_schema_metadata({"made": "here"})
    assert pa.record_batch(d2snap.snap_arrow(batch)).schema.metadata == {b"made": b"here"}
    assert pa.table(d2snap.snap_arrow(pa.table(batch))).schema.metadata == {b"made": b"here"}


def test_what_was_released_is_refused() -> None:
    class Once:
        def __init__(self) -> None:
            self.capsules = pa.array(["<h1>A"]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema: object = None) -> Any:
            return self.capsules

    once: Any = Once()
    assert len(d2snap.snap_arrow(once)) == 1
    with pytest.raises(ValueError, match="not valid, or was released already"):
        d2snap.snap_arrow(once)


def test_what_is_not_arrow_is_refused() -> None:
    untyped: Any = d2snap
    with pytest.raises(TypeError, match="pages: an Arrow array, record batch or stream, not list"):
        untyped.snap_arrow(["<h1>A"])


def test_memory_of_pages_is_shared_and_given_back() -> None:
    before = pa.total_allocated_bytes()
    for _ in range(20):
        pa.record_batch(d2snap.snap_arrow(pa.array(["<h1>A" + "<p>x" * 10_000])))
    gc.collect()
    assert pa.total_allocated_bytes() - before < 100_000
