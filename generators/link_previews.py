"""What a link shows before it is followed: glance or statement, and verdicts, in small files that scripts ask for.

They lie beside the page that lists what they tell of, so that the address of a link leads to its file. Everything in
them stands on the page that the link leads to, too.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from posatlas.generators.site import ICONS, Site
from posatlas.schema import VERDICTS, Claim, Term

__all__ = ["PARTS", "of_claims", "of_methods", "of_terms", "part_of"]

PARTS: Final = 16  # files of claims; scripts/page/previews.js reckons the same part


def part_of(identifier: str) -> int:
    """The file of claims in which a claim stands: the codes of its letters added up, modulo PARTS."""
    return sum(identifier.encode()) % PARTS


def of_methods(site: Site) -> dict[str, bytes]:
    """The file beside the list of methods: name, glance and how many claims have each verdict."""
    entries = {
        method.id: [
            site.name(method),
            site.without_markup(method.glance),
            _counted(claim.verdict for claim in site.atlas.claims(about=method.id)),
        ]
        for method in site.atlas.of("method")
    }
    return {"previews.json": _file(site, entries)}


def of_claims(site: Site) -> dict[str, bytes]:
    """The files beside the list of claims: statement and verdict."""
    parts: list[dict[str, Any]] = [{} for _ in range(PARTS)]
    for claim in site.atlas.of("claim"):
        parts[part_of(claim.id)][claim.id] = ["", site.without_markup(claim.statement), [[claim.verdict, 0]]]
    return {f"previews-{number}.json": _file(site, entries) for number, entries in enumerate(parts)}


def of_terms(site: Site, terms: Iterable[Term]) -> dict[str, bytes]:
    """The file beside the glossary: name, definition, and the verdicts of the claims about the name."""
    entries = {}
    for term in terms:
        claims = (site.atlas[identifier] for identifier in term.claims)
        definition = site.without_markup(term.definition) if term.definition else ""
        verdicts = _counted(claim.verdict for claim in claims if isinstance(claim, Claim))
        entries[term.id] = [site.name(term), definition, verdicts]
    return {"previews.json": _file(site, entries)}


def _counted(verdicts: Iterable[str]) -> list[list[Any]]:
    counts = Counter(verdicts)
    return [[verdict, counts[verdict]] for verdict in VERDICTS if counts[verdict]]


def _file(site: Site, entries: dict[str, Any]) -> bytes:
    words = {verdict: f"{ICONS[verdict]} {site.word(f'verdict-{verdict}')}" for verdict in VERDICTS}
    return json.dumps({"words": words, "of": entries}, ensure_ascii=False, separators=(",", ":")).encode()
