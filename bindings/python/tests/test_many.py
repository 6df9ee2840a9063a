"""Many pages: in order, lazily, in bounded memory, with errors in their places."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time
import weakref
from typing import Any, Dict, Iterator, List, Optional, Tuple

import pytest

import d2snap

untyped: Any = d2snap


def page(n: int) -> str:
    return f"<main><h1>Page {n}</h1><p>Some words of it. And some more.</p><a href=/{n}>Next</a></main>"


def test_snapshots_come_in_the_order_of_the_pages() -> None:
    pages = [page(n) for n in range(200)]
    wanted = [d2snap.snap(html).html for html in pages]
    for workers in (None, 1, 2, 7):
        assert [snapshot.html for snapshot in d2snap.snap_many(pages, workers=workers)] == wanted
    within = [snapshot.html for snapshot in d2snap.adaptive_many(iter(pages), 60, task="next")]
    assert within == [d2snap.adaptive(html, 60, task="next").html for html in pages]


def test_parameters_and_options_are_passed_on() -> None:
    [snapshot] = d2snap.snap_many([page(1).encode()], 1, 1, 1, uids=True, selector="main")
    assert snapshot.html == d2snap.snap(page(1), 1, 1, 1, uids=True, selector="main").html
    [snapshot] = d2snap.adaptive_many([page(1)], max_tokens=30, uids=False, tokenizer="chars4", margin=0.1)
    assert snapshot.html == d2snap.adaptive(page(1), 30, uids=False, tokenizer="chars4", margin=0.1).html


def test_pages_are_taken_as_snapshots_are_asked_for() -> None:
    taken = 0

    def pages() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield page(taken)

    snapshots = d2snap.snap_many(pages(), workers=2)
    assert taken == 0
    for n in range(1, 40):
        assert next(snapshots).html.startswith(f"<main>\n# Page {n}\n")
        assert taken <= n + 2 * 4
    del snapshots
    gc.collect()


def test_an_error_is_raised_and_ends_the_batch() -> None:
    limits: d2snap.Limits = {"max_bytes": 1000}
    pages = [page(1), "x" * 2000, page(3)]
    snapshots = d2snap.snap_many(pages, limits=limits)
    assert next(snapshots).html.startswith("<main>\n# Page 1")
    with pytest.raises(d2snap.LimitExceeded, match="the page exceeds the limit of 1000 bytes"):
        next(snapshots)
    assert list(snapshots) == []


def test_an_error_takes_the_place_of_its_page() -> None:
    pages = [page(1), "x" * 2000, page(3)]
    first, second, third = d2snap.adaptive_many(pages, on_error="return", limits={"max_bytes": 1000})
    assert isinstance(first, d2snap.Snapshot) and isinstance(third, d2snap.Snapshot)
    assert isinstance(second, d2snap.LimitExceeded) and second.limit == 1000


def test_what_the_iterable_raises_comes_behind_the_pages_before() -> None:
    def pages() -> Iterator[str]:
        yield page(1)
        yield page(2)
        raise OSError("the disk is gone")

    for snapshots in (d2snap.snap_many(pages()), d2snap.snap_many(pages(), on_error="return")):
        assert len([next(snapshots), next(snapshots)]) == 2
        with pytest.raises(OSError, match="the disk is gone"):
            next(snapshots)


def test_what_is_no_page_is_an_error_in_its_place() -> None:
    with pytest.raises(TypeError, match="a page is str or bytes, not int"):
        list(untyped.snap_many([page(1), 3]))
    first, second, third = untyped.snap_many([page(1), None, page(3)], on_error="return")
    assert isinstance(second, TypeError) and str(second) == "a page is str or bytes, not NoneType"
    assert first.html.startswith("<main>\n# Page 1\n") and third.html.startswith("<main>\n# Page 3\n")


def test_an_interrupt_of_the_iterable_comes_at_once() -> None:
    def pages() -> Iterator[str]:
        yield page(1)
        raise KeyboardInterrupt

    snapshots = d2snap.snap_many(pages(), workers=2)
    with pytest.raises(KeyboardInterrupt):
        next(snapshots)
    assert list(snapshots) == []


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"selector": "[["}, "the selector `[[` does not parse: "),
        ({"exclude": "[["}, "the selector `[[` does not parse: "),
        ({"base_url": "nope"}, "the base URL `nope` is not an absolute URL: "),
        ({"encoding": "nope"}, "`nope` is no encoding label"),
        ({"ground_truth_replace": "yes"}, "ground_truth_replace: "),
    ],
)
def test_what_is_wrong_with_every_page_is_raised_at_the_call(options: Dict[str, Any], text: str) -> None:
    for call in (untyped.snap_many, untyped.adaptive_many):
        with pytest.raises((ValueError, TypeError), match=re.escape(text)):
            call([], on_error="return", **options)
    with pytest.raises((ValueError, TypeError), match=re.escape(text)):
        untyped.snap("<p>x", **options)


def test_a_batch_that_is_asked_by_what_it_waits_for_says_so() -> None:
    batches: List[Any] = []

    def count(text: str) -> int:
        next(batches[0])
        return len(text)

    batches.append(d2snap.adaptive_many([page(1), page(2)], 10, tokenizer=count))
    with pytest.raises(RuntimeError, match="by what it is waiting for"):
        next(batches[0])

    def pages() -> Iterator[str]:
        next(batches[1])
        yield page(1)

    batches.append(d2snap.snap_many(pages()))
    with pytest.raises(RuntimeError, match="by what it is waiting for"):
        next(batches[1])


def test_a_counter_may_use_other_batches() -> None:
    def count(text: str) -> int:
        [snapshot] = d2snap.snap_many([page(1)])
        return len(text) // 4 + len(snapshot.uids)

    assert [snapshot.tokens for snapshot in d2snap.adaptive_many([page(1)], 1000, tokenizer=count)]


def test_batches_that_hold_themselves_are_collected() -> None:
    class Job:
        def __init__(self) -> None:
            self.batch = d2snap.adaptive_many(self.pages(), 500, tokenizer=self.count, progress=self.told)
            self.snapshot = d2snap.adaptive(page(1), 500, tokenizer=self.count)

        def pages(self) -> Iterator[str]:
            yield page(1)
            yield str(self)

        def count(self, text: str) -> int:
            return len(text)

        def told(self, done: int, total: Optional[int]) -> None:
            pass

    jobs = []
    for begun in (False, True):
        job = Job()
        if begun:
            next(job.batch)
        jobs.append(weakref.ref(job))
        del job
    gc.collect()
    assert [job() for job in jobs] == [None, None]


def test_what_progress_raises_loses_no_snapshot() -> None:
    def told(done: int, total: Optional[int]) -> None:
        if done == 2:
            raise KeyError(done)

    snapshots = d2snap.snap_many([f"<p>{n}" for n in range(4)], progress=told)
    given = [next(snapshots).html]
    with pytest.raises(KeyError):
        next(snapshots)
    assert [*given, *(snapshot.html for snapshot in snapshots)] == ["0\n", "1\n", "2\n", "3\n"]


def test_one_page_or_a_mapping_is_no_batch() -> None:
    with pytest.raises(TypeError, match="not one page"):
        d2snap.snap_many("<p>x")
    with pytest.raises(TypeError, match="not a mapping"):
        d2snap.snap_many({"<p>x": 1})


def test_a_batch_says_how_far_it_is() -> None:
    snapshots = d2snap.snap_many([page(1), page(2)])
    next(snapshots)
    assert repr(snapshots) == "<d2snap.Snapshots: 1 of 2 done>"


FORK = """
import os, d2snap
snapshots = d2snap.snap_many([f"<p>{n}" for n in range(100)])
next(snapshots)
child = os.fork()
if child == 0:
    try:
        next(snapshots)
    except RuntimeError as error:
        assert "process" in str(error)
        assert [s.html for s in d2snap.snap_many(["<p>x"])] == ["x\\n"]
        os._exit(7)
    os._exit(1)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 7
assert len(list(snapshots)) == 99
"""

LEFT = """
import time, d2snap

def count(text):
    time.sleep(.002)
    return len(text) // 4

batch = d2snap.adaptive_many(["<p>a b c</p>" * 500] * 100, 100, tokenizer=count)
next(batch)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes of POSIX")
@pytest.mark.parametrize("script", [FORK, LEFT], ids=["fork", "left at the end"])
def test_processes_end_well(script: str) -> None:
    for _ in range(3):
        run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
        assert (run.returncode, run.stderr) == (0, "")


def test_progress_is_told_behind_each_page() -> None:
    told: List[Tuple[int, Optional[int]]] = []
    list(d2snap.snap_many([page(1), page(2)], progress=lambda done, total: told.append((done, total))))
    list(d2snap.snap_many((page(n) for n in range(2)), progress=lambda done, total: told.append((done, total))))
    assert told == [(1, 2), (2, 2), (1, None), (2, None)]

    class Enough(Exception):
        pass

    def stop(done: int, total: Optional[int]) -> None:
        raise Enough

    with pytest.raises(Enough):
        list(d2snap.snap_many([page(1)], progress=stop))


def test_one_batch_can_be_read_by_several_threads() -> None:
    snapshots = d2snap.snap_many(page(n) for n in range(300))
    found: List[str] = []

    def read() -> None:
        for snapshot in snapshots:
            found.append(snapshot.html)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(d2snap.snap(page(n)).html for n in range(300))


def test_python_runs_while_the_engine_works() -> None:
    large = "".join(page(n) for n in range(20_000))
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = ticks
    document = d2snap.Document(large)
    parsed = ticks - before
    document.snap()
    done.set()
    thread.join()
    assert parsed > 5


SLOW = """
import itertools, signal, d2snap
# A shell may have started the tests without it.
signal.signal(signal.SIGINT, signal.default_int_handler)
pages = ("<p>x" for _ in itertools.count())
print("ready", flush=True)
for snapshot in d2snap.snap_many(pages):
    pass
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_a_batch() -> None:
    process = subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode != 0 and "KeyboardInterrupt" in error


MEMORY = """
import resource, sys, d2snap

def pages(count):
    for n in range(count):
        yield f"<main><h1>Page {n}</h1>" + "".join(f"<p>Sentence {n} {i}. And another.</p><a href=/{i}>L{i}</a>" for i in range(60))

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

for count in (1_000, 9_000):
    for snapshot in d2snap.snap_many(pages(count)):
        snapshot.html
    for snapshot in d2snap.adaptive_many(pages(count // 3), 500):
        snapshot.tokens
    print(peak())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="rusage of POSIX")
def test_memory_is_flat_over_ten_thousand_pages() -> None:
    environment = {**os.environ, "MALLOC_ARENA_MAX": "2"}
    run = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True, env=environment)
    first, last = map(int, run.stdout.split())
    # Peak memory in KiB (bytes on macOS): ten times the pages may not take a tenth more.
    assert last < first * 1.1, f"{first} after 1,333 snapshots, {last} after 13,333"
