"""d2snap beside what a Python user would pick instead, in one run, on the same pages: time, tokens, targets kept.

    python peers.py FOLDER [--sample N] [--limit SECONDS] [--markdown | --json]

Each subject has a process of its own; all are kept to one core, and take turns page by page, so that what else the machine does
falls on all alike. The time of a page is the median of three conversions, or the first where that takes over half a second. A page
on which a subject raises, ends its process or takes over the limit is a failure of it. `--markdown` (the default) prints a table
of the pages that all subjects can do, `--json` a line for each page and subject. What targets kept are: `reading.py`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import d2snap

from folder import Page, cores, pages, pin
from reading import Kept, Targets
from subject import LXML, PAGE, SUBJECTS
from worker import Done, Failed, Worker

SLOW = 0.5
BUDGET = 8192
CAPTION = """\
{common} of {all} pages, those that all can do; one thread, median of three, taking turns. × is the sum in ratio to parsing with
lxml alone; tokens are o200k_base. Targets are the elements to act on that have an accessible name ({targets:,}, {links:,} of them
links). *Named*: the name stands in the text. *Link and href*: of links, the address stands there too; a snapshot within a budget
has numbers in the place of most. *Told*: the text shows, by a tag or as a Markdown link, that the element of that name can be acted
on, and which it is: it has a number, an address or an id, or is the only one of its name; of all targets, as the mean of the pages'
shares, and that of the first 8,192 tokens alone. Failures are of all {all} pages: errors, or over {limit:g} s."""


class Record(NamedTuple):
    """What a subject came to on a page; `cut` is what its first 8,192 tokens keep.

    Where it failed, `failed` says why and all others are None.
    """

    page: str
    subject: str
    seconds: float | None
    tokens: int | None
    kept: Kept | None
    cut: Kept | None
    failed: str | None


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder of *.html")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many pages, evenly spaced")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="what a page may take (60)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="a table (the default)")
    form.add_argument("--json", action="store_true", help="a line of JSON for each page and subject")
    arguments = parser.parse_args()
    pin(set(sorted(cores())[:1]))
    found = pages(arguments.folder, arguments.sample)
    records: list[Record] = []
    all: dict[str, Kept] = {}
    for record in measure(found, arguments.limit, all):
        records.append(record)
        if arguments.json:
            kept = {"kept": record.kept and record.kept._asdict(), "cut": record.cut and record.cut._asdict()}
            print(json.dumps({**record._asdict(), **kept, "all": all[record.page]._asdict()}), flush=True)
    if not arguments.json:
        print("\n".join(table(records, all, arguments.limit)))


def measure(found: list[Page], limit: float, all: dict[str, Kept]) -> Iterator[Record]:
    """A record for each page and subject; `all` gets what each page has of targets."""
    workers: list[Worker] = []
    for name in SUBJECTS:
        try:
            workers.append(Worker(name, limit))
        except ImportError as error:
            print(f"left out: {name}: {error}", file=sys.stderr)
    for at, page in enumerate(found):
        print(f"{at + 1}/{len(found)} {page.name}", file=sys.stderr)
        targets = Targets(page.html)
        all[page.name] = targets.all
        for worker, runs in zip(workers, turns(workers, page.html), strict=True):
            last = runs[-1]
            if isinstance(last, Failed):
                yield Record(page.name, worker.subject, None, None, None, None, last.why)
                continue
            seconds = statistics.median(run.seconds for run in runs if isinstance(run, Done))
            tokens, kept = d2snap.count_tokens(last.text), targets.kept(last.text)
            cut = kept if tokens <= BUDGET else targets.kept(first(last.text, BUDGET))
            yield Record(page.name, worker.subject, seconds, tokens, kept, cut, None)
    for worker in workers:
        worker.end()


def turns(workers: list[Worker], page: str) -> list[list[Done | Failed]]:
    """Three turns of every worker; one that failed or was slow has no further one."""
    runs: list[list[Done | Failed]] = [[worker.convert(page)] for worker in workers]
    for _ in range(2):
        for worker, done in zip(workers, runs, strict=True):
            if isinstance(done[-1], Done) and done[0].seconds <= SLOW:  # type: ignore[union-attr]
                done.append(worker.convert(page))
    return runs


def first(text: str, budget: int) -> str:
    """As much of the beginning of a text as has no more tokens than a budget."""
    low, high = 0, min(len(text), budget * 64)
    while high - low > 16:
        middle = (low + high) // 2
        if d2snap.count_tokens(text[:middle]) <= budget:
            low = middle
        else:
            high = middle
    return text[:low]


def table(records: list[Record], all: dict[str, Kept], limit: float) -> Iterator[str]:
    """Lines of Markdown: the caption, a row for each subject, and what failed on which pages."""
    failed = {record.page for record in records if record.failed is not None}
    common = [page for page in all if page not in failed]
    if not common:
        yield "No page that all can do."
        return
    subjects = list(dict.fromkeys(record.subject for record in records))
    total = Kept(*(sum(counts) for counts in zip(*(all[page] for page in common), strict=True)))
    yield CAPTION.format(common=len(common), all=len(all), targets=total.named, links=total.href, limit=limit)
    yield ""
    yield (
        "| | ms a page, median | s, all | × lxml | tokens a page, median | tokens, all | named | link and href "
        "| told | told, by page | told in 8,192, by page | failures |"
    )
    yield "| --- |" + " ---: |" * 11
    parsing = sum(record.seconds or 0 for record in records if record.subject == LXML and record.page not in failed)
    for subject in subjects:
        rows = [record for record in records if record.subject == subject]
        done = [row for row in rows if row.page not in failed]
        seconds = [row.seconds for row in done if row.seconds is not None]
        tokens = [row.tokens for row in done if row.tokens is not None]
        times = f"{statistics.median(seconds) * 1e3:,.1f} | {sum(seconds):,.2f} | {sum(seconds) / parsing:.2f}"
        kept = Kept(*(sum(counts) for counts in zip(*(row.kept for row in done if row.kept), strict=True)))
        shares = " | ".join(f"{count * 100 / max(of, 1):.1f} %" for count, of in zip(kept, total, strict=True))
        whole, cut = (by_page([(row.page, side) for row in done if (side := kept_of(row))], all) for kept_of in SIDES)
        said = f"{statistics.median(tokens):,.0f} | {sum(tokens):,} | {shares} | {whole:.1f} % | {cut:.1f} %"
        failures = sum(row.failed is not None for row in rows)
        if subject == LXML:
            said = " | " * 6
        yield f"| {subject} | {' | | ' if subject == PAGE else times} | {said} | {failures or ''} |"
    for subject in subjects:
        whys = [f"{record.page} ({record.failed})" for record in records if record.subject == subject and record.failed]
        if whys:
            yield f"\n{subject} fails on: {', '.join(whys)}"


SIDES: tuple[Callable[[Record], Kept | None], ...] = (lambda row: row.kept, lambda row: row.cut)


def by_page(kept: list[tuple[str, Kept]], all: dict[str, Kept]) -> float:
    """The mean of the pages' shares of targets that are told, in percent; pages without targets have none."""
    return statistics.mean([side.told * 100 / all[page].told for page, side in kept if all[page].told] or [0.0])


if __name__ == "__main__":
    main()
