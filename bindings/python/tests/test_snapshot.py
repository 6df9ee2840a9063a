"""What a snapshot is to Python."""

from __future__ import annotations

import json
import math
import pickle

import pytest

import d2snap

PAGE = "<main><h1>Shop</h1><p>Total: £3</p><input type=checkbox aria-label=Gift><a href=/x>Help</a></main>"


def pair() -> "list[d2snap.Snapshot]":
    document = d2snap.Document(PAGE, uids=True)
    return [document.snap(k=math.inf), document.adaptive(max_tokens=30)]


def test_its_attributes() -> None:
    snapshot = d2snap.snap(PAGE, k=0.5, uids=True)
    assert str(snapshot) == snapshot.html == f"{snapshot}"
    assert snapshot.tokens == d2snap.count_tokens(snapshot.html)
    assert snapshot.params == d2snap.Params(0.5, 0.3, 0.3) and tuple(snapshot.params) == (0.5, 0.3, 0.3)
    assert snapshot.adaptive is None
    assert snapshot.uids == [target.uid for target in snapshot.targets] == [1, 2]
    assert snapshot.stats.sentences == 3 and snapshot.stats.withheld == {}


def test_a_search_tells_what_it_chose() -> None:
    snapshot = pair()[1]
    assert snapshot.adaptive is not None
    assert snapshot.adaptive.budget == 30 and snapshot.adaptive.tokens == snapshot.tokens <= 30
    assert snapshot.document is not None
    assert snapshot.document.snap(**snapshot.params._asdict()).params == snapshot.params


def test_repr_is_one_line_of_numbers() -> None:
    linear, _ = pair()
    assert repr(linear) == f"<d2snap.Snapshot k=inf l=0.3 m=0.3: {len(linear.html)} chars, 2 targets>"
    count = linear.tokens
    assert repr(linear) == f"<d2snap.Snapshot k=inf l=0.3 m=0.3: {count} tokens, {len(linear.html)} chars, 2 targets>"


def test_notebooks_show_the_text_as_it_is() -> None:
    html = d2snap.snap("<a href=/x>Help</a>")._repr_html_()
    assert "<pre>&lt;a href=&quot;/x&quot;&gt;Help&lt;/a&gt;\n</pre>" in html


def test_a_dict_is_json() -> None:
    for snapshot in pair():
        told = snapshot.to_dict()
        assert json.loads(json.dumps(told, allow_nan=False)) == told
        assert list(told) == ["html", "tokens", "params", "stats", "adaptive", "targets"]
        assert told["tokens"] == snapshot.tokens
        assert told["targets"][0]["selector"] == snapshot.targets[0].selector
    linear, within = (snapshot.to_dict() for snapshot in pair())
    assert linear["params"]["k"] == "inf" and linear["adaptive"] is None
    assert within["adaptive"]["budget"] == 30


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickled_by_value(protocol: int) -> None:
    for snapshot in pair():
        copy = pickle.loads(pickle.dumps(snapshot, protocol))
        assert copy == snapshot and hash(copy) == hash(snapshot) and copy is not snapshot
        assert copy.html == snapshot.html and copy.targets == snapshot.targets and copy.uids == snapshot.uids
        assert copy.to_dict() == snapshot.to_dict() and copy.stats == snapshot.stats and copy.params == snapshot.params
        assert copy.document is None
        assert not copy.diff(snapshot) and not snapshot.diff(copy)
        assert pickle.loads(pickle.dumps(copy)) == snapshot


def test_a_pickle_is_small_however_large_the_page_is() -> None:
    page = PAGE + "<script>" + "x" * 1_000_000 + "</script>"
    assert len(pickle.dumps(d2snap.snap(page))) < 5_000


def test_what_was_not_pickled_is_refused() -> None:
    with pytest.raises(ValueError, match="this is no snapshot that was pickled"):
        d2snap.Snapshot._restore(b"{}")


def test_snapshots_that_differ_are_not_equal() -> None:
    linear, within = pair()
    assert linear != within and linear != "x" and linear == pair()[0]
    assert len({linear, within, pair()[0]}) == 2


def test_a_difference() -> None:
    before = d2snap.snap(PAGE, uids=True)
    after = d2snap.snap(PAGE.replace("£3", "£4").replace("checkbox", "checkbox checked").replace("<a href=/x>Help</a>", ""), uids=True)
    for previous in (before, pickle.loads(pickle.dumps(before))):
        diff = after.diff(previous)
        assert diff and str(diff) == diff.text
        assert diff.changed == [d2snap.Change(uid=1, fact="checked", before="false", after="true")]
        assert [target.name for target in diff.removed] == ["Help"] and diff.added == []
        assert d2snap.Line("+", "Total: £4") in diff.lines and d2snap.Line("-", "Total: £3") in diff.lines
        assert "~ uid=1 checked: false → true\n" in diff.text
    same = before.diff(before)
    assert not same and str(same) == "" and same == d2snap.Diff([], [], [], [], "")


def test_values_pickle_too() -> None:
    snapshot = pair()[1]
    for value in (snapshot.params, snapshot.stats, snapshot.adaptive, snapshot.targets[0], snapshot.diff(pair()[0])):
        assert pickle.loads(pickle.dumps(value)) == value
