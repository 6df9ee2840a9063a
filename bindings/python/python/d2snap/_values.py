"""The plain values of snapshots: named tuples."""

from typing import Dict, List, NamedTuple, Optional, Tuple


def _of_package(cls: type) -> type:
    cls.__module__ = "d2snap"
    return cls


@_of_package
class Params(NamedTuple):
    """How strongly a page is reduced; `document.snap(**params._asdict())` takes the same again.

    The authors' later releases call them rE, rT and rA, Webfuse's API hierarchyRatio, textRatio and attributeRatio.

    Fields:
        k: Element reduction: the share of containers that are merged or dissolved, 0 to 1, or infinity.
        l: Text reduction: the share of sentences that is dropped, 0 to 1.
        m: Attribute reduction, 0 to 1: the rating below which an attribute is dropped.
    """

    k: float
    l: float  # noqa: E741
    m: float


@_of_package
class Meta(NamedTuple):
    """What a page says of itself.

    Fields:
        title: The title, white space collapsed; empty where it has none.
        lang: The language of the root element, as written; empty where it says none.
        base_url: The address that links are resolved against; None where none is known.
    """

    title: str
    lang: str
    base_url: Optional[str]


@_of_package
class OffScreen(NamedTuple):
    """Where a target is outside of what is seen of a live page.

    Fields:
        side: "above", "below", "left" or "right".
        pixels: How far its nearest edge is from what is seen, in CSS pixels.
    """

    side: str
    pixels: int


@_of_package
class Target(NamedTuple):
    """An element that takes an action itself.

    Fields:
        uid: Its number, from 1 in document order over all targets of the page. No parameter, scope or budget changes it.
        tag: Its tag, in lower case.
        role: Its ARIA role, explicit or of its tag; None where it has none.
        name: Its accessible name; None where it has none.
        reasons: Why it is interactive: "tag", "role", "contenteditable", "onclick", "tabindex", "cursor", "listener".
        state: Its states: "checked" to "true", "expanded" to "false" …
        value: Its current value; None for secrets, which have the state "filled" instead.
        href: Where it leads, resolved against the base URL where there is one.
        selector: A CSS selector that matches this element alone: one for each tree on the way (the page, then each shadow root
            or `srcdoc` frame), joined by ` >>> `.
        xpath: The same as an XPath; None inside a shadow root, which XPath can not enter.
        context: What it stands under, where its name does not tell it from all other targets of its role.
        reference: Which live element it is, as the capture script numbers them; None where the page is no capture.
        off_screen: Where it is outside of what is seen; None where it is in sight, or nothing is known.
        covered: Whether something else lies over all of it.
        inert: Whether it can not be used while a dialog, or what lies over all of the page, is open.
    """

    uid: int
    tag: str
    role: Optional[str]
    name: Optional[str]
    reasons: Tuple[str, ...]
    state: Dict[str, str]
    value: Optional[str]
    href: Optional[str]
    selector: str
    xpath: Optional[str]
    context: Optional[str]
    reference: Optional[str] = None
    off_screen: Optional[OffScreen] = None
    covered: bool = False
    inert: bool = False


@_of_package
class Stats(NamedTuple):
    """What was kept and what was not.

    Fields:
        sentences: Sentences of the page.
        sentences_kept: Sentences in the snapshot.
        attributes: Attributes of the elements that are written at (0, 0, 0).
        attributes_kept: Attributes in the snapshot.
        containers: Containers that can be written.
        containers_kept: Containers in the snapshot.
        depth_cut: Elements that were flattened for their depth.
        withheld: What no snapshot shows, by reason: "hidden", "display-none", "secret", "characters" …
    """

    sentences: int
    sentences_kept: int
    attributes: int
    attributes_kept: int
    containers: int
    containers_kept: int
    depth_cut: int
    withheld: Dict[str, int]


@_of_package
class ElidedRun(NamedTuple):
    """Targets that follow each other and were left out.

    Fields:
        first: The first number.
        last: The last number.
        targets: How many.
        what: What they are: "links", "buttons", "fields" or "targets".
    """

    first: int
    last: int
    targets: int
    what: str


@_of_package
class Adaptive(NamedTuple):
    """What a search within a token budget came to.

    Fields:
        budget: The budget in tokens.
        tokens: The exact number of tokens of the snapshot.
        evaluations: How many plans were rendered and counted.
        utility: 2 for an unreduced page, 1 to 2 for one that (k, l, m) reduced, below 1 the share of value kept by elision.
        filled: How many attributes are kept although m leaves them out, as the budget had room for them.
        elided_targets: Targets that elision left out.
        elided_lines: Pieces of text that elision left out.
        elided_runs: Runs of targets that were left out, in document order; the larger ones have a marker in the snapshot.
    """

    budget: int
    tokens: int
    evaluations: int
    utility: float
    filled: int
    elided_targets: int
    elided_lines: int
    elided_runs: Tuple[ElidedRun, ...]


@_of_package
class Change(NamedTuple):
    """A fact that changed of a target.

    Fields:
        uid: The target's number.
        fact: "role", "name", "value", "href" or the name of a state.
        before: What it was; None where the target had none.
        after: What it is; None where the target has none.
    """

    uid: int
    fact: str
    before: Optional[str]
    after: Optional[str]


@_of_package
class Line(NamedTuple):
    """A line that one snapshot has and the other has not.

    Fields:
        sign: "+" where it is new, "-" where it is gone.
        text: The line without its line break.
    """

    sign: str
    text: str


@_of_package
class Diff(NamedTuple):
    """What changed from one snapshot to another; false where nothing did.

    Its text, also as `str(diff)`, is there to be sent instead of the whole page: `- ` and a line that is gone, `+ ` and one that
    is new, `~ uid=4 checked: false → true` for a target.

    Fields:
        added: Targets printed now that were not printed before.
        removed: Targets printed before that are not printed now.
        changed: Facts that changed of targets printed in both.
        lines: Lines that are gone or new, in order.
        text: All of it as text.
    """

    added: List[Target]
    removed: List[Target]
    changed: List[Change]
    lines: List[Line]
    text: str

    def __str__(self) -> str:
        return self.text

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.lines)
