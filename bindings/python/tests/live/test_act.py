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
    assert [reason for _, reason in asked] == ["submits a form by POST", "submits a form by POST", 'its name says "delete"']
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
    assert results[0].message == '<button> "Delete"' and results[0].writes == 'its name says "delete"'
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


SENDS = [
    ("<form action=/x><button formmethod=post>Go</button></form>", {"action": "click", "cssSelector": "button"}),
    ("<form method=post><button><span id=t>Go</span></button></form>", {"action": "click", "cssSelector": "#t"}),
    ("<form method=post><input id=a><button>Go</button></form><script>a.focus()</script>", {"action": "press", "data": "Enter"}),
    ("<form method=post><input type=checkbox></form>", {"action": "press", "cssSelector": "input", "data": "\n"}),
    ("<form method=post><label for=b id=l>Go</label><input type=submit id=b></form>", {"action": "click", "cssSelector": "#l"}),
    ("<form action=/delete-account><button>Go</button></form>", {"action": "click", "cssSelector": "button"}),
    ("<form method=post><input name=getAttribute><button>Go</button></form>", {"action": "click", "cssSelector": "button"}),
    ("<button><img alt=Delete></button>", {"action": "click", "cssSelector": "button"}),
    ("<button aria-label=Next>Delete everything</button>", {"action": "click", "cssSelector": "button"}),
    ("<div contenteditable>Hi</div>", {"action": "press", "cssSelector": "div", "data": "return"}),
]


@pytest.mark.parametrize(("body", "action"), SENDS, ids=[body for body, _ in SENDS])
def test_what_sends_is_asked_for(show: Show, site: Any, body: str, action: Any) -> None:
    page = show(body)
    [result] = d2snap.act(page, [action], confirm=lambda action, reason: False)
    assert result.status == "declined", result
    assert [request for request in site.requests if request[0] == "POST"] == []


def test_what_confirm_gives_and_raises_is_taken_as_it_is(show: Show) -> None:
    page = show("<button onclick=\"this.textContent = 'Gone'\">Delete</button>")
    untyped: Any = d2snap
    with pytest.raises(TypeError, match="confirm: gives True or False, not str"):
        untyped.act(page, [{"action": "click", "cssSelector": "button"}], confirm=lambda action, reason: "no")

    class Stop(Exception):
        pass

    def stop(action: d2snap.Action, reason: str) -> bool:
        raise Stop

    with pytest.raises(Stop):
        d2snap.act(page, [{"action": "click", "cssSelector": "button"}], confirm=stop)
    assert page.inner_text("button") == "Delete"


ROWS = """
<ul id=list></ul><p id=out></p>
<script>
  let items = ['Ann', 'Bob', 'Cy'];
  function draw() {
    list.innerHTML = items.map(item => `<li>${item} <button onclick="out.textContent += '${item}'; items = items.filter(i => i !== '${item}'); draw()">Delete</button>`).join('');
  }
  draw();
</script>
"""


def test_never_another_row(show: Show) -> None:
    page = show(ROWS)
    taken = snapshot(page)
    results = d2snap.act(page, [{"action": "click", "uid": 1}, {"action": "click", "uid": 1}], snapshot=taken)
    assert done(results) == ["done", "failed"] and page.inner_text("#out") == "Ann"
    page = show(ROWS)
    taken = snapshot(page)
    results = d2snap.act(page, [{"action": "click", "uid": 1}, {"action": "click", "uid": 2}], snapshot=taken)
    assert done(results) == ["done", "failed"] and page.inner_text("#out") == "Ann"


def test_never_what_took_its_place_on_another_view(show: Show) -> None:
    for change in ("history.pushState({}, '', '/item/2');", ""):
        page = show("<main><h1>Item 1</h1><button>Remove item</button></main>")
        taken = snapshot(page)
        page.evaluate(f"() => {{ {change} document.querySelector('main').innerHTML = '<h1>Item 2</h1><button>Remove item</button>' }}")
        [result] = d2snap.act(page, [{"action": "click", "uid": 1}], snapshot=taken)
        assert result.status == "failed" and "is gone" in result.message


def test_a_selector_into_a_closed_root_is_not_what_stands_around_it(show: Show) -> None:
    page = show("<x-a><button>Pay</button></x-a>")
    page.evaluate("() => { document.querySelector('x-a').attachShadow({ mode: 'closed' }).innerHTML = '<button>Cancel</button>' }")
    [target] = snapshot(page).targets
    assert target.name == "Cancel"
    [result] = d2snap.act(page, [{"action": "click", "cssSelector": target.selector}])
    assert result.message == "the selector matches no element"


def test_a_snapshot_of_another_page_is_refused(show: Show, browser: Any) -> None:
    taken = snapshot(show("<button>Go</button>"))
    other = browser.new_page()
    with pytest.raises(ValueError, match="it is of another page"):
        d2snap.act(other, [{"action": "click", "uid": 1}], snapshot=taken)
    other.close()
    untyped: Any = d2snap
    with pytest.raises(TypeError, match="snapshot: one of d2snap.playwright, not Snapshot"):
        untyped.act(show("<button>Go</button>"), [{"action": "click", "uid": 1}], snapshot=d2snap.snap("<button>Go</button>"))

