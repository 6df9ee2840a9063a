"""The plain values of snapshots: named tuples."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple


class Params(NamedTuple):
    """How strongly a page is reduced."""

    k: float
    l: float  # noqa: E741
    m: float


class Meta(NamedTuple):
    """What a page says of itself."""

    title: str
    lang: str
    base_url: Optional[str]


class Target(NamedTuple):
    """An element that takes an action itself."""

    uid: int
    tag: str
    role: Optional[str]
    name: Optional[str]
    context: Optional[str]
    reasons: Tuple[str, ...]
    state: Dict[str, str]
    value: Optional[str]
    href: Optional[str]
    selector: str
    xpath: Optional[str]


class Stats(NamedTuple):
    """What was kept and what was not."""

    sentences: int
    sentences_kept: int
    attributes: int
    attributes_kept: int
    containers: int
    containers_kept: int
    depth_cut: int
    withheld: Dict[str, int]


class ElidedRun(NamedTuple):
    """Targets that follow each other and were left out."""

    first: int
    last: int
    count: int
    what: str


class Adaptive(NamedTuple):
    """What an adaptive snapshot came to."""

    budget: int
    tokens: int
    evaluations: int
    utility: float
    filled: int
    elided_targets: int
    elided_lines: int
    elided_runs: Tuple[ElidedRun, ...]


class Change(NamedTuple):
    """A fact of a target that changed."""

    uid: int
    fact: str
    before: Optional[str]
    after: Optional[str]


class Line(NamedTuple):
    """A line that one snapshot has and the other has not."""

    sign: str
    text: str


class Diff(NamedTuple):
    """What changed from one snapshot to another."""

    added: List[Target]
    removed: List[Target]
    changed: List[Change]
    lines: List[Line]
    text: str

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.lines)
