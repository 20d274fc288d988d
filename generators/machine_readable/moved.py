"""Pages of ids that moved: at the old address, in every language, they lead to what took its place."""

from __future__ import annotations

from html import escape
from pathlib import Path

from posatlas.atlas import Atlas
from posatlas.describing import in_language, label
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE, PAGES_OF_KINDS, address, relative
from posatlas.generators.finishing.audit import audit
from posatlas.generators.finishing.policy import POLICY_WITHOUT_SCRIPT
from posatlas.generators.text import without_markup
from posatlas.generators.words import all_words
from posatlas.schema import Redirect

__all__ = ["kinds_before", "write"]

_PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8">{policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} - PosAtlas</title><meta name="robots" content="noindex">{forward}
<link rel="icon" href="{root}assets/images/favicon.png">
<link rel="stylesheet" href="{root}assets/yaml.css"></head>
<body class="moved"><header><a href="{home}">PosAtlas</a> <h1>{title}</h1></header>
<main><p>{reason}</p><p>{lead}</p><ul>{links}</ul></main></body></html>
"""


def kinds_before(atlas: Atlas, redirect: Redirect) -> tuple[str, ...]:
    """Kinds that a retired id may have been of: those of what took its place, which are there."""
    return tuple(sorted({atlas.kind_of[target] for target in redirect.to if target in atlas}))


def write(atlas: Atlas, site: Path, languages: tuple[str, ...], root: str) -> None:
    """Write the pages. Raises ValueError where a page stands at the old address of an id that moved."""
    for redirect in atlas.of("redirect"):
        for kind in kinds_before(atlas, redirect):
            place = address(kind, redirect.id) if kind in PAGES_OF_KINDS else "#"
            if "#" in place or "{}" not in PAGES_OF_KINDS[kind]:
                continue  # it had no page of its own
            for language in languages:
                file = site / FOLDER_OF_LANGUAGE[language] / place / "index.html"
                if file.exists():
                    path = atlas.path_of[redirect.id]
                    raise ValueError(f"{path}: {place} is still the address of a page; rename the redirect.")
                page = _page(atlas, redirect, place, language, root)
                audit(page, file.relative_to(site).as_posix(), atlas.path_of[redirect.id], moved=True)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(page, encoding="utf-8")


def _page(atlas: Atlas, redirect: Redirect, place: str, language: str, root: str) -> str:
    def word(key: str) -> str:
        return escape(in_language(all_words()[key], language))

    def named(identifier: str) -> str:
        return without_markup(label(atlas[identifier], language))

    folder = FOLDER_OF_LANGUAGE[language]
    targets = {
        identifier: address(atlas.kind_of[identifier], identifier)
        for identifier in redirect.to
        if identifier in atlas and atlas.kind_of[identifier] in PAGES_OF_KINDS
    }
    forward = ""
    if len(targets) == 1:
        (new,) = targets.values()
        forward = (
            f'<link rel="canonical" href="{escape(root + folder + new)}">'
            f'<meta http-equiv="refresh" content="0; url={escape(relative(new, place))}">'
        )
    links = "".join(
        f'<li><a href="{escape(relative(new, place))}">{escape(named(identifier))}</a></li>'
        for identifier, new in targets.items()
    )
    return _PAGE.format(
        language=language,
        policy=POLICY_WITHOUT_SCRIPT,
        title=word("moved"),
        forward=forward,
        root=relative("", folder + place),
        home=relative("", place),
        reason=escape(without_markup(in_language(redirect.reason, language), named)),
        lead=word("moved-to-one") if len(targets) == 1 else word("moved-to-several"),
        links=links,
    )
