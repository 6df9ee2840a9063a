from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import GenericAlias
from typing import Any, Literal, NamedTuple, Protocol, TypedDict, final, overload

from typing_extensions import Self, TypeAlias, TypeVar, Unpack

from ._act import ActionResult as ActionResult
from ._act import act as act
from ._action import Action as Action
from ._action import InvalidActions as InvalidActions
from ._action import actions as actions
from ._action import actions_schema as actions_schema
from ._action import tool as tool

CAPTURE_SCRIPT: str
__version__: str
__all__ = [
    "Action",
    "ActionResult",
    "Adaptive",
    "BudgetUnreachable",
    "CAPTURE_SCRIPT",
    "Change",
    "Diff",
    "Document",
    "ElidedRun",
    "Error",
    "InvalidActions",
    "LimitExceeded",
    "Limits",
    "Line",
    "Meta",
    "NoMatch",
    "NoTarget",
    "Numbers",
    "OffScreen",
    "Options",
    "Params",
    "Snapshot",
    "SnapshotBatch",
    "SnapshotStream",
    "Snapshots",
    "Stats",
    "Target",
    "TextRank",
    "__version__",
    "act",
    "actions",
    "actions_schema",
    "adaptive",
    "adaptive_arrow",
    "adaptive_many",
    "count_tokens",
    "snap",
    "snap_arrow",
    "snap_many",
    "tool",
]

_Tokenizer: TypeAlias = Literal["o200k_base", "cl100k_base", "chars4"] | Callable[[str], int]

_Given = TypeVar("_Given", bound=Snapshot | Exception, covariant=True)

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None, /) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None, /) -> object: ...

class TextRank(TypedDict, total=False):
    """TextRank's constants (Mihalcea & Tarau 2004).

    Keys:
        damping: The damping factor, 0 to 1; .85 where it is not there.
        tolerance: Iteration ends when no score changes by this much; 1e-4.
        max_iterations: The greatest number of iterations; 30.
    """

    damping: float
    tolerance: float
    max_iterations: int

class Limits(TypedDict, total=False):
    """What a page may cost; beyond bytes, elements and names it fails with `LimitExceeded`.

    Keys:
        max_bytes: Bytes of HTML, `srcdoc` frames included; 64 MiB where it is not there, at most 1 GiB.
        max_elements: Elements of a page; 500,000.
        max_names: Different names of tags and attributes; 50,000.
        max_depth: Levels of elements, 8 or more; deeper ones are flattened and counted in `Stats.depth_cut`; 256.
        max_attribute_bytes: Bytes of one attribute's value; the rest is cut; 1 MiB.
        max_frames: `srcdoc` frames that are entered; 256.
        max_frame_depth: Levels of `srcdoc` frames in one another that are entered; 8.
    """

    max_bytes: int
    max_elements: int
    max_names: int
    max_depth: int
    max_attribute_bytes: int
    max_frames: int
    max_frame_depth: int

class Options(TypedDict, total=False):
    """How a page is read and written: the keyword arguments of `Document`, which says what each means."""

    profile: Literal["agent", "paper"] | None
    uids: bool | None
    uid_attribute: str | None
    selector: str | None
    exclude: str | None
    base_url: str | None
    encoding: str | None
    hidden: Literal["drop", "keep"] | None
    hrefs: Literal["keep", "path", "drop"] | None
    markdown: bool | None
    header: bool | None
    format: Literal["lines", "pretty"] | None
    affordances: bool | None
    merge_schedule: Literal["ranked", "modulo"] | None
    attribute_inheritance: Literal["union", "own"] | None
    segment_scope: Literal["block", "node"] | None
    split_clauses: bool | None
    max_attribute_chars: int | None
    ground_truth: str | Mapping[str, Any] | None
    ground_truth_replace: bool | None
    text_rank: TextRank | None
    limits: Limits | None

class Params(NamedTuple):
    """How strongly a page is reduced; `document.snap(**params._asdict())` takes the same again.

    The authors' later releases call them rE, rT and rA, Webfuse's API hierarchyRatio, textRatio and attributeRatio.

    Fields:
        k: Element reduction: the share of containers that are merged or dissolved, 0 to 1, or infinity.
        l: Text reduction: the share of sentences that is dropped, 0 to 1.
        m: Attribute reduction, 0 to 1: the rating below which an attribute is dropped.
    """

    k: float
    l: float
    m: float

class Meta(NamedTuple):
    """What a page says of itself.

    Fields:
        title: The title, white space collapsed; empty where it has none.
        lang: The language of the root element, as written; empty where it says none.
        base_url: The address that links are resolved against; None where none is known.
    """

    title: str
    lang: str
    base_url: str | None

class OffScreen(NamedTuple):
    """Where a target is outside of what is seen of a live page.

    Fields:
        side: "above", "below", "left" or "right".
        pixels: How far its nearest edge is from what is seen, in CSS pixels.
    """

    side: str
    pixels: int

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
    role: str | None
    name: str | None
    reasons: tuple[str, ...]
    state: dict[str, str]
    value: str | None
    href: str | None
    selector: str
    xpath: str | None
    context: str | None
    reference: str | None = None
    off_screen: OffScreen | None = None
    covered: bool = False
    inert: bool = False

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
    withheld: dict[str, int]

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
    elided_runs: tuple[ElidedRun, ...]

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
    before: str | None
    after: str | None

class Line(NamedTuple):
    """A line that one snapshot has and the other has not.

    Fields:
        sign: "+" where it is new, "-" where it is gone.
        text: The line without its line break.
    """

    sign: str
    text: str

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

    added: list[Target]
    removed: list[Target]
    changed: list[Change]
    lines: list[Line]
    text: str
    def __bool__(self) -> bool: ...

class Error(Exception):
    """What can go wrong with a page; parsing itself never fails on bad HTML.

    An argument that is wrong whatever the page is raises `ValueError` instead.
    """

class LimitExceeded(Error):
    """The page exceeds a limit: `name` is `bytes`, `elements` or `names`, `limit` the number."""

    name: str
    limit: int

class NoMatch(Error):
    """The option `selector` matches no element of the page: `selector` is it."""

    selector: str

class NoTarget(Error):
    """Numbers that no target in scope has: `uids` are they, as in `0, 391–400`, `count` is how many targets the page has."""

    uids: str
    count: int

class BudgetUnreachable(Error):
    """No snapshot of the page fits the budget in the way that was asked for: `budget` is it in tokens, less its margin,
    `smallest` the fewest tokens that were reached.
    """

    budget: int
    smallest: int

@final
class Numbers:
    """The numbers of a session of captures: an element keeps its number from one capture to the next, new ones get new numbers, and
    none is given twice. `d2snap.playwright.Session` has its own.
    """

    def __new__(cls) -> Self: ...
    @property
    def last(self) -> int:
        """The greatest number that was given; 0 at first."""

@final
class Document:
    """A page, parsed and analysed once. Any number of snapshots can be taken of it, from any number of threads.

    Args:
        html: The page. Bytes are decoded by byte order mark, then `encoding`, then `meta charset`, then as UTF-8 with
            replacement characters; lone surrogates of a `str` are U+FFFD. Any text gives a document.
        profile: The preset that the other options start from: "agent", the best snapshot to act on, or "paper", the published
            algorithm (arXiv 2508.04412).
        uids: Whether targets carry their number, as in `<button uid=7>`.
        uid_attribute: The name of the attribute that carries it: letters, digits, `-` and `_`; None is "uid", in the paper's
            profile "data-uid".
        selector: Only the elements that match are written, each with all it holds: a list of CSS selectors, or a path of them
            joined by ` >>> `, where each step goes on inside the shadow root or the frame of what the one before it matched.
            Numbers of targets stay those of the whole page.
        exclude: The elements that match are left out, with all they hold; as for `selector`, but matching nothing is no error.
        base_url: The page's address: hrefs of targets are resolved against it (and the page's `base` element).
        encoding: The encoding that the transport named, for bytes. A byte order mark wins over it.
        hidden: What happens to content that a user cannot see: "drop", "keep"; None is "drop", in the paper's profile "keep".
        hrefs: How an href is written: "keep" as it stands, "path" without what the page's address tells, "drop" not at all;
            None is "keep". Targets have it whole.
        markdown: Whether text formatting becomes Markdown; off, it stays HTML.
        header: Whether a first line `<!-- title | url | lang | n of N targets -->` is written.
        format: The layout: "lines", or "pretty" with two spaces a level, for people; None is "lines".
        affordances: Whether an interactive element shows at every m what it is: type, role, state, value, name; None is on, in
            the paper's profile off.
        merge_schedule: How `k` chooses among containers: "ranked" dissolves those of least worth, "modulo" merges by depth;
            None is "ranked", in the paper's profile "modulo".
        attribute_inheritance: Which attributes a container that "modulo" merged has: "union", its own and the other's, or "own";
            None is "union".
        segment_scope: What one ranking of sentences spans: "block", a run of inline content, or "node", one text node; None is
            "block", in the paper's profile "node".
        split_clauses: Whether `:` and `;` before a space end a sentence too; None is off, in the paper's profile on.
        max_attribute_chars: Characters of an attribute's value, the rest becomes `…`; None is 256, in the paper's profile all.
        ground_truth: Which class an element is in, and what containers and attributes are worth: a dict or JSON text that is
            merged over the profile's table. Its members, all optional: `removed`, `unwritten`, `labelled` (lists of tags);
            `interactive` with `tags`, `roles`, `roles_with_action`, `behaviours`; `content` with `block` and `inline`;
            `containers` and `attributes` (name to rating from 0 to 1); `custom_element`, `other_element`, `other_attribute`.
        ground_truth_replace: Whether `ground_truth` is the whole table instead: what it leaves out is in no class and rated 0.
        text_rank: TextRank's constants, see `TextRank`.
        limits: What a page may cost, see `Limits`.

    Raises:
        ValueError: For an argument that is wrong whatever the page is.
        LimitExceeded: Beyond `limits`.
        NoMatch: Where `selector` matches nothing.
    """

    def __new__(cls, html: str | bytes | bytearray, **options: Unpack[Options]) -> Self: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    @staticmethod
    def from_capture(capture: str, *, numbers: Numbers | None = None, **options: Unpack[Options]) -> Document:
        """The document of a live page, as the capture script read it: what CSS hides is known to be hidden, what was typed and ticked
        is there. `d2snap.playwright` does all of it; this is for other hosts.

        Args:
            capture: The JSON that `d2snap.CAPTURE_SCRIPT` gives in the page.
            numbers: The numbers of a session, so that an element keeps its own; None numbers from 1 in document order.
            **options: Those of `Document`.

        Raises:
            ValueError: For what is no capture, and as for `Document`.
            LimitExceeded: Beyond `limits`.
            NoMatch: Where `selector` matches nothing.
        """

    def snap(self, k: float = 0.3, l: float = 0.3, m: float = 0.3) -> Snapshot:
        """The snapshot at these parameters. Cost: one pass over the document, no parsing.

        Args:
            k: Element reduction: the share of containers that are dissolved, 0 to 1, or infinity, which dissolves every one.
            l: Text reduction: the share of sentences that is dropped, 0 to 1.
            m: Attribute reduction, 0 to 1: attributes rated below it are dropped.

        Raises:
            ValueError: For a parameter outside its domain.
        """

    def adaptive(
        self,
        max_tokens: int = 8192,
        *,
        task: str | None = None,
        tokenizer: _Tokenizer = "o200k_base",
        margin: float = 0.0,
        on_overflow: Literal["elide", "error"] = "elide",
        weights: Sequence[float] = (0.5, 0.3, 0.2),
    ) -> Snapshot:
        """The best snapshot within a token budget: exactly counted, never above it.

        Whether targets carry their numbers says the document's option `uids`. A page that fits as it stands is not reduced. Else the (k, l, m) of highest utility that fits is found; where even full
        reduction exceeds the budget, what matters least is left out and markers say so (`… 37 more links (uid 120–156)`).

        Args:
            max_tokens: The most tokens that the snapshot may have.
            task: What the agent is to do: sentences that have to do with it rank higher, and what matches it is given up last.
            tokenizer: How tokens are counted: `o200k_base`, `cl100k_base`, `chars4`, or a function that takes text
                and gives its number of tokens. What the function raises is raised unchanged.
            margin: The share of the budget that stays unused, 0 to below 1, for a model whose tokenizer is not the one that counts.
            on_overflow: What happens where even full reduction exceeds the budget: "elide" leaves out what matters
                least, with markers in its place, "error" raises `BudgetUnreachable`.
            weights: How much hierarchy, text and attributes count, brought to a sum of 1.

        Raises:
            ValueError: For an argument that is wrong whatever the page is.
            BudgetUnreachable: Where not even the first heading or target fits, or, with "error", where full reduction does not.
        """

    def expand(
        self,
        uids: int | str | Iterable[int],
        max_tokens: int = 8192,
        *,
        task: str | None = None,
        tokenizer: _Tokenizer = "o200k_base",
        margin: float = 0.0,
        on_overflow: Literal["elide", "error"] = "elide",
        weights: Sequence[float] = (0.5, 0.3, 0.2),
    ) -> Snapshot:
        """A part of the page under a budget of its own, with the same numbers: what an elided snapshot left out and told of in a
        marker.

        The part is every line from the first that holds one of these targets to the last that does. It is reduced as `adaptive`
        reduces a page, so a part that fits is whole. Numbers that follow each other are a range, with all that stands between.

        Args:
            uids: A number, numbers (`range(120, 157)`), or text as markers have it (`"7,120-156"`, `"(uid 120–156)"`).
            max_tokens: The most tokens that the snapshot may have.
            task: What the agent is to do: sentences that have to do with it rank higher, and what matches it is given up last.
            tokenizer: How tokens are counted: `o200k_base`, `cl100k_base`, `chars4`, or a function that takes text
                and gives its number of tokens. What the function raises is raised unchanged.
            margin: The share of the budget that stays unused, 0 to below 1, for a model whose tokenizer is not the one that counts.
            on_overflow: What happens where even full reduction exceeds the budget: "elide" leaves out what matters
                least, with markers in its place, "error" raises `BudgetUnreachable`.
            weights: How much hierarchy, text and attributes count, brought to a sum of 1.

        Raises:
            ValueError: For an argument that is wrong whatever the page is.
            NoTarget: For numbers that no target in scope has.
            BudgetUnreachable: As for `adaptive`.
        """

    @property
    def targets(self) -> list[Target]:
        """All targets of the page, before `selector` and `exclude`, in document order. Computed at each call; the first reads the
        page once more, for selectors.
        """

    @property
    def meta(self) -> Meta:
        """What the page says of itself."""

@final
class Snapshot:
    """A downsampled page: lines of HTML and Markdown, with what was kept and the targets that it prints.

    It can be pickled: the copy has the text, all numbers and all targets, and no document, so it is small however large the
    page is. Two are equal where all of that is.
    """

    @property
    def html(self) -> str:
        """The snapshot's text: lines of HTML and Markdown, each with its line break. The same as `str(snapshot)`."""

    @property
    def tokens(self) -> int:
        """The exact number of tokens of `html`: by the budget's tokenizer where there was a budget, else by o200k_base, counted
        when first asked for.
        """

    @property
    def params(self) -> Params:
        """The (k, l, m) of the snapshot: those that were asked for, or those that a search within a budget chose."""

    @property
    def stats(self) -> Stats:
        """What was kept and what was not."""

    @property
    def adaptive(self) -> Adaptive | None:
        """What a search within a budget came to; None of a snapshot at (k, l, m) of the caller's."""

    @property
    def targets(self) -> list[Target]:
        """Exactly the targets that are printed, in document order. Computed at each call; the first of a document reads the page
        once more, for selectors.
        """

    @property
    def uids(self) -> list[int]:
        """The numbers of exactly the targets that are printed, in document order."""

    @property
    def document(self) -> Document | None:
        """The page that it is of, for further snapshots; None of a snapshot that was pickled."""

    def diff(self, previous: Snapshot) -> Diff:
        """What changed since another snapshot: targets and lines.

        Targets correspond by their number, so both must be snapshots of one document (at other parameters, another budget,
        another part) or of pages in which an element keeps its number.

        Args:
            previous: The snapshot that was before.
        """

    def to_dict(self) -> dict[str, Any]:
        """The snapshot as dicts, lists, strings and numbers that `json.dumps` takes: `html`, `tokens`, `params`, `stats`,
        `adaptive` and `targets`, each with the members that the attribute has. An infinite `k` is "inf".
        """

    def _repr_html_(self) -> str:
        """For notebooks: the text as it is, under a line of its numbers."""

    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: object, /) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @staticmethod
    def _restore(data: bytes) -> Snapshot:
        """The snapshot that was pickled."""

@final
class Snapshots(Iterator[_Given]):
    """The snapshots of many pages, in the order of the pages: an iterator.

    Pages are taken as snapshots are asked for, at most four for each worker ahead.
    """

    def __iter__(self) -> Self: ...
    def __next__(self) -> _Given: ...
    @classmethod
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...

@final
class SnapshotBatch:
    """The snapshots of a batch of pages: an Arrow record batch.

    `pyarrow.record_batch(batch)` takes it, as every library that knows the Arrow PyCapsule interface.
    """

    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@final
class SnapshotStream:
    """The snapshots of a stream of pages: a stream of Arrow record batches, each made when it is asked for.

    It can be read once: `pyarrow.RecordBatchReader.from_stream(stream)` or `pyarrow.table(stream)` takes it, as every library
    that knows the Arrow PyCapsule interface. Such a stream has no exceptions: what is raised while it is read, an interrupt too,
    comes as the reader's own error, with the text of it.
    """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def count_tokens(text: str, tokenizer: Literal["o200k_base", "cl100k_base", "chars4"] = "o200k_base") -> int:
    """The exact number of tokens of a text.

    Args:
        text: The text; special tokens count as the text that they are.
        tokenizer: `o200k_base` (GPT-4o and later), `cl100k_base` (GPT-3.5 and GPT-4) or `chars4` (characters / 4, rounded
            up). The first count of one of the former two loads its vocabulary, which takes about .15 s.

    Raises:
        ValueError: For any other name.
    """

def snap(html: str | bytes | bytearray, k: float = 0.3, l: float = 0.3, m: float = 0.3, **options: Unpack[Options]) -> Snapshot:
    """The snapshot of a page at (k, l, m): `Document(html, **options).snap(k=k, l=l, m=m)`.

    Args:
        html: The page, as `Document` takes it.
        k: Element reduction, as in `Document.snap`.
        l: Text reduction.
        m: Attribute reduction.
        **options: Those of `Document`.
    """

def adaptive(
    html: str | bytes | bytearray,
    max_tokens: int = 8192,
    *,
    task: str | None = None,
    tokenizer: _Tokenizer = "o200k_base",
    margin: float = 0.0,
    on_overflow: Literal["elide", "error"] = "elide",
    weights: Sequence[float] = (0.5, 0.3, 0.2),
    **options: Unpack[Options],
) -> Snapshot:
    """The best snapshot of a page within a token budget: `Document(html, **options).adaptive(...)`. Targets carry their numbers
    unless `uids=False` says otherwise.

    Args:
        html: The page, as `Document` takes it.
        max_tokens: The most tokens that the snapshot may have.
        task: What the agent is to do: sentences that have to do with it rank higher, and what matches it is given up last.
        tokenizer: How tokens are counted: `o200k_base`, `cl100k_base`, `chars4`, or a function that takes text
            and gives its number of tokens. What the function raises is raised unchanged.
        margin: The share of the budget that stays unused, 0 to below 1, for a model whose tokenizer is not the one that counts.
        on_overflow: What happens where even full reduction exceeds the budget: "elide" leaves out what matters
            least, with markers in its place, "error" raises `BudgetUnreachable`.
        weights: How much hierarchy, text and attributes count, brought to a sum of 1.
        **options: Those of `Document`.
    """

@overload
def snap_many(
    pages: Iterable[str | bytes | bytearray] | Iterable[str] | Iterable[bytes],
    k: float = 0.3,
    l: float = 0.3,
    m: float = 0.3,
    *,
    workers: int | None = None,
    on_error: Literal["raise"] = "raise",
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> Snapshots[Snapshot]:
    """The snapshots of many pages at (k, l, m), in the order of the pages, on several threads.

    Pages are taken from their iterable as snapshots are asked for, at most four for each worker ahead, so there may be more of
    them than memory holds. What the iterable raises is raised behind the snapshots of the pages before, an interrupt or an exit at
    once. A snapshot holds its page for as long as it is kept; `snapshot.html` alone does not.

    Args:
        pages: The pages, each `str` or `bytes`, as `Document` takes it.
        k: Element reduction, as in `Document.snap`.
        l: Text reduction.
        m: Attribute reduction.
        workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
        on_error: What happens where a page fails, or is none: "raise" raises and ends the iterator, "return" gives the exception in
            the place of the snapshot.
        progress: Called behind each page with the number of pages done and the number of all, None where that is not known. If it
            raises, the snapshot comes when the next is asked for.
        **options: Those of `Document`.
    """

@overload
def snap_many(
    pages: Iterable[str | bytes | bytearray] | Iterable[str] | Iterable[bytes],
    k: float = 0.3,
    l: float = 0.3,
    m: float = 0.3,
    *,
    workers: int | None = None,
    on_error: Literal["return"],
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> Snapshots[Snapshot | Exception]:
    """The snapshots of many pages at (k, l, m), in the order of the pages, on several threads.

    Pages are taken from their iterable as snapshots are asked for, at most four for each worker ahead, so there may be more of
    them than memory holds. What the iterable raises is raised behind the snapshots of the pages before, an interrupt or an exit at
    once. A snapshot holds its page for as long as it is kept; `snapshot.html` alone does not.

    Args:
        pages: The pages, each `str` or `bytes`, as `Document` takes it.
        k: Element reduction, as in `Document.snap`.
        l: Text reduction.
        m: Attribute reduction.
        workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
        on_error: What happens where a page fails, or is none: "raise" raises and ends the iterator, "return" gives the exception in
            the place of the snapshot.
        progress: Called behind each page with the number of pages done and the number of all, None where that is not known. If it
            raises, the snapshot comes when the next is asked for.
        **options: Those of `Document`.
    """

@overload
def adaptive_many(
    pages: Iterable[str | bytes | bytearray] | Iterable[str] | Iterable[bytes],
    max_tokens: int = 8192,
    *,
    task: str | None = None,
    tokenizer: _Tokenizer = "o200k_base",
    margin: float = 0.0,
    on_overflow: Literal["elide", "error"] = "elide",
    weights: Sequence[float] = (0.5, 0.3, 0.2),
    workers: int | None = None,
    on_error: Literal["raise"] = "raise",
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> Snapshots[Snapshot]:
    """The best snapshots of many pages within a token budget for each, in the order of the pages, on several threads.

    As `snap_many`. Targets carry their numbers unless `uids=False` says otherwise.

    Args:
        pages: The pages, each `str` or `bytes`, as `Document` takes it.
        max_tokens: The most tokens of a snapshot, as in `Document.adaptive`.
        task: What the agent is to do.
        tokenizer: How tokens are counted; a function is called from several threads, one at a time under the GIL.
        margin: The share of the budget that stays unused.
        on_overflow: What happens where even full reduction exceeds the budget.
        weights: How much hierarchy, text and attributes count.
        workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
        on_error: What happens where a page fails, or is none: "raise" raises and ends the iterator, "return" gives the exception in
            the place of the snapshot.
        progress: Called behind each page with the number of pages done and the number of all, None where that is not known. If it
            raises, the snapshot comes when the next is asked for.
        **options: Those of `Document`.
    """

@overload
def adaptive_many(
    pages: Iterable[str | bytes | bytearray] | Iterable[str] | Iterable[bytes],
    max_tokens: int = 8192,
    *,
    task: str | None = None,
    tokenizer: _Tokenizer = "o200k_base",
    margin: float = 0.0,
    on_overflow: Literal["elide", "error"] = "elide",
    weights: Sequence[float] = (0.5, 0.3, 0.2),
    workers: int | None = None,
    on_error: Literal["return"],
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> Snapshots[Snapshot | Exception]:
    """The best snapshots of many pages within a token budget for each, in the order of the pages, on several threads.

    As `snap_many`. Targets carry their numbers unless `uids=False` says otherwise.

    Args:
        pages: The pages, each `str` or `bytes`, as `Document` takes it.
        max_tokens: The most tokens of a snapshot, as in `Document.adaptive`.
        task: What the agent is to do.
        tokenizer: How tokens are counted; a function is called from several threads, one at a time under the GIL.
        margin: The share of the budget that stays unused.
        on_overflow: What happens where even full reduction exceeds the budget.
        weights: How much hierarchy, text and attributes count.
        workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
        on_error: What happens where a page fails, or is none: "raise" raises and ends the iterator, "return" gives the exception in
            the place of the snapshot.
        progress: Called behind each page with the number of pages done and the number of all, None where that is not known. If it
            raises, the snapshot comes when the next is asked for.
        **options: Those of `Document`.
    """

@overload
def snap_arrow(
    pages: _ArrowArray,
    k: float = 0.3,
    l: float = 0.3,
    m: float = 0.3,
    *,
    column: str | None = None,
    workers: int | None = None,
    on_error: Literal["raise", "return"] = "raise",
    **options: Unpack[Options],
) -> SnapshotBatch:
    """The snapshots of a batch of pages in Arrow's memory, at (k, l, m), on several threads: no Python object is made for a page.

    An array or a record batch (what has `__arrow_c_array__`) gives a `SnapshotBatch`; a table, a reader, a chunked array (what
    has `__arrow_c_stream__`) a `SnapshotStream`. The columns are those of the batch without the pages, then `snapshot`
    (a string, as large as that of the pages; null where the page is null or failed), `targets` (int32, how many the snapshot
    prints) and `error` (a string; null where there is none).

    Args:
        pages: An array of strings or of bytes, or a record batch with a column of them.
        k: Element reduction, as in `Document.snap`.
        l: Text reduction.
        m: Attribute reduction.
        column: The column of the pages; None is the only column of strings or bytes.
        workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
        on_error: What happens where a page fails: "raise" raises, "return" gives the message in the column `error`.
        **options: Those of `Document`.
    """

@overload
def snap_arrow(
    pages: _ArrowStream,
    k: float = 0.3,
    l: float = 0.3,
    m: float = 0.3,
    *,
    column: str | None = None,
    workers: int | None = None,
    on_error: Literal["raise", "return"] = "raise",
    **options: Unpack[Options],
) -> SnapshotStream:
    """The snapshots of a batch of pages in Arrow's memory, at (k, l, m), on several threads: no Python object is made for a page.

    An array or a record batch (what has `__arrow_c_array__`) gives a `SnapshotBatch`; a table, a reader, a chunked array (what
    has `__arrow_c_stream__`) a `SnapshotStream`. The columns are those of the batch without the pages, then `snapshot`
    (a string, as large as that of the pages; null where the page is null or failed), `targets` (int32, how many the snapshot
    prints) and `error` (a string; null where there is none).

    Args:
        pages: An array of strings or of bytes, or a record batch with a column of them.
        k: Element reduction, as in `Document.snap`.
        l: Text reduction.
        m: Attribute reduction.
        column: The column of the pages; None is the only column of strings or bytes.
        workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
        on_error: What happens where a page fails: "raise" raises, "return" gives the message in the column `error`.
        **options: Those of `Document`.
    """

@overload
def adaptive_arrow(
    pages: _ArrowArray,
    max_tokens: int = 8192,
    *,
    task: str | None = None,
    tokenizer: _Tokenizer = "o200k_base",
    margin: float = 0.0,
    on_overflow: Literal["elide", "error"] = "elide",
    weights: Sequence[float] = (0.5, 0.3, 0.2),
    column: str | None = None,
    workers: int | None = None,
    on_error: Literal["raise", "return"] = "raise",
    **options: Unpack[Options],
) -> SnapshotBatch:
    """The best snapshots of a batch of pages in Arrow's memory within a token budget for each, on several threads.

    As `snap_arrow`, with a further column `tokens` (int32, the exact count of the snapshot) behind `snapshot`. Targets carry
    their numbers unless `uids=False` says otherwise.

    Args:
        pages: An array of strings or of bytes, or a record batch with a column of them.
        max_tokens: The most tokens of a snapshot, as in `Document.adaptive`.
        task: What the agent is to do.
        tokenizer: How tokens are counted.
        margin: The share of the budget that stays unused.
        on_overflow: What happens where even full reduction exceeds the budget.
        weights: How much hierarchy, text and attributes count.
        column: The column of the pages; None is the only column of strings or bytes.
        workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
        on_error: What happens where a page fails: "raise" raises, "return" gives the message in the column `error`.
        **options: Those of `Document`.
    """

@overload
def adaptive_arrow(
    pages: _ArrowStream,
    max_tokens: int = 8192,
    *,
    task: str | None = None,
    tokenizer: _Tokenizer = "o200k_base",
    margin: float = 0.0,
    on_overflow: Literal["elide", "error"] = "elide",
    weights: Sequence[float] = (0.5, 0.3, 0.2),
    column: str | None = None,
    workers: int | None = None,
    on_error: Literal["raise", "return"] = "raise",
    **options: Unpack[Options],
) -> SnapshotStream:
    """The best snapshots of a batch of pages in Arrow's memory within a token budget for each, on several threads.

    As `snap_arrow`, with a further column `tokens` (int32, the exact count of the snapshot) behind `snapshot`. Targets carry
    their numbers unless `uids=False` says otherwise.

    Args:
        pages: An array of strings or of bytes, or a record batch with a column of them.
        max_tokens: The most tokens of a snapshot, as in `Document.adaptive`.
        task: What the agent is to do.
        tokenizer: How tokens are counted.
        margin: The share of the budget that stays unused.
        on_overflow: What happens where even full reduction exceeds the budget.
        weights: How much hierarchy, text and attributes count.
        column: The column of the pages; None is the only column of strings or bytes.
        workers: How many threads, at most eight for each core; None is one for each core. Results do not depend on it.
        on_error: What happens where a page fails: "raise" raises, "return" gives the message in the column `error`.
        **options: Those of `Document`.
    """

def _main(arguments: list[str]) -> int:
    """Carries out the command line `d2snap` with these arguments; gives the exit status.

    Args:
        arguments: What stands behind the command's name.
    """
