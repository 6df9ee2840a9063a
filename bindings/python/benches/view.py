"""What a model can be shown of the page in a tab: d2snap, and what agents use instead, each with what it calls its snapshot."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import d2snap.playwright

BUDGET = 8192
# Its imports alone take seconds.
STARTED = 120.0
BROWSER_USE = Path(__file__).resolve().with_name("browser_use_view.py")


class View(NamedTuple):
    """A text of the page.

    Fields:
        seconds: What it took.
        text: The text.
        whole: What the call took, where `seconds` is only a part of it that is its own.
    """

    seconds: float
    text: str
    whole: float | None = None


Take = Callable[[], View]


def of_page(page: Any) -> dict[str, Take]:
    """Those that take a page of Playwright's synchronous API, by name."""

    def timed(take: Callable[[], object]) -> Take:
        def view() -> View:
            start = perf_counter()
            text = str(take())
            return View(perf_counter() - start, text)

        return view

    return {
        "d2snap snapshot(page, 8192)": timed(lambda: d2snap.playwright.snapshot(page, BUDGET)),
        "d2snap take_dom_snapshot, .3": timed(lambda: d2snap.playwright.take_dom_snapshot(page, "downsample")),
        "Playwright aria_snapshot": timed(lambda: page.locator("body, frameset").first.aria_snapshot()),
        'Playwright aria_snapshot, "ai"': timed(lambda: page.aria_snapshot(mode="ai")),
    }


class BrowserUse:
    """browser-use's serializer, in its own environment, on the tab of a browser."""

    name = "browser-use serializer"

    def __init__(self, python: str, port: int, limit: float) -> None:
        """Starts it.

        Args:
            python: The interpreter that has browser-use.
            port: The browser's.
            limit: Seconds that a view may take.

        Raises:
            RuntimeError: Where it does not start.
        """
        self._python, self._port, self._limit = python, port, limit
        self._start()

    def __call__(self) -> View:
        """A view of the tab.

        Raises:
            RuntimeError: What went wrong.
        """
        if self._process.poll() is not None:
            self._start()
        said = self._ask(self._limit)
        return View(said["seconds"], said["text"], said["whole"])

    def end(self) -> None:
        """Ends its process; the next view starts another."""
        self._process.kill()
        self._process.communicate()

    def _start(self) -> None:
        quiet = {"ANONYMIZED_TELEMETRY": "false", "BROWSER_USE_DISABLE_EXTENSIONS": "true", "BROWSER_USE_VERSION_CHECK": "false"}
        quiet |= {"BROWSER_USE_SETUP_LOGGING": "false", "BROWSER_USE_CLOUD_SYNC": "false"}
        self._process = subprocess.Popen(
            [self._python, str(BROWSER_USE), str(self._port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **quiet},
        )
        self._ask(STARTED)

    def _ask(self, limit: float) -> Any:
        asking, answering = self._process.stdin, self._process.stdout
        if asking is None or answering is None:
            raise RuntimeError("no pipes")
        try:
            asking.write(b"\n")
            asking.flush()
            ready, _, _ = select.select([answering], [], [], limit)
            line = answering.readline() if ready else b""
        except BrokenPipeError:
            ready, line = [answering], b""
        if not line:
            self.end()
            raise RuntimeError("ends its process" if ready else f"over {limit:g} s")
        said = json.loads(line)
        if "failed" in said:
            raise RuntimeError(said["failed"])
        return said


class AgentBrowser:
    """agent-browser's snapshot: the command, the start of its process included; what it leaves running is connected before."""

    name = "agent-browser snapshot"

    def __init__(self, program: str, port: int, limit: float) -> None:
        """Connects it.

        Args:
            program: Its command.
            port: The browser's.
            limit: Seconds that a view may take.

        Raises:
            RuntimeError: Where it does not connect.
        """
        self._command = [program, "--session", f"live-{os.getpid()}"]
        self._limit = limit
        self._run("connect", str(port))

    def __call__(self) -> View:
        """A view of the tab.

        Raises:
            RuntimeError: What went wrong.
        """
        start = perf_counter()
        text = self._run("snapshot")
        return View(perf_counter() - start, text)

    def end(self) -> None:
        """Ends what it left running."""
        self._run("close")

    def _run(self, *arguments: str) -> str:
        try:
            done = subprocess.run([*self._command, *arguments], capture_output=True, timeout=self._limit, check=False)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"over {self._limit:g} s") from None
        if done.returncode:
            raise RuntimeError((done.stderr or done.stdout).decode(errors="replace").strip()[:200])
        return done.stdout.decode(errors="replace")
