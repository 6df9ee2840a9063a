"""Snapshots of live pages, and the elements that their numbers stand for."""

import re
from typing import Any, Callable, Dict, Optional

from . import Document, NoTarget, Snapshot, Target
from ._frame import Capturers
from ._settle import is_async, run, settle


class StaleTarget(Exception):
    """A target's element is gone, and no equal one stands in its place: `uid` is its number. Another snapshot tells what is there."""

    def __init__(self, uid: int, reason: str) -> None:
        super().__init__(f"the element of uid {uid} is gone: {reason}")
        self.uid = uid
        self.reason = reason

    def __reduce__(self) -> "tuple[type, tuple[int, str]]":
        return type(self), (self.uid, self.reason)


class Locator:
    """The live element of a target.

    It has the methods of Playwright's element handles (`click`, `fill`, `press`, `select_option`, `hover`, `inner_text` …). Each finds
    the element when it is called: the very one that the snapshot shows, else, where the page made it anew, the one in its place that
    equals it (tag, role, name, address, its line and the heading above), where no other is like it. It is never another.

    Raises:
        StaleTarget: When the element is gone, from each method.
    """

    def __init__(self, capturers: Capturers, target: Target, document: Document) -> None:
        self._capturers = capturers
        self._document = document
        self.target = target

    def __repr__(self) -> str:
        """As in `<d2snap.playwright.Locator of uid 7: button "Buy">`."""
        return f'<d2snap.playwright.Locator of uid {self.target.uid}: {self.target.role or self.target.tag} "{self.target.name or ""}">'

    def element(self) -> Any:
        """Playwright's handle of the element as it is now; to be awaited in the asynchronous API."""
        coroutine = self._element()
        return coroutine if is_async(self._capturers.target) else run(coroutine)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)

        def method(*arguments: Any, **options: Any) -> Any:
            async def call() -> Any:
                element = await self._element()
                return await settle(getattr(element, name)(*arguments, **options))

            coroutine = call()
            return coroutine if is_async(self._capturers.target) else run(coroutine)

        return method

    async def _element(self) -> Any:
        found = await self._referred(self.target.reference)
        return found if found is not None else await self._referred(await self._again(), final=True)

    async def _referred(self, reference: Optional[str], final: bool = False) -> Any:
        capturer, _, number = (reference or "").partition("/")
        known = self._capturers.by_id.get(capturer)
        if known is None:
            raise StaleTarget(self.target.uid, "its page or frame has another document by now")
        try:
            handle = await settle(
                known.handle.evaluate_handle(
                    "(capturer, number) => { const found = capturer.element(number); return found?.isConnected && found.ownerDocument.defaultView ? found : null; }", int(number)
                )
            )
        except Exception as error:
            raise StaleTarget(self.target.uid, "its page or frame has another document by now") from error
        element = handle.as_element()
        if element is None and final:
            raise StaleTarget(self.target.uid, "it was taken out of the page")
        return element

    async def _again(self) -> str:
        """The reference of the element that now stands in its place."""
        capture, _ = await self._capturers.capture()
        now = Document.from_capture(capture, uids=True)
        there = [target for target in now.targets if target.selector == self.target.selector]
        if not there:
            raise StaleTarget(self.target.uid, "it was taken out of the page")
        [target] = there
        if _identity(target) != _identity(self.target):
            what = f'{target.role or target.tag} "{target.name or ""}"'
            raise StaleTarget(self.target.uid, f"another stands in its place, {what}")
        # Of several that are alike nothing tells which of them it was.
        alike = [sum(_identity(other) == _identity(target) for other in document.targets) for document in (self._document, now)]
        if alike != [1, 1]:
            raise StaleTarget(self.target.uid, "others like it are on the page, and it may be one of them")
        if now.meta.base_url != self._document.meta.base_url:
            raise StaleTarget(self.target.uid, "the page has another address by now")
        around = _around(self._document, self.target.uid)
        if around is None or around != _around(now, target.uid):
            raise StaleTarget(self.target.uid, "what stands around it is another by now")
        return target.reference or ""


def _identity(target: Target) -> "tuple[object, ...]":
    capturer = (target.reference or "").partition("/")[0]
    return capturer, target.tag, target.role, target.name, target.href, target.context


def _around(document: Document, uid: int) -> "tuple[str, str] | None":
    """The line that a target is on, and the nearest heading above; None where numbers are not printed."""
    heading = ""
    for line in document.snap(float("inf"), 0, 1).html.splitlines():
        text = _UID.sub("", line)
        if re.search(rf' uid="?{uid}"?>', line):
            return text, heading
        if text.lstrip("- ").startswith("#"):
            heading = text
    return None


_UID = re.compile(r' uid="?\d+"?(?=>)')


class PageSnapshot:
    """A snapshot of a live page: all that a `Snapshot` has, and the elements that its numbers stand for.

    Fields:
        snapshot: The `Snapshot`; its attributes are this one's too.
    """

    def __init__(self, snapshot: Snapshot, capturers: Capturers) -> None:
        self.snapshot = snapshot
        self._capturers = capturers
        self._known: Optional[Dict[int, Target]] = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") and name != "_repr_html_":
            raise AttributeError(name)
        return getattr(self.snapshot, name)

    def __str__(self) -> str:
        """The snapshot's text."""
        return self.snapshot.html

    def __repr__(self) -> str:
        """The snapshot's."""
        return repr(self.snapshot).replace("d2snap.Snapshot", "d2snap.playwright.PageSnapshot", 1)

    @property
    def url(self) -> str:
        """The address that the page had."""
        document = self.snapshot.document
        return "" if document is None else document.meta.base_url or ""

    def page(self) -> Any:
        """The page of Playwright that it is of."""
        return self._capturers.page()

    def has(self, uid: int) -> bool:
        """Whether the page has a target of this number, printed or not.

        Args:
            uid: The number.
        """
        return uid in self._targets()

    def locator(self, uid: int) -> Locator:
        """The live element of a target, printed or not.

        Args:
            uid: Its number.

        Raises:
            NoTarget: For a number that no target of the page has.
        """
        target = self._targets().get(uid)
        if target is None:
            raise NoTarget(f"no target with uid {uid} is in scope: the page has {len(self._targets())}")
        document = self.snapshot.document
        assert document is not None, "a snapshot of a live page has its document"
        return Locator(self._capturers, target, document)

    def expand(self, uids: Any, max_tokens: int = 8192, **budget: Any) -> "PageSnapshot":
        """A part of the page as it was, as `Document.expand`.

        Args:
            uids: The numbers.
            max_tokens: The most tokens that it may have.
            **budget: The other arguments of `Document.expand`.
        """
        document = self.snapshot.document
        assert document is not None, "a snapshot of a live page has its document"
        return PageSnapshot(document.expand(uids, max_tokens, **budget), self._capturers)

    def diff(self, previous: Any) -> Any:
        """What changed since another snapshot of the session, as `Snapshot.diff`.

        Args:
            previous: The other one.
        """
        return self.snapshot.diff(previous.snapshot if isinstance(previous, PageSnapshot) else previous)

    def _targets(self) -> Dict[int, Target]:
        if self._known is None:
            document = self.snapshot.document
            self._known = {} if document is None else {target.uid: target for target in document.targets}
        return self._known
