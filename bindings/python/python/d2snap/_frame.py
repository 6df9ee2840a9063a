"""Captures of a live page: of each frame by a capturer of its own, composed into one."""

import json
import re
import secrets
from typing import Any, AsyncIterator, Dict, NamedTuple, Optional, Tuple
from weakref import WeakKeyDictionary

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


_MEMBERS = ("version", "capturer", "url", "viewport", "modal", "names", "nodes")


class Capturer(NamedTuple):
    """The capturer that one document has."""

    id: str
    frame: Any
    handle: Any


class Held(NamedTuple):
    """The capturers of a page, for all who take snapshots of it: a further one would hold as much again in the page, and would not
    know which fields held a secret.
    """

    by_frame: Dict[Any, Capturer]
    by_id: Dict[str, Capturer]


_PAGES: "WeakKeyDictionary[Any, Held]" = WeakKeyDictionary()


class Capturers:
    """The capturers of a page, a frame or a locator; they stay for as long as their documents."""

    def __init__(self, target: Any) -> None:
        self.target = target
        held = _PAGES.setdefault(self.page(), Held({}, {}))
        self.by_frame, self.by_id = held

    def page(self) -> Any:
        """The page of the target."""
        return self.target if hasattr(self.target, "main_frame") else self.target.page

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
        for frame in [frame for frame in self.by_frame if frame.is_detached()]:
            self.by_id.pop(self.by_frame.pop(frame).id, None)
        try:
            return await self._whole(), scope
        except Exception:
            # It went elsewhere meanwhile: what is there now is read, once it is there.
            await settle(self.root().wait_for_load_state("domcontentloaded"))
            return await self._whole(), scope

    async def _whole(self) -> str:
        capture, inner = await self._read(self.root(), 0)
        if not inner:
            return capture
        return re.sub(r"\}\s*$", lambda _: f',"frames":{json.dumps(inner)}}}', capture)

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

    async def _read(self, frame: Any, depth: int) -> Tuple[str, Dict[str, Any]]:
        """The page of a frame as JSON, and what is in its frames of other origins, by reference."""
        capturer = await self._capturer(frame)
        key = "d2snap." + secrets.token_hex(8)
        told = await tell(frame, key)
        capture: str = await settle(capturer.handle.evaluate(_CAPTURE, key if told else None))
        inner: Dict[str, Any] = {}
        if depth < MAX_FRAME_DEPTH:
            async for child, reference in self._closed_frames(frame, capturer):
                try:
                    inner[str(reference)] = await self._inner(child, depth + 1)
                except Exception:
                    # A frame that went away, or shows an error page of the browser: the capture says that it was not entered.
                    continue
        return capture, inner

    async def _inner(self, frame: Any, depth: int) -> Dict[str, Any]:
        """What a frame of another origin holds; what its page may have made of that is no part of another frame."""
        text, inner = await self._read(frame, depth)
        capture = json.loads(text)
        if not isinstance(capture, dict) or capture.get("version") != 1 or capture.get("capturer") != self.by_frame[frame].id:
            raise ValueError("the frame gave no capture of its own")
        return {**{name: capture[name] for name in _MEMBERS if name in capture}, "frames": inner}

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
