"""Runs the blocks of Python of Markdown files, as a reader would: `python readme.py README.md`. Those of a file share their names."""

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    if not blocks:
        sys.exit(f"{path} has no block of Python")
    names: "dict[str, object]" = {}
    for block in blocks:
        line = text[: block.start()].count("\n") + 1
        # Errors name the line of the file.
        exec(compile("\n" * line + block.group(1), str(path), "exec"), names)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        main(Path(name))
