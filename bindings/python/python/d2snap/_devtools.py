"""What only the browser's tools know of a page: click listeners, and closed shadow roots."""

from typing import Any, List

from ._settle import settle

# `getEventListeners` is of the console's own. What is found is left for the capturer, and gives what may have a closed root: custom
# elements, and boxes with nothing in them.
_LOOK = """
(() => {
  const key = Symbol.for(KEY);
  const held = globalThis[key] ?? { listeners: [], closedRoots: [], looked: 0 };
  if (!(key in globalThis)) Object.defineProperty(globalThis, key, { value: held, configurable: true, enumerable: false });
  const kinds = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup'];
  const hosts = new Set('article aside blockquote div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '));
  const candidates = [];
  const left = held.looked ? held.closedRoots.slice(held.looked - 1) : [document];
  held.looked = held.closedRoots.length + 1;
  while (left.length) {
    for (const element of left.pop().querySelectorAll('*')) {
      const name = element.localName;
      if (element.shadowRoot) left.push(element.shadowRoot);
      else if (name.includes('-') || (hosts.has(name) && !element.firstChild && element.offsetHeight > 0)) candidates.push(element);
      if (name === 'iframe' || name === 'frame') {
        try { if (element.contentDocument) left.push(element.contentDocument); } catch {}
      }
      if (name === 'html' || name === 'body') continue;
      const found = getEventListeners(element);
      if (kinds.some(kind => kind in found)) held.listeners.push(element);
    }
  }
  return candidates.slice(0, MOST);
})()
"""

MAX_CANDIDATES = 500
"""Elements of which it is asked whether they have a closed shadow root."""

_ROOT = "function (key) { globalThis[Symbol.for(key)]?.closedRoots.push(this); }"


async def tell(frame: Any, key: str) -> bool:
    """Leaves what only the Chrome DevTools Protocol tells of a frame's page under `Symbol.for(key)` there; whether it could. Other
    browsers tell less.
    """
    page = frame.page
    try:
        # A frame has a session of its own only where it is a process of its own.
        session = await settle(page.context.new_cdp_session(page if frame == page.main_frame else frame))
    except Exception:
        return False
    try:
        # Those in closed roots are found in the next round.
        while await _look(session, key):
            pass
    except Exception:
        # A page that goes away meanwhile: what was left there, if anything was, is of use still.
        pass
    finally:
        await _detach(session)
    return True


async def _detach(session: Any) -> None:
    try:
        await settle(session.detach())
    except Exception:
        # Its page is gone already.
        pass


async def _look(session: Any, key: str) -> bool:
    """Looks at the page, then at what closed roots hold; whether further ones were found."""
    expression = _LOOK.replace("KEY", f"'{key}'").replace("MOST", str(MAX_CANDIDATES))
    group = {"objectGroup": key, "silent": True}
    found = await settle(session.send("Runtime.evaluate", {"expression": expression, "includeCommandLineAPI": True, **group}))
    try:
        candidates = found["result"].get("objectId")
        if candidates is None:
            return False
        members = await settle(session.send("Runtime.getProperties", {"objectId": candidates, "ownProperties": True}))
        roots: List[int] = []
        for member in members["result"]:
            element = member.get("value", {}).get("objectId")
            if element is not None and member["name"].isdecimal():
                node = await settle(session.send("DOM.describeNode", {"objectId": element, "depth": 1, "pierce": True}))
                roots.extend(
                    root["backendNodeId"] for root in node["node"].get("shadowRoots", ()) if root.get("shadowRootType") == "closed"
                )
        for root in roots:
            resolved = await settle(session.send("DOM.resolveNode", {"backendNodeId": root, "objectGroup": key}))
            call = {"objectId": resolved["object"]["objectId"], "functionDeclaration": _ROOT, "arguments": [{"value": key}]}
            await settle(session.send("Runtime.callFunctionOn", call))
        return bool(roots)
    finally:
        await settle(session.send("Runtime.releaseObjectGroup", {"objectGroup": key}))
