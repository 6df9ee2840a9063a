"""D2Snap: turns a web page into a snapshot that a language model can act on.

A page is parsed and analysed once into a `Document`; a `Snapshot` of it, at (k, l, m) or within a token budget, is then a
matter of milliseconds. The algorithm is D2Snap (arXiv 2508.04412).
"""

import atexit as _atexit

from ._d2snap import (
    CAPTURE_SCRIPT,
    BudgetUnreachable,
    Document,
    Error,
    LimitExceeded,
    NoMatch,
    NoTarget,
    Numbers,
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
from ._act import ActionResult, act
from ._action import Action, InvalidActions, actions, actions_schema, tool
from ._d2snap import _end
from ._d2snap import main as _main
from ._options import Limits, Options, TextRank
from ._values import Adaptive, Change, Diff, ElidedRun, Line, Meta, OffScreen, Params, Stats, Target

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

# Threads that count tokens by a function of the caller's must not call it once the interpreter ends.
_atexit.register(_end)
