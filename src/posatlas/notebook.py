"""Entities and atlases as a notebook shows them: small HTML without script, every text escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any, Final

from posatlas.describing import in_language
from posatlas.schema import KINDS, Claim, Entity, Text
from posatlas.words import without_marks

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = ["atlas_html", "entity_html"]

_MARKS: Final = {"supported": "✓", "conditional": "◐", "imprecise": "≈", "contradicted": "✗", "unverifiable": "?"}
_SHOWN: Final = ("glance", "summary", "definition", "conditions", "correction", "explanation", "about")
_PLAIN: Final = (
    "family", "enters_at", "introduced_by", "authors", "first_published", "released", "date", "organisation", "weights",
    "side", "unit", "disclosure",
)  # fmt: skip
_LONGEST: Final = 600


def entity_html(atlas: Atlas, entity: Entity) -> str:
    """A card: name or statement, kind and id, verdict, the short texts and plain fields, sources, and the file."""
    head = f"<strong>{_said(entity.text())}</strong>"
    kind = f"<small>{escape(atlas.kind_of[entity.id])} <code>{escape(entity.id)}</code></small>"
    if isinstance(entity, Claim):
        kind += f" <small>{_MARKS[entity.verdict]} {entity.verdict}; {escape(atlas.status(entity))}</small>"
    rows = "".join(
        f'<tr><th scope="row" style="text-align:left;vertical-align:top">{escape(name)}</th>'
        f'<td style="text-align:left">{shown}</td></tr>'
        for name, shown in _rows(atlas, entity)
    )
    return f'<div lang="{atlas.language}"><p>{head}<br>{kind}</p><table><tbody>{rows}</tbody></table></div>'


def _rows(atlas: Atlas, entity: Entity) -> Iterator[tuple[str, str]]:
    for name in _SHOWN:
        value = getattr(entity, name, None)
        if isinstance(value, Text):
            yield name, _said(in_language(value, atlas.language))
    for name in _PLAIN:
        value = getattr(entity, name, None)
        if value:
            yield name.replace("_", " "), escape(", ".join(value) if isinstance(value, list) else str(value))
    provenance = atlas.provenance(entity)
    if provenance.sources:
        yield "sources", "<br>".join(escape(f"{s.target}, {s.locator}") for s in provenance.sources[:6])
    if provenance.evidence and isinstance(entity, Claim):
        last = max(m.date for m in provenance.evidence)
        devices = ", ".join(sorted({m.device for m in provenance.evidence}))
        yield "evidence", escape(f"{len(provenance.evidence)} measurements on {devices}, the last on {last}")
    yield "file", escape(provenance.place)


def atlas_html(atlas: Atlas) -> str:
    """How many entities of each kind there are."""
    counts = [(kind.folder, len(atlas.of(kind.name))) for kind in KINDS.values()]
    rows = "".join(f'<tr><td style="text-align:left">{folder}</td><td>{n}</td></tr>' for folder, n in counts if n)
    return f"<table><caption>{escape(_name(atlas))}</caption><tbody>{rows}</tbody></table>"


def _name(atlas: Any) -> str:
    when = getattr(atlas, "when", "")
    return f"PosAtlas {atlas.version}{f', as of {when}' if when else ''}: {len(atlas)} entities"


def _said(text: str) -> str:
    short = without_marks(text)
    return escape(short if len(short) <= _LONGEST else short[: _LONGEST - 1].rstrip() + "…")
