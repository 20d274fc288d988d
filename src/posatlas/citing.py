"""How entities are cited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posatlas.bibtex import bibtex
from posatlas.schema import Claim, Entity, Method, Paper
from posatlas.words import without_marks

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = ["citation", "defining_papers"]


def defining_papers(atlas: Atlas, method: Method) -> list[Paper]:
    """The papers to cite for a method: those that introduced it, or else those of its formulas."""
    pointing = sorted({(s, r) for s, _, r in atlas.graph.in_edges(method.id, keys=True)})
    ids = [method.introduced_by, *(source for source, relation in pointing if relation == "introduces")]
    found = dict.fromkeys(i for i in ids if i) or dict.fromkeys(
        f.source.paper for f in method.formulas if f.source and f.source.paper
    )
    papers = (atlas[identifier] for identifier in found if identifier in atlas)
    return [paper for paper in papers if isinstance(paper, Paper)]


def citation(atlas: Atlas, entity: Entity) -> str:
    """BibTeX for a paper; for a method that of the papers that define it; for all else one line of plain text.

    The line names what is cited, the atlas with its version, kind and id; of a claim also its verdict, and the day of
    the newest record that bears it out.
    """
    papers = [entity] if isinstance(entity, Paper) else []
    if isinstance(entity, Method):
        papers = defining_papers(atlas, entity)
    if papers:
        return "\n".join(map(bibtex, papers))
    provenance = atlas.provenance(entity)
    parts = [f"“{without_marks(entity.text())}”", f"PosAtlas {provenance.version}", f"{provenance.kind} {entity.id}"]
    if isinstance(entity, Claim):
        parts.append(f"verdict: {entity.verdict}")
        days = [m.date for m in provenance.evidence if m.state in ("agrees", "disagrees")]
        parts += [f"run on {max(days)}"] if days else []
    return ", ".join(parts)
