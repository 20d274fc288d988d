"""Reading files for whose content nobody vouches: regular files up to a size, and a quick look for deep nesting."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

__all__ = ["TooLarge", "may_be_deep", "read_bounded"]

_CHUNK = 64 * 1024
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)  # opening a named pipe would wait for a writer
_ANCHOR, _ALIAS = re.compile(rb"&([0-9A-Za-z_-]+)"), re.compile(rb"\*([0-9A-Za-z_-]+)")
_FLOW_LIMIT = 1000
_BLOCK_LIMIT = 120
_INDENTATION = bytes.maketrans(b"-?", b"  ")  # signs that begin a nested block on the same line count as blanks
_FLOW_STARTS = tuple(bytes([before, sign]) for before in b" \n\t\r[{,:?-" for sign in b"[{")


class TooLarge(ValueError):
    """A file has more bytes than are read."""


def read_bounded(path: str | Path, limit: int) -> bytes:
    """The bytes of a regular file. Raises OSError, also for what is no regular file, and TooLarge."""
    descriptor = os.open(path, os.O_RDONLY | _WITHOUT_WAITING | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(0, "it is no regular file", str(path))
        raw = os.read(descriptor, _CHUNK)
        if len(raw) == _CHUNK:
            with open(descriptor, "rb", closefd=False) as rest:
                raw += rest.read(limit + 1 - _CHUNK)
    finally:
        os.close(descriptor)
    if len(raw) > limit:
        raise TooLarge(f"the file has more than {limit:,} bytes, the limit")
    return raw


def may_be_deep(raw: bytes) -> bool:
    """Whether YAML may nest deeply or hold an alias; false for ordinary files, after a few quick searches."""
    if b"&" in raw and b"*" in raw and not set(_ANCHOR.findall(raw)).isdisjoint(_ALIAS.findall(raw)):
        return True
    if len(raw) > _FLOW_LIMIT and raw.count(b"[") + raw.count(b"{") > _FLOW_LIMIT:
        # Braces of formulas are many; a flow collection begins the file or follows a blank, sign or bracket.
        if sum(map(raw.count, _FLOW_STARTS)) > _FLOW_LIMIT // 2:
            return True
    # Each level of a block begins further to the right, after nothing but blanks and signs.
    return b" " * _BLOCK_LIMIT in raw.translate(_INDENTATION)
