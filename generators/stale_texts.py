"""Texts that are older in one language than in another, for the notes that tell readers so."""

from __future__ import annotations

from functools import lru_cache

from posatlas.atlas import Atlas
from posatlas.generators.addresses import PAGES_OF_KINDS, address
from posatlas.schema import Text
from posatlas.translations import Compared, compared, load_translations, texts_of

__all__ = ["StaleTexts", "stale_texts"]


class StaleTexts:
    """The stale texts of an atlas, by the record of translations. `found` has all of them, by entity."""

    def __init__(self, atlas: Atlas) -> None:
        agreed = load_translations(atlas.root / "evidence" / "translations")
        everything = (one for identifier, held in texts_of(atlas) for one in compared(identifier, held, agreed))
        self.found: tuple[Compared, ...] = tuple(one for one in everything if one.behind)
        self._by_text: dict[tuple[str, str], Compared] = {}
        self._by_page: dict[str, list[Compared]] = {}
        for one in self.found:
            self._by_text[one.text.zh_hant, one.text.en] = one
            kind = atlas.kind_of[one.id]
            if kind in PAGES_OF_KINDS:
                self._by_page.setdefault(address(kind, one.id), []).append(one)

    def newer(self, text: Text, language: str) -> str:
        """The language in which a text is newer than in this one; empty where there is none."""
        one = self._by_text.get((text.zh_hant, text.en)) if self._by_text else None
        return newer_language(one, language) if one else ""

    def newer_page(self, page: str, language: str) -> str:
        """The language in which something on an entity's own page is newer; empty where nothing is."""
        return next((new for one in self._by_page.get(page, ()) if (new := newer_language(one, language))), "")


def newer_language(one: Compared, language: str) -> str:
    """The language in which a stale text is newer than in this one; Simplified Chinese that is derived is as old as
    what it is derived from."""
    derived = language == "zh-Hans" and one.text.zh_hans is None
    return one.changed[0] if ("zh-Hant" if derived else language) in one.behind else ""


@lru_cache(maxsize=2)  # two, for whoever compares one state with another
def stale_texts(atlas: Atlas) -> StaleTexts:
    """The stale texts of an atlas, read once for all languages. Raises ValueError that names an unreadable file."""
    try:
        return StaleTexts(atlas)
    except ValueError as error:
        raise ValueError(f"kb/evidence/translations/{error}. Take the file from the main branch.") from None
