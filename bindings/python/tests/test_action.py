"""Lists of actions: what is taken, what is refused, what a model is told."""

from __future__ import annotations

import json
import pickle
from typing import Any, List

import pytest

import d2snap

# The response that the D2Snap authors' post has.
PUBLISHED: Any = [
    {"thought": "Scroll newsletter cta into view", "action": "scroll", "cssSelector": "section#newsletter"},
    {
        "thought": "Type email address to newsletter cta",
        "action": "type",
        "cssSelector": "section#newsletter > input",
        "data": "user@example.org",
    },
    {"thought": "Submit newsletter sign up", "action": "click", "cssSelector": "section#newsletter > button"},
]


def test_the_published_response_is_a_list_of_actions() -> None:
    wanted = [
        d2snap.Action("scroll", cssSelector="section#newsletter", thought="Scroll newsletter cta into view"),
        d2snap.Action(
            "type", cssSelector="section#newsletter > input", data="user@example.org", thought="Type email address to newsletter cta"
        ),
        d2snap.Action("click", cssSelector="section#newsletter > button", thought="Submit newsletter sign up"),
    ]
    text = json.dumps(PUBLISHED)
    for given in (PUBLISHED, {"actions": PUBLISHED}, text, json.dumps({"actions": PUBLISHED}), f"```json\n{text}\n```", wanted):
        assert d2snap.actions(given) == wanted
    assert [str(action) for action in wanted][1] == 'type section#newsletter > input "user@example.org"'


def test_numbers_and_nulls_as_models_write_them() -> None:
    given: List[Any] = [
        {"action": "click", "uid": "7", "cssSelector": None, "data": None, "thought": None},
        {"action": "type", "uid": 3, "data": 42},
        {"action": "type", "uid": 3, "data": ""},
        {"action": "press", "data": "Escape"},
        {"action": "scroll", "data": "down"},
        {"action": "scroll", "data": -300},
        {"action": "scroll", "uid": 9},
    ]
    assert [str(action) for action in d2snap.actions(given)] == [
        "click uid=7",
        'type uid=3 "42"',
        'type uid=3 ""',
        'press "Escape"',
        'scroll "down"',
        'scroll "-300"',
        "scroll uid=9",
    ]
    assert d2snap.actions([]) == []
    assert d2snap.actions({"action": "click", "uid": 1}) == [d2snap.Action("click", 1)]


@pytest.mark.parametrize(
    ("given", "problems"),
    [
        ([{"uid": 1}], ["actions[0].action: missing"]),
        ([{"action": "drag", "uid": 1}], ["actions[0].action: drag is none of click, scroll, type, select, press, hover"]),
        ([{"action": "click"}], ["actions[0]: click needs a uid or a cssSelector"]),
        ([{"action": "click", "uid": 1, "cssSelector": "a"}], ["actions[0]: uid or cssSelector, not both"]),
        ([{"action": "click", "cssSelector": " "}], ["actions[0].cssSelector: empty"]),
        ([{"action": "type", "uid": 1}], ["actions[0].data: type needs a text"]),
        ([{"action": "select", "uid": 1, "data": ""}], ["actions[0].data: select needs a text"]),
        ([{"action": "press", "uid": 1}], ["actions[0].data: press needs a text"]),
        ([{"action": "scroll"}], ["actions[0].data: scroll without an element needs up, down, top, bottom or a number of pixels"]),
        ([{"action": "click", "uid": 0}], ["actions[0].uid: a number from 1, not 0"]),
        ([{"action": "click", "uid": True}], ["actions[0].uid: a number from 1, not True"]),
        ([{"action": "click", "uid": 1.5}], ["actions[0].uid: a number from 1, not 1.5"]),
        ([{"action": "type", "uid": 1, "data": ["x"]}], ["actions[0].data: a text, not list"]),
        ([{"action": "click", "uid": 1, "selector": "a"}], ["actions[0].selector: there is no such member"]),
        ([{"action": 3, "uid": 1}], ["actions[0].action: a text, not int"]),
        (["click"], ["actions[0]: an object, not str"]),
        (
            [{"action": "click", "uid": 1}, {"action": "type", "uid": 2}, {"action": "hover"}],
            ["actions[1].data: type needs a text", "actions[2]: hover needs a uid or a cssSelector"],
        ),
        (3, ["actions: a list, not int"]),
        ("click it", ["actions: no JSON: Expecting value: line 1 column 1 (char 0)"]),
    ],
)
def test_every_problem_is_told_before_anything_runs(given: Any, problems: List[str]) -> None:
    with pytest.raises(d2snap.InvalidActions) as error:
        d2snap.actions(given)
    assert error.value.problems == problems
    assert str(error.value) == "; ".join(problems)
    assert pickle.loads(pickle.dumps(error.value)).problems == problems


def test_the_schema_and_the_tool_are_json_and_agree() -> None:
    schema = d2snap.actions_schema()
    assert json.loads(json.dumps(schema)) == schema
    assert schema["items"]["properties"]["action"]["enum"] == ["click", "scroll", "type", "select", "press", "hover"]
    tool = d2snap.tool()
    assert tool["function"]["name"] == "act" and tool["function"]["parameters"]["properties"]["actions"] == schema
    assert set(schema["items"]["properties"]) == set(d2snap.Action._fields)


@pytest.mark.parametrize("name", ["SIGN UP", "Sign Up", "lo\u0308schen", "Del\u00adete", "SİL", "Make payment", "Check out", "Place bid", "Move to trash", "Betalen", "Versturen", "Paiement", "الدفع", "ลบ", "Видалити", "Skicka", "Delete account", "Pay now", "Place order", "Send message", "Bezahlen", "Envoyer", "注文を確定する", "删除", "Löschen"])
def test_names_that_say_that_they_write(name: str) -> None:
    from d2snap._writing import wording

    assert wording(name)


@pytest.mark.parametrize("name", ["Public transport", "Publications", "Environment", "Quite good", "Retirement", "Registry", "Compression", "Salvador", "Ordinary", "Reservoir", "Search", "Next page", "Add to cart", "Postcode", "Bookmarks", "Menu", "Details", "Suche", "検索", "Payload", ""])
def test_names_that_do_not(name: str) -> None:
    from d2snap._writing import wording

    assert wording(name) is None
