"""One code for Playwright's two APIs: coroutines that the synchronous one never suspends."""

import inspect
from typing import Any, Awaitable, Coroutine, TypeVar, Union

T = TypeVar("T")


def is_async(page: Any) -> bool:
    """Whether a page, frame or locator is one of Playwright's asynchronous API."""
    return inspect.iscoroutinefunction(page.evaluate)


async def settle(value: Union[T, Awaitable[T]]) -> T:
    """What a call gave: itself in the synchronous API, awaited in the other."""
    if inspect.isawaitable(value):
        return await value
    return value


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives that only settles values of the synchronous API."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    coroutine.close()
    raise RuntimeError("a callback of the synchronous API gave something to await")
