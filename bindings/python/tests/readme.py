"""Runs the blocks of Python of a Markdown file, as a reader would: `python readme.py README.md`. They share their names."""

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
    main(Path(sys.argv[1]))
