"""The words that the Chinese search must keep whole: names, aliases and terms in both scripts."""

from __future__ import annotations

import re
from pathlib import Path

from posatlas.atlas import Atlas
from posatlas.languages import to_zh_hans

_CHINESE = re.compile(r"[\u3400-\u9fff]{2,12}\Z")


def write_search_words(atlas: Atlas, file: Path) -> None:
    """Write a jieba dictionary, one `word frequency` a line."""
    words: set[str] = set()
    for entity in atlas:
        for field in ("name", "title"):
            words.add(getattr(getattr(entity, field, None), "zh_hant", ""))
        words.update(getattr(entity, "aliases", ()))
    for term in atlas.of("term"):
        if term.role == "glossary":
            words |= {term.zh_hant, term.zh_hans}
    chosen = {word for word in words if _CHINESE.match(word)}
    chosen |= {to_zh_hans(word) for word in chosen}
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{word} 100000\n" for word in sorted(chosen)), encoding="utf-8")
