"""What the tests share: the repository's pages, and pages made here."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Iterator

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def pages() -> Dict[str, str]:
    """The repository's pages by name."""
    found = sorted((ROOT / "datasets" / "pages").glob("*.html"))
    assert found
    return {path.stem: path.read_text(encoding="utf-8") for path in found}


@pytest.fixture()
def page(pages: Dict[str, str]) -> Iterator[str]:
    """A page with forms."""
    yield pages["checkout-form"]
