"""The example agent, end to end: a real browser, and an endpoint on this machine that answers by script."""

from __future__ import annotations

import importlib.util
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List

import pytest
from playwright.sync_api import Page

import d2snap

ROOT = Path(__file__).parents[4]

Answer = Callable[[List[Dict[str, Any]]], List[Any]]


def example() -> Any:
    spec = importlib.util.spec_from_file_location("agent", ROOT / "bindings" / "python" / "examples" / "agent.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def uid(text: str, pattern: str) -> int:
    """The number of the target whose tag and text match."""
    for line in text.splitlines():
        for match in re.finditer(r"<[^<>]* uid=(\d+)>[^<]*", line):
            if re.search(pattern, match.group()):
                return int(match.group(1))
    raise AssertionError(f"nothing matches {pattern} in\n{text}")


class Endpoint:
    """Answers as a model would: each turn by the next function, which sees the messages and gives calls of tools."""

    def __init__(self, turns: List[Answer]) -> None:
        self.turns = list(turns)
        self.requests: List[Dict[str, Any]] = []
        self.errors: List[BaseException] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.requests.append({**request, "path": self.path, "key": self.headers.get("Authorization")})
                try:
                    calls = endpoint.turns.pop(0)(request["messages"])
                except BaseException as error:
                    endpoint.errors.append(error)
                    calls = [("done", {"reached": False, "answer": f"the script failed: {error}"})]
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                for at, (name, arguments) in enumerate(calls):
                    text = json.dumps(arguments)
                    head = {"index": at, "id": f"c{at}", "function": {"name": name, "arguments": ""}}
                    # Arguments come in pieces, as of a model.
                    parts = [head, *({"index": at, "function": {"arguments": text[i : i + 7]}} for i in range(0, len(text), 7))]
                    for part in parts:
                        delta = {"choices": [{"delta": {"tool_calls": [part]}}]}
                        self.wfile.write(f"data: {json.dumps(delta)}\n\n".encode())
                self.wfile.write(b"data: [DONE]\n\n")

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/v1"


@pytest.fixture()
def endpoint() -> Iterator[Callable[[List[Answer]], Endpoint]]:
    made: List[Endpoint] = []

    def make(turns: List[Answer]) -> Endpoint:
        made.append(Endpoint(turns))
        return made[-1]

    yield make
    for one in made:
        assert one.errors == []
        one.server.shutdown()
        one.server.server_close()


def last(messages: List[Dict[str, Any]]) -> str:
    return str(messages[-1]["content"])


def open_(page: Page, site: Any, name: str) -> None:
    page.goto(site.add("/", (ROOT / "datasets" / "pages" / f"{name}.html").read_text(encoding="utf-8")))


def done(answer: str) -> List[Any]:
    return [("done", {"reached": True, "answer": answer})]


def test_it_fills_in_a_form_and_asks_what_it_does_not_know(page: Page, site: Any, endpoint: Any) -> None:
    open_(page, site, "checkout-form")
    shown: List[str] = []

    def fill(messages: List[Dict[str, Any]]) -> List[Any]:
        return [("act", {"actions": [{"thought": "Enter the address", "action": "type", "uid": uid(last(messages), "type=email"), "data": "ada@example.org"}]})]

    def ask(messages: List[Dict[str, Any]]) -> List[Any]:
        assert "done" in last(messages) and "ada@example.org" in last(messages)
        return [("ask", {"question": "Which city?"})]

    def end(messages: List[Dict[str, Any]]) -> List[Any]:
        assert last(messages) == "Leeds"
        return done("filled in")

    model = endpoint([fill, ask, end])
    module = example()
    agent = module.Agent(page, module.Model(model.address, "scripted", "key", show=shown.append), ask=lambda question: "Leeds")
    assert agent.run("Fill in my e-mail address") == module.Outcome(True, "filled in", 3)
    assert shown == ["· Enter the address", "· Which city?"]
    first = model.requests[0]
    assert first["path"] == "/v1/chat/completions" and first["key"] == "Bearer key" and first["stream"] is True
    assert [tool["function"]["name"] for tool in first["tools"]] == ["act", "expand", "ask", "done"]
    assert page.evaluate("() => [...document.querySelectorAll('input')].some(input => input.value === 'ada@example.org')")


def test_it_corrects_itself_and_does_not_write_unasked(page: Page, site: Any, endpoint: Any) -> None:
    open_(page, site, "mail-client")
    asked: List[str] = []

    def wrong(messages: List[Dict[str, Any]]) -> List[Any]:
        return [("act", {"actions": [{"thought": "Try", "action": "click", "uid": 9999}]})]

    def delete(messages: List[Dict[str, Any]]) -> List[Any]:
        assert last(messages) == "Nothing was done: actions[0].uid: the page has no target 9999"
        return [("act", {"actions": [{"thought": "Send it", "action": "click", "uid": uid(str(messages[1]["content"]), "Send .Ctrl")}]})]

    def end(messages: List[Dict[str, Any]]) -> List[Any]:
        assert "declined" in last(messages)
        return [("done", {"reached": False, "answer": "you did not want it"})]

    def confirm(action: d2snap.Action, reason: str) -> bool:
        asked.append(reason)
        return False

    model = endpoint([wrong, delete, end])
    module = example()
    agent = module.Agent(page, module.Model(model.address, "scripted", show=lambda text: None), confirm=confirm)
    assert agent.run("Send the draft") == module.Outcome(False, "you did not want it", 3)
    assert len(asked) == 1


def test_it_expands_what_was_left_out_and_follows_a_link(page: Page, site: Any, endpoint: Any) -> None:
    open_(page, site, "shop-listing")
    seen: Dict[str, int] = {}

    def expand(messages: List[Dict[str, Any]]) -> List[Any]:
        marker = re.search(r"uid (\d+)–(\d+)", last(messages))
        assert marker, last(messages)
        seen["uid"] = int(marker.group(1))
        return [("expand", {"uids": marker.group()})]

    def follow(messages: List[Dict[str, Any]]) -> List[Any]:
        assert f"uid={seen['uid']}" in last(messages)
        link = re.search(r"<a[^>]* uid=(\d+)>", last(messages))
        assert link, last(messages)
        return [("act", {"actions": [{"thought": "Follow", "action": "click", "uid": int(link.group(1))}]})]

    def end(messages: List[Dict[str, Any]]) -> List[Any]:
        assert "The page:" in last(messages)
        return done("there")

    model = endpoint([expand, follow, end])
    module = example()
    agent = module.Agent(page, module.Model(model.address, "scripted", show=lambda text: None), max_tokens=1500)
    assert agent.run("Open a product").reached
    assert page.url != site.here + "/"


def test_it_ends_after_so_many_steps(page: Page, site: Any, endpoint: Any) -> None:
    open_(page, site, "article")
    model = endpoint([lambda messages: [("act", {"actions": [{"thought": "", "action": "scroll", "data": "down"}]})]] * 3)
    module = example()
    agent = module.Agent(page, module.Model(model.address, "scripted", show=lambda text: None), max_steps=3)
    assert agent.run("Read") == module.Outcome(False, "not done after 3 steps", 3)
