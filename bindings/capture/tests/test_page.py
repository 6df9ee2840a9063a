"""The script as a guest of the page: what it leaves, what it costs, and that it reads what is there."""

import json
import re
from pathlib import Path

import pytest
from reader import COMMAND, ROOT, SCRIPT, Reader, Snapshot

NEST = """([tag, depth]) => {
    let at = m;
    for (let level = 0; level < depth; level++) at = at.appendChild(document.createElement(tag));
    at.innerHTML = '<button>Core</button>';
}"""
PAGES = sorted((ROOT / "datasets/pages").glob("*.html"))


def test_the_page_stays_as_it_was(site, page):
    page.goto(
        site.add(
            "/",
            "<!doctype html><body><input id=i value=1><div id=s style='overflow:auto;height:50px'><div style='height:900px'></div></div>"
            "<x-a><template shadowrootmode=open><p>In</template></x-a><iframe srcdoc='<p>F'></iframe>"
            "<div style='height:3000px'></div><button>B</button></body>"
            "<script>scrollTo(0, 120); s.scrollTop = 33; i.focus(); window.seen = [];"
            "new MutationObserver(all => seen.push(...all)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });"
            "for (const type of ['scroll', 'focusin', 'blur', 'focus', 'mouseover', 'input', 'change', 'resize', 'select'])"
            "document.addEventListener(type, event => seen.push(event.type), true)</script>",
        )
    )
    page.wait_for_timeout(100)
    state = (
        "() => [document.documentElement.outerHTML, scrollY, s.scrollTop, document.activeElement.id, Object.keys(globalThis).length,"
        "Object.getOwnPropertyNames(globalThis).length, document.styleSheets.length, document.adoptedStyleSheets.length, seen.length]"
    )
    page.evaluate("seen.length = 0")
    before = page.evaluate(state)
    Reader(page).capture(listeners=True, closed=True)
    capturer = page.evaluate_handle(SCRIPT)
    for _ in range(3):
        capturer.evaluate("capturer => capturer.capture()")
    page.wait_for_timeout(100)
    assert page.evaluate(state) == before


def test_a_strict_policy_stops_nothing(site, page):
    policy = "default-src 'none'; script-src 'none'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-same-origin"
    reports: list[str] = []
    page.on("console", lambda message: reports.append(message.text))
    page.goto(site.add("/", "<!doctype html><button onclick='x()'>Buy</button><div style='opacity:0'>Seen: no style is applied</div>", Content_Security_Policy=policy))
    page.wait_for_timeout(100)
    reports.clear()
    snapshot = Reader(page).snap()
    assert snapshot.names() == ["Buy"] and "Seen" in snapshot.text
    assert Snapshot(page.evaluate_handle(SCRIPT).evaluate("capturer => capturer.capture()")).names() == ["Buy"]
    assert not reports


def test_names_of_fields_hide_nothing(snap):
    names = "attributes childNodes firstChild nextSibling parentNode nodeType localName shadowRoot getAttribute matches labels innerText"
    fields = "".join(f"<input name={name} aria-label={name}>" for name in names.split())
    snapshot = snap(f"<form role=search tabindex=0>{fields}<button>Go</button></form><img name=body alt=Logo><form name=getElementById></form>")
    assert snapshot.names()[-1] == "Go" and len(snapshot.targets) >= 13


def test_a_page_that_changes_what_the_language_offers_changes_nothing(page):
    page.set_content(
        "<!doctype html><p>Text</p><button>Go</button><script>Array.prototype.toJSON = () => 'x'; Object.prototype.toJSON = () => 'y';"
        "String.prototype.toJSON = () => 'z'; Array.prototype.extra = 1</script>"
    )
    assert Snapshot(page.evaluate_handle(SCRIPT).evaluate("capturer => capturer.capture()")).names() == ["Go"]


def test_texts_that_are_no_unicode_are_read(show, page):
    reader = show("<p id=p></p><button>Go</button>")
    page.evaluate("p.textContent = 'half \\ud83d of a pair'; p.title = '\\udc00'")
    assert "half \ufffd of a pair" in reader.snap().text


def test_elements_in_one_another_are_read_at_any_depth(show, page):
    # Chromium itself fails to lay out 3,000 blocks in one another.
    for tag, depth in (("div", 1500), ("span", 5000)):
        reader = show("<main id=m></main>")
        page.evaluate(NEST, [tag, depth])
        assert reader.snap().names() == ["Core"]


def test_the_time_for_many_elements(show, page):
    """Told, not asserted: machines differ."""
    card = (
        "<div class='card c{0}' data-id={0}><h3>Item {0}</h3><p>Some <b>text</b> here</p><a href=/p/{0}>Open</a>"
        "<button class=btn>Buy</button><label><input type=checkbox name=c{0}> <span>Pick</span></label></div>"
    )
    style = "<style>.card{border:1px solid;padding:4px}.btn{cursor:pointer}.c7 a{color:red}.c8 h3::before{content:'No. '}</style>"
    show(style + "<main>" + "".join(card.format(n) for n in range(2222)) + "</main>")
    capturer = page.evaluate_handle(SCRIPT)
    read = "capturer => { const start = performance.now(); const json = capturer.capture(); return [performance.now() - start, json.length]; }"
    runs = [capturer.evaluate(read) for _ in range(5)]
    count = page.evaluate("document.querySelectorAll('*').length")
    print(f"\n{count} elements: {min(time for time, _ in runs):.0f} ms at best of {[round(time) for time, _ in runs]}, {runs[0][1]} characters")
    page.evaluate("() => { document.body.innerHTML = '<main id=m></main>' }")
    page.evaluate(NEST, ["span", 5000])
    print(f"5000 in one another: {min(capturer.evaluate(read)[0] for _ in range(3)):.0f} ms")
    assert count > 20000


def test_a_page_too_large_for_a_string_is_cut(show, page):
    reader = show("<h1>Log</h1><pre id=p></pre><pre id=q></pre>")
    page.evaluate("p.textContent = 'x'.repeat(60_000_000)")
    capture = reader.capture()
    assert '"cut":true' in capture and len(capture) < 70_000_000


STYLES = re.compile(r"<style\b.*?</style>|&lt;style&gt;.*?&lt;/style&gt;", re.DOTALL | re.IGNORECASE)
# Frames in a sandbox are of another origin: the host's to read.
SANDBOX = re.compile(r"""\ssandbox(="[^"]*")?""")
STYLED = re.compile(r"""\sstyle=("[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)


def without_styles(html: str) -> str:
    """The page without what only layout tells of."""
    kept = {"display:none", "display: none"}
    return STYLED.sub(lambda match: match[0] if match[1].strip("\"';") in kept else "", SANDBOX.sub("", STYLES.sub("", html)))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_static_page_is_the_same_read_from_its_text_and_in_a_browser(path: Path, browser, tmp_path):
    import subprocess

    encoding = "latin-1" if "iso-8859-1" in path.read_bytes()[:2000].decode("latin-1").lower() else "utf-8"
    file = tmp_path / "page.html"
    file.write_text(without_styles(path.read_text(encoding=encoding)), encoding=encoding)
    # Its scripts would change it.
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    capture = Reader(page).capture(closed=True)
    context.close()
    for parameters in (("0", "0", "0"), (".4", ".4", ".4"), ("inf", "1", "1")):
        arguments = [word for pair in zip(("-k", "-l", "-m"), parameters) for word in pair]
        command = [COMMAND, "snap", "--uids", "--json", *arguments, str(file)]
        text = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        live = Snapshot(capture, *arguments)
        assert live.text.replace(" covered uid=", " uid=") == text["html"]
        drop = ("reference", "off_screen", "covered", "href", "selector", "xpath")
        bare = [{key: value for key, value in target.items() if key not in drop} for target in live.targets]
        assert bare == [{key: value for key, value in target.items() if key not in drop} for target in text["targets"]]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_selectors_and_paths_find_exactly_their_target(path: Path, page):
    page.goto(path.as_uri())
    capturer = page.evaluate_handle(SCRIPT)
    snapshot = Snapshot(capturer.evaluate("capturer => capturer.capture()"))
    find = """([capturer, targets]) => targets.filter(({ reference, selector, xpath }) => {
        const element = capturer.element(reference.number);
        let roots = [document];
        for (const step of selector.split(' >>> ')) {
            const found = roots.flatMap(root => [...root.querySelectorAll(step)]);
            if (found.length !== 1) return true;
            var last = found[0];
            roots = [last.shadowRoot ?? last.contentDocument].filter(Boolean);
        }
        let by = document, at = null;
        for (const step of xpath?.split(' >>> ') ?? []) {
            at = by.evaluate(step, by, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
            if (at.snapshotLength !== 1) return true;
            at = at.snapshotItem(0);
            by = at.contentDocument;
        }
        return last !== element || (xpath !== null && at !== element);
    })"""
    targets = [{key: target[key] for key in ("reference", "selector", "xpath")} for target in snapshot.targets]
    assert capturer.evaluate(f"(capturer, targets) => ({find})([capturer, targets])", targets) == []
