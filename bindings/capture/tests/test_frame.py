"""Frames and shadow roots."""

import json

from reader import Reader, Snapshot, composed


def test_frames_of_the_same_origin_are_entered(snap):
    inner = "<button>B</button><iframe srcdoc='<button>C</button>'></iframe>".replace("'", "&quot;")
    snapshot = snap(f"<p>Before</p><iframe style='cursor:pointer' srcdoc=\"{inner}\"></iframe><p>After</p>")
    assert snapshot.text == "Before\n<button uid=1>B</button>\n<button uid=2>C</button>\nAfter\n"
    assert snapshot.target("C")["selector"].count(">>>") == 2
    assert snapshot.target("C")["xpath"].count(">>>") == 2


def test_a_target_far_down_a_tall_frame_is_listed(snap):
    snapshot = snap("<iframe height=200 srcdoc='<div style=height:3000px></div><button>Late</button>'></iframe>")
    assert snapshot.target("Late")["off_screen"] == {"side": "below", "pixels": 2808}


def test_a_frame_of_no_size_is_withheld_and_the_page_is_not(snap):
    snapshot = snap("<iframe style='width:0;height:0;border:0' srcdoc='<p>Frame'></iframe><main><button>Own</button></main>")
    assert (snapshot.names(), snapshot.withheld) == (["Own"], {"zero-size": 1})


def test_frames_of_a_frameset_are_listed(site, page):
    site.add("/a", "<p>Menu</p>")
    page.goto(site.add("/", f"<frameset cols='50%,50%'><frame src=/a><frame src={site.other('/a')} title=Other></frameset>"))
    text = Reader(page).snap("-k", "0", "-l", "0", "-m", "0").text
    assert text.startswith("Menu\n<iframe src=") and 'title=Other' in text


def test_a_frame_of_the_page_itself_is_entered_once(site, page):
    page.goto(site.add("/", "<p>Page</p><iframe src='/#again'></iframe><iframe src='/?2'></iframe>"))
    page.wait_for_timeout(200)
    capture = Reader(page).capture()
    assert '"frame":"cycle"' in capture
    assert Snapshot(capture).text.count("Page") <= 3


def test_frames_of_other_origins_are_composed_in_place_at_any_depth(site, page):
    site.add("/deep", "<button>Pay</button>")
    site.add("/middle", f"<p>Card</p><iframe src='http://127.0.0.1:{site.port}/deep'></iframe>")
    page.goto(site.add("/", f"<h1>Shop</h1><iframe title=Checkout src='{site.other('/middle')}'></iframe><p>End</p>"))
    page.wait_for_load_state("networkidle")
    # By itself a page does not see into it, and says so.
    alone = Reader(page).snap()
    assert "<iframe title=Checkout src=" in alone.text and "Pay" not in alone.text
    snapshot = Snapshot(json.dumps(composed(page.main_frame)))
    assert snapshot.text == "# Shop\nCard\n<button uid=1>Pay</button>\nEnd\n"
    assert snapshot.targets[0]["reference"]["capturer"] != alone.record["title"]


def test_shadow_roots_and_slots_are_composed(snap):
    snapshot = snap(
        "<x-card><span slot=title>Title</span><button>Light</button></x-card>"
        "<script>customElements.define('x-card', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML ="
        "'<h2><slot name=title></slot></h2><slot></slot><button>Shadow</button><slot name=none>Fallback</slot>' } })</script>"
    )
    assert snapshot.text == "<x-card>\n## Title\n<button uid=1>Light</button><button uid=2>Shadow</button>Fallback\n</x-card>\n"
    assert snapshot.target("Light")["selector"] == "x-card > button"
    assert snapshot.target("Shadow")["selector"] == "x-card >>> button"
    assert snapshot.target("Shadow")["xpath"] is None


def test_closed_shadow_roots_are_read_where_the_host_hands_them_in(snap):
    body = (
        "<x-pay>Light</x-pay><script>customElements.define('x-pay', class extends HTMLElement { constructor() { super();"
        "this.attachShadow({ mode: 'closed' }).innerHTML = '<slot></slot> <button>Pay</button>' } })</script>"
    )
    assert snap(body).names() == []
    assert snap(body, closed=True).names() == ["Pay"]


def test_what_a_slot_hides_is_hidden(snap):
    snapshot = snap(
        "<x-tabs><p slot=one>Shown</p><p slot=two>Hidden</p><p slot=three>Hidden too</p></x-tabs>"
        "<script>customElements.define('x-tabs', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML ="
        "'<slot name=one></slot><div hidden><slot name=two></slot></div><slot name=three style=\"display:none\"></slot>' } })</script>"
    )
    assert "Shown" in snapshot.text and "Hidden" not in snapshot.text


def test_a_button_in_a_shadow_root_in_a_frame_can_be_addressed(snap):
    snapshot = snap(
        "<iframe srcdoc=\"<x-a><template shadowrootmode=open><button>Deep</button></template></x-a>\"></iframe>"
    )
    assert snapshot.target("Deep")["selector"] == "body > iframe >>> x-a >>> button"
