"""Work on the built pages that needs no builder, one concern a module."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.finishing.audit import audit
from posatlas.generators.finishing.formulas import with_formulas
from posatlas.generators.finishing.languages import MarkedTitles, with_alternates, with_language, write_sitemap
from posatlas.generators.finishing.metadata import with_metadata
from posatlas.generators.finishing.policy import UnsafePage, with_policy
from posatlas.generators.finishing.theme import mend_theme

__all__ = ["Finisher", "finish"]

_FORMULAS, _KEYS = "maths.json", "finished.json"  # in the folder of caches
_END_OF_HEAD = "</head>"


class Finisher:
    """Finishes one page after another. `root` is the public address of the site."""

    def __init__(self, languages: tuple[str, ...], root: str, formulas: Mapping[str, str]) -> None:
        self._languages, self._root, self._formulas = languages, root, formulas
        self._titles = {language: MarkedTitles(language) for language in languages}

    def page(self, html: str, language: str, place: str) -> str:
        """The finished page that lies at `place`, such as methods/rope/index.html, of a language. Raises UnsafePage."""
        head, end, body = html.partition(_END_OF_HEAD)
        if not end:
            raise UnsafePage(f"{place}: the page has no {_END_OF_HEAD}; look at generators/theme/main.html.")
        head = with_language(head, language)
        address, _, name = place.rpartition("index.html")
        if not name and place.endswith("index.html"):
            head = with_alternates(head, language, self._languages, address, self._root)
            head = with_metadata(head, language, self._languages, address, self._root)
        body = self._titles[language].in_page(with_formulas(body, self._formulas))
        whole = FOLDER_OF_LANGUAGE[language] + place
        html = with_policy(f"{head}{end}{body}", whole)
        audit(html, whole)
        return html


def finish(
    built: Path, site: Path, languages: tuple[str, ...], root: str, cache: Path, before: Path | None = None
) -> None:
    """Finish what lies in `built`, a folder a language, into `site`, whose public address is `root`.

    `cache` holds the formulas, and digests of all pages: a page that was built as it is in the site `before` is taken
    from there. Raises UnsafePage.
    """
    stored = json.loads((cache / _FORMULAS).read_text(encoding="utf-8"))
    finisher = Finisher(languages, root, stored["formulas"])
    basis = _digest(*_sources(), root, *languages, str(stored.get("version"))).encode()
    keys_file = cache / _KEYS
    known = json.loads(keys_file.read_text(encoding="utf-8")) if keys_file.is_file() else {}
    keys: dict[str, list[str]] = {}
    addresses: dict[str, list[str]] = {language: [] for language in languages}
    for language in languages:
        for folder, names in _folders(built / language):
            target = site / FOLDER_OF_LANGUAGE[language] / folder
            target.mkdir(parents=True, exist_ok=True)
            for name in names:
                place = f"{folder}/{name}" if folder else name
                if not name.endswith(".html"):
                    shutil.copyfile(built / language / place, target / name)
                    continue
                if name == "index.html":
                    addresses[language].append(place.removesuffix(name))
                html, whole = (built / language / place).read_bytes(), FOLDER_OF_LANGUAGE[language] + place
                key = _digest(basis, html)
                page = _kept(before / whole, known.get(whole), key) if before else None
                if page is None:
                    page = finisher.page(html.decode(), language, place).encode()
                (target / name).write_bytes(page)
                keys[whole] = [key, _digest(page)]
    keys_file.write_text(json.dumps(keys), encoding="utf-8")
    mend_theme(site)
    write_sitemap(site, addresses, root)


def _kept(file: Path, known: list[str] | None, key: str) -> bytes | None:
    """A finished page as it stands in another site, if it was made from the same and nobody changed it since."""
    if known is None or known[0] != key or not file.is_file():
        return None
    page = file.read_bytes()
    return page if _digest(page) == known[1] else None


def _folders(root: Path) -> Iterator[tuple[str, list[str]]]:
    """Each folder that holds files, by its path below the root, with the names of its files."""
    for folder, inside, names in os.walk(root):
        inside.sort()
        if names:
            place = Path(folder).relative_to(root).as_posix()
            yield "" if place == "." else place, sorted(names)


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
