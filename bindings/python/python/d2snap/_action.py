"""What a model asks to be done on a page: a list of actions, checked before any of it runs."""

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Union

KINDS: Dict[str, str] = {
    "click": "Clicks the element; `data` is not used.",
    "scroll": "Scrolls the element into view; without an element the page, by `data`: up, down, top, bottom or pixels.",
    "type": "Replaces what the field holds by `data`.",
    "select": "Chooses the option of a list whose label or value is `data`.",
    "press": "Presses the key `data` (Enter, Escape, ArrowDown, Control+A …), in the element where one is given.",
    "hover": "Moves the pointer over the element.",
}
"""The kinds of actions, with what a model is told of each."""

NEEDS_DATA = ("type", "select", "press")
NEEDS_TARGET = ("click", "type", "select", "hover")
MEMBERS = ("thought", "action", "cssSelector", "uid", "data")
STEPS = ("up", "down", "top", "bottom")


class Action(NamedTuple):
    """One action, checked.

    Fields:
        action: "click", "scroll", "type", "select", "press" or "hover".
        uid: The number of the target that it is done to, in the snapshot that the model saw; None where a selector says it.
        cssSelector: A CSS selector of the element; None where a number says it, or where it needs none.
        data: What is typed, chosen or pressed, or how far is scrolled; None where it needs none.
        thought: Why, in the model's words; empty where it says nothing.
    """

    action: str
    uid: Optional[int] = None
    cssSelector: Optional[str] = None
    data: Optional[str] = None
    thought: str = ""

    def __str__(self) -> str:
        """The action without the thought, as in `click uid=7` or `type uid=3 "Ada"`."""
        where = "" if self.uid is None and self.cssSelector is None else f" uid={self.uid}" if self.uid is not None else f" {self.cssSelector}"
        return f"{self.action}{where}" + ("" if self.data is None else f' "{self.data}"')


class InvalidActions(ValueError):
    """A list of actions that is not as it must be; nothing of it was done.

    `problems` has a line for each thing that is wrong, as in `actions[2].data: type needs a text`: to be sent to the model.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems: List[str] = list(problems)

    def __reduce__(self) -> "tuple[type, tuple[List[str]]]":
        return type(self), (self.problems,)


def actions(given: Union[Sequence[Union[Action, Mapping[str, Any]]], Mapping[str, Any], str]) -> List[Action]:
    """The actions of what a model gave: a list, an object that has one as `actions`, or JSON text of either.

    A member that is None is as one that is not there.

    Args:
        given: The list, or text that a model wrote. A fence of Markdown around JSON is taken off.

    Raises:
        InvalidActions: With a line for each thing that is wrong.
    """
    if isinstance(given, str):
        given = _json(given)
    if isinstance(given, Mapping):
        given = given["actions"] if set(given) == {"actions"} else [given]
    if not isinstance(given, Sequence) or isinstance(given, (str, bytes)):
        raise InvalidActions([f"actions: a list, not {type(given).__name__}"])
    problems: List[str] = []
    found = [_action(f"actions[{at}]", one, problems) for at, one in enumerate(given)]
    if problems:
        raise InvalidActions(problems)
    return found


def _json(text: str) -> Any:
    import json

    text = text.strip()
    if text.startswith("```"):
        text = text.strip("`").partition("\n")[2]
    try:
        return json.loads(text)
    except ValueError as error:
        raise InvalidActions([f"actions: no JSON: {error}"]) from None


def _action(at: str, given: Any, problems: List[str]) -> Action:
    if isinstance(given, Action):
        given = given._asdict()
    if not isinstance(given, Mapping):
        problems.append(f"{at}: an object, not {type(given).__name__}")
        return Action("")
    given = {name: value for name, value in given.items() if value is not None}
    before = len(problems)
    problems.extend(f"{at}.{name}: there is no such member" for name in given if name not in MEMBERS)
    for name in ("thought", "action", "cssSelector"):
        if not isinstance(given.get(name, ""), str):
            problems.append(f"{at}.{name}: a text, not {type(given[name]).__name__}")
    uid, data, kind = given.get("uid"), given.get("data"), given.get("action")
    if isinstance(uid, str) and uid.isdecimal():
        uid = int(uid)
    if uid is not None and (not isinstance(uid, int) or isinstance(uid, bool) or uid < 1):
        problems.append(f"{at}.uid: a number from 1, not {uid!r}")
    # A number to type is a text to a page.
    if isinstance(data, (int, float)) and not isinstance(data, bool):
        data = str(data)
    if data is not None and not isinstance(data, str):
        problems.append(f"{at}.data: a text, not {type(data).__name__}")
    if kind is None:
        problems.append(f"{at}.action: missing")
    elif isinstance(kind, str) and kind not in KINDS:
        problems.append(f"{at}.action: {kind} is none of {', '.join(KINDS)}")
    if len(problems) == before and isinstance(kind, str):
        selector = given.get("cssSelector")
        problems.extend(f"{at}{problem}" for problem in _missing(kind, uid, selector, data))
        return Action(kind, uid, selector, data, given.get("thought", ""))
    return Action("")


def _missing(kind: str, uid: Optional[int], selector: Optional[str], data: Optional[str]) -> List[str]:
    found = []
    if uid is not None and selector is not None:
        found.append(": uid or cssSelector, not both")
    if selector is not None and not selector.strip():
        found.append(".cssSelector: empty")
    if kind in NEEDS_TARGET and uid is None and selector is None:
        found.append(f": {kind} needs a uid or a cssSelector")
    if kind in NEEDS_DATA and (data is None or (kind != "type" and not data)):
        found.append(f".data: {kind} needs a text")
    if kind == "scroll" and uid is None and selector is None and not _is_distance(data):
        found.append(f".data: scroll without an element needs {', '.join(STEPS)} or a number of pixels")
    return found


def _is_distance(data: Optional[str]) -> bool:
    return data in STEPS or (data is not None and data.lstrip("+-").isdecimal())


def actions_schema() -> Dict[str, Any]:
    """The JSON schema of a list of actions, for models that write to a schema."""
    kinds = " ".join(f"{name}: {text}" for name, text in KINDS.items())
    return {
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "thought": {"type": "string", "description": "Why, in a few words; shown to the user."},
                "action": {"type": "string", "enum": list(KINDS), "description": kinds},
                "uid": {"type": "integer", "minimum": 1, "description": "The number of the element, as in `uid=7` of the snapshot."},
                "cssSelector": {"type": "string", "description": "A CSS selector that matches one element, where it has no uid."},
                "data": {"type": "string", "description": "What to type, choose or press, or how far to scroll."},
            },
            "required": ["thought", "action"],
            "additionalProperties": False,
        },
    }


def tool(name: str = "act") -> Dict[str, Any]:
    """A definition of a tool that takes a list of actions, for APIs of OpenAI's kind: an element of `tools`.

    Args:
        name: The tool's name.
    """
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": "Does these actions on the page, one after another, and stops at the first that fails.",
            "parameters": {
                "type": "object",
                "properties": {"actions": actions_schema()},
                "required": ["actions"],
                "additionalProperties": False,
            },
        },
    }
