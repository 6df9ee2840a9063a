"""A real Chromium, and pages served from this machine."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, Iterator, Tuple

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from chromium import ARGUMENTS, program

@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture()
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


class Site:
    """A server with pages that a test gives it, at two addresses of different origins."""

    def __init__(self) -> None:
        self.pages: Dict[str, Tuple[bytes, Dict[str, str]]] = {}
        self.requests: "list[Tuple[str, str, str]]" = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.answer("")

            def do_POST(self) -> None:
                self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

            def answer(self, body: str) -> None:
                path = self.path.partition("?")[0]
                site.requests.append((self.command, self.path, body))
                content, headers = site.pages.get(path, (b"<title>None</title>Not here", {}))
                self.send_response(200 if path in site.pages else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        port = self.server.server_address[1]
        self.here = f"http://127.0.0.1:{port}"
        self.there = f"http://localhost:{port}"

    def add(self, path: str, html: str, **headers: str) -> str:
        """Serves a page; its address."""
        self.pages[path] = (html.encode(), headers)
        return self.here + path


@pytest.fixture()
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.server.shutdown()
    site.server.server_close()


@pytest.fixture()
def show(page: Page, site: Site) -> Callable[[str], Page]:
    """Opens a page with this body."""

    def open_(body: str) -> Page:
        html = body if "<html" in body or "<frameset" in body else f"<!doctype html><title>Test</title><body>{body}"
        page.goto(site.add("/", html))
        return page

    return open_
