"""One Chromium with one tab, and the pages that it sees, all on this machine."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "live"))

from chromium import ARGUMENTS, program  # noqa: E402

WIDTH, HEIGHT = 1280, 800
# No name leads anywhere but here, so that every subject sees the page as it is on this machine.
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
STARTED = 30.0


class Site:
    """A server of pages at addresses of their names; all else is not found."""

    def __init__(self) -> None:
        self.pages: dict[str, bytes] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                page = site.pages.get(self.path.partition("?")[0])
                self.send_response(404 if page is None else 200)
                self.send_header("Content-Type", "text/html; charset=utf-8" if _is_utf8(page or b"") else "text/html")
                self.send_header("Content-Length", str(len(page or b"")))
                self.end_headers()
                self.wfile.write(page or b"")

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def add(self, name: str, html: bytes) -> str:
        """Serves a page; its address. Of one that is no UTF-8 the browser finds the encoding."""
        self.pages[f"/{name}"] = html
        return f"http://127.0.0.1:{self._server.server_address[1]}/{name}"

    def end(self) -> None:
        """Serves no more."""
        self._server.shutdown()
        self._server.server_close()


def _is_utf8(page: bytes) -> bool:
    try:
        page.decode()
    except UnicodeDecodeError:
        return False
    return True


@contextmanager
def chromium() -> Iterator[int]:
    """The port at which a Chromium of its own profile takes DevTools' protocol; it ends with the block.

    Raises:
        SystemExit: Where it does not start within half a minute.
    """
    with tempfile.TemporaryDirectory(prefix="live-", ignore_cleanup_errors=True) as profile:
        arguments = ["--headless=new", f"--window-size={WIDTH},{HEIGHT}", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
        process = subprocess.Popen([program(), *ARGUMENTS, *arguments, OFFLINE, "about:blank"], stderr=subprocess.DEVNULL)
        try:
            yield _port(process, Path(profile) / "DevToolsActivePort")
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _port(process: subprocess.Popen[bytes], file: Path) -> int:
    end = monotonic() + STARTED
    while monotonic() < end and process.poll() is None:
        # The browser writes the file at once or not at all; its first line is the port.
        if file.exists() and (lines := file.read_text().splitlines()):
            return int(lines[0])
        sleep(0.05)
    raise SystemExit("Chromium does not start")
