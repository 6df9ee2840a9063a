"""Does what a model asks for on a live page."""

import re
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


# What an element is, for those who are asked and for the rules of what writes. A field of a form may have the name of a method: none is
# asked of an element itself.
DESCRIBE = """
element => {
  const { getAttribute, hasAttribute, matches, closest, querySelector, querySelectorAll } = Element.prototype;
  const attribute = (of, name) => getAttribute.call(of, name) ?? '';
  // What is clicked in a button or a link is that; a label stands for its field.
  let control = closest.call(element, 'button, a, summary, input, label, [role=button], [role=link], [role=menuitem]') ?? element;
  if (control instanceof HTMLLabelElement && control.control) control = control.control;
  const tag = control.localName;
  const type = attribute(control, 'type').toLowerCase();
  const isField = tag === 'input';
  const isButton = tag === 'button' || (isField && ['submit', 'image', 'button', 'reset'].includes(type));
  const isSubmit = tag === 'button' ? type !== 'button' && type !== 'reset' : isField && (type === 'submit' || type === 'image');
  const form = control.form instanceof HTMLFormElement ? control.form : closest.call(control, 'form');
  const button = isSubmit ? control : null;
  const method = form ? (attribute(button ?? form, button && hasAttribute.call(button, 'formmethod') ? 'formmethod' : 'none')
    || attribute(form, 'method') || 'get').toLowerCase() : '';
  const action = form ? (button ? attribute(button, 'formaction') : '') || attribute(form, 'action') : '';
  const isSearch = !!form && (matches.call(form, '[role=search]') || !!closest.call(form, 'search, [role=search]')
    || !!querySelector.call(form, 'input[type=search]'));
  const names = [attribute(control, 'aria-label'), attribute(control, 'title'), attribute(control, 'alt'), isButton && isField ? control.value : '',
    control.innerText ?? ''];
  for (const id of attribute(control, 'aria-labelledby').split(/\\s+/)) if (id) names.push(document.getElementById(id)?.innerText ?? '');
  for (const inner of querySelectorAll.call(control, '[aria-label], [alt], [title], title'))
    names.push(attribute(inner, 'aria-label'), attribute(inner, 'alt'), attribute(inner, 'title'), inner.localName === 'title' ? inner.textContent : '');
  const said = [...new Set(names.map(name => name.trim().replace(/\\s+/g, ' ')).filter(Boolean))];
  return {
    tag, type, name: (said[0] ?? '').slice(0, 80), said: said.join(' | ').slice(0, 2000), action,
    submits: !!form && isSubmit, enters: !!form && isField && !isButton,
    posts: method === 'post', dialog: method === 'dialog', reads: method === 'get' && (isSearch || hasAttribute.call(form, 'action')),
    acts: isButton || tag === 'a' || tag === 'summary' || hasAttribute.call(control, 'onclick')
      || ['button', 'link', 'menuitem', 'tab', 'option', 'switch'].includes(attribute(control, 'role')),
    editable: control.isContentEditable === true,
  };
}
""".replace("\\\\", "\\")

_KEYS = {
    "\n": "Enter", "\r": "Enter", "return": "Enter", "esc": "Escape", "del": "Delete", "ctrl": "Control", "cmd": "Meta", "command": "Meta",
    "option": "Alt", "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "pgup": "PageUp", "pgdn": "PageDown",
    "space": " ", "spacebar": " ",
}
_NAMED = "Enter Escape Tab Backspace Delete ArrowUp ArrowDown ArrowLeft ArrowRight Home End PageUp PageDown Control Shift Alt Meta".split()


def _key(data: str) -> str:
    """A key as Playwright names it, from what models write: `ESC`, `Ctrl+A`, `return`."""
    if len(data) == 1 and data not in _KEYS:
        return data
    named = {name.lower(): name for name in _NAMED}
    parts = data.split("+") if len(data) > 1 else [data]
    return "+".join(_KEYS.get(part.lower(), named.get(part.lower(), part)) for part in parts)


def _writes(action: Action, element: Mapping[str, Any]) -> Optional[str]:
    """Why an action on an element writes."""
    key = _key(action.data or "") if action.action == "press" else ""
    enters = key in ("Enter", "NumpadEnter")
    if (action.action == "click" and element["submits"]) or (enters and (element["enters"] or element["submits"])):
        if element["posts"]:
            return "submits a form by POST"
        if not element["reads"] and not element["dialog"]:
            return "submits a form"
        word = wording(re.sub(r"[^\w]+", " ", element["action"].replace("_", " ")))
        if word:
            return f'submits a form to an address that says "{word}"'
    if enters and element["editable"]:
        return "presses Enter in an editor, which may send"
    presses = action.action == "click" or enters or key == " "
    word = wording(element["said"]) if presses and element["acts"] else None
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
    if snapshot is not None:
        if not hasattr(snapshot, "locator"):
            raise TypeError(f"snapshot: one of d2snap.playwright, not {type(snapshot).__name__}")
        if snapshot.page() != _page(page):
            raise ValueError("snapshot: it is of another page")
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
    except Exception as error:
        return _failed(action, error, writes)
    if dry_run:
        what = "the page" if described is None else f'<{described["tag"]}> "{described["name"]}"'
        return ActionResult(action, "checked", what, writes)
    if writes is not None and confirm is not None:
        # What it raises is the caller's.
        answer = await settle(confirm(action, writes))
        if not isinstance(answer, bool):
            raise TypeError(f"confirm: gives True or False, not {type(answer).__name__}")
        if not answer:
            return ActionResult(action, "declined", "", writes)
    try:
        await _do(page, action, element, described, timeout)
    except Exception as error:
        return _failed(action, error, writes)
    return ActionResult(action, "done", await _settled(page, timeout), writes)


def _failed(action: Action, error: Exception, writes: Optional[str]) -> ActionResult:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return ActionResult(action, "failed", lines[0], writes)


async def _settled(page: Any, timeout: float) -> str:
    """What is to be said of the page once an action is done: it was, whatever the page does now."""
    try:
        await settle(_page(page).wait_for_load_state("domcontentloaded", timeout=timeout))
    except Exception:
        return "the page is closed" if _page(page).is_closed() else "the page is still loading"
    return ""


class ActionError(Exception):
    """An action that can not be done to what it names."""


async def _element(page: Any, action: Action, snapshot: Any) -> Any:
    if action.uid is not None:
        return await settle(snapshot.locator(action.uid).element())
    if action.cssSelector is None:
        if action.action != "press":
            return None
        # The key goes to what has the focus.
        focused = await settle(page.evaluate_handle("() => document.activeElement"))
        return focused.as_element()
    from .playwright import query

    found = await query(page, action.cssSelector)
    if len(found) != 1:
        raise ActionError(f"the selector matches {len(found) or 'no'} element{'s' if found else ''}")
    return found[0]


async def _do(page: Any, action: Action, element: Any, described: Any, timeout: float) -> None:
    kind, data = action.action, action.data or ""
    if kind == "click":
        # What the click begins is waited for apart: it was done then.
        await settle(element.click(timeout=timeout, no_wait_after=True))
    elif kind == "hover":
        await settle(element.hover(timeout=timeout))
    elif kind == "type":
        await settle(element.fill(data, timeout=timeout))
    elif kind == "select":
        await _select(element, described, data, timeout)
    elif kind == "press":
        if action.uid is None and action.cssSelector is None:
            await settle(_page(page).keyboard.press(_key(data)))
        else:
            await settle(element.press(_key(data), timeout=timeout, no_wait_after=True))
    elif element is not None:
        await settle(element.scroll_into_view_if_needed(timeout=timeout))
    else:
        await settle(page.evaluate(SCROLL, data))


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
