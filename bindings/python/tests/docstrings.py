"""Writes the docstrings of the package, as they are at run time, into its stub: `python tests/docstrings.py`."""

import ast
import inspect
import sys
from pathlib import Path
from typing import Any, Iterator, Optional, Tuple, Union

import d2snap

STUB = Path(__file__).parent.parent / "python" / "d2snap" / "__init__.pyi"

Node = Union[ast.Module, ast.ClassDef, ast.FunctionDef]


def documented(stub: str) -> Iterator[Tuple[Node, str, Optional[str]]]:
    """Each public class, method, property and function of the stub, with its name and its docstring at run time."""
    tree = ast.parse(stub)
    yield tree, "d2snap", d2snap.__doc__
    for node, name, value in _members(tree, d2snap, ""):
        yield node, name, value.__doc__


def _members(tree: ast.AST, owner: Any, prefix: str) -> Iterator[Tuple[Node, str, Any]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            is_public = not node.name.startswith("_") or node.name in ("_repr_html_", "_restore", "_main")
            if is_public:
                value = inspect.getattr_static(owner, node.name)
                if isinstance(value, staticmethod):
                    value = value.__func__
                yield node, prefix + node.name, value
                if isinstance(node, ast.ClassDef):
                    yield from _members(node, value, node.name + ".")


def written(stub: str) -> str:
    """The stub with the docstrings that the package has."""
    lines = stub.splitlines()
    edits = []
    for node, _, docstring in documented(stub):
        if isinstance(node, ast.Module) or docstring is None:
            continue
        first = node.body[0]
        has_body = isinstance(node, ast.ClassDef) and not _is_placeholder(first)
        start = min(node.lineno for node in [first, *getattr(first, "decorator_list", [])]) - 1
        edits.append((start, start if has_body else first.end_lineno, _literal(docstring, first.col_offset) + ([""] if has_body else [])))
    for start, end, text in sorted(edits, reverse=True):
        lines[start:end] = text
    lines = "\n".join(lines).replace('"""\n\n\n', '"""\n\n').split("\n")
    return "\n".join(lines) + "\n"


def _is_placeholder(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _literal(docstring: str, indent: int) -> "list[str]":
    text = inspect.cleandoc(docstring)
    raw = "r" if "\\" in text else ""
    lines = f'{raw}"""{text}'.split("\n")
    # A single line closes where it ends.
    lines = [lines[0] + '"""'] if len(lines) == 1 else [*lines, '"""']
    return [" " * indent + line if line else "" for line in lines]


if __name__ == "__main__":
    before = STUB.read_text(encoding="utf-8")
    after = written(before)
    STUB.write_text(after, encoding="utf-8")
    sys.exit(0 if before == after else "the stub has changed")
