"""Snapshots of live pages, for both APIs of Playwright: with a page of the asynchronous one, every call is to be awaited.

    from playwright.sync_api import sync_playwright
    import d2snap.playwright

    with sync_playwright() as playwright:
        page = playwright.chromium.launch().new_page()
        page.goto("https://example.com")
        snapshot = d2snap.playwright.snapshot(page, max_tokens=8192, task="find out more")
        print(snapshot)
        snapshot.locator(snapshot.targets[0].uid).click()

A snapshot is of the page as a user has it: what CSS hides is left out, what was typed and ticked is there, frames and shadow roots
are in their places. The page is left as it was.
"""

import asyncio
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import Document, Numbers, Snapshot
from ._frame import Capturers
from ._locator import Locator, PageSnapshot, StaleTarget
from ._query import query
from ._settle import is_async, run

__all__ = ["Locator", "PageSnapshot", "Session", "StaleTarget", "query", "snapshot", "take_dom_snapshot"]


def snapshot(target: Any, max_tokens: int = 8192, *, task: Optional[str] = None, **options: Any) -> Any:
    """The best snapshot of a live page within a token budget. Targets carry their numbers unless `uids=False` says otherwise.

    Args:
        target: A page, a frame, or a locator, of which the snapshot is then, with the numbers of the whole page.
        max_tokens: The most tokens that the snapshot may have.
        task: What the agent is to do: what it names is given up last.
        **options: Those of `Document`, and `tokenizer`, `margin`, `on_overflow` and `weights` of `Document.adaptive`.

    Returns:
        A `PageSnapshot`, to be awaited with a target of the asynchronous API.

    Raises:
        ValueError: For an argument that is wrong whatever the page is.
        LimitExceeded: Beyond the option `limits`.
        BudgetUnreachable: Where not even the first heading or target fits.
    """
    coroutine = Session(target)._snapshot(max_tokens, task, options)
    return coroutine if is_async(target) else run(coroutine)


BUDGET = ("tokenizer", "margin", "on_overflow", "weights")


class Session:
    """Snapshots of one page over time: an element keeps its number while it exists, new ones get new numbers, none is used again.

    Args:
        target: A page, a frame or a locator.
    """

    def __init__(self, target: Any) -> None:
        self._target = target
        self._capturers = Capturers(target)
        self._numbers = Numbers()
        self._previous: Optional[PageSnapshot] = None
        self._current: Optional[PageSnapshot] = None
        self._lock: Optional[asyncio.Lock] = None

    def snapshot(self, max_tokens: int = 8192, *, task: Optional[str] = None, **options: Any) -> Any:
        """As `d2snap.playwright.snapshot`, with the numbers of the session.

        Args:
            max_tokens: The most tokens that the snapshot may have.
            task: What the agent is to do.
            **options: As there.
        """
        coroutine = self._snapshot(max_tokens, task, options)
        return coroutine if is_async(self._target) else run(coroutine)

    async def _snapshot(self, max_tokens: int, task: Optional[str], options: Mapping[str, Any]) -> PageSnapshot:
        budget = {name: value for name, value in options.items() if name in BUDGET}
        document = await self._document({name: value for name, value in options.items() if name not in BUDGET})
        return self._taken(document.adaptive(max_tokens, task=task, **budget))

    async def _snap(self, params: Sequence[float], options: Mapping[str, Any]) -> PageSnapshot:
        return self._taken((await self._document(options)).snap(*params))

    async def _document(self, options: Mapping[str, Any]) -> Document:
        if is_async(self._target):
            # One after another: at once, each would number the same elements.
            self._lock = self._lock or asyncio.Lock()
            async with self._lock:
                return await self._captured(options)
        return await self._captured(options)

    async def _captured(self, options: Mapping[str, Any]) -> Document:
        capture, scope = await self._capturers.capture()
        chosen: Dict[str, Any] = {"uids": True, **({} if scope is None else {"selector": scope}), **options}
        return Document.from_capture(capture, numbers=self._numbers, **chosen)

    def _taken(self, snapshot: Snapshot) -> PageSnapshot:
        self._previous, self._current = self._current, PageSnapshot(snapshot, self._capturers)
        return self._current

    def diff(self) -> Any:
        """What changed from the snapshot before the last to the last, to be sent instead of the whole: a `Diff`.

        Before the second snapshot all is new.
        """
        if self._current is None:
            raise ValueError("the session has no snapshot yet")
        if self._previous is None:
            empty = Document("").snap()
            return self._current.snapshot.diff(empty)
        return self._current.snapshot.diff(self._previous.snapshot)


RATIOS = ("hierarchyRatio", "textRatio", "attributeRatio")


def take_dom_snapshot(target: Any, modifier: Union[str, Mapping[str, Any], None] = None, **options: Any) -> Any:
    """The snapshot of a live page as text, as Webfuse's automation API takes it.

    Args:
        target: A page, a frame or a locator.
        modifier: None: the page without reduction. "downsample": at the defaults. `{"name": "D2Snap", "params": {"hierarchyRatio":
            .6, "textRatio": .2, "attributeRatio": .8}}`: at these; what is not given is .3. Names are k, l and m.
        **options: Those of `Document`; targets carry no numbers unless `uids=True` says so.

    Returns:
        The text, to be awaited with a target of the asynchronous API.

    Raises:
        ValueError: For another modifier.
    """
    params = _params(modifier)

    async def take() -> str:
        taken = await Session(target)._snap(params, {"uids": False, **options})
        return str(taken)

    coroutine = take()
    return coroutine if is_async(target) else run(coroutine)


def _params(modifier: Union[str, Mapping[str, Any], None]) -> List[float]:
    if modifier is None:
        return [0.0, 0.0, 0.0]
    if isinstance(modifier, str):
        modifier = {"name": modifier}
    name, given = modifier.get("name"), dict(modifier.get("params") or {})
    if name not in ("downsample", "D2Snap") or set(modifier) - {"name", "params"}:
        raise ValueError(f'modifier = {modifier!r} is out of range: None, "downsample", or D2Snap with its params')
    unknown = set(given) - set(RATIOS)
    if unknown:
        raise ValueError(f"modifier: D2Snap has no parameter {', '.join(sorted(unknown))}: {', '.join(RATIOS)}")
    return [float(given.get(ratio, 0.3)) for ratio in RATIOS]
