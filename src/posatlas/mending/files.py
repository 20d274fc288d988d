"""Mending files: what was found is put right step by step, and a step that would change what is said is not taken."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from posatlas import reading
from posatlas.findings import Finding
from posatlas.mending.lines import in_order, tidy, visible, without_id, without_tracking
from posatlas.mending.passages import mended_text, written_into
from posatlas.reading import Source, Unreadable
from posatlas.schema import KIND_OF_FOLDER, Kind
from posatlas.writing import replace_file

__all__ = ["MENDABLE", "Mended", "mend"]

Step = Callable[[str, Kind], str]

_STEPS: Final[tuple[tuple[frozenset[str], Step], ...]] = (
    (frozenset({"yaml/character"}), visible),
    (frozenset({"style/whitespace", "yaml/tab"}), tidy),
    (frozenset({"identity/id-in-file"}), without_id),
    (frozenset({"style/key-order"}), in_order),
    (frozenset({"sources/tracking"}), without_tracking),
)
_OF_TEXTS: Final = frozenset({"languages/spacing", "languages/punctuation", "text/invisible"})

MENDABLE: Final[frozenset[str]] = frozenset({code for codes, _ in _STEPS for code in codes} | _OF_TEXTS)
"""Codes of findings of which some can be mended."""


@dataclass(frozen=True)
class Mended:
    """A file that was written anew, and the codes of what was mended in it."""

    path: str
    codes: tuple[str, ...]


def mend(root: Path, shown_as: str, findings: Sequence[Finding]) -> list[Mended]:
    """Put right what can be, in the files of a knowledge base that the findings name; gives those that were written.

    A file is replaced in one step, and only if it reads as before but for what was mended.
    """
    codes: dict[str, set[str]] = {}
    for finding in findings:
        if finding.code in MENDABLE and finding.path.startswith(f"{shown_as}/"):
            codes.setdefault(finding.path, set()).add(finding.code)
    done = []
    for path, wanted in sorted(codes.items()):
        file = root / path.removeprefix(f"{shown_as}/")
        kind = KIND_OF_FOLDER.get(Path(path).relative_to(shown_as).parts[0])
        if kind is None or file.is_symlink() or not file.is_file():
            continue
        try:
            text = file.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            continue
        better, mended = _mended(text, kind, wanted)
        if better != text:
            replace_file(file, better)
            done.append(Mended(path, tuple(mended)))
    return done


def _mended(text: str, kind: Kind, wanted: Collection[str]) -> tuple[str, list[str]]:
    done = []
    for codes, step in _STEPS:
        if codes & set(wanted):
            better = step(text, kind)
            if better != text and _says_the_same(text, better, step):
                text = better
                done += sorted(codes & set(wanted))
    if _OF_TEXTS & set(wanted):
        better = _with_better_texts(text)
        if better != text:
            text = better
            done += sorted(_OF_TEXTS & set(wanted))
    return text, done


def _says_the_same(before: str, after: str, step: Step) -> bool:
    """Whether the new text can be read, and gives the old values but for what the step is there to change."""
    new = _read(after)
    if new is None:
        return False
    old = _read(before)
    if old is None or step is without_tracking:  # nothing to compare with, or the change is the purpose
        return True
    values = {k: v for k, v in old.value.items() if k != "id"} if step is without_id else old.value
    return bool(_plain(values) == _plain(new.value))


def _with_better_texts(text: str) -> str:
    """The file with each of its texts put right, one after the other."""
    source = _read(text)
    if source is None:
        return text
    expected = source.value
    for location, language, written in _texts(source.value, ()):
        better = mended_text(written, language)
        if better == written:
            continue
        file = written_into(text, source, location, written, better)
        new = _read(file)
        if new is None or _plain(new.value) != _plain(_with(expected, location, better)):
            continue
        text, source, expected = file, new, new.value
    return text


def _texts(value: Any, location: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str, str]]:
    """Places of texts: mappings that hold nothing but languages."""
    if isinstance(value, dict):
        if {"zh-Hant", "en"} <= value.keys() <= {"zh-Hant", "en", "zh-Hans"}:
            for language, written in value.items():
                if isinstance(written, str) and language != "zh-Hans":
                    yield (*location, language), language, written
            return
        for key, inner in value.items():
            yield from _texts(inner, (*location, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*location, index))


def _with(value: Any, location: tuple[Any, ...], new: str) -> Any:
    """The value with another one at a place."""
    if not location:
        return new
    step, rest = location[0], location[1:]
    if isinstance(value, Mapping):
        return {key: _with(inner, rest, new) if key == step else inner for key, inner in value.items()}
    return [_with(inner, rest, new) if index == step else inner for index, inner in enumerate(value)]


def _plain(value: Any) -> Any:
    """A value without regard to how its texts are folded."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def _read(text: str) -> Source | None:
    with tempfile.NamedTemporaryFile("wb", suffix=".yml") as file:
        file.write(text.encode())
        file.flush()
        try:
            return reading.read(file.name, "file")
        except Unreadable:
            return None
