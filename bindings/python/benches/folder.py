"""The pages of a folder, and the clock's surroundings: what all benchmarks share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple


class Page(NamedTuple):
    """A page: its file's name without the extension, and its text."""

    name: str
    html: str


def pages(folder: Path, sample: int | None = None) -> list[Page]:
    """The `*.html` files of a folder in the order of their names, read as UTF-8; a sample has so many of them, evenly spaced.

    Raises:
        SystemExit: For a folder without such files.
    """
    paths = sorted(folder.glob("*.html"))
    if not paths:
        raise SystemExit(f"{folder}: no *.html in it")
    if sample is not None and sample < len(paths):
        paths = [paths[at * len(paths) // sample] for at in range(sample)]
    return [Page(path.stem, path.read_bytes().decode("utf-8-sig", "replace")) for path in paths]


def cores() -> set[int]:
    """The cores that this process may use; none where the system does not say."""
    return set(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else set()


def pin(cores: set[int]) -> None:
    """Keeps this process, and those that it starts, to these cores.

    On one core no subject has a second thread at the same time, and the engine, which takes further threads for a large page
    where there are cores, takes none. Where the system can not do that, nothing is done.
    """
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
