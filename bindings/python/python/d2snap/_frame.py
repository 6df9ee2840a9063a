"""Captures of a live page: of each frame by a capturer of its own, composed into one."""

import re
import secrets
from typing import Any, AsyncIterator, Dict, List, NamedTuple, Optional, Tuple

from . import CAPTURE_SCRIPT
from ._devtools import tell
from ._settle import settle

MAX_FRAME_DEPTH = 8

# Evaluated as it stands; Playwright calls what it would give if that were a function.
_CAPTURER = CAPTURE_SCRIPT.rstrip().rstrip(";") + "({})"

_CAPTURE = """
(capturer, key) => {
  const held = key === null ? {} : globalThis[Symbol.for(key)] ?? {};
  if (key !== null) delete globalThis[Symbol.for(key)];
  return capturer.capture(held);
}
"""

# The path of an element in its page, through open shadow roots.
_PATH = """
element => {
  const step = at => {
    let nth = 1;
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) nth += before.localName === at.localName;
    return `${CSS.escape(at.localName)}:nth-of-type(${nth})`;
  };
  const parts = [[]];
  for (let at = element; ; ) {
    parts[0].unshift(step(at));
    const parent = at.parentNode;
    if (parent && parent.nodeType === 11 && parent.host) {
      parts.unshift([]);
      at = parent.host;
    } else if (parent && parent.nodeType === 1) at = parent;
    else return parts.map(part => part.join(' > ')).join(' >>> ');
  }
}
"""


class Capturer(NamedTuple):
    """The capturer that one document has."""

    id: str
    frame: Any
    handle: Any


class Capturers:
    """The capturers of a page, a frame or a locator; they stay for as long as their documents."""

    def __init__(self, target: Any) -> None:
        self.target = target
        self.by_frame: Dict[Any, Capturer] = {}
        self.by_id: Dict[str, Capturer] = {}

    def root(self) -> Any:
        """The frame that is read: a locator's is the main one of its page, so that numbers are those of the whole page."""
        if hasattr(self.target, "main_frame"):
            return self.target.main_frame
        return self.target if hasattr(self.target, "frame_element") else self.target.page.main_frame

    async def capture(self) -> Tuple[str, Optional[str]]:
        """The page as JSON, and the selector of the part that is asked for."""
        scope = None
        if not hasattr(self.target, "main_frame") and not hasattr(self.target, "frame_element"):
            scope = await self._path(await settle(self.target.element_handle()))
        return await self._read(self.root(), 0), scope

    async def _path(self, element: Any) -> str:
        path: str = await settle(element.evaluate(_PATH))
        frame = await settle(element.owner_frame())
        if frame is None or frame == self.root():
            return path
        return f"{await self._path(await settle(frame.frame_element()))} >>> {path}"

    async def _capturer(self, frame: Any) -> Capturer:
        known = self.by_frame.get(frame)
        if known is not None:
            try:
                await settle(known.handle.evaluate("capturer => capturer.id"))
                return known
            except Exception:
                # Its document is gone, and with it all that it referred to.
                self.by_id.pop(known.id, None)
        handle = await settle(frame.evaluate_handle(_CAPTURER))
        capturer = Capturer(await settle(handle.evaluate("capturer => capturer.id")), frame, handle)
        self.by_frame[frame] = capturer
        self.by_id[capturer.id] = capturer
        return capturer

    async def _read(self, frame: Any, depth: int) -> str:
        capturer = await self._capturer(frame)
        key = "d2snap." + secrets.token_hex(8)
        told = await tell(frame, key)
        capture: str = await settle(capturer.handle.evaluate(_CAPTURE, key if told else None))
        inner: List[str] = []
        if depth < MAX_FRAME_DEPTH:
            async for child, reference in self._closed_frames(frame, capturer):
                try:
                    inner.append(f'"{reference}":{await self._read(child, depth + 1)}')
                except Exception:
                    # A frame that went away, or shows an error page of the browser: the capture says that it was not entered.
                    continue
        if not inner:
            return capture
        return re.sub(r"\}\s*$", lambda _: ',"frames":{' + ",".join(inner) + "}}", capture)

    async def _closed_frames(self, frame: Any, capturer: Capturer) -> AsyncIterator[Tuple[Any, int]]:
        """The frames that the capturer can not look into, with the references that it has for them."""
        for child in frame.child_frames:
            try:
                element = await settle(child.frame_element())
                reference = await settle(
                    capturer.handle.evaluate("(capturer, frame) => frame.contentDocument ? 0 : capturer.ref(frame)", element)
                )
            except Exception:
                continue
            if reference:
                yield child, reference
            else:
                async for found in self._closed_frames(child, capturer):
                    yield found
