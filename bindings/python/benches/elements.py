"""The interactive elements that a text shows: tags of HTML and links of Markdown, in any mixture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import NamedTuple


class Shown(NamedTuple):
    """An element that a text shows as interactive.

    Fields:
        names: What the text may call it.
        href: Where it leads, as written; empty where that is not said.
        handle: What singles it out among others of its name: a number, an address, an `id`, a `name`; empty where it has none.
    """

    names: list[str]
    href: str
    handle: str


_TAGS = {"a", "button", "input", "select", "textarea", "summary"}
_FIELDS = {"input", "select", "textarea"}
_ROLES = {
    "button", "checkbox", "combobox", "gridcell", "link", "listbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option",
    "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
}  # fmt: skip
_BEHAVIOURS = ("onclick", "tabindex", "contenteditable", "uid")
_NAMING = ("aria-label", "title", "placeholder", "alt", "value", "label")
_VOID = {"input", "img", "br", "hr", "meta", "link", "source", "wbr", "area", "base", "col", "embed", "track"}
_WITHIN = {"b", "code", "em", "i", "small", "span", "strong"}
_INLINE = {"a", "button", "img", "input", "label", "option", "select", "textarea", *_WITHIN}
_NOWHERE = {"", "#"}


class Elements:
    """What a text shows, tags taken for tags.

    Attributes:
        shown: The interactive elements: tags, then Markdown links.
        said: What stands there to be read: the text without its tags and without Markdown's destinations, then each attribute that
            names something.
    """

    def __init__(self, text: str) -> None:
        tags = _Tags()
        tags.feed(text)
        tags.close()
        self.shown = [element.shown(tags.labels) for element in tags.elements]
        for label, destination in _links(text):
            href, title = _destination(destination)
            self.shown.append(Shown([label, title], href, _leading(href)))
        self.said = [_TARGET.sub("] ", "".join(tags.said)), *tags.naming]


def _leading(href: str) -> str:
    return "" if href in _NOWHERE or href.lower().startswith("javascript:") else href


class _Element:
    """A tag that is being read."""

    def __init__(self, tag: str, attributes: dict[str, str], label: list[str] | None, lines: list[list[str]]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.text: list[str] = []
        self.label = label
        # What a field stands by: its line, which is read on, and the one before.
        self.lines = lines if tag in _FIELDS else []

    def shown(self, labels: dict[str, list[str]]) -> Shown:
        attributes = self.attributes
        names = [attributes[naming] for naming in _NAMING if naming in attributes]
        names.append("".join(self.text))
        names += ["".join(line) for line in self.lines]
        if self.lines:
            names += [piece for line in self.lines for piece in line]
            names.append("".join(labels.get(attributes.get("id", ""), [])))
        if self.label is not None:
            names.append("".join(self.label))
        href = attributes.get("href", "")
        handle = attributes.get("uid") or _leading(href) or attributes.get("id") or attributes.get("name") or ""
        return Shown(names, href, handle)


class _Tags(HTMLParser):
    """Reads tags; a line ends with a line break of the text and with every tag that is not inline."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[_Element] = []
        self.labels: dict[str, list[str]] = {}
        self.said: list[str] = []
        self.naming: list[str] = []
        self._open: list[_Element] = []
        self._label: list[str] | None = None
        self._line: list[str] = []
        self._before: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in reversed(attrs)}
        self.naming += [attributes[naming] for naming in _NAMING if naming in attributes and (naming, tag) != ("alt", "img")]
        self._space(tag)
        if tag not in _INLINE:
            self._break()
        if tag == "label":
            self._label = self.labels.setdefault(attributes.get("for", ""), []) if attributes.get("for") else []
        elif tag == "img":
            self.handle_data(attributes.get("alt", ""))
        if tag == "a":
            # No link is in another.
            self._open = [element for element in self._open if element.tag != "a"]
        if _interactive(tag, attributes):
            element = _Element(tag, attributes, self._label, [self._line, self._before])
            self.elements.append(element)
            if tag not in _VOID:
                self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        self._space(tag)
        if tag not in _INLINE:
            self._break()
        if tag == "label":
            self._label = None
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at].tag == tag:
                del self._open[at:]
                break

    def handle_data(self, data: str) -> None:
        self.said.append(data)
        for element in self._open:
            element.text.append(data)
        if any(element.tag == "select" for element in self._open):
            return
        if self._label is not None:
            self._label.append(data)
        first, *others = data.split("\n")
        self._line.append(first)
        for line in others:
            self._break()
            self._line.append(line)

    def _break(self) -> None:
        if any(piece.strip() for piece in self._line):
            self._before, self._line = self._line, []

    def _space(self, tag: str) -> None:
        """Words do not go on across most tags, as they do across `<b>`."""
        if tag not in _WITHIN:
            for text in (self.said, *(element.text for element in self._open)):
                text.append(" ")


def _interactive(tag: str, attributes: dict[str, str]) -> bool:
    if tag in _TAGS:
        return attributes.get("type", "").lower() != "hidden"
    return attributes.get("role", "").lower() in _ROLES or any(behaviour in attributes for behaviour in _BEHAVIOURS)


_MARK = re.compile(r"\\.|!?\[|\]\(?|<https?://[^>\s]+>", re.DOTALL)
_TARGET = re.compile(r"\]\(<?[^\s)>]*>?")
_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")


def _links(text: str) -> Iterator[tuple[str, str]]:
    """Label and destination of each `[label](destination)` that is no image, and of each `<https://…>`."""
    opened: list[tuple[bool, int]] = []
    at = 0
    while mark := _MARK.search(text, at):
        at = mark.end()
        what = mark.group()
        if what[0] == "<":
            yield what[1:-1], what[1:-1]
        elif what in ("[", "!["):
            opened.append((what == "[", at))
        elif what[0] == "]" and opened:
            is_link, start = opened.pop()
            if what == "](":
                at = _end(text, at)
                if is_link:
                    yield _IMAGE.sub(r" \1 ", unescape(text[start : mark.start()])), unescape(text[mark.end() : at - 1])


def _end(text: str, at: int) -> int:
    """Where a destination ends: behind the parenthesis that closes it, or at the end of the line."""
    depth = 1
    while at < len(text) and text[at] != "\n":
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            break
    return at


def _destination(written: str) -> tuple[str, str]:
    """The address and the title of `address "title"`."""
    if written.startswith("<"):
        address, _, rest = written[1:].partition(">")
    else:
        address, _, rest = written.strip().partition(" ")
    return address.strip(), rest.strip().strip("\"'")
