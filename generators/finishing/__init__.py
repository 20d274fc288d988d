"""Work on the built pages that needs no builder, one concern a module."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.finishing.audit import audit
from posatlas.generators.finishing.formulas import with_formulas
from posatlas.generators.finishing.languages import (
    with_alternates,
    with_language,
    with_titles_marked,
    write_sitemap,
)
from posatlas.generators.finishing.metadata import with_metadata
from posatlas.generators.finishing.policy import with_policy
from posatlas.generators.finishing.theme import mend_theme
from posatlas.generators.foreign_words import ForeignWords

__all__ = ["Finisher", "finish"]

_FORMULAS, _KEPT, _KEYS = "maths.json", "finished", "finished.json"  # in the folder of caches


class Finisher:
    """Finishes one page after another. `root` is the public address of the site."""

    def __init__(self, languages: tuple[str, ...], root: str, formulas: Mapping[str, str]) -> None:
        self._languages, self._root, self._formulas = languages, root, formulas
        self._words = {language: ForeignWords(language, ()) for language in languages}

    def page(self, html: str, language: str, place: str) -> str:
        """The finished page that lies at `place`, such as methods/rope/index.html, of a language. Raises UnsafePage."""
        html = with_titles_marked(with_language(with_formulas(html, self._formulas), language), self._words[language])
        address, _, name = place.rpartition("index.html")
        if not name and place.endswith("index.html"):
            html = with_alternates(html, language, self._languages, address, self._root)
            html = with_metadata(html, language, self._languages, address, self._root)
        whole = FOLDER_OF_LANGUAGE[language] + place
        html = with_policy(html, whole)
        audit(html, whole)
        return html


def finish(built: Path, site: Path, languages: tuple[str, ...], root: str, cache: Path) -> None:
    """Finish what lies in `built`, a folder a language, into `site`, whose public address is `root`.

    `cache` holds the formulas, and keeps finished pages: one that was built as before is taken from there. Raises
    UnsafePage.
    """
    stored = json.loads((cache / _FORMULAS).read_text(encoding="utf-8"))
    finisher = Finisher(languages, root, stored["formulas"])
    basis = _digest(*_sources(), root, *languages, str(stored.get("version")))
    keys_file = cache / _KEYS
    before = json.loads(keys_file.read_text(encoding="utf-8")) if keys_file.is_file() else {}
    keys_file.unlink(missing_ok=True)  # a build that is killed on the way leaves nothing to be trusted
    keys: dict[str, str] = {}
    addresses: dict[str, list[str]] = {language: [] for language in languages}
    for language in languages:
        for file in sorted(_files(built / language)):
            place = file.relative_to(built / language).as_posix()
            target = site / FOLDER_OF_LANGUAGE[language] / place
            target.parent.mkdir(parents=True, exist_ok=True)
            if not place.endswith(".html"):
                shutil.copyfile(file, target)
                continue
            if place.endswith("index.html"):
                addresses[language].append(place.removesuffix("index.html"))
            html, kept, name = file.read_bytes(), cache / _KEPT / language / place, f"{language}/{place}"
            keys[name] = _digest(basis, html)
            if before.get(name) != keys[name] or not kept.is_file():
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_text(finisher.page(html.decode(), language, place), encoding="utf-8")
            shutil.copyfile(kept, target)
    keys_file.write_text(json.dumps(keys), encoding="utf-8")
    mend_theme(site)
    write_sitemap(site, addresses, root)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _digest(*parts: str | bytes) -> str:
    seen = hashlib.blake2b(digest_size=16)
    for part in parts:
        content = part if isinstance(part, bytes) else part.encode()
        seen.update(b"%d " % len(content) + content)
    return seen.hexdigest()


def _sources() -> list[bytes]:
    """The code that finishes pages."""
    here = Path(__file__).parent
    return [file.read_bytes() for file in (*sorted(here.glob("*.py")), here.with_name("foreign_words.py"))]
