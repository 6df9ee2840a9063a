"""browser-use's side of `live.py`: run by an interpreter that has it, a JSON line for each line that it is sent.

    python browser_use_view.py PORT

`seconds` is the time of its DOM service and of writing the text, `whole` that of all of `get_browser_state_summary`, which also waits
for the network, asks for tabs and more.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from time import perf_counter
from typing import Any

from browser_use.browser import BrowserSession
from browser_use.dom.service import DomService


async def serve(port: str, answers: Any) -> None:
    """Connects to the browser, then answers for as long as it is asked."""
    spent = [0.0]
    build = DomService.get_serialized_dom_tree

    async def timed(self: Any, *arguments: Any, **options: Any) -> Any:
        start = perf_counter()
        try:
            return await build(self, *arguments, **options)
        finally:
            spent[0] += perf_counter() - start

    DomService.get_serialized_dom_tree = timed
    session: Any = None
    while await asyncio.to_thread(sys.stdin.readline):
        try:
            if session is None:
                # Headless it would give the tab, which all share, another size.
                session = BrowserSession(cdp_url=f"http://127.0.0.1:{port}", highlight_elements=False, headless=False, no_viewport=True)
                await session.start()
                said: dict[str, Any] = {}
            else:
                spent[0] = 0.0
                start = perf_counter()
                state = await session.get_browser_state_summary(include_screenshot=False)
                between = perf_counter()
                text = state.dom_state.llm_representation()
                end = perf_counter()
                said = {"seconds": spent[0] + end - between, "whole": end - start, "text": text}
                if state.browser_errors or state.dom_state._root is None:
                    said = {"failed": "; ".join(state.browser_errors)[:200] or "an empty state"}
        except Exception as error:
            said = {"failed": f"{type(error).__name__}: {error}"[:200]}
        answers.write(json.dumps(said) + "\n")
        answers.flush()


def main() -> None:
    """The command. What the library prints goes to the error stream."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    asyncio.run(serve(sys.argv[1], answers))


if __name__ == "__main__":
    main()
