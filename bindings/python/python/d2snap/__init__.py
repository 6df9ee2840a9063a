"""D2Snap: turns a web page into a snapshot that a language model can act on."""

from ._d2snap import (
    BudgetUnreachable,
    Document,
    Error,
    LimitExceeded,
    NoMatch,
    NoTarget,
    Snapshot,
    __version__,
    adaptive,
    count_tokens,
    snap,
)
from ._values import Adaptive, Change, Diff, ElidedRun, Line, Meta, Params, Stats, Target
