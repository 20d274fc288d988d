"""Versions of the data: the one that the knowledge base declares, and a digest of what it holds.

What the three numbers promise is written in docs/versions.md; `posatlas.version_steps` computes which of them a
change must raise.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Final

from posatlas.corpus import PACKAGED_KB
from posatlas.folders import yaml_files

__all__ = ["FILE", "UNDECLARED", "declared_version", "version_of"]

FILE: Final = "VERSION"
UNDECLARED: Final = "0.0.0"
_VERSION: Final = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)")


def declared_version(root: Path = PACKAGED_KB) -> str:
    """MAJOR.MINOR.PATCH from the file VERSION of a knowledge base; 0.0.0 where it has none.

    Raises ValueError for a file that holds anything else.
    """
    file = root / FILE
    try:
        text = file.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return UNDECLARED
    except UnicodeDecodeError:
        text = "no text"
    if not _VERSION.fullmatch(text):
        shown = json.dumps(text if len(text) <= 40 else f"{text[:40]}…", ensure_ascii=False)
        raise ValueError(f"{file}:1:1: {shown} is no version. Write one line of three numbers, such as 1.0.0.")
    return text


def version_of(root: Path = PACKAGED_KB) -> str:
    """The declared version, `+`, and 16 hexadecimal digits that depend on every YAML file; equal data, equal version.

    Raises ValueError as `declared_version` does.
    """
    seen = hashlib.sha256()
    for path, parts in yaml_files(root):
        name, content = "/".join(parts).encode(), Path(path).read_bytes()
        seen.update(b"%d %s %d " % (len(name), name, len(content)) + content)
    return f"{declared_version(root)}+{seen.hexdigest()[:16]}"
