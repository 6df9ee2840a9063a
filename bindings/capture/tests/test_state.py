"""What users typed, ticked and opened, and what style sheets say."""

import json


def test_values_are_those_of_now(snap):
    snapshot = snap(
        "<input id=i value=old><input id=e value=old><textarea id=t>old</textarea><input type=checkbox id=c>"
        "<input type=checkbox id=d checked><input type=checkbox id=m><select id=s><option>A<option>B</select>"
        "<select id=n multiple><option selected>X<option>Y</select><input type=range id=r min=0 max=10 value=2>"
        "<script>i.value = 'typed'; e.value = ''; t.value = 'new'; c.checked = true; d.checked = false; m.indeterminate = true;"
        "s.selectedIndex = 1; n.options[0].selected = false; n.options[1].selected = true; r.value = 7</script>"
    )
    assert [target["value"] for target in snapshot.targets] == ["typed", None, "new", None, None, None, "B", "Y", "7"]
    assert [target["state"].get("checked") for target in snapshot.targets[3:6]] == ["true", "false", "mixed"]


def test_what_a_user_does_is_there_at_once(show, page):
    reader = show("<label><input type=checkbox> Remember</label><input aria-label=Name><input type=file aria-label=Picture>")
    assert reader.snap().target("Remember")["state"]["checked"] == "false"
    page.check("input[type=checkbox]")
    page.fill("[aria-label=Name]", "Ada")
    page.set_input_files("[type=file]", {"name": "me.png", "mimeType": "image/png", "buffer": b"x"})
    snapshot = reader.snap()
    assert snapshot.target("Remember")["state"]["checked"] == "true"
    assert snapshot.target("Name")["value"] == "Ada"
    assert "value=me.png" in snapshot.text


def test_secrets_do_not_leave_the_page(show, page):
    reader = show(
        "<input type=password name=p value=hunter2><input autocomplete=cc-number value=4111111111111111>"
        "<input autocomplete='section-a one-time-code' id=o><textarea autocomplete=new-password>hunter2</textarea>"
        "<input type=password id=q><script>o.value = '918273'</script>"
    )
    page.fill("#q", "opensesame")
    first = reader.capture()
    # One that a user has made visible.
    page.evaluate("q.type = 'text'")
    second = reader.capture()
    for secret in ("hunter2", "4111", "918273", "opensesame"):
        assert secret not in first and secret not in second
    from reader import Snapshot

    assert [target["state"].get("filled") for target in Snapshot(second).targets] == ["true"] * 5


def test_what_style_sheets_say_is_there(snap):
    snapshot = snap(
        "<style>.p::before{content:'Price: $5'} .q::after{content:\" (\" attr(data-n) ')'} .i::before{content:'\\f00c'}"
        ".g::before{content:'»'} .n::before{content:'Never';display:none} .h{opacity:0} .h::before{content:'Never'}</style>"
        "<p><span class=p></span></p><p class=q data-n=3>Cart</p><p class=i>Done</p><p class=g>Next</p><p class=n>Plain</p><p class=h></p>"
    )
    assert snapshot.text == "Price: $5\nCart (3)\nDone\nNext\nPlain\n"


def test_a_modal_dialog_stands_before_the_rest_of_the_page(snap):
    links = "".join(f"<a href=/{n}>Link {n}</a> " for n in range(300))
    snapshot = snap(f"<h1>Shop</h1>{links}<dialog id=d><h2>Sure?</h2><button>Yes</button></dialog><script>d.showModal()</script>")
    assert snapshot.text.startswith("<dialog id=d open>\n## Sure?\n<button uid=1>Yes</button>\n</dialog>\n<div inert>\n# Shop\n")
    assert [target.get("inert", False) for target in snapshot.targets] == [False] + [True] * 300
    assert snapshot.targets[0]["selector"] == "dialog > button" or snapshot.targets[0]["selector"] == "#d > button"


def test_what_lies_over_the_whole_page_stands_first(snap):
    for overlay in (
        "<div style='position:fixed;inset:0;background:#fff'>Cookies <button>Accept</button></div>",
        "<div style='position:fixed;inset:0;background:#0008'></div>"
        "<div style='position:fixed;inset:200px 300px;background:#fff'>Cookies <button>Accept</button></div>",
    ):
        snapshot = snap(f"<p>Under it</p><button>Buy</button>{overlay}")
        assert snapshot.names() == ["Accept", "Buy"]
        assert snapshot.text.endswith("<div inert>\nUnder it\n<button uid=2>Buy</button>\n</div>\n")


def test_a_page_that_is_all_in_place_is_no_dialog(snap):
    assert "inert" not in snap("<div style='position:fixed;inset:0;overflow:auto'><h1>Mail</h1><button>Write</button></div>").text
    assert "inert" not in snap("<header style='position:fixed;top:0'>Bar</header><p>Text</p>").text
    assert "inert" not in snap("<p>Text</p><div style='position:fixed;inset:0;pointer-events:none'>Confetti</div>").text


def test_a_dialog_that_is_not_modal_leaves_all_in_its_place(snap):
    assert snap("<p>Text</p><dialog open><button>Yes</button></dialog>").text.startswith("Text\n<dialog open>")


def test_the_capture_says_how_far_the_page_is_scrolled(show, page):
    reader = show("<div style='height:3000px'></div>")
    page.evaluate("scrollTo(0, 500)")
    viewport = json.loads(reader.capture())["viewport"]
    assert (viewport["y"], viewport["height"]) == (500, 720) and viewport["pageHeight"] > 3000
