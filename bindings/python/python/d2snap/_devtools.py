"""What only the browser's tools know of a page: click listeners, and closed shadow roots."""

from typing import Any, Dict, Optional

from ._settle import settle

MAX_ELEMENTS = 20_000
"""Of a larger page closed shadow roots are not looked for."""

# `getEventListeners` is of the console's own.
_LISTENERS = """
(() => {
  const kinds = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'];
  const listeners = [];
  let count = 0;
  const left = [document];
  while (left.length) {
    for (const element of left.pop().querySelectorAll('*')) {
      count++;
      if (element.shadowRoot) left.push(element.shadowRoot);
      if (element.localName === 'iframe' || element.localName === 'frame') {
        try { if (element.contentDocument) left.push(element.contentDocument); } catch {}
      }
      if (element.localName === 'html' || element.localName === 'body') continue;
      const found = getEventListeners(element);
      if (kinds.some(kind => kind in found)) listeners.push(element);
    }
  }
  Object.defineProperty(globalThis, Symbol.for(KEY), { value: { listeners, closedRoots: [] }, configurable: true, enumerable: false });
  return count;
})()
"""

_ROOT = "function (key) { globalThis[Symbol.for(key)]?.closedRoots.push(this); }"


class Devtools:
    """Sessions of the Chrome DevTools Protocol; other browsers have none, and tell less."""

    def __init__(self) -> None:
        self.sessions: Dict[Any, Any] = {}

    async def tell(self, frame: Any, key: str) -> bool:
        """Leaves what it knows of a frame's page under `Symbol.for(key)` there; whether it could."""
        try:
            session = await self._session(frame)
            if session is None:
                return False
            found = await settle(
                session.send("Runtime.evaluate", {
                    "expression": _LISTENERS.replace("KEY", f"'{key}'"), "includeCommandLineAPI": True, "returnByValue": True, "silent": True,
                })
            )
            count = found["result"].get("value")
            if count is None:
                return False
            if count <= MAX_ELEMENTS:
                await self._closed_roots(session, key)
            return True
        except Exception:
            # A page that goes away meanwhile, or a tree too deep for the protocol: what was left there is of use still.
            return True

    async def _session(self, frame: Any) -> Optional[Any]:
        if frame not in self.sessions:
            page = frame.page
            try:
                # A frame has a session of its own only where it is a process of its own.
                of = page if frame == page.main_frame else frame
                self.sessions[frame] = await settle(page.context.new_cdp_session(of))
            except Exception:
                self.sessions[frame] = None
        return self.sessions[frame]

    async def _closed_roots(self, session: Any, key: str) -> None:
        document = await settle(session.send("DOM.getDocument", {"depth": -1, "pierce": True}))
        left = [document["root"]]
        while left:
            node = left.pop()
            left.extend(node.get("children", ()))
            left.extend(node.get("shadowRoots", ()))
            if "contentDocument" in node:
                left.append(node["contentDocument"])
            if node.get("shadowRootType") == "closed":
                resolved = await settle(session.send("DOM.resolveNode", {"backendNodeId": node["backendNodeId"]}))
                root = resolved["object"]["objectId"]
                await settle(
                    session.send("Runtime.callFunctionOn", {"objectId": root, "functionDeclaration": _ROOT, "arguments": [{"value": key}]})
                )
        await settle(session.send("DOM.disable"))
