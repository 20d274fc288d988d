"""Finding entities by words in any language."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from posatlas.atlas import Atlas
from posatlas.describing import label
from posatlas.references import texts
from posatlas.schema import Entity


class Match(NamedTuple):
    """An entity that was found, with its score."""

    id: str
    kind: str
    name: str
    score: float


def find(atlas: Atlas, words: str, kind: str | None = None) -> list[Match]:
    """Entities that hold the words: whole names first, then ids and parts of names, then running text."""
    wanted = _plain(words)
    if not wanted:
        return []
    matches = []
    for identifier, entity in atlas.entities.items():
        if kind is not None and atlas.kind_of[identifier] != kind:
            continue
        score = _score(entity, wanted)
        if score:
            matches.append(Match(identifier, atlas.kind_of[identifier], label(entity, "en"), score))
    return sorted(matches, key=lambda m: (-m.score, m.kind != "method", m.id))


def _score(entity: Entity, wanted: str) -> float:
    names = {_plain(label(entity, language)) for language in ("en", "zh-Hant", "zh-Hans")}
    names |= {_plain(alias) for alias in getattr(entity, "aliases", [])} | {entity.id.replace("-", " ")}
    if wanted in names or wanted == entity.id:
        return 100.0
    inside = [len(wanted) / len(name) for name in names if wanted in name]
    if inside:
        return 50.0 + 40.0 * max(inside)
    running = " ".join(_plain(t.en) + " " + _plain(t.zh_hant) for _, t in texts(entity))
    if wanted in running:
        return 10.0
    parts = wanted.split()
    everything = running + " " + " ".join(names)
    return 5.0 if len(parts) > 1 and all(part in everything for part in parts) else 0.0


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("-", " ").split())
