"""What a text alone says of the targets of a page: one reading for every subject, whatever form its output has.

The targets are those of `d2snap.Document(page).targets` that have an accessible name of at least one word. Three measures:

named: The words of the target's name stand in the text, one after the other, between tags or in an attribute that names something.
    Of several targets with one name, as many are named as the text has it.
href: For links: named, and the address stands in the text too, as an `href`, a Markdown destination or a word.
told: A reader of the text alone can tell the target and act on it. The text shows an interactive element (a tag: `a`, `button`,
    `input`, `select`, `textarea`, `summary`, or one with an interactive role, `onclick`, `tabindex`, `contenteditable` or `uid`;
    or a Markdown link) and gives it the name: as its words, in an attribute, in a label; for a field also in the line that it
    stands in or the one before. And what is shown singles it out: it has a number, an address, an `id` or a `name` of its own,
    or is the only one of its name. Of several targets with one name, as many are told as the text shows such elements.

Words are compared in lower case, without punctuation, so that Markdown, escapes and line breaks do not matter. It errs on the
side of keeping, for all alike: a name can stand in a paragraph by chance, a link can have the name of a button. That the targets
and their names are the engine's own favours none of the others, and the engine in what it counts as a target.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import d2snap

from elements import Elements, Shown

# Words of scripts without spaces are single characters.
_DENSE = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_DENSE}]|[^\W_{_DENSE}]+")
_BETWEEN = re.compile(r"""[\s<>"'|]+""")
_PARENTHESES = re.compile(r"\((\S+)\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


class Kept(NamedTuple):
    """How many targets a text keeps, by each measure; of a page that keeps them all: how many there are."""

    named: int
    href: int
    told: int


class Targets:
    """The targets of a page that have a name."""

    def __init__(self, page: str) -> None:
        document = d2snap.Document(page)
        base = document.meta.base_url
        self._names: Counter[str] = Counter()
        self._links: Counter[tuple[str, frozenset[str]]] = Counter()
        for target in document.targets:
            if name := words(target.name or ""):
                self._names[name] += 1
                if target.href:
                    self._links[name, frozenset(_forms(target.href, base))] += 1

    @property
    def all(self) -> Kept:
        """How many there are: targets, those of them that are links, targets."""
        return Kept(self._names.total(), self._links.total(), self._names.total())

    def kept(self, text: str) -> Kept:
        """How many of them a text keeps."""
        read = Elements(text)
        addresses = _addresses(text, read.shown)
        said = "\n".join(map(words, read.said))
        standing = {name: said.count(name) for name in self._names}
        named = sum(min(count, standing[name]) for name, count in self._names.items())
        left = dict(standing)
        href = 0
        for (name, forms), count in self._links.items():
            if not forms.isdisjoint(addresses):
                taken = min(count, left[name])
                left[name] -= taken
                href += taken
        handled: Counter[str] = Counter()
        other: Counter[str] = Counter()
        for element in read.shown:
            (handled if element.handle else other).update({words(name) for name in element.names})
        told = sum(min(count, _told(handled[name], other[name])) for name, count in self._names.items())
        return Kept(named, href, told)


def words(text: str) -> str:
    """A text as its words, in lower case, each between spaces of its own, so that what holds another is found as a substring."""
    return "".join(f" {word} " for word in _WORD.findall(text.lower()))


def _told(handled: int, other: int) -> int:
    return handled + (other == 1 and not handled)


def _forms(href: str, base: str | None) -> Iterator[str]:
    """How a page may have written an address that the engine gives resolved."""
    yield _plain(href)
    if base is None:
        return
    parts, origin = urlsplit(href), urlsplit(base)
    if parts.netloc:
        yield _plain(parts._replace(scheme="").geturl())
    if parts.netloc == origin.netloc:
        local = parts._replace(scheme="", netloc="").geturl()
        folder = origin.path.rpartition("/")[0] + "/"
        yield _plain(local)
        yield _plain(local.removeprefix(folder) or local)


def _addresses(text: str, elements: list[Shown]) -> set[str]:
    """All that may be an address in a text."""
    found = {_plain(element.href) for element in elements if element.href}
    for token in _BETWEEN.split(unescape(text)):
        if "/" in token or "#" in token or ":" in token or "?" in token or "." in token:
            found.add(_plain(token.strip("()[],.")))
            found.update(_plain(inner) for inner in _PARENTHESES.findall(token))
    return found


def _plain(address: str) -> str:
    """An address without what is only spelling: escapes of Markdown and of addresses, white space."""
    return unquote(_ESCAPE.sub(r"\1", address)).strip()
