"""The browser that the tests start."""

import os
import shutil

ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync"
).split()


def program() -> str:
    """The browser's program: $CHROMIUM, else one on the path."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    assert found, "there is no Chromium: install one (Debian: chromium), or set CHROMIUM to its program"
    return found
