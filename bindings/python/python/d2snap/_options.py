"""The types of options, for annotations: `def snapshot(html: str, **options: Unpack[d2snap.Options])`."""

from typing import Any, Mapping, Optional, TypedDict, Union


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

    profile: Optional[str]
    uids: Optional[bool]
    uid_attribute: Optional[str]
    selector: Optional[str]
    exclude: Optional[str]
    base_url: Optional[str]
    encoding: Optional[str]
    hidden: Optional[str]
    hrefs: Optional[str]
    markdown: Optional[bool]
    header: Optional[bool]
    format: Optional[str]
    affordances: Optional[bool]
    merge_schedule: Optional[str]
    attribute_inheritance: Optional[str]
    segment_scope: Optional[str]
    split_clauses: Optional[bool]
    max_attribute_chars: Optional[int]
    ground_truth: Union[str, Mapping[str, Any], None]
    ground_truth_replace: Optional[bool]
    text_rank: Optional[TextRank]
    limits: Optional[Limits]
