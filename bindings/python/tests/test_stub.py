"""The stub: docstrings as at run time, every argument documented, types that check."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator, Tuple, Union

import d2snap
from docstrings import STUB, documented, written

HERE = Path(__file__).parent


def test_docstrings_are_those_of_run_time() -> None:
    stub = STUB.read_text(encoding="utf-8")
    assert stub == written(stub), "run `python tests/docstrings.py`"


def functions() -> Iterator[Tuple[str, "Union[ast.FunctionDef, ast.ClassDef]"]]:
    for node, name, _ in documented(STUB.read_text(encoding="utf-8")):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield name, node


def test_every_public_name_is_documented() -> None:
    stub = ast.parse(STUB.read_text(encoding="utf-8"))
    # Those of modules in Python have types and docstrings there.
    inline = [node for node in stub.body if isinstance(node, ast.ImportFrom) and node.level]
    inlined = [alias.name for node in inline for alias in node.names]
    assert all(inspect.getdoc(getattr(d2snap, name)) for name in inlined)
    found = {name for name, _ in functions()} | {"CAPTURE_SCRIPT", *inlined}
    missing = [name for name in d2snap.__all__ if name not in found and name != "__version__"]
    assert missing == []
    undocumented = [name for name, node in functions() if not ast.get_docstring(node)]
    # The methods of named tuples and protocols say nothing that Python does not.
    assert [name for name in undocumented if not name.startswith("_")] == []


def test_every_argument_is_documented() -> None:
    checked = 0
    for name, node in functions():
        if not isinstance(node, ast.FunctionDef) or "._" in name:
            continue
        arguments = node.args
        names = [argument.arg for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]]
        names = [argument for argument in names if argument not in ("self", "cls")]
        if arguments.kwarg:
            names.append(f"**{arguments.kwarg.arg}")
        text = ast.get_docstring(node) or ""
        for argument in names:
            assert f"\n    {argument}: " in text, f"{name}: {argument}"
            checked += 1
    assert checked > 50


def test_every_option_is_documented_and_read() -> None:
    untyped: Any = d2snap
    options = d2snap.Options.__annotations__
    text = inspect.getdoc(d2snap.Document) or ""
    for name in options:
        assert f"\n    {name}: " in text, name
        # None is as one that is not there; a name that is not known would raise.
        untyped.Document("", **{name: None})


def check(*command: str) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=HERE.parent, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_mypy_strict() -> None:
    check("mypy", "--strict", "--package", "d2snap")
    # Each folder of tests has a `conftest` of its own.
    check("mypy", "--strict", "tests", "examples", "--exclude", "tests/live")
    check("mypy", "--strict", "tests/live")


def test_pyright() -> None:
    check("pyright", "--project", "pyrightconfig.json")


def test_the_stub_is_true_of_the_module() -> None:
    check("mypy.stubtest", "d2snap")
