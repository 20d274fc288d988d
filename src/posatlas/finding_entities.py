"""Finding entities by words in any language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from posatlas.atlas import Atlas
from posatlas.describing import label
from posatlas.languages import MissingConverter, to_zh_hans
from posatlas.references import texts
from posatlas.schema import KINDS, Claim, Entity, Language, Paper, Term

_LAST = ("library", "event", "claim", "term", "redirect")  # of equal matches, what is about something else
_WHOLE = 100.0  # the score of a whole name
_RANK = {kind: number for number, kind in enumerate([*(k for k in KINDS if k not in _LAST), *_LAST])}


class Match(NamedTuple):
    """An entity that was found, with its score: 100 for a whole name, less for a part, 10 or less for running text."""

    id: str
    kind: str
    name: str
    score: float


def find(atlas: Atlas, words: str, kind: str | None = None, language: Language = "en") -> list[Match]:
    """Entities that hold the words: whole names first, then parts of names, then running text.

    Names are also aliases, ids, the number of a claim's statement (C085), and a paper's arXiv number and DOI.
    Traditional and Simplified Chinese find each other where the converter is installed. `language` is that of
    the names given back. Raises ValueError for an unknown kind.
    """
    if kind is not None and kind not in KINDS:
        raise ValueError(f'"{kind}" is no kind; the kinds are {", ".join(KINDS)}.')
    forms = _one_form if words.isascii() else _both_scripts
    wanted = [_Words(form, forms) for form in forms(words)]
    matches = []
    for entity in atlas if kind is None else atlas.of(kind):
        score = max((form.score(entity) for form in wanted), default=0.0)
        if score:
            matches.append(Match(entity.id, atlas.kind_of[entity.id], label(entity, language), score))
    return sorted(matches, key=lambda match: (-match.score, _RANK[match.kind], match.id))


def named(atlas: Atlas, name: str) -> str | None:
    """The id of what has exactly this name, alias or id, whatever its case; none where nothing has."""
    found = find(atlas, name) if _plain(name) else []
    return found[0].id if found and found[0].score == _WHOLE else None


class _Words:
    """What is looked for, in one script; `forms` gives the forms in which texts are compared with it."""

    def __init__(self, words: str, forms: Callable[[str], Iterable[str]]) -> None:
        self.words = words
        self.forms = forms
        self.pattern = _at_start_of_word(words)
        self.parts = [_at_start_of_word(part) for part in words.split()]

    def score(self, entity: Entity) -> float:
        names = {name for written in names_of(entity) for name in self.forms(written)}
        if self.words in names:
            return _WHOLE
        beginning = [len(self.words) / len(name) for name in names if self.pattern.search(name)]
        if beginning:
            return 50.0 + 40.0 * max(beginning)
        inside = [len(self.words) / len(name) for name in names if self.words in name]
        if inside:
            return 30.0 + 10.0 * max(inside)
        if len(self.parts) > 1 and any(all(part.search(name) for part in self.parts) for name in names):
            return 25.0
        running = " ".join(form for text in _running(entity) for form in self.forms(text))
        if self.pattern.search(running):
            return 10.0
        running = " ".join((running, *names))
        return 5.0 if len(self.parts) > 1 and all(part.search(running) for part in self.parts) else 0.0


def _at_start_of_word(words: str) -> re.Pattern[str]:
    return re.compile((r"(?<![a-z0-9])" if words[:1].isascii() and words[:1].isalnum() else "") + re.escape(words))


def names_of(entity: Entity) -> Iterator[str]:
    """Everything an entity is called: id, names, aliases, number of its statement, arXiv number and DOI."""
    yield entity.id
    yield label(entity, "en")
    yield label(entity, "zh-Hant")
    yield from getattr(entity, "aliases", ())
    if isinstance(entity, Term):
        yield entity.zh_hans
    if isinstance(entity, Claim) and entity.source.item:
        yield entity.source.item
    if isinstance(entity, Paper):
        yield from filter(None, (entity.doi, entity.arxiv and entity.arxiv.id))


def _running(entity: Entity) -> Iterable[str]:
    return (written for _, text in texts(entity) for written in (text.en, text.zh_hant))


def _one_form(text: str) -> Iterable[str]:
    plain = _plain(text)
    return (plain,) if plain else ()


def _both_scripts(text: str) -> Iterable[str]:
    """A text as it is compared, and in Simplified Chinese: words to look for may come in either script."""
    try:
        return {form for form in (_plain(text), _plain(to_zh_hans(text))) if form}
    except MissingConverter:
        return _one_form(text)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("-", " ").split())
