"""A process for each subject: what it does to a page can be ended, and what takes it down takes down no more."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from time import perf_counter
from typing import NamedTuple

from subject import SUBJECTS

# What a first conversion pays once: imports, vocabularies, regular expressions.
WARM = "<title>Warm</title><main><h1>Warm</h1><p>One sentence. Another one.<a href=/>Home</a><button>Go</button></main>" * 3


class Done(NamedTuple):
    """What a subject made of a page: seconds, and the text."""

    seconds: float
    text: str


class Failed(NamedTuple):
    """Why it made nothing, in words."""

    why: str


def serve(subject: str, connection: Connection) -> None:
    """Converts each page that comes, for as long as any come."""
    try:
        convert = SUBJECTS[subject]()
        convert(WARM)
    except Exception as error:
        connection.send(Failed(f"{type(error).__name__}: {error}"))
        return
    connection.send(Done(0, ""))
    while True:
        page = connection.recv()
        try:
            start = perf_counter()
            text = convert(page)
            done: Done | Failed = Done(perf_counter() - start, text)
        except Exception as error:
            done = Failed(f"{type(error).__name__}: {error}".splitlines()[0][:200])
        connection.send(done)


class Worker:
    """A subject in a process of its own, started again after a page that it did not survive."""

    def __init__(self, subject: str, limit: float) -> None:
        """Starts it.

        Args:
            subject: Its name in `SUBJECTS`.
            limit: Seconds that a page may take.

        Raises:
            ImportError: Where it can not be loaded: why, in words.
        """
        self.subject = subject
        self.limit = limit
        self._start()

    def convert(self, page: str) -> Done | Failed:
        """What the subject makes of a page."""
        try:
            self._connection.send(page)
            if self._connection.poll(self.limit):
                done: Done | Failed = self._connection.recv()
                return done
            failed = Failed(f"over {self.limit:g} s")
        except (EOFError, OSError):
            self._process.join()
            failed = Failed(f"ends its process: {self._process.exitcode}")
        self.end()
        self._start()
        return failed

    def end(self) -> None:
        """Ends the process, whatever it is at."""
        self._process.kill()
        self._process.join()
        self._connection.close()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(self.subject, theirs), daemon=True)
        self._process.start()
        theirs.close()
        try:
            ready = self._connection.recv()
        except EOFError:
            ready = Failed("ends its process")
        if isinstance(ready, Failed):
            raise ImportError(ready.why)
