"""The command line in this process."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from posatlas.command_line import main


class Answer(NamedTuple):
    """What a command gave: its exit code, and what it printed."""

    code: int
    out: str
    err: str


def answer(*arguments: str | Path, folder: Path | None = None, watched: bool = False, typed: str = "") -> Answer:
    """A command's answer where a shell would stand in `folder`, or here; what it does not catch is raised.

    Where it is `watched`, what it says beside its answer goes to a terminal, as it does before a person. It reads
    what was `typed`.
    """
    said, warned = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(warned):
        patch.setattr(warned, "isatty", lambda: watched)
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.setattr(sys, "argv", ["posatlas", *map(str, arguments)])
        patch.setenv("COLUMNS", "100")
        if folder is not None:
            patch.chdir(folder)
        with pytest.raises(SystemExit) as ended:
            main()
    return Answer(int(ended.value.code or 0), said.getvalue(), warned.getvalue())
