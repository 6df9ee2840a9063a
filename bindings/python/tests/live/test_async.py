"""The asynchronous API: the same, awaited."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, List

import pytest
from playwright.async_api import async_playwright

import d2snap
import d2snap.playwright
from chromium import ARGUMENTS, program


def test_all_calls_can_be_awaited(site: Any) -> None:
    address = site.add("/", "<body><h1>Shop</h1><label>Name <input></label><button onclick=\"this.textContent='Bought'\">Buy</button>")
    asked: List[str] = []

    async def confirm(action: d2snap.Action, reason: str) -> bool:
        asked.append(f"{action}: {reason}")
        return True

    async def run() -> None:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=program(), args=ARGUMENTS)
            page = await browser.new_page()
            await page.goto(address)
            session = d2snap.playwright.Session(page)
            taken = await session.snapshot(task="buy")
            assert ">Buy</button>" in taken.html
            actions = [{"action": "type", "uid": 1, "data": "Ada"}, {"action": "click", "uid": 2}]
            results = await d2snap.act(page, actions, snapshot=taken, confirm=confirm)
            assert [result.status for result in results] == ["done", "done"]
            assert ">Bought</button>" in (await session.snapshot()).html
            assert "~ uid=1 value: → Ada" in str(session.diff()) or "Ada" in str(session.diff())
            assert await taken.locator(1).input_value() == "Ada"
            assert "Bought" in await d2snap.playwright.take_dom_snapshot(page, "downsample")
            with pytest.raises(d2snap.InvalidActions):
                await d2snap.act(page, [{"action": "click", "uid": 9}], snapshot=taken)
            await browser.close()

    # The browser of the other tests has a loop in this thread.
    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, run()).result()
    assert asked == ['click uid=2: its name says "buy"']
