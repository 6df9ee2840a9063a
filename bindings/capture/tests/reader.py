"""Reads pages with capture.js, as a host does, and has the engine make snapshots of what it wrote."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Frame, Page

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = (ROOT / "bindings/capture/capture.js").read_text(encoding="utf-8")
COMMAND = os.environ.get("D2SNAP", str(ROOT / "target/debug/d2snap"))
CLICKS = {"click", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart", "touchend"}


class Snapshot:
    """What the command `d2snap snap --capture --json` says of a capture."""

    def __init__(self, capture: str, *arguments: str) -> None:
        command = [COMMAND, "snap", "--capture", "--uids", "--json", *(arguments or ("-k", "0", "-l", "0", "-m", ".55")), "-"]
        done = subprocess.run(command, input=capture, capture_output=True, text=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr + done.stdout
        self.record: dict[str, Any] = json.loads(done.stdout)
        self.text: str = self.record["html"]
        self.targets: list[dict[str, Any]] = self.record["targets"]
        self.withheld: dict[str, int] = self.record["withheld"]

    def names(self) -> list[str | None]:
        return [target["name"] for target in self.targets]

    def target(self, name: str) -> dict[str, Any]:
        (target,) = [target for target in self.targets if target["name"] == name]
        return target


class Reader:
    """A capturer in a world of its own beside the page's scripts, by CDP: it has what only a debugger is told."""

    def __init__(self, page: Page) -> None:
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.cdp.send("DOM.enable")
        frame = self.cdp.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        world = self.cdp.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "d2snap"})
        self.world: int = world["executionContextId"]
        create = self.cdp.send("Runtime.evaluate", {"expression": SCRIPT, "contextId": self.world})["result"]
        self.capturer = self._call("function () { return this(); }", create["objectId"], by_value=False)["objectId"]

    def _call(self, function: str, this: str, *arguments: dict[str, Any], by_value: bool = True) -> dict[str, Any]:
        done = self.cdp.send(
            "Runtime.callFunctionOn",
            {"functionDeclaration": function, "objectId": this, "arguments": list(arguments), "returnByValue": by_value},
        )
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"]

    def capture(self, *, listeners: bool = False, closed: bool = False) -> str:
        """The page as JSON; `listeners` and `closed` look for what scripts can not see."""
        list_of = "function (...all) { return all; }"
        world = self.cdp.send("Runtime.evaluate", {"expression": "globalThis", "contextId": self.world})["result"]["objectId"]
        found = [self._listening() if listeners else [], self._closed() if closed else []]
        lists = [self._call(list_of, world, *nodes, by_value=False)["objectId"] for nodes in found]
        function = "function (listeners, closedRoots) { return this.capture({ listeners, closedRoots }); }"
        return self._call(function, self.capturer, *({"objectId": one} for one in lists))["value"]

    def snap(self, *arguments: str, listeners: bool = False, closed: bool = False) -> Snapshot:
        return Snapshot(self.capture(listeners=listeners, closed=closed), *arguments)

    def says(self, ref: int) -> str | None:
        """The text of the element of a reference; none where it is gone."""
        function = "function (ref) { return this.element(ref)?.textContent ?? null; }"
        return self._call(function, self.capturer, {"value": ref}).get("value")

    def _node(self, backend: int) -> dict[str, Any]:
        resolved = self.cdp.send("DOM.resolveNode", {"backendNodeId": backend, "executionContextId": self.world})
        return {"objectId": resolved["object"]["objectId"]}

    def _listening(self) -> list[dict[str, Any]]:
        document = self.cdp.send("Runtime.evaluate", {"expression": "document"})["result"]["objectId"]
        asked = {"objectId": document, "depth": -1, "pierce": True}
        found = self.cdp.send("DOMDebugger.getEventListeners", asked)["listeners"]
        nodes = {one["backendNodeId"] for one in found if one["type"] in CLICKS and "backendNodeId" in one}
        return [self._node(node) for node in sorted(nodes)]

    def _closed(self) -> list[dict[str, Any]]:
        left = [self.cdp.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]]
        roots = []
        while left:
            node = left.pop()
            roots += [root["backendNodeId"] for root in node.get("shadowRoots", []) if root["shadowRootType"] == "closed"]
            left += node.get("children", []) + node.get("shadowRoots", []) + [node[key] for key in ("contentDocument",) if key in node]
        return [self._node(root) for root in roots]


def composed(frame: Frame) -> dict[str, Any]:
    """A frame's page with what other origins' frames in it hold, read in each of them."""
    capturer = frame.evaluate_handle(SCRIPT)
    page: dict[str, Any] = json.loads(capturer.evaluate("capturer => capturer.capture()"))
    stubs = {node[4] for node in page["nodes"] if node[1] == 1 and len(node) > 5 and node[5].get("frame") == "cross-origin"}
    for child in frame.child_frames:
        ref = capturer.evaluate("(capturer, element) => capturer.ref(element)", child.frame_element())
        if ref in stubs:
            page.setdefault("frames", {})[ref] = composed(child)
    return page
