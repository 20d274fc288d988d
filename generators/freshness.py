"""What the pages are made from, in one digest: where it is as before, they need not be made again."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Final

from posatlas.generators.assets import MODULES
from posatlas.source_digests import PACKAGE

__all__ = ["digest_of_inputs"]

_LIBRARIES: Final = ("Jinja2", "MarkupSafe", "networkx", "opencc-python-reimplemented", "pydantic", "PyYAML")
_ENVIRONMENT: Final = ("SITE_URL", "REPO_URL")
_KINDS: Final = frozenset((".py", ".yml", ".j2", ".css", ".js", ".html", ".png"))


def digest_of_inputs(kb: Path, languages: tuple[str, ...]) -> str:
    """Digest of the knowledge base, of the code and the libraries that make pages, and of what they are told."""
    seen = hashlib.blake2b(digest_size=16)

    def take(name: str, content: bytes) -> None:
        seen.update(f"{name}\0{len(content)}\0".encode() + content)

    for file in _files(kb):
        take(str(file.relative_to(kb)), file.read_bytes())
    for entry in sorted(PACKAGE.iterdir()):
        if entry.name != "kb":
            for file in _files(entry) if entry.is_dir() else iter((entry,)):
                take(str(file.relative_to(PACKAGE)), file.read_bytes())
    take("modules", (MODULES / ".package-lock.json").read_bytes())
    for library in _LIBRARIES:
        take(library, version(library).encode())
    for name in _ENVIRONMENT:
        take(name, os.environ.get(name, "").encode())
    take("languages", " ".join(languages).encode())
    return seen.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    """Files of the kinds that count, in order."""
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            yield from _files(entry)
        elif entry.suffix in _KINDS:
            yield entry
