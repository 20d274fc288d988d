"""The list of terms in three scripts, read from `kb/terms`."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal, NamedTuple

import yaml

__all__ = ["Role", "Term", "term_list", "version_of_terms"]

Role = Literal["glossary", "conversion", "guard", "punctuation", "unconfirmed"]

_NEEDED = ("zh-Hant", "zh-Hans", "en", "role")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Term(NamedTuple):
    """One row of the list: a word in Traditional Chinese, Simplified Chinese and English.

    A `glossary` term is shown to readers. A `conversion` row serves only the derivation of Simplified
    Chinese. A `guard` keeps a longer word from being read with a shorter row inside it. `punctuation` rows
    turn the quotation marks of one script into those of the other. An `unconfirmed` name is kept as it is.
    """

    id: str
    zh_hant: str
    zh_hans: str
    en: str
    role: Role
    note: str = ""
    aliases: tuple[str, ...] = ()


@cache
def term_list() -> tuple[Term, ...]:
    """Return every term of `kb/terms` that has all three scripts and a role, ordered by id."""
    terms = []
    folder = resources.files("posatlas").joinpath("kb", "terms")
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".yml"):
            continue
        try:
            row = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)
        except (yaml.YAMLError, UnicodeDecodeError):
            continue  # reading reports it, as the schema does what follows; conversion goes on without it
        if not isinstance(row, dict) or not all(row.get(key) and isinstance(row[key], str) for key in _NEEDED):
            continue
        terms.append(
            Term(
                id=file.name.removesuffix(".yml"),
                zh_hant=row["zh-Hant"],
                zh_hans=row["zh-Hans"],
                en=row["en"],
                role=row["role"],
                note=row.get("note") or "",
                aliases=tuple(row.get("aliases") or ()),
            )
        )
    return tuple(terms)


@cache
def version_of_terms() -> str:
    """Return a short digest of the words of the list, for caches of converted text."""
    from hashlib import sha256

    words = "\n".join(f"{term.zh_hant}\t{term.zh_hans}" for term in term_list())
    return sha256(words.encode()).hexdigest()[:16]
