"""Every YAML file as a page with line anchors, so that a line can be shown anywhere."""

from __future__ import annotations

from pathlib import Path

from posatlas.atlas import Atlas
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE, NAME_OF_LANGUAGE, PAGES_OF_KINDS, SHOWN_TERMS, address
from posatlas.generators.line_pages import root_of, write_lines
from posatlas.schema import LANGUAGES, Term


def write(atlas: Atlas, site: Path, languages: tuple[str, ...] = LANGUAGES) -> None:
    """Write one page an entity below yaml/, and one for each list of a document."""
    for identifier, path in atlas.path_of.items():
        kind, entity = atlas.kind_of[identifier], atlas[identifier]
        shown = kind in PAGES_OF_KINDS and (not isinstance(entity, Term) or entity.role in SHOWN_TERMS)
        page = address(kind, identifier) if shown else None
        _write_one(atlas.root / path.removeprefix("kb/"), path, site, page, languages)
    for extra in sorted((atlas.root / "documents").glob("*/*.yml")):
        path = f"kb/{extra.relative_to(atlas.root).as_posix()}"
        _write_one(extra, path, site, address("document", extra.parent.name), languages)


def _write_one(file: Path, path: str, site: Path, page: str | None, languages: tuple[str, ...]) -> None:
    target = site / "yaml" / path.removeprefix("kb/").removesuffix(".yml") / "index.html"
    root = root_of(target, site)
    links = "".join(
        f'<a href="{root}{FOLDER_OF_LANGUAGE[language]}{page}" hreflang="{language}" lang="{language}">'
        f"{NAME_OF_LANGUAGE[language]}</a> "
        for language in languages
        if page is not None
    )
    write_lines(file, path, target, site, links.strip())
