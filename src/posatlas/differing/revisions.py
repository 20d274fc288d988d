"""The knowledge base as it was at a revision of git, laid out in a temporary folder. Nothing of it is executed."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["RevisionError", "at_revision"]


class RevisionError(ValueError):
    """The revision cannot be read; the message says why, and what to do."""


@contextmanager
def at_revision(kb: Path, revision: str) -> Iterator[tuple[Path, str]]:
    """Folder with the knowledge base as it was at a revision, and that commit's full name.

    Links are left out. A revision without a knowledge base gives an empty folder. Raises RevisionError where git is
    missing, `kb` lies in no repository, or the revision is none.
    """
    here = kb.resolve()
    top = _git(here, "rev-parse", "--show-toplevel", failing=f"{kb} lies in no git repository; diff needs its history.")
    place = here.relative_to(Path(top.decode().strip()).resolve()).as_posix()
    unknown = f'"{revision}" is no revision of this repository.'
    shallow = _git(here, "rev-parse", "--is-shallow-repository", failing=unknown).decode().strip() == "true"
    hint = "The clone is shallow; fetch it:  git fetch --unshallow" if shallow else "See  git log --oneline"
    commit = (
        _git(
            here,
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            f"{revision}^{{commit}}",
            failing=unknown,
            hint=hint,
        )
        .decode()
        .strip()
    )
    with tempfile.TemporaryDirectory(prefix="posatlas-") as folder:
        listed = _git(Path(top.decode().strip()), "ls-tree", "-d", "--name-only", commit, "--", place, failing=unknown)
        if listed.strip() or place == ".":
            archive = _git(Path(top.decode().strip()), "archive", "--format=tar", commit, "--", place, failing=unknown)
            with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
                files = [member for member in packed if member.isfile() or member.isdir()]
                packed.extractall(folder, members=files, filter="data")
        root = Path(folder) / place
        root.mkdir(parents=True, exist_ok=True)
        yield root, commit


def _git(folder: Path, *arguments: str, failing: str, hint: str = "") -> bytes:
    """Output of a git command that reads. Raises RevisionError with the sentence `failing` where it fails."""
    if any("\0" in argument for argument in arguments):
        raise RevisionError(f"{failing} It holds a character that no revision holds.")
    try:
        ran = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)
    except FileNotFoundError:
        raise RevisionError("git is not installed; diff reads the older state with it.") from None
    if ran.returncode:
        raise RevisionError(f"{failing} {hint}".strip())
    return ran.stdout
