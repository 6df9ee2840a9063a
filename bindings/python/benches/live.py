"""d2snap on a live page beside what else agents are shown of one: time, tokens, and which elements to act on keep their names.

    python live.py FOLDER [--sample N] [--browser-use PYTHON] [--agent-browser PROGRAM] [--limit SECONDS] [--markdown | --json]

One Chromium ($CHROMIUM, or on the path), one tab, pages served from this machine, no other host within reach. All subjects are
connected to that tab and take turns on the same loaded page; the time is the median of three turns, or the first where that takes
over five seconds; the text is that of the last, in which browser-use marks nothing as new. A subject fails on a page where it raises
or takes over the limit. `--markdown` (the default) prints a table of the pages that all can do, `--json` a line for each page and
subject.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import d2snap
import d2snap.playwright
from playwright.sync_api import Error, sync_playwright

from browser import Site, chromium
from folder import Page, pages
from peers import first
from standing import Names, by_browser, read
from view import BUDGET, AgentBrowser, BrowserUse, Take, View, of_page
from worker import WARM

SLOW = 5.0
LOAD = 20_000
SETTLE = 500
TRIES = 12
CAPTION = """\
{common} of {all} pages, those that all can do; one Chromium, the same loaded page, median of three, taking turns. Tokens are
o200k_base. *Targets*: of d2snap's own targets of the live page that have a name ({targets:,}), those whose name stands in the text;
that it is d2snap who says what a target is favours it. *Elements*: of the visible links, buttons, fields and elements of such roles
with a name that the browser itself finds ({elements:,}), those whose name stands in the text, and in its first 8,192 tokens. *In sight*: of
those within the window of 1,280 pixels without scrolling ({seen:,}); browser-use leaves out what is over 1,000 pixels below it, by
intent."""


class Record(NamedTuple):
    """What a subject came to on a page. Where it failed, `failed` says why and all between are None.

    Fields:
        page: The page's name.
        subject: The subject's.
        seconds: The median time.
        whole: That of the whole call, where `seconds` is a part of it.
        tokens: Of the text.
        targets: How many of the engine's named targets are named in the text.
        elements: How many of the elements that the browser finds.
        cut: How many of these in the first 8,192 tokens.
        seen: How many of those that are in sight without scrolling.
        failed: Why it has none of this.
    """

    page: str
    subject: str
    seconds: float | None = None
    whole: float | None = None
    tokens: int | None = None
    targets: int | None = None
    elements: int | None = None
    cut: int | None = None
    seen: int | None = None
    failed: str | None = None


class There(NamedTuple):
    """What a page has: the engine's named targets, the elements that the browser finds, and those in sight."""

    targets: Names
    elements: Names
    seen: Names


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="a folder of *.html")
    parser.add_argument("--sample", type=int, metavar="N", help="only so many pages, evenly spaced")
    parser.add_argument("--browser-use", metavar="PYTHON", help="an interpreter that has browser-use")
    parser.add_argument("--agent-browser", metavar="PROGRAM", help="the command of agent-browser")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="what a view may take (60)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="a table (the default)")
    form.add_argument("--json", action="store_true", help="a line of JSON for each page and subject")
    arguments = parser.parse_args()
    records: list[Record] = []
    all: dict[str, There] = {}
    for record in run(arguments, all):
        records.append(record)
        if arguments.json:
            there = all[record.page]
            print(json.dumps({**record._asdict(), "all": [names.all for names in there]}), flush=True)
    if not arguments.json:
        print("\n".join(table(records, all)))


def run(arguments: argparse.Namespace, all: dict[str, There]) -> Iterator[Record]:
    """A record for each page and subject, in a browser of its own; `all` gets what each page has."""
    site, found, limit = Site(), pages(arguments.folder, arguments.sample), arguments.limit
    with chromium() as port, sync_playwright() as playwright, ExitStack() as ends:
        ends.callback(site.end)
        tab = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}").contexts[0].pages[0]
        tab.set_default_timeout(limit * 1000)
        # What starts at an empty tab opens another.
        tab.goto(site.add("warm", WARM.encode()))
        takes = of_page(tab)
        peers: list[BrowserUse | AgentBrowser] = []
        if arguments.browser_use:
            peers.append(BrowserUse(arguments.browser_use, port, limit))
            ends.callback(peers[-1].end)
        if arguments.agent_browser:
            peers.append(AgentBrowser(arguments.agent_browser, port, limit))
            ends.callback(peers[-1].end)
        takes |= {peer.name: peer for peer in peers}
        turns(takes)
        yield from measure(tab, site, arguments.folder, found, takes, all)


def measure(
    tab: Any, site: Site, folder: Path, found: list[Page], takes: dict[str, Take], all: dict[str, There]
) -> Iterator[Record]:
    """Opens each page in turn. One that does not load, or leads elsewhere by itself, is left out."""
    for at, page in enumerate(found):
        print(f"{at + 1}/{len(found)} {page.name}", file=sys.stderr)
        address = site.add(page.name, (folder / f"{page.name}.html").read_bytes())
        try:
            tab.goto(address, timeout=LOAD)
            before = settled(tab)
            views = turns(takes)
            # Not before: it would warm the page for d2snap alone.
            there = There(Names([[target.name or ""] for target in targets(tab)]), *by_browser(tab))
        except Error as error:
            print(f"left out: {page.name}: {error.message.splitlines()[0]}", file=sys.stderr)
            continue
        if tab.url.partition("#")[0] != address:
            print(f"left out: {page.name}: leads to {tab.url}", file=sys.stderr)
            continue
        if before != there.elements.all:
            print(f"{page.name}: {before} elements before, {there.elements.all} after", file=sys.stderr)
        all[page.name] = there
        for subject, taken in views.items():
            yield record(page.name, subject, taken, there)


def settled(tab: Any) -> int:
    """How many elements to act on a page has once that stays so, of which some pages show the first after seconds."""
    count = -1
    for _ in range(TRIES):
        tab.wait_for_timeout(SETTLE)
        last, count = count, by_browser(tab)[0].all
        if count == last and count:
            break
    return max(count, 0)


def targets(tab: Any) -> list[d2snap.Target]:
    """All targets of the page in a tab, printed or not."""
    document = d2snap.playwright.snapshot(tab, BUDGET).document
    return document.targets if document else []


def turns(takes: dict[str, Take]) -> dict[str, list[View] | str]:
    """Three turns of every subject, each begun by another; one that failed has why instead, one that was slow has the first."""
    views: dict[str, list[View] | str] = {subject: [] for subject in takes}
    subjects = list(takes.items())
    for turn in range(3):
        at = turn * len(subjects) // 3
        for subject, take in subjects[at:] + subjects[:at]:
            done = views[subject]
            if isinstance(done, str) or done and done[0].seconds > SLOW:
                continue
            try:
                done.append(take())
            except Exception as error:
                views[subject] = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    return views


def record(page: str, subject: str, taken: list[View] | str, there: There) -> Record:
    """What became of a subject's turns."""
    if isinstance(taken, str):
        return Record(page, subject, failed=taken)
    text = taken[-1].text
    tokens, said = d2snap.count_tokens(text), read(text)
    cut = said if tokens <= BUDGET else read(first(text, BUDGET))
    wholes = [view.whole for view in taken if view.whole is not None]
    return Record(
        page,
        subject,
        seconds=statistics.median(view.seconds for view in taken),
        whole=statistics.median(wholes) if wholes else None,
        tokens=tokens,
        targets=there.targets.standing(said),
        elements=there.elements.standing(said),
        cut=there.elements.standing(cut),
        seen=there.seen.standing(said),
    )


def table(records: list[Record], all: dict[str, There]) -> Iterator[str]:
    """Lines of Markdown: the caption, a row for each subject, and what failed on which pages."""
    failed = {record.page for record in records if record.failed is not None}
    common = [page for page in all if page not in failed]
    if not common:
        yield "No page that all can do."
        return
    named = sum(all[page].targets.all for page in common)
    elements = sum(all[page].elements.all for page in common)
    seen = sum(all[page].seen.all for page in common)
    yield CAPTION.format(common=len(common), all=len(all), targets=named, elements=elements, seen=seen)
    yield ""
    yield "| | ms a page, median | s, all | tokens a page, median | tokens, all | targets | elements | in 8,192 | in sight | failures |"
    yield "| --- |" + " ---: |" * 9
    notes: list[str] = []
    for subject in dict.fromkeys(record.subject for record in records):
        rows = [record for record in records if record.subject == subject]
        done = [row for row in rows if row.page not in failed]
        seconds, tokens = [row.seconds or 0 for row in done], [row.tokens or 0 for row in done]
        counts = (
            (sum(row.targets or 0 for row in done), named),
            (sum(row.elements or 0 for row in done), elements),
            (sum(row.cut or 0 for row in done), elements),
            (sum(row.seen or 0 for row in done), seen),
        )
        shares = " | ".join(f"{count * 100 / max(of, 1):.1f} %" for count, of in counts)
        failures = [f"{row.page} ({row.failed})" for row in rows if row.failed]
        yield (
            f"| {subject} | {statistics.median(seconds) * 1e3:,.0f} | {sum(seconds):,.2f} | {statistics.median(tokens):,.0f} "
            f"| {sum(tokens):,} | {shares} | {len(failures) or ''} |"
        )
        if failures:
            notes.append(f"{subject} fails on: {', '.join(failures)}")
        if wholes := [row.whole for row in done if row.whole is not None]:
            notes.append(f"{subject}: of its whole call, {statistics.median(wholes) * 1e3:,.0f} ms in the median, this is its own part.")
    for note in notes:
        yield f"\n{note}"


if __name__ == "__main__":
    main()
