"""A Chromium for all tests, and pages in it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from reader import Reader, Snapshot

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, headless=True)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    yield page
    page.close()


@pytest.fixture
def show(page: Page) -> Callable[[str], Reader]:
    """Shows markup in the page, and gives what reads it."""

    def show(body: str) -> Reader:
        page.set_content("<!doctype html><title>Test</title>" + body)
        return Reader(page)

    return show


@pytest.fixture
def snap(show: Callable[[str], Reader]) -> Callable[..., Snapshot]:
    """The snapshot of markup that a browser has laid out and whose scripts have run."""

    def snap(body: str, *arguments: str, **looked_for: bool) -> Snapshot:
        return show(body).snap(*arguments, **looked_for)

    return snap


class Site:
    """A server on this machine: 127.0.0.1 and localhost are two origins of it."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[str, dict[str, str]]] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body, headers = site.pages.get(self.path.split("?")[0], ("", {}))
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def add(self, path: str, body: str, **headers: str) -> str:
        self.pages[path] = (body, {name.replace("_", "-"): value for name, value in headers.items()})
        return f"http://127.0.0.1:{self.port}{path}"

    def other(self, path: str) -> str:
        """The same path, of another origin."""
        return f"http://localhost:{self.port}{path}"


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.server.shutdown()
    site.server.server_close()
