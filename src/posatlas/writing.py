"""Writing files in one step, one run at a time: a reader sees the old file or the new one, never half of one."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["alone", "replace_file", "replacement"]


def replace_file(path: Path, content: str | bytes) -> None:
    """Write text, as UTF-8 with line feeds, or bytes to `path` in one step; its folder is made where it is missing.

    Raises OSError; the old file then stands as it was.
    """
    raw = content.encode() if isinstance(content, str) else content
    with replacement(path) as new:
        new.write_bytes(raw)


@contextmanager
def replacement(path: Path) -> Iterator[Path]:
    """A new empty file beside `path`, to be filled; it takes the place of `path` when the block ends well.

    If the block fails, or the process is killed, the old file stands. What a killed process leaves is hidden and ends
    with .new. A link stays a link: the file that it leads to is replaced.
    """
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    new = target.with_name(f".{target.name}.{os.getpid()}-{secrets.token_hex(4)}.new")
    os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))  # with the rights that a new file has
    try:
        yield new
        if target.exists():
            shutil.copymode(target, new)
        _on_disk(new)
        os.replace(new, target)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def _on_disk(file: Path) -> None:
    """Wait until the content is stored: a file that is renamed before that may be empty after a loss of power."""
    descriptor = os.open(file, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def alone(folder: Path, waiting: Callable[[], None] | None = None, inherited: bool = False) -> Iterator[None]:
    """Hold a folder, made where it is missing, against other runs that write to it; a second one waits.

    `waiting` is called if another run holds it. The hold ends with the process, however it ends; `inherited` passes
    it to programs that this one starts, so that it lasts until they have ended too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # Windows has none: there nobody is kept from writing at once
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if waiting is not None:
                waiting()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.set_inheritable(descriptor, inherited)
        yield
    finally:
        os.close(descriptor)
