"""The golden pages of the Rust tests give the same bytes through Python at the same parameters."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, Dict

import pytest

import d2snap

GOLDEN = Path(__file__).parents[3] / "crates" / "d2snap" / "tests" / "it" / "snapshots"

Snap = Callable[[str], d2snap.Snapshot]


def at(k: float, l: float, m: float) -> Snap:  # noqa: E741
    return lambda html: d2snap.snap(html, k=k, l=l, m=m, uids=True)


SETTINGS: Dict[str, Snap] = {
    "k0-l0-m0": at(0, 0, 0),
    "k.3-l.3-m.3": at(0.3, 0.3, 0.3),
    "k.6-l.9-m.3": at(0.6, 0.9, 0.3),
    "k1-l1-m1": at(1, 1, 1),
    "tokens-1000": lambda html: d2snap.adaptive(html, max_tokens=1000),
    "paper-k.3-l.3-m.3": lambda html: d2snap.snap(html, profile="paper"),
}


def golden(path: Path) -> str:
    """The text of an insta file, behind its header."""
    return path.read_text(encoding="utf-8").split("---\n", 2)[2]


FILES = sorted(path for path in GOLDEN.glob("*@*.snap") if not path.stem.endswith("@targets"))


def test_each_page_has_its_settings(pages: Dict[str, str]) -> None:
    stems = [path.stem for path in FILES]
    wanted = [f"{page}@{setting}" for page in pages for setting in SETTINGS if not setting.startswith("paper")]
    assert sorted(wanted) == sorted(stem for stem in stems if "@paper" not in stem)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bytes_are_those_of_rust(path: Path, pages: Dict[str, str]) -> None:
    page, setting = path.stem.split("@")
    assert SETTINGS[setting](pages[page]).html == golden(path)


def test_targets_are_those_of_rust(page: str) -> None:
    def line(target: d2snap.Target) -> str:
        def quoted(text: "str | None") -> str:
            return "-" if text is None else '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'

        state = " ".join(f"{name}={value}" for name, value in target.state.items())
        return (
            f"{target.uid} {target.tag} {target.role or '-'} {quoted(target.name)} [{state}] {quoted(target.value)} "
            f"{target.selector}\n"
        )

    wanted = golden(GOLDEN / "checkout-form@targets.snap")
    assert "".join(line(target) for target in d2snap.Document(page, uids=True).targets) == wanted
