"""What the binding costs over Rust, and what workers gain: one run, Python and Rust in turns, page by page.

    python overhead.py FOLDER [--rounds N] [--workers] [--times PROGRAM]

Rust is `cargo build --release -p d2snap-benches --bin times`, which keeps the pages and answers how long each took. For a page on
one thread both processes are kept to one core (then the engine takes no further threads for a large page). Work goes from the
page's text to the snapshot's text and frees all it made. A page's time is the median of its rounds.

Workers are timed on all cores: all pages through `snap_many`, one worker and two in turns, in Python and in Rust. Where other
processes take a core, two gain nothing, in Rust neither: then the ratio of the least times, of many rounds, says most.

Wanted: at most 1.10 × Rust, and two workers at least 1.70 × as fast as one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import d2snap

from folder import Page, cores, pages, pin

WORK: dict[str, Callable[[str | bytes], str]] = {
    "snap": lambda page: d2snap.Document(page).snap().html,
    "snap-bytes": lambda page: d2snap.Document(page).snap().html,
    "adaptive": lambda page: d2snap.Document(page, uids=True).adaptive(max_tokens=8192).html,
}
"""What is done to a page by name, in Rust too."""


class Rust:
    """The program that does the same without Python."""

    def __init__(self, program: Path, folder: Path) -> None:
        self._process = subprocess.Popen([program, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.names: list[str] = json.loads(self._line())

    def __enter__(self) -> Rust:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def seconds(self, work: str, number: int) -> float:
        """How long it takes."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{work} {number}\n")
        self._process.stdin.flush()
        return float(self._line()) / 1e9

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("the Rust program ended")
        return line


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder of *.html")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="for each page, and for all (5)")
    parser.add_argument("--workers", action="store_true", help="time workers alone")
    root = Path(__file__).resolve().parents[3]
    built = Path(os.environ.get("CARGO_TARGET_DIR", root / "target")) / "release" / "times"
    parser.add_argument("--times", type=Path, default=built, metavar="PROGRAM", help="the program in Rust")
    arguments = parser.parse_args()
    found = pages(arguments.folder)
    if not arguments.workers:
        pages_alone(arguments, found)
    with Rust(arguments.times, arguments.folder) as rust:
        workers(found, rust, arguments.rounds)


def pages_alone(arguments: argparse.Namespace, found: list[Page]) -> None:
    """Prints what each work takes on one thread."""
    all = cores()
    pin(set(sorted(all)[-1:]))
    with Rust(arguments.times, arguments.folder) as rust:
        if rust.names != [page.name for page in found]:
            raise SystemExit("the Rust program has other pages")
        print("| one thread | Rust, s | Python, s | ratio of sums | median of pages' ratios | greatest tenth from |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for work in WORK:
            overhead(work, found, rust, arguments.rounds)
    pin(all)


def overhead(work: str, found: list[Page], rust: Rust, rounds: int) -> None:
    """Prints the row of a work."""
    convert = WORK[work]
    theirs: list[float] = []
    ours: list[float] = []
    for at, page in enumerate(found):
        given = page.html.encode() if work == "snap-bytes" else page.html
        times: list[tuple[float, float]] = []
        for turn in range(rounds):
            # Each is the first as often as the other.
            if turn % 2:
                mine = clock(convert, given)
                times.append((rust.seconds(work, at), mine))
            else:
                times.append((rust.seconds(work, at), clock(convert, given)))
        theirs.append(statistics.median(time for time, _ in times))
        ours.append(statistics.median(time for _, time in times))
    ratios = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
    tenth = ratios[len(ratios) * 9 // 10]
    print(
        f"| {work} | {sum(theirs):.3f} | {sum(ours):.3f} | {sum(ours) / sum(theirs):.3f} | {statistics.median(ratios):.3f} | {tenth:.3f} |",
        flush=True,
    )


def clock(convert: Callable[[str | bytes], str], page: str | bytes) -> float:
    """Seconds, with the time in which what was made is freed."""
    start = perf_counter()
    convert(page)
    return perf_counter() - start


def workers(found: list[Page], rust: Rust, rounds: int) -> None:
    """Prints what a second worker gains."""
    texts = [page.html for page in found]

    def many(count: int) -> float:
        start = perf_counter()
        deque((snapshot.html for snapshot in d2snap.snap_many(texts, workers=count)), maxlen=0)
        return perf_counter() - start

    print("\n| all pages | one worker, s | two, s | ratio of medians | median of rounds' ratios | ratio of least |\n| --- |" + " ---: |" * 5)
    times: dict[str, list[tuple[float, float]]] = {"snap_many": [], "Rust's": []}
    for _ in range(rounds):
        times["snap_many"].append((many(1), many(2)))
        times["Rust's"].append((rust.seconds("many", 1), rust.seconds("many", 2)))
    for name, pairs in times.items():
        one, two = (statistics.median(side) for side in zip(*pairs, strict=True))
        ratio = statistics.median(one / two for one, two in pairs)
        least_one, least_two = (min(side) for side in zip(*pairs, strict=True))
        print(f"| {name} | {one:.3f} | {two:.3f} | {one / two:.2f} | {ratio:.2f} | {least_one / least_two:.2f} |")


if __name__ == "__main__":
    main()
