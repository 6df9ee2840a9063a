"""Elements of a live page by a selector that goes through shadow roots and frames."""

from typing import Any, List

from ._settle import settle

async def query(scope: Any, selector: str) -> List[Any]:
    """The elements that a selector matches: CSS, or a path of it joined by ` >>> `, where each step goes on inside the shadow root or
    the frame of what the one before it matched.

    Args:
        scope: A page or a frame.
        selector: The selector, as `Target.selector` has it.
    """
    found: List[Any] = [scope]
    for step in selector.split(" >>> "):
        found = [element for host in found for element in await _inside(host, step)]
    return found


async def _inside(host: Any, step: str) -> List[Any]:
    if hasattr(host, "frame_element") or hasattr(host, "main_frame"):
        handle = await settle(host.evaluate_handle("(selector) => [...document.querySelectorAll(selector)]", step))
    else:
        frame = await settle(host.content_frame())
        if frame is not None:
            handle = await settle(frame.evaluate_handle("(selector) => [...document.querySelectorAll(selector)]", step))
        else:
            handle = await settle(host.evaluate_handle("(host, step) => host.shadowRoot ? [...host.shadowRoot.querySelectorAll(step)] : []", step))
    members = await settle(handle.get_properties())
    elements = [member.as_element() for member in members.values()]
    return [element for element in elements if element is not None]
