"""Texts as their languages last agreed: which of them fell behind when another was changed.

kb/evidence/translations/ is written by `posatlas translations`. Of every text it holds a digest a language. Where
one language has changed since and another has not, the other is stale: its reader is told, nothing else fails. Where
all of them have changed, whoever changed them wrote them anew, and they agree.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from posatlas.entity_records import Row, file_of, read_rows, write_rows
from posatlas.recorded import NoRecord
from posatlas.references import texts
from posatlas.schema import Text

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = [
    "HEADER",
    "Agreed",
    "Compared",
    "Place",
    "brought_up_to_date",
    "compared",
    "digests",
    "load_translations",
    "record_translations",
    "texts_of",
    "written_place",
]

HEADER: Final = (
    "# Written by `posatlas translations`: digests of each text, zh-Hant, en and a written zh-Hans, as they last "
    "agreed. Never edited by hand.\n"
)
_DIGESTS: Final = re.compile(r"[0-9a-f]{8} [0-9a-f]{8}(?: [0-9a-f]{8})?")
_WRITTEN: Final = ("zh-Hant", "en", "zh-Hans")

Place = tuple[Any, ...]
"""Where a text stands in its entity's file: keys, and numbers in lists."""

Agreed = Mapping[str, Mapping[str, str]]
"""By id of the entity and written place, the digests of a text parted by spaces, in the order of `_WRITTEN`."""


@dataclass(frozen=True)
class Compared:
    """A text against the record. `behind`: languages that did not change while `changed` did; both are empty where
    they agree. `recorded` is false where the record does not hold the text as it is."""

    id: str
    place: Place
    text: Text
    behind: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    recorded: bool = True


def written_place(place: Place) -> str:
    """A place as messages and the record name it: parents[0].setting."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).lstrip(".")


def digests(text: Text) -> str:
    """A short digest of each written language, without regard to how lines are folded."""
    written = (text.zh_hant, text.en, text.zh_hans)
    return " ".join(hashlib.sha256(" ".join(t.split()).encode()).hexdigest()[:8] for t in written if t is not None)


def texts_of(atlas: Atlas) -> Iterator[tuple[str, list[tuple[Place, Text]]]]:
    """Every entity that has texts, by id, with its texts and those of the statements beside a document."""
    for identifier in sorted(atlas.entities):
        found = list(texts(atlas[identifier]))
        if atlas.kind_of[identifier] == "document":
            found += texts(list(atlas.items(identifier)), ("items",))
        if found:
            yield identifier, found


def load_translations(folder: Path) -> dict[str, dict[str, str]]:
    """The record; empty where the folder is missing. Raises NoRecord for what is no record."""
    found: dict[str, dict[str, str]] = {}
    for identifier, row in read_rows(folder).items():
        if not isinstance(row.value, dict):
            raise NoRecord(row.file, f"{identifier}: it holds no digests by place")
        for place, value in row.value.items():
            if not isinstance(value, str) or not _DIGESTS.fullmatch(value):
                reason = f"{identifier}: {place}: digests are two or three of 8 hexadecimal digits"
                raise NoRecord(row.file, reason)
        found[identifier] = dict(row.value)
    return found


def compared(identifier: str, found: Iterable[tuple[Place, Text]], agreed: Agreed) -> Iterator[Compared]:
    """Each text of an entity against the record.

    A text that only moved within its entity agrees: its digests stand in the record at another place.
    """
    known = agreed.get(identifier, {})
    anywhere = frozenset(known.values())
    for place, text in found:
        present = digests(text)
        before = known.get(written_place(place))
        if before == present:
            yield Compared(identifier, place, text)
            continue
        pairs = list(zip(_WRITTEN, (before or "").split(), present.split(), strict=False))
        changed = tuple(language for language, old, new in pairs if old != new)
        behind = tuple(language for language, old, new in pairs if old == new)
        if not changed or not behind or present in anywhere:
            changed = behind = ()
        yield Compared(identifier, place, text, behind, changed, recorded=False)


def brought_up_to_date(
    found: Iterable[tuple[str, list[tuple[Place, Text]]]], agreed: Agreed, settled: Iterable[str] | None
) -> dict[str, dict[str, str]]:
    """The record of all texts as they are; stale ones stay as they last agreed, unless their entity is among those
    `settled`. None settles all."""
    chosen = None if settled is None else frozenset(settled)
    result = {}
    for identifier, held in found:
        before = agreed.get(identifier, {})
        result[identifier] = {
            written_place(one.place): before[written_place(one.place)]
            if one.behind and chosen is not None and identifier not in chosen
            else digests(one.text)
            for one in compared(identifier, held, agreed)
        }
    return result


def record_translations(folder: Path, agreed: Agreed, paths: Mapping[str, str]) -> list[str]:
    """Write the record; `paths` are those of the entities, beginning with kb/. Gives the files that changed."""
    rows = {identifier: Row(file_of(paths[identifier]), dict(row)) for identifier, row in agreed.items()}
    return write_rows(folder, rows, HEADER, flow=False)
