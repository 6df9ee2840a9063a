"""Actions on live pages: each kind, what is refused, what is asked for."""

from __future__ import annotations

from typing import Any, Callable, List, Tuple

import pytest
from playwright.sync_api import Page

import d2snap
from d2snap.playwright import snapshot

Show = Callable[[str], Page]

FORM = """
<h1>Order</h1>
<form method=post action=/sent>
  <label>Name <input name=name></label>
  <label>Size <select name=size><option value=s>Small<option value=l>Large</select></label>
  <label><input type=checkbox name=gift> Gift</label>
  <div role=combobox tabindex=0 aria-label=Colour>Red</div>
  <button>Send order</button>
</form>
<form role=search><input type=search name=q aria-label=Search><button>Search</button></form>
<button type=button onclick="out.textContent = 'deleted'">Delete</button>
<a href=#top>Top</a>
<p id=out></p><p id=hovered onmouseover="this.textContent = 'hovered'" tabindex=0>Hover here</p>
<div style=height:3000px></div><button type=button id=below onclick="out.textContent = 'below'">Below</button>
"""


def done(results: "List[d2snap.ActionResult]") -> List[str]:
    return [result.status for result in results]


def test_each_kind(show: Show) -> None:
    page = show(FORM)
    taken = snapshot(page, header=True)
    uid = {target.name: target.uid for target in taken.targets}
    results = d2snap.act(
        page,
        [
            {"thought": "Fill in", "action": "type", "uid": uid["Name"], "data": "Ada"},
            {"action": "select", "uid": uid["Size"], "data": "Large"},
            {"action": "click", "uid": uid["Gift"]},
            {"action": "hover", "cssSelector": "#hovered"},
            {"action": "scroll", "data": "bottom"},
            {"action": "scroll", "data": -100},
            {"action": "scroll", "uid": uid["Name"]},
            {"action": "press", "data": "Tab"},
            {"action": "click", "cssSelector": "#below"},
        ],
        snapshot=taken,
    )
    assert done(results) == ["done"] * 9
    assert str(results[0]) == f'type uid={uid["Name"]} "Ada": done'
    assert page.input_value("[name=name]") == "Ada" and page.input_value("[name=size]") == "l" and page.is_checked("[name=gift]")
    assert page.inner_text("#hovered") == "hovered" and page.inner_text("#out") == "below"
    assert d2snap.act(page, [{"action": "select", "uid": uid["Size"], "data": "s"}], snapshot=taken)[0].ok
    assert page.input_value("[name=size]") == "s"


def test_a_form_is_sent(show: Show, site: Any) -> None:
    page = show(FORM)
    site.add("/sent", "<body><h1>Thanks</h1>")
    taken = snapshot(page)
    name = next(target.uid for target in taken.targets if target.name == "Name")
    actions = [{"action": "type", "uid": name, "data": "Ada"}, {"action": "press", "uid": name, "data": "Enter"}]
    assert done(d2snap.act(page, actions, snapshot=taken)) == ["done", "done"]
    assert "# Thanks" in snapshot(page).html
    assert ("POST", "/sent", "name=Ada&size=s") in site.requests


def test_what_writes_is_asked_for(show: Show) -> None:
    page = show(FORM)
    asked: List[Tuple[str, str]] = []

    def confirm(action: d2snap.Action, reason: str) -> bool:
        asked.append((str(action), reason))
        return False

    def ask(*actions: Any) -> "List[d2snap.ActionResult]":
        results: List[d2snap.ActionResult] = d2snap.act(page, list(actions), confirm=confirm)
        return results

    results = ask({"action": "click", "cssSelector": "form[method] button"}, {"action": "click", "cssSelector": "a"})
    assert done(results) == ["declined", "skipped"]
    assert results[0].writes == "submits a form by POST"
    assert results[1].message == "click form[method] button was not done"
    assert done(ask({"action": "press", "cssSelector": "[name=name]", "data": "Enter"})) == ["declined"]
    assert done(ask({"action": "click", "cssSelector": "[onclick*=deleted]"})) == ["declined"]
    assert page.inner_text("#out") == ""
    assert [reason for _, reason in asked] == ["submits a form by POST", "submits a form by POST", 'its name says "Delete"']
    asked.clear()
    harmless = [
        {"action": "click", "cssSelector": "a"},
        {"action": "click", "cssSelector": "#below"},
        {"action": "type", "cssSelector": "[name=name]", "data": "Delete all"},
        {"action": "click", "cssSelector": "[role=search] button"},
    ]
    assert done(ask(*harmless)) == ["done"] * 4 and asked == []


def test_a_dry_run_does_nothing(show: Show) -> None:
    page = show(FORM)
    taken = snapshot(page)
    before = page.content()
    actions: List[Any] = [
        {"action": "click", "cssSelector": "[onclick*=deleted]"},
        {"action": "click", "cssSelector": ".none"},
        {"action": "click", "uid": 1},
    ]
    results = d2snap.act(page, actions, snapshot=taken, dry_run=True, confirm=lambda action, reason: pytest.fail("asked"))
    assert done(results) == ["checked", "failed", "checked"]
    assert results[0].message == '<button> "Delete"' and results[0].writes == 'its name says "Delete"'
    assert results[1].message == "the selector matches no element"
    assert page.content() == before


def test_the_first_failure_ends_the_list(show: Show) -> None:
    page = show(FORM + "<button id=under>Under</button><div style='position:fixed;inset:0;background:#fff'>Over all</div>")
    actions: List[Any] = [
        {"action": "click", "cssSelector": "form button"},
        {"action": "click", "cssSelector": "#below"},
    ]
    results = d2snap.act(page, actions)
    assert [(result.status, result.message) for result in results] == [
        ("failed", "the selector matches 2 elements"),
        ("skipped", "click form button was not done"),
    ]
    [covered] = d2snap.act(page, [{"action": "click", "cssSelector": "#under"}], timeout=500)
    assert covered.status == "failed" and "Timeout 500ms" in covered.message
    [wrong] = d2snap.act(page, [{"action": "select", "cssSelector": "[role=combobox]", "data": "Red"}])
    assert wrong.message == "<div> is no list of options: click it, then the option that it shows"
    [none] = d2snap.act(page, [{"action": "select", "cssSelector": "select", "data": "Huge"}])
    assert none.message == 'the list has no option "Huge": it has Small, Large'
    [invalid] = d2snap.act(page, [{"action": "click", "cssSelector": "a[["}])
    assert invalid.status == "failed" and "a[[" in invalid.message


def test_nothing_is_done_of_a_list_that_is_wrong(show: Show) -> None:
    page = show("<button onclick=\"this.textContent = 'Clicked'\">Go</button>")
    taken = snapshot(page)
    with pytest.raises(d2snap.InvalidActions) as error:
        d2snap.act(page, [{"action": "click", "uid": 1}, {"action": "click", "uid": 7}, {"action": "jump"}], snapshot=taken)
    assert error.value.problems == ["actions[2].action: jump is none of click, scroll, type, select, press, hover"]
    with pytest.raises(d2snap.InvalidActions, match=r"actions\[1\].uid: the page has no target 7"):
        d2snap.act(page, [{"action": "click", "uid": 1}, {"action": "click", "uid": 7}], snapshot=taken)
    with pytest.raises(d2snap.InvalidActions, match=r"actions\[0\].uid: there is no snapshot to look 1 up in"):
        d2snap.act(page, [{"action": "click", "uid": 1}])
    assert page.inner_text("button") == "Go"


def test_a_number_of_an_element_that_is_gone_is_a_failure(show: Show) -> None:
    page = show("<button>Go</button>")
    taken = snapshot(page)
    page.evaluate("() => document.querySelector('button').remove()")
    [result] = d2snap.act(page, [{"action": "click", "uid": 1}], snapshot=taken)
    assert str(result) == "click uid=1: failed: the element of uid 1 is gone: it was taken out of the page"


def test_selectors_go_through_roots_and_frames(show: Show) -> None:
    inner = "<body><div id=host><template shadowrootmode=open><button onclick=top.out.textContent=1>In</button></template></div>"
    page = show(f"<p id=out></p><iframe srcdoc='{inner}'></iframe>")
    page.frames[1].wait_for_selector("#host")
    [result] = d2snap.act(page, [{"action": "click", "cssSelector": "iframe >>> #host >>> button"}])
    assert result.ok, result
    assert page.inner_text("#out") == "1"
    [target] = [target for target in snapshot(page).targets if target.name == "In"]
    [result] = d2snap.act(page, [{"action": "click", "cssSelector": target.selector}])
    assert result.ok, result
