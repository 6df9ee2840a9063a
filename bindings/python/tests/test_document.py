"""Documents, their options, and snapshots of them."""

from __future__ import annotations

import copy
import gc
import threading
from typing import Any

import pytest

import d2snap

PAGE = (
    "<title>Shop</title><main lang=en><h1>Shop</h1><p>Open daily. Come in.</p>"
    "<a href=/sale?x=1>Sale</a><div hidden>Later</div><button class=b>Buy</button></main>"
)


def test_a_page_is_text_or_bytes() -> None:
    assert d2snap.snap("<p>café").html == "café\n"
    assert d2snap.snap("<p>café".encode()).html == "café\n"
    assert d2snap.snap(bytearray(b"<p>caf\xe9"), encoding="latin1").html == "café\n"
    assert d2snap.snap(b"<meta charset=shift_jis><p>\x93\xfa").html == "日\n"


def test_lone_surrogates_are_replaced() -> None:
    assert d2snap.snap("<p>a\ud800b\udc00").html == "a\ufffdb\ufffd\n"
    assert d2snap.snap("<p>\ud83d\ude00").html == "😀\n"
    assert d2snap.adaptive("<p>a", task="find \ud800").html == "a\n"
    assert d2snap.snap("<p>a", exclude="#\ud800").html == "a\n"

    class Text(str):
        def encode(self, encoding: str = "", errors: str = "") -> bytes:
            raise AssertionError

    assert d2snap.snap(Text("<p>a\ud800")).html == "a\ufffd\n"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, '<main lang=en>\n# Shop\nOpen daily. Come in.\n<a href="/sale?x=1">Sale</a>\n<button class=b>Buy</button>\n</main>\n'),
        ({"uids": True, "uid_attribute": "n"}, '<a href="/sale?x=1" n=1>Sale</a>'),
        ({"hidden": "keep"}, "<div hidden>Later</div>"),
        ({"hrefs": "path"}, '<a href="/sale">'),
        ({"hrefs": "drop"}, "<a>Sale</a>"),
        ({"markdown": False}, "<h1>\nShop\n</h1>"),
        ({"header": True}, "<!-- Shop |"),
        ({"format": "pretty"}, "<main lang=en>\n  # Shop\n"),
        ({"selector": "h1"}, "# Shop\n"),
        ({"exclude": "h1, a, button"}, "<main lang=en>\nOpen daily. Come in.\n</main>\n"),
        ({"profile": "paper"}, '<main lang="en">'),
        ({"profile": "paper", "merge_schedule": "ranked", "attribute_inheritance": "own", "segment_scope": "block"}, '<main lang="en">'),
        ({"max_attribute_chars": 3}, '<a href="/s…">'),
        ({"ground_truth": {"removed": ["h1"]}}, "<main lang=en>\nOpen daily."),
        ({"ground_truth": '{"removed": ["h1"]}'}, "<main lang=en>\nOpen daily."),
        ({"split_clauses": True, "affordances": False, "base_url": "https://shop.example/"}, "# Shop"),
        ({"text_rank": {"damping": 0.5, "tolerance": 1e-3, "max_iterations": 3}}, "# Shop"),
        ({"limits": {"max_bytes": 1000, "max_depth": 8, "max_frames": 0}}, "# Shop"),
        ({"uids": None, "selector": None, "limits": None}, "# Shop"),
    ],
)
def test_options(options: "dict[str, Any]", text: str) -> None:
    assert text in d2snap.Document(PAGE, **options).snap(k=0, l=0, m=0).html


def test_a_ground_truth_can_be_the_whole_table() -> None:
    table = {"content": {"block": ["p"]}, "interactive": {"tags": ["button"]}}
    html = d2snap.snap(PAGE, m=1, ground_truth=table, ground_truth_replace=True).html
    assert "<button>Buy</button>" in html and "# Shop" not in html


def test_the_page_says_what_it_is() -> None:
    document = d2snap.Document(PAGE, base_url="https://shop.example/a/")
    assert document.meta == d2snap.Meta(title="Shop", lang="", base_url="https://shop.example/a/")
    assert [target.href for target in document.targets] == ["https://shop.example/sale?x=1", None]
    assert repr(document) == '<d2snap.Document "Shop": 2 targets>'


def test_a_target_has_names() -> None:
    [target] = d2snap.Document("<label>Name <input name=n value=Ada required></label>").targets
    assert target == d2snap.Target(
        uid=1,
        tag="input",
        role="textbox",
        name="Name",
        reasons=("tag",),
        state={"required": "true"},
        value="Ada",
        href=None,
        selector='input[name="n"]',
        xpath="//input[@name='n']",
        context=None,
    )


def test_an_elided_part_can_be_expanded() -> None:
    links = "".join(f"<li><a href=/{n}>Link {n}</a>" for n in range(1, 401))
    document = d2snap.Document(f"<ul>{links}</ul>", uids=True)
    elided = document.adaptive(max_tokens=200)
    assert elided.tokens <= 200
    assert elided.adaptive is not None and elided.adaptive.elided_targets > 300
    part = '- <a href="/120" uid=120>Link 120</a>\n- <a href="/121" uid=121>Link 121</a>\n'
    for uids in ("120-121", [121, 120], range(120, 122), (n for n in (120, 121))):
        assert document.expand(uids).html == part
    assert document.expand(7).uids == [7]
    assert document.expand("7,9").uids == [7, 9]
    for marker in ("(uid 120–121)", "uid 120–121", "uid=120-121"):
        assert document.expand(marker).html == part


def test_a_task_keeps_what_it_names() -> None:
    cards = "".join(f"<section><h2>Card {n}</h2><p>{'A word or two. ' * 9}</p><button>Take {n}</button></section>" for n in range(60))
    document = d2snap.Document(cards + "<section><h2>Berlin</h2><button>Fly to Berlin</button></section>", uids=True)
    assert "Fly to Berlin" in document.adaptive(max_tokens=150, task="find a flight to Berlin").html


def test_counters() -> None:
    document = d2snap.Document(PAGE)
    assert d2snap.count_tokens("hello world") == 2
    assert d2snap.count_tokens("hello world", "chars4") == 3
    assert d2snap.count_tokens("hello world", tokenizer="cl100k_base") == 2
    words = document.adaptive(tokenizer=lambda text: len(text.split()), max_tokens=9)
    assert words.tokens == len(words.html.split()) <= 9
    chars = document.adaptive(tokenizer="chars4", max_tokens=20)
    assert chars.tokens == -(-len(chars.html) // 4) <= 20
    half = document.adaptive(max_tokens=40, margin=0.5)
    assert half.tokens == d2snap.count_tokens(half.html) <= 20


def test_eight_threads_on_one_document_give_equal_results(page: str) -> None:
    document = d2snap.Document(page, uids=True)
    wanted = [document.snap(k=n / 8).html for n in range(8)] + [document.adaptive(max_tokens=900).html]
    results: "list[list[str]]" = [[] for _ in range(8)]
    start = threading.Barrier(8)

    def work(own: "list[str]") -> None:
        start.wait()
        for _ in range(3):
            texts = [document.snap(k=n / 8).html for n in range(8)] + [document.adaptive(max_tokens=900).html]
            own[:] = texts if not own or own == texts else ["another"]
        assert len(document.targets) == 95

    threads = [threading.Thread(target=work, args=(own,)) for own in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [wanted] * 8


def test_copies_are_the_same() -> None:
    document = d2snap.Document(PAGE)
    snapshot = document.snap()
    assert copy.copy(document) is document and copy.deepcopy(snapshot) is snapshot


def test_a_snapshot_keeps_its_document() -> None:
    snapshot = d2snap.snap(PAGE, uids=True)
    gc.collect()
    document = snapshot.document
    assert document is not None
    assert document.snap().html == snapshot.html
