"""Errors: of the right class, with the engine's text, with their numbers."""

from __future__ import annotations

import pickle
from typing import Any, Callable, Dict, Type

import pytest

import d2snap

# What types would refuse.
untyped: Any = d2snap

PAGE = "<main><h1>Shop</h1><p>Open daily.</p><button>Buy</button></main>"


class Raised(Exception):
    """What a token counter of ours raises."""


def raising(text: str) -> int:
    raise Raised("no count")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda d: d.snap(k=2), "k = 2 is out of range: 0 to 1, or infinity to linearise"),
        (lambda d: d.snap(l=float("nan")), "l = NaN is out of range: 0 to 1"),
        (lambda d: d.snap(m=float("inf")), "m = inf is out of range: 0 to 1"),
        (lambda d: d.adaptive(max_tokens=-1), "max_tokens = -1 is out of range: 0 or more"),
        (lambda d: d.adaptive(margin=1), "margin = 1 is out of range: 0 to below 1"),
        (lambda d: d.adaptive(on_overflow="cut"), "on_overflow = cut is out of range: elide or error"),
        (lambda d: d.adaptive(tokenizer="gpt2"), "`gpt2` is no tokenizer: use o200k_base, cl100k_base or chars4"),
        (
            lambda d: d.adaptive(weights=(0, 0, 0)),
            "weights = (0, 0, 0) is out of range: three numbers, none negative, one above zero",
        ),
        (lambda d: d.expand("x"), "uids = x is out of range: numbers and ranges as in `7,120-156`"),
        (lambda d: d.expand(0), "uids = 0 is out of range: numbers and ranges as in `7,120-156`"),
        (lambda d: d.expand(-1), "uids = -1 is out of range: 0 or more"),
        (lambda d: d.expand(2**32), "uids = 4294967296 is out of range: numbers and ranges as in `7,120-156`"),
        (lambda d: d.adaptive(weights=[1, 2]), "weights = [1, 2] is out of range: three numbers, none negative, one above zero"),
        (lambda d: d.expand([]), "uids = [] is out of range: numbers and ranges as in `7,120-156`"),
        (lambda d: untyped.Document(PAGE, profile="web"), "profile = web is out of range: agent or paper"),
        (lambda d: untyped.Document(PAGE, hidden="show"), "hidden = show is out of range: drop or keep"),
        (lambda d: untyped.Document(PAGE, hrefs="none"), "hrefs = none is out of range: keep, path or drop"),
        (lambda d: untyped.Document(PAGE, uid_attribute="a b"), "uid_attribute = a b is out of range: letters, digits, `-` and `_`"),
        (lambda d: untyped.Document(PAGE, limits={"max_depth": 7}), "max_depth = 7 is out of range: 8 or more"),
        (lambda d: untyped.Document(PAGE, text_rank={"damping": 2}), "damping = 2 is out of range: 0 to 1"),
        (lambda d: untyped.Document(b"", encoding="x"), "`x` is no encoding label of the Encoding Standard"),
        (
            lambda d: untyped.Document(PAGE, ground_truth={"containers": {"div": 3}}),
            "the ground truth does not read: the rating of `div` is 3, not a number from 0 to 1",
        ),
        (lambda d: untyped.count_tokens("", "gpt2"), "`gpt2` is no tokenizer: use o200k_base, cl100k_base or chars4"),
        (lambda d: untyped.snap_many([], on_error="skip"), "on_error = skip is out of range: raise or return"),
        (lambda d: untyped.snap_many([], workers=-1), "workers = -1 is out of range: 0 or more"),
    ],
)
def test_an_argument_that_is_wrong_whatever_the_page_is_is_a_value_error(call: Callable[[Any], Any], text: str) -> None:
    with pytest.raises(ValueError) as error:
        call(d2snap.Document(PAGE))
    assert str(error.value) == text
    assert not isinstance(error.value, d2snap.Error)


def test_selectors_and_addresses_say_why_they_do_not_read() -> None:
    with pytest.raises(ValueError, match=r"^the selector `a\[` does not parse: "):
        d2snap.Document(PAGE, selector="a[")
    with pytest.raises(ValueError, match=r"^the base URL `x` is not an absolute URL: "):
        d2snap.Document(PAGE, base_url="x")


CASES: "list[tuple[Callable[[], Any], Type[d2snap.Error], str, Dict[str, Any]]]" = [
    (
        lambda: untyped.Document("<p>Hi" * 2000, limits={"max_elements": 1000}),
        d2snap.LimitExceeded,
        "the page exceeds the limit of 1000 elements",
        {"name": "elements", "limit": 1000},
    ),
    (
        lambda: untyped.Document(PAGE, selector="nav"),
        d2snap.NoMatch,
        "the selector `nav` matches no element of the page",
        {"selector": "nav"},
    ),
    (
        lambda: untyped.Document(PAGE).expand([7]),
        d2snap.NoTarget,
        "no target with uid 7 is in scope: the page has 1, numbered from 1",
        {"uids": "7", "count": 1},
    ),
    (
        lambda: untyped.Document(PAGE * 50).adaptive(max_tokens=100, on_overflow="error"),
        d2snap.BudgetUnreachable,
        "no snapshot fits 100 tokens: the smallest has 600",
        {"budget": 100, "smallest": 600},
    ),
]


@pytest.mark.parametrize(("call", "kind", "text", "numbers"), CASES, ids=lambda case: getattr(case, "__name__", ""))
def test_a_page_that_does_not_go_with_what_is_asked_is_an_error_of_ours(
    call: Callable[[], Any], kind: Type[d2snap.Error], text: str, numbers: Dict[str, Any]
) -> None:
    with pytest.raises(kind) as error:
        call()
    assert str(error.value) == text
    assert vars(error.value) == numbers
    copy = pickle.loads(pickle.dumps(error.value))
    assert (type(copy), str(copy), vars(copy)) == (kind, text, numbers)
    assert isinstance(error.value, d2snap.Error) and not isinstance(error.value, ValueError)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: untyped.Document(3), "a page is str or bytes, not int"),
        (lambda: untyped.Document(PAGE, colour=True), "got an unexpected keyword argument 'colour'"),
        (lambda: untyped.Document(PAGE, uids=3), "uids: 'int' object "),
        (lambda: untyped.Document(PAGE, limits={"max": 1}), "limits got an unexpected member 'max'"),
        (lambda: untyped.Document(PAGE).adaptive(max_tokens="8"), "max_tokens: 'str' object "),
        (lambda: untyped.Document(PAGE).adaptive(tokenizer=3), "tokenizer: a name or a function, not int"),
        (lambda: untyped.Document(PAGE, selector=3), "selector: a str, not int"),
        (lambda: untyped.Document(PAGE, limits=[1]), "limits: a mapping, not list"),
        (lambda: untyped.Document(PAGE).adaptive(task=1), "task: a str, not int"),
        (lambda: untyped.Document(PAGE).expand(b"1"), "uids: a number, numbers, or text"),
        (lambda: untyped.Document(PAGE).expand(True), "uids: a number, numbers, or text"),
        (lambda: untyped.snap_many(PAGE), "pages: an iterable of pages, not one page"),
        (lambda: untyped.snap_many(3), "'int' object is not iterable"),
    ],
)
def test_values_of_another_type_are_type_errors(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value).startswith(text)


def test_a_counter_that_raises_gives_its_own_exception() -> None:
    calls = []

    def counts_twice(text: str) -> int:
        calls.append(text)
        if len(calls) > 2:
            raise raised
        return 10**6

    raised = Raised("third")
    document = d2snap.Document(PAGE * 20)
    with pytest.raises(Raised) as error:
        document.adaptive(tokenizer=counts_twice, max_tokens=100)
    assert error.value is raised
    assert len(calls) == 3, "it is not called again"
    with pytest.raises(Raised):
        list(d2snap.adaptive_many([PAGE], tokenizer=raising))
    [given] = d2snap.adaptive_many([PAGE], tokenizer=raising, on_error="return")
    assert isinstance(given, Raised)


def test_what_an_argument_raises_is_raised_unchanged() -> None:
    class Number:
        def __index__(self) -> int:
            raise Raised("no number")

    with pytest.raises(Raised, match="no number"):
        untyped.adaptive(PAGE, Number())


def test_a_counter_gives_a_number() -> None:
    for wrong, kind in ((lambda text: "3", TypeError), (lambda text: -1, ValueError)):
        with pytest.raises(kind, match="tokenizer"):
            untyped.adaptive(PAGE, tokenizer=wrong)
    assert d2snap.adaptive(PAGE, tokenizer=lambda text: 10**30, max_tokens=10**30).html
