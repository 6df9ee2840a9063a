"""Snapshots of live pages in a real browser."""

from __future__ import annotations

from typing import Any, Callable

import pytest
from playwright.sync_api import Page

import d2snap
import d2snap.playwright
from d2snap.playwright import Session, StaleTarget, snapshot, take_dom_snapshot

Show = Callable[[str], Page]


def text(page: Any, **options: Any) -> str:
    return str(snapshot(page, **options))


def test_a_page_as_a_user_has_it(show: Show) -> None:
    page = show(
        "<style>.no{display:none}</style><h1>Shop</h1><p class=no>Secret sauce</p><label>Name <input id=n value=old></label>"
        "<input type=checkbox id=c aria-label=Gift><input type=password value=hunter2 aria-label=Word><button>Buy</button>"
    )
    page.fill("#n", "typed")
    page.check("#c")
    before = page.content()
    taken = snapshot(page)
    assert page.content() == before
    assert "# Shop" in taken.html and "Secret sauce" not in taken.html
    assert "value=typed" in taken.html and "old" not in taken.html
    assert "checked" in taken.html and "hunter2" not in taken.html and "(filled)" in taken.html
    assert [target.name for target in taken.targets] == ["Name", "Gift", "Word", "Buy"]
    assert taken.tokens == d2snap.count_tokens(taken.html)
    assert taken.url == page.url and repr(taken).startswith("<d2snap.playwright.PageSnapshot ")


def test_frames_of_all_origins_are_in_their_places(page: Page, site: Any) -> None:
    site.add("/inner", "<body><button>Deep</button>")
    site.add("/middle", f"<body><p>Middle</p><iframe src='{site.here}/inner'></iframe>")
    site.add("/same", f"<body><p>Same</p><iframe src='{site.there}/middle'></iframe>")
    page.goto(site.add("/", f"<body><h1>Top</h1><iframe src='{site.there}/middle'></iframe><iframe src='/same'></iframe><p>End</p>"))
    taken = snapshot(page)
    assert taken.html.count("Middle") == 2 and taken.html.count(">Deep</button>") == 2
    assert taken.html.index("# Top") < taken.html.index("Middle") < taken.html.index("Same") < taken.html.index("End")
    clicked = []
    page.expose_function("told", lambda: clicked.append(True))
    for frame in page.frames:
        frame.evaluate("() => document.querySelector('button')?.addEventListener('click', e => { e.target.textContent = 'Clicked' })")
    taken.locator(taken.targets[0].uid).click()
    assert str(snapshot(page)).count(">Clicked</button>") == 1


def test_shadow_roots_open_and_closed(show: Show) -> None:
    page = show("<x-a></x-a><x-b></x-b><div><template shadowrootmode=open><button>Declared</button></template></div>")
    page.evaluate(
        """() => {
          for (const [name, mode] of [['x-a', 'open'], ['x-b', 'closed']]) {
            const root = document.querySelector(name).attachShadow({ mode });
            root.innerHTML = `<button>${mode}</button>`;
            root.firstChild.onclick = event => { event.target.textContent = 'done ' + mode; };
            if (mode === 'closed') {
              const inner = root.appendChild(document.createElement('div'));
              inner.style.height = '20px';
              inner.attachShadow({ mode }).innerHTML = '<span>Deep</span>';
              inner.onclick = null;
            }
          }
        }"""
    )
    taken = snapshot(page)
    assert [target.name for target in taken.targets] == ["open", "closed", "Declared"]
    assert "Deep" in taken.html
    for target in taken.targets[:2]:
        taken.locator(target.uid).click()
    assert [target.name for target in snapshot(page).targets] == ["done open", "done closed", "Declared"]


def test_listeners_make_targets(show: Show) -> None:
    page = show("<div class=opt>Mumbai</div><span class=plus>+</span><div style=cursor:pointer><h3>Card</h3><span>0</span></div><p>Text</p>")
    page.evaluate(
        "() => { for (const one of document.querySelectorAll('.opt, .plus')) one.addEventListener('click', () => { one.textContent += '!' }) }"
    )
    taken = snapshot(page)
    assert [(target.name, target.reasons) for target in taken.targets][:2] == [("Mumbai", ("listener",)), ("+", ("listener",))]
    assert taken.targets[2].reasons == ("cursor",) and "Card" in (taken.targets[2].name or "")
    taken.locator(taken.targets[1].uid).click()
    assert "+!" in text(page)


def test_a_number_is_bound_to_its_element(show: Show) -> None:
    page = show("<button>Alpha</button><button>Beta</button><button>Gamma</button><p id=out></p>")
    page.evaluate("() => document.addEventListener('click', event => { out.textContent = 'clicked ' + event.target.textContent })")
    taken = snapshot(page)
    beta = next(target.uid for target in taken.targets if target.name == "Beta")
    page.evaluate("() => document.body.prepend(Object.assign(document.createElement('button'), { textContent: 'New' }))")
    taken.locator(beta).click()
    assert page.inner_text("#out") == "clicked Beta"
    with pytest.raises(d2snap.NoTarget, match="no target with uid 99"):
        taken.locator(99)


def test_an_equal_element_in_its_place_is_found(show: Show) -> None:
    page = show("<main><button>Save</button><button>Send</button></main><p id=out></p>")
    page.evaluate("() => document.addEventListener('click', event => { out.textContent += event.target.textContent })")
    taken = snapshot(page)
    page.evaluate("() => { const main = document.querySelector('main'); main.innerHTML = main.innerHTML }")
    taken.locator(taken.targets[1].uid).click()
    assert page.inner_text("#out") == "Send"


def test_another_element_in_its_place_is_not(show: Show) -> None:
    page = show("<main><button>Save</button><button>Send</button></main>")
    taken = snapshot(page)
    page.evaluate("() => { document.querySelector('main').innerHTML = '<button>Save</button><button>Delete all</button>' }")
    with pytest.raises(StaleTarget, match='the element of uid 2 is gone: another stands in its place, button "Delete all"'):
        taken.locator(2).click()
    page.evaluate("() => { document.querySelector('main').innerHTML = '' }")
    with pytest.raises(StaleTarget, match="it was taken out of the page"):
        taken.locator(1).click()


def test_after_navigation_a_number_is_stale(page: Page, site: Any) -> None:
    site.add("/two", "<body><button>Go</button>")
    page.goto(site.add("/", "<body><button>Go</button>"))
    taken = snapshot(page)
    page.goto(site.here + "/two")
    with pytest.raises(StaleTarget, match="another document"):
        taken.locator(1).click()
    page.goto(site.here + "/")
    with pytest.raises(StaleTarget, match="another document"):
        taken.locator(1).click()


def test_a_session_keeps_numbers_and_tells_what_changed(show: Show) -> None:
    page = show("<button>One</button><input type=checkbox aria-label=Tick><ul id=list></ul>")
    session = Session(page)
    first = session.snapshot()
    assert [(target.uid, target.name) for target in first.targets] == [(1, "One"), (2, "Tick")]
    assert "+ <button uid=1>One</button>" in str(session.diff())
    page.evaluate("() => document.body.prepend(Object.assign(document.createElement('button'), { textContent: 'Zero' }))")
    page.check("input")
    second = session.snapshot()
    assert [(target.uid, target.name) for target in second.targets] == [(3, "Zero"), (1, "One"), (2, "Tick")]
    diff = session.diff()
    assert [target.name for target in diff.added] == ["Zero"] and diff.removed == []
    assert str(diff) == "+ <button uid=3>Zero</button>\n~ uid=2 checked: false → true\n"
    page.evaluate("() => document.querySelector('button').remove()")
    page.evaluate("() => document.body.append(Object.assign(document.createElement('button'), { textContent: 'Last' }))")
    third = session.snapshot()
    assert [(target.uid, target.name) for target in third.targets] == [(1, "One"), (2, "Tick"), (4, "Last")]


def test_a_locator_is_a_part_with_the_numbers_of_the_page(show: Show) -> None:
    page = show("<nav><a href=/a>A</a></nav><main><button>B</button></main><iframe srcdoc='<p>In</p><button>C</button>'></iframe>")
    page.frame_locator("iframe").locator("button").wait_for()
    assert text(page.locator("main")) == "<main>\n<button uid=2>B</button>\n</main>\n"
    assert text(page.frame_locator("iframe").locator("button")) == "<button uid=3>C</button>\n"
    assert "<button uid=1>C</button>" in text(page.frames[1])


def test_webfuse_names(show: Show) -> None:
    page = show("<main class=a><h1>Shop</h1><p>One. Two. Three.</p><button data-x=1>Buy</button></main>")
    whole = take_dom_snapshot(page)
    assert whole == '<main class=a>\n# Shop\nOne. Two. Three.\n<button data-x=1>Buy</button>\n</main>\n'
    assert take_dom_snapshot(page, modifier="downsample") == d2snap.snap(page.content()).html
    ratios = {"hierarchyRatio": 1, "textRatio": 1, "attributeRatio": 1}
    assert take_dom_snapshot(page, modifier={"name": "D2Snap", "params": ratios}) == d2snap.snap(page.content(), 1, 1, 1).html
    for wrong in ("upsample", {"name": "Other"}, {"name": "D2Snap", "params": {"k": 1}}, {"name": "D2Snap", "colour": 1}):
        with pytest.raises(ValueError, match="modifier"):
            take_dom_snapshot(page, modifier=wrong)


def test_a_strict_policy_changes_nothing(page: Page, site: Any) -> None:
    policy = "default-src 'none'; script-src 'none'; style-src 'none'; require-trusted-types-for 'script'"
    page.goto(site.add("/", "<body><h1>Strict</h1><button>Go</button>", **{"Content-Security-Policy": policy}))
    assert text(page) == "# Strict\n<button uid=1>Go</button>\n"


def test_five_thousand_levels(show: Show) -> None:
    page = show("<h1>Deep</h1>")
    # Without boxes: Chromium's own layout ends at some thousand.
    page.evaluate(
        """() => {
          let at = document.body;
          for (let n = 0; n < 5000; n++) {
            at = at.appendChild(document.createElement('div'));
            at.style.display = 'contents';
          }
          at.innerHTML = '<button>Bottom</button>';
        }"""
    )
    taken = snapshot(page)
    assert "Bottom" in taken.html and taken.stats.depth_cut > 4000
    taken.locator(1).click(force=True)


def test_a_dialog_makes_the_rest_inert(show: Show) -> None:
    links = "".join(f"<a href=/{n}>Link {n}</a> " for n in range(300))
    page = show(f"{links}<dialog><p>Sure?</p><button>Yes</button></dialog>")
    page.evaluate("() => document.querySelector('dialog').showModal()")
    taken = snapshot(page, 300)
    assert "Sure?" in taken.html and ">Yes</button>" in taken.html


def test_a_frame_can_not_write_what_is_in_another(page: Page, site: Any) -> None:
    site.add("/ad", """<body><p>Ad</p><script>
      const join = Array.prototype.join;
      Array.prototype.join = function (...given) { return join.apply(this, given) + ',"frames":{"1":{}}' };
    </script>""")
    site.add("/broken", "<body><script>Array.prototype.join = () => 'garbage'</script>")
    site.add("/pay", "<body><button>Pay</button>")
    frames = "".join(f"<iframe src='{site.there}/{name}'></iframe>" for name in ("ad", "broken", "pay"))
    page.goto(site.add("/", f"<body><h1>Shop</h1>{frames}"))
    taken = snapshot(page)
    assert "# Shop" in taken.html and ">Pay</button>" in taken.html


def test_a_page_that_goes_elsewhere_while_it_is_read(page: Page, site: Any) -> None:
    site.add("/next", "<body><h1>Next</h1>")
    page.goto(site.add("/", "<body><h1>First</h1><script>setTimeout(() => location.href = '/next', 30)</script>"))
    for _ in range(6):
        assert snapshot(page).html in ("# First\n", "# Next\n", "")


def test_many_snapshots_hold_one_capturer_in_the_page(show: Show) -> None:
    page = show("<input type=password value=hunter2 aria-label=Word>")
    assert "(filled)" in text(page)
    page.evaluate("() => { document.querySelector('input').type = 'text' }")
    assert "hunter2" not in text(page)

