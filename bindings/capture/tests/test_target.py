"""What can be acted on, and where it is."""


def test_listeners_that_a_debugger_tells_of_make_targets(snap):
    body = (
        "<div class=opt>Mumbai</div><span class=plus>+</span><div id=root><p>Text</p><button>B</button></div>"
        "<script>for (const one of document.querySelectorAll('.opt, .plus, #root, body')) one.addEventListener('click', () => {})</script>"
    )
    assert snap(body).names() == ["B"]
    heard = snap(body, listeners=True)
    assert heard.names() == ["Mumbai", "+", "B"]
    assert heard.targets[0]["reasons"] == ["listener"]
    assert "<div class=opt onclick uid=1>Mumbai</div>" in heard.text


def test_handlers_that_scripts_set_make_targets(page):
    from reader import SCRIPT, Snapshot

    page.set_content("<!doctype html><div id=a>Tile</div><p>Text</p><script>a.onclick = () => {}</script>")
    # Only the page's own world has them.
    capture = page.evaluate_handle(SCRIPT).evaluate("capturer => capturer.capture()")
    assert Snapshot(capture).names() == ["Tile"]


def test_a_pointing_hand_makes_a_target_of_the_outermost(snap):
    snapshot = snap(
        "<style>.card,.dd,label,.in{cursor:pointer}</style><div class=card><h3>Tile</h3><span>0</span></div>"
        "<div class=dd><span>Choose</span></div><button><span class=in>Go</span></button><label>Name <input></label>"
    )
    assert snapshot.names() == ["Tile 0", "Choose", "Go", "Name"]
    assert "<div class=card onclick uid=1>\n### Tile\n0\n</div>" in snapshot.text


def test_a_covered_target_is_marked(snap):
    snapshot = snap(
        "<button>Under</button><button>Free</button><button style='pointer-events:none'>Numb</button>"
        "<div style='position:fixed;left:0;top:0;width:60px;height:40px;background:#fff'></div>"
    )
    assert [target.get("covered", False) for target in snapshot.targets] == [True, False, False]
    assert "<button covered uid=1>Under</button>" in snapshot.text


def test_what_is_over_a_control_for_show_does_not_cover_it(snap):
    snapshot = snap(
        "<style>.f{position:relative}.f span{position:absolute;inset:0;pointer-events:none}</style>"
        "<div class=f><input aria-label=Q><span>Search</span></div>"
        "<div style='position:relative;width:200px'><input type=checkbox id=c><label for=c style='position:absolute;inset:0'>All</label></div>"
        "<a href=/x>Two<br>lines of it</a>"
    )
    assert not any(target.get("covered") for target in snapshot.targets)


def test_what_is_out_of_sight_is_told_with_its_distance(snap, page):
    snapshot = snap(
        "<button>Top</button><div style='height:2000px'></div><button>Far below</button>"
        "<div style='position:absolute;top:50px;overflow:auto;height:99px;width:200px'><div style='height:500px'></div><button>In a list</button></div>",
        "-m", ".5", "--header",
    )
    assert "off_screen" not in snapshot.target("Top")
    away = snapshot.target("Far below")["off_screen"]
    assert away["side"] == "below" and 1250 < away["pixels"] < 1400
    assert snapshot.target("In a list")["off_screen"]["side"] == "below"
    assert not snapshot.target("In a list").get("covered")
    assert "scrolled 0 of 1" in snapshot.text and "2 targets below -->" in snapshot.text


def test_references_are_bound_to_elements(show, page):
    reader = show("<button>Alpha</button><button>Beta</button><button>Gamma</button>")
    first = {target["name"]: target["reference"] for target in reader.snap().targets}
    page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<button>New</button>')")
    page.evaluate("document.querySelectorAll('button')[2].remove()")
    second = {target["name"]: target["reference"] for target in reader.snap().targets}
    assert list(second) == ["New", "Alpha", "Gamma"]
    assert (second["Alpha"], second["Gamma"]) == (first["Alpha"], first["Gamma"])
    assert second["New"]["number"] > max(one["number"] for one in first.values())
    assert reader.says(second["New"]["number"]) == "New" and reader.says(first["Alpha"]["number"]) == "Alpha"
    # Gone, and never another element.
    reader.cdp.send("HeapProfiler.collectGarbage")
    assert reader.says(first["Beta"]["number"]) in (None, "Beta")
    assert reader.says(99999) is None


def test_a_list_that_opens_changes_no_reference(show, page):
    reader = show("<button id=o>Open</button><ul id=u hidden><li><a href=/a>A</a></ul><a href=/b>B</a>")
    before = {target["name"]: target["reference"] for target in reader.snap().targets}
    page.evaluate("u.hidden = false")
    after = {target["name"]: target["reference"] for target in reader.snap().targets}
    assert list(after) == ["Open", "A", "B"] and before.items() <= after.items()


def test_a_page_that_was_loaded_anew_has_other_references(site, page):
    from reader import Reader

    one = site.add("/one", "<button>Buy</button>")
    two = site.add("/two", "<button>Buy</button>")
    page.goto(one)
    first = Reader(page).snap().targets[0]["reference"]
    page.goto(two)
    second = Reader(page).snap().targets[0]["reference"]
    assert first["capturer"] != second["capturer"]


def test_a_field_among_many_wrappers_is_a_plain_field(snap):
    snapshot = snap(
        "<div class=MuiFormControl-root><label for=':r1:' id=':r1:-label'>City</label>"
        "<div class=MuiInputBase-root><input aria-invalid=false id=':r1:' type=text><fieldset aria-hidden=true><legend><span>City</span></legend></fieldset></div></div>"
    )
    assert [(target["tag"], target["name"]) for target in snapshot.targets] == [("input", "City")]
    assert ">>>" not in snapshot.targets[0]["selector"]


def test_of_a_payload_its_media_type_is_told(snap):
    snapshot = snap(f"<a href='data:text/html;base64,{'QUJD' * 400}'>x</a>", "-m", "0")
    assert snapshot.text == '<a href="data:text/html" uid=1>x</a>\n'
