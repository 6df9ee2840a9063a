"""Whether memory stays flat over many pages: resident memory over N generated pages through `snap_many` and `adaptive_many`.

    python memory.py [N]

The pages, 10,000 by default, come from a generator, each different, of 2 to 200 KB, and are not kept; nor are the snapshots. It is
an error (exit code 1) where the last tenth has over a tenth more than the second: the first pays for vocabularies and for what
the allocator keeps. Linux alone: it reads /proc.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import d2snap

WORDS = [a + b + c for a in ("ka", "lo", "mi", "ter", "van") for b in ("do", "ri", "sen", "tu") for c in ("", "l", "ne", "rs", "x")]
GROWTH = 1.1


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pages", type=int, nargs="?", default=10_000, metavar="N", help="how many pages, ten or more (10,000)")
    count = max(parser.parse_args().pages, 10)
    runs: dict[str, Callable[[Iterable[str]], Iterable[d2snap.Snapshot]]] = {
        "snap_many": d2snap.snap_many,
        "adaptive_many": lambda pages: d2snap.adaptive_many(pages, max_tokens=2048),
    }
    print(f"MiB resident after each tenth of {count:,} pages; before: {resident():.1f}\n")
    print("| | " + " | ".join(f"{tenth * 10} %" for tenth in range(1, 11)) + " |")
    print("| --- |" + " ---: |" * 10)
    flat = True
    for name, run in runs.items():
        marks: list[float] = []
        print(f"| {name} |", end="", flush=True)
        for done, snapshot in enumerate(run(generated(count)), 1):
            assert snapshot.html
            if done * 10 // count > len(marks):
                marks.append(resident())
                print(f" {marks[-1]:.1f} |", end="", flush=True)
        print()
        flat &= marks[-1] <= marks[1] * GROWTH
    print("\nflat" if flat else "\nit grows")
    return 0 if flat else 1


def resident() -> float:
    """Resident memory in MiB."""
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def generated(count: int) -> Iterator[str]:
    """So many pages, the same at every run."""
    choice = random.Random(0)
    for number in range(count):
        # Many small ones, some large.
        sections = int(2 * 60 ** choice.random() ** 3)
        yield page(number, sections, choice)


def page(number: int, sections: int, choice: random.Random) -> str:
    """A page with a form, links, prose and a table in each of its sections."""

    def prose(words: int) -> str:
        return " ".join(choice.choices(WORDS, k=words)).capitalize() + "."

    parts = [f"<!doctype html><html lang=en><title>Page {number}</title><nav>"]
    parts += [f'<a href="/s/{number}/{at}">{prose(2)}</a>' for at in range(12)]
    parts.append("</nav><main>")
    for at in range(sections):
        identity = f"{number}-{at}"
        text = " ".join(prose(choice.randint(5, 20)) for _ in range(8))
        rows = "".join(f"<tr><td>{prose(2)}<td>{choice.random():.6f}" for _ in range(5))
        parts.append(
            f'<section id="s{identity}" class="card card-{identity}" data-n="{number}"><h2>{prose(4)}</h2><p>{text}</p>'
            f"<table><tr><th>Name<th>Value{rows}</table><form action=/f><label for=i{identity}>{prose(2)}</label>"
            f'<input id=i{identity} name=f{at} placeholder="{prose(2)}"><button class="btn b{at}">{prose(1)}</button></form></section>'
        )
    parts.append("</main>")
    return "".join(parts)


if __name__ == "__main__":
    sys.exit(main())
