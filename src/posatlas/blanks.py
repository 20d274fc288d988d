"""Blanks: the places that a new file leaves to be filled in, written as four underscores.

`posatlas new` writes them and `posatlas validate` names each. A file with a blank gives no entity, so nothing can be
built, exported or checked from it before it is filled in.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from posatlas.fields import field_at
from posatlas.findings import Finding
from posatlas.reading import Source

__all__ = ["BLANK", "CODE", "blanks_of_code", "blanks_of_file", "is_blank"]

BLANK: Final = "____"
CODE: Final = "blank/unfilled"
_STUBS: Final = ("encodings", "oracles")  # folders of reference_impl in which stubs are begun


def is_blank(value: object) -> bool:
    """Whether a value is text that holds a blank."""
    return isinstance(value, str) and BLANK in value


def blanks_of_file(source: Source, model: type[BaseModel]) -> Iterator[Finding]:
    """A finding for each value of a file that holds a blank; comments hold none. `model` describes the fields."""
    for location in _places(source.value, ()):
        in_key = bool(location) and is_blank(location[-1])
        line, column = source.position(location, of_key=True) if in_key else source.find(location, BLANK)
        name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in location).lstrip(".")
        info = field_at(model, location)
        wanted = info.sentence() if info else "Write the value."
        message = f"{name or 'The file'} is not filled in."
        yield Finding(source.path, line, column, "error", CODE, message, wanted, source.line(line))


def _places(value: Any, location: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if is_blank(key):
                yield (*location, key)
            else:
                yield from _places(inner, (*location, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _places(inner, (*location, index))
    elif is_blank(value):
        yield location


def blanks_of_code(kb: Path) -> Iterator[Finding]:
    """A finding for each blank in the stubs of implementations and second opinions that lie beside a knowledge base."""
    for folder in _STUBS:
        beside = kb.resolve().parent / "reference_impl" / folder
        for file in sorted(beside.rglob("*.py")):
            text = file.read_bytes()
            if BLANK.encode() not in text:
                continue
            shown = f"reference_impl/{folder}/{file.relative_to(beside).as_posix()}"
            for number, line in enumerate(text.decode("utf-8", "replace").splitlines(), 1):
                column = line.find(BLANK)
                if column >= 0:
                    message, hint = (
                        "This line of a stub is not written yet.",
                        "Write it; the comment says what it gives.",
                    )
                    yield Finding(shown, number, column + 1, "error", CODE, message, hint, line)
