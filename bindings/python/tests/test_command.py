"""The command line of the wheel: `d2snap`, and `python -m d2snap`."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import List

import pytest

import d2snap

PAGES = Path(__file__).parents[3] / "datasets" / "pages"
SCRIPT = [str(Path(sysconfig.get_path("scripts")) / "d2snap")]
MODULE = [sys.executable, "-m", "d2snap"]


def run(*arguments: str, command: List[str] = MODULE, text: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*command, *arguments], input=text, capture_output=True, text=True, encoding="utf-8")


@pytest.mark.parametrize("command", [SCRIPT, MODULE], ids=["script", "module"])
def test_it_is_the_command_of_rust(command: List[str]) -> None:
    assert run("--version", command=command).stdout == f"d2snap {d2snap.__version__}\n"
    for subcommand in ("snap", "adaptive", "expand", "stats", "frontier"):
        help = run(subcommand, "--help", command=command)
        assert help.returncode == 0 and f"Usage: d2snap {subcommand}" in help.stdout
    page = PAGES / "checkout-form.html"
    html = page.read_text(encoding="utf-8")
    assert run("adaptive", str(page), "--max-tokens", "900", command=command).stdout == d2snap.adaptive(html, 900).html
    assert run("snap", "-", "-k", "1", command=command, text=html).stdout == d2snap.snap(html, k=1).html


def test_each_subcommand_runs(tmp_path: Path) -> None:
    page = str(PAGES / "checkout-form.html")
    assert json.loads(run("stats", page, "--json").stdout)
    assert run("expand", page, "--uids", "3-5").stdout.count("uid=") == 3
    svg = tmp_path / "frontier.svg"
    frontier = run("frontier", page, "--svg", str(svg))
    assert frontier.returncode == 0, frontier.stderr
    assert svg.read_text(encoding="utf-8").startswith("<svg")


def test_exit_statuses_are_kept(tmp_path: Path) -> None:
    missing = run("snap", str(tmp_path / "none.html"))
    assert missing.returncode == 1 and "none.html" in missing.stderr
    wrong = run("snap", "-", "-k", "7")
    assert wrong.returncode == 2 and "0 to 1" in wrong.stderr
    assert run().returncode == 2


def test_a_closed_pipe_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [*MODULE, "snap", str(PAGES / "forum-thread.html"), "-k", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert b"panicked" not in process.stderr.read()
    process.stderr.close()
    process.wait()
