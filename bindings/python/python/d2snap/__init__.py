"""D2Snap: turns a web page into a snapshot that a language model can act on.

A page is parsed and analysed once into a `Document`; a `Snapshot` of it, at (k, l, m) or within a token budget, is then a
matter of milliseconds. The algorithm is D2Snap (arXiv 2508.04412).
"""

import atexit as _atexit

from ._d2snap import (
    BudgetUnreachable,
    Document,
    Error,
    LimitExceeded,
    NoMatch,
    NoTarget,
    Snapshot,
    SnapshotBatch,
    Snapshots,
    SnapshotStream,
    __version__,
    adaptive,
    adaptive_arrow,
    adaptive_many,
    count_tokens,
    snap,
    snap_arrow,
    snap_many,
)
from ._d2snap import _end
from ._d2snap import main as _main
from ._options import Limits, Options, TextRank
from ._values import Adaptive, Change, Diff, ElidedRun, Line, Meta, Params, Stats, Target

__all__ = [
    "Adaptive",
    "BudgetUnreachable",
    "Change",
    "Diff",
    "Document",
    "ElidedRun",
    "Error",
    "LimitExceeded",
    "Limits",
    "Line",
    "Meta",
    "NoMatch",
    "NoTarget",
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
    "adaptive",
    "adaptive_arrow",
    "adaptive_many",
    "count_tokens",
    "snap",
    "snap_arrow",
    "snap_many",
]

# Threads that count tokens by a function of the caller's must not call it once the interpreter ends.
_atexit.register(_end)
