"""What of a live page's elements to act on has its name in a text: by the engine's targets, and by the browser alone.

The browser's are the visible elements that `SELECTOR` matches, in open shadow roots and frames of the page's origin too, which have a
name: an `aria-label`, a text (`innerText`), the text of a label, a placeholder or, of a button, its value. Whichever of these stands
in the text counts. Names are compared as `reading.py` does; texts that are no HTML are also read as they stand.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from elements import Elements
from reading import words

SELECTOR = (
    "a[href], button, input:not([type=hidden]), select, textarea, summary, "
    + ", ".join(
        f"[role={role}]"
        for role in "button link checkbox combobox menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton "
        "switch tab textbox treeitem".split()
    )
)

FIND = """selector => {
    const names = [];
    const visible = element => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const named = element => {
        const button = element.tagName === "INPUT" && ["button", "submit", "reset"].includes(element.type);
        const labels = Array.from(element.labels ?? [], label => label.innerText);
        const text = element.tagName === "SELECT" ? "" : element.innerText;
        return [element.getAttribute("aria-label"), text, ...labels, element.placeholder, button ? element.value : ""]
            .filter(name => typeof name === "string" && name.trim());
    };
    const seen = element => {
        const box = element.getBoundingClientRect(), { innerWidth, innerHeight } = element.ownerDocument.defaultView;
        return box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    };
    const read = root => {
        for (const element of root.querySelectorAll("*")) {
            if (element.matches(selector) && visible(element)) {
                const found = named(element);
                if (found.length) names.push([seen(element), found]);
            }
            if (element.shadowRoot) read(element.shadowRoot);
            if (["IFRAME", "FRAME"].includes(element.tagName) && visible(element)) {
                try { if (element.contentDocument) read(element.contentDocument); } catch { /* of another origin */ }
            }
        }
    };
    read(document);
    return names;
}"""


class Names:
    """Elements by the names that each may go by; elements without a word of a name are left out."""

    def __init__(self, elements: list[list[str]]) -> None:
        self._counts: Counter[tuple[str, ...]] = Counter()
        for names in elements:
            if alternatives := tuple(sorted({read for name in names if (read := words(name))})):
                self._counts[alternatives] += 1

    @property
    def all(self) -> int:
        """How many elements there are."""
        return self._counts.total()

    def standing(self, said: list[str]) -> int:
        """Of how many a name stands in a text, read by `read`: of several of one name, as many as the text has it."""
        return sum(
            min(count, max(reading.count(name) for name in alternatives for reading in said))
            for alternatives, count in self._counts.items()
        )


def by_browser(page: Any) -> tuple[Names, Names]:
    """The elements of a page of Playwright's that the browser finds, and those of them that are in sight without scrolling."""
    found = page.evaluate(FIND, SELECTOR)
    return Names([names for _, names in found]), Names([names for seen, names in found if seen])


def read(text: str) -> list[str]:
    """The words of a text: without its tags and with what names in them, and as it stands."""
    return ["\n".join(map(words, Elements(text).said)), words(text)]
