"""Does what a model asks for on a live page."""

from typing import Any, Awaitable, Callable, List, Mapping, NamedTuple, Optional, Sequence, Union

from ._action import Action, InvalidActions, actions
from ._settle import is_async, run, settle
from ._writing import wording

Given = Union[Sequence[Union[Action, Mapping[str, Any]]], Mapping[str, Any], str]
Confirm = Callable[[Action, str], Union[bool, Awaitable[bool]]]


class ActionResult(NamedTuple):
    """What became of one action.

    Fields:
        action: The action.
        status: "done"; "failed"; "declined" by `confirm`; "skipped", as one before it failed or was declined; "checked" in a dry run.
        message: Why it failed or was skipped; in a dry run, what it would be done to; else empty.
        writes: Why it counts as one that writes, as in "submits a form"; None where it does not.
    """

    action: Action
    status: str
    message: str
    writes: Optional[str]

    @property
    def ok(self) -> bool:
        """Whether it was done, or in a dry run can be."""
        return self.status in ("done", "checked")

    def __str__(self) -> str:
        """A line to send to the model."""
        return f"{self.action}: {self.status}" + (f": {self.message}" if self.message else "")


# What an element is, for those who are asked and for the rules of what writes.
DESCRIBE = """
element => {
  const form = element.form || element.closest('form');
  const tag = element.localName;
  const type = (element.getAttribute('type') || '').toLowerCase();
  const isButton = tag === 'button' || (tag === 'input' && ['submit', 'image', 'button', 'reset'].includes(type));
  const name = element.getAttribute('aria-label') || (isButton && tag === 'input' ? element.value : '') || element.innerText
    || element.getAttribute('title') || element.getAttribute('alt') || '';
  const method = form ? (form.getAttribute('method') || 'get').toLowerCase() : '';
  const isSearch = !!form && (form.matches('[role=search]') || !!form.closest('search, [role=search]')
    || !!form.querySelector('input[type=search]') || form.hasAttribute('action'));
  return {
    tag, type, name: name.trim().replace(/\\s+/g, ' ').slice(0, 80),
    submits: !!form && (tag === 'button' ? type !== 'button' && type !== 'reset' : tag === 'input' && (type === 'submit' || type === 'image')),
    enters: !!form && tag === 'input' && !isButton && !['checkbox', 'radio', 'file', 'range', 'color'].includes(type),
    posts: method === 'post', reads: method === 'get' && isSearch,
    acts: isButton || tag === 'a' || ['button', 'link', 'menuitem', 'tab', 'option', 'switch'].includes(element.getAttribute('role'))
      || tag === 'summary' || element.hasAttribute('onclick'),
  };
}
"""


def _writes(action: Action, element: Mapping[str, Any]) -> Optional[str]:
    """Why an action on an element writes."""
    submits = (action.action == "click" and element["submits"]) or (
        action.action == "press" and action.data in ("Enter", "NumpadEnter") and (element["enters"] or element["submits"])
    )
    if submits and element["posts"]:
        return "submits a form by POST"
    if submits and not element["reads"]:
        return "submits a form"
    presses = action.action == "click" or (action.action == "press" and action.data in ("Enter", "NumpadEnter", "Space", " "))
    word = wording(element["name"]) if presses and (element["acts"] or action.action == "click") else None
    return f'its name says "{word}"' if word else None


def act(
    page: Any,
    given: Given,
    *,
    snapshot: Any = None,
    dry_run: bool = False,
    confirm: Optional[Confirm] = None,
    timeout: float = 5000.0,
) -> Any:
    """Does actions on a live page of Playwright, one after another, and stops at the first that fails.

    The whole list is checked before anything runs. With a page of the asynchronous API the call is to be awaited.

    Args:
        page: The page, or a frame of it.
        given: The actions that a model gave: a list of objects with `action`, `uid` or `cssSelector`, `data` and `thought`, or JSON
            text of it; `d2snap.actions` says what is allowed, `d2snap.actions_schema()` what to tell a model.
        snapshot: The snapshot that the model saw, of `d2snap.playwright`; without one, actions can not say `uid`.
        dry_run: Whether only to look for each element, and do nothing.
        confirm: Called before an action that writes (it submits a form, or its name says that it deletes, pays, sends …) with the
            action and the reason; does it if that is true, else leaves it and all behind it. None does all without asking.
        timeout: Milliseconds that an action may wait for its element to be ready.

    Returns:
        An `ActionResult` for each action, in order.

    Raises:
        InvalidActions: For a list that is not as it must be, or a uid that the snapshot's page does not have; nothing was done then.
    """
    coroutine = _act(page, given, snapshot, dry_run, confirm, timeout)
    return coroutine if is_async(page) else run(coroutine)


async def _act(
    page: Any, given: Given, snapshot: Any, dry_run: bool, confirm: Optional[Confirm], timeout: float
) -> List[ActionResult]:
    wanted = actions(given)
    problems = [problem for at, action in enumerate(wanted) for problem in _unknown(at, action, snapshot)]
    if problems:
        raise InvalidActions(problems)
    results: List[ActionResult] = []
    for action in wanted:
        before = next((result for result in results if not result.ok), None)
        if before is not None and not dry_run:
            results.append(ActionResult(action, "skipped", f"{before.action} was not done", None))
        else:
            results.append(await _one(page, action, snapshot, dry_run, confirm, timeout))
    return results


def _unknown(at: int, action: Action, snapshot: Any) -> List[str]:
    if action.uid is None:
        return []
    if snapshot is None:
        return [f"actions[{at}].uid: there is no snapshot to look {action.uid} up in"]
    return [] if snapshot.has(action.uid) else [f"actions[{at}].uid: the page has no target {action.uid}"]


async def _one(page: Any, action: Action, snapshot: Any, dry_run: bool, confirm: Optional[Confirm], timeout: float) -> ActionResult:
    writes: Optional[str] = None
    try:
        element = await _element(page, action, snapshot)
        described = None if element is None else await settle(element.evaluate(DESCRIBE))
        if described is not None:
            writes = _writes(action, described)
        if dry_run:
            what = "the page" if described is None else f'<{described["tag"]}> "{described["name"]}"'
            return ActionResult(action, "checked", what, writes)
        if writes is not None and confirm is not None and not await settle(confirm(action, writes)):
            return ActionResult(action, "declined", "", writes)
        await _do(page, action, element, described, timeout)
    except Exception as error:
        # What Playwright raises differs between its two APIs; what is no error of an action (an interrupt) is none of these.
        if not _is_of_action(error):
            raise
        lines = str(error).strip().splitlines() or [type(error).__name__]
        return ActionResult(action, "failed", lines[0], writes)
    return ActionResult(action, "done", "", writes)


class ActionError(Exception):
    """An action that can not be done to what it names."""


def _is_of_action(error: Exception) -> bool:
    from .playwright import StaleTarget

    return isinstance(error, (ActionError, StaleTarget)) or type(error).__module__.split(".")[0] not in ("builtins", "__main__", "d2snap")


async def _element(page: Any, action: Action, snapshot: Any) -> Any:
    if action.uid is not None:
        return await settle(snapshot.locator(action.uid).element())
    if action.cssSelector is None:
        return None
    from .playwright import query

    found = await query(page, action.cssSelector)
    if len(found) != 1:
        raise ActionError(f"the selector matches {len(found) or 'no'} element{'s' if found else ''}")
    return found[0]


async def _do(page: Any, action: Action, element: Any, described: Any, timeout: float) -> None:
    kind, data = action.action, action.data or ""
    if kind == "click":
        await settle(element.click(timeout=timeout))
    elif kind == "hover":
        await settle(element.hover(timeout=timeout))
    elif kind == "type":
        await settle(element.fill(data, timeout=timeout))
    elif kind == "select":
        await _select(element, described, data, timeout)
    elif kind == "press":
        if element is None:
            await settle(_page(page).keyboard.press(data))
        else:
            await settle(element.press(data, timeout=timeout))
    elif element is not None:
        await settle(element.scroll_into_view_if_needed(timeout=timeout))
    else:
        await settle(page.evaluate(SCROLL, data))
    await settle(_page(page).wait_for_load_state("domcontentloaded"))


SCROLL = """
by => {
  const top = { up: scrollY - innerHeight * .8, down: scrollY + innerHeight * .8, top: 0, bottom: document.documentElement.scrollHeight };
  scrollTo({ top: by in top ? top[by] : scrollY + Number(by), behavior: 'instant' });
}
"""


def _page(page: Any) -> Any:
    """The page of a frame; a page is its own."""
    return page if hasattr(page, "keyboard") else page.page


async def _select(element: Any, described: Any, data: str, timeout: float) -> None:
    if described["tag"] != "select":
        raise ActionError(f"<{described['tag']}> is no list of options: click it, then the option that it shows")
    choices = await settle(element.evaluate("list => [...list.options].map(option => [option.label.trim(), option.value])"))
    labels = [label for label, _ in choices]
    if data.strip() in labels:
        await settle(element.select_option(index=labels.index(data.strip()), timeout=timeout))
        return
    values = [value for _, value in choices]
    if data not in values:
        shown = ", ".join(labels[:20]) + (" …" if len(labels) > 20 else "")
        raise ActionError(f'the list has no option "{data}": it has {shown}')
    await settle(element.select_option(index=values.index(data), timeout=timeout))
