"""Tracing a document: every statement to the claim that judges it, every part to its statements or page."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from posatlas.atlas import Atlas
from posatlas.schema import VERDICTS, Claim


@dataclass(frozen=True)
class Trace:
    """How far a document is judged."""

    items: int
    verdicts: dict[str, str]
    missing: list[str]
    parts: int
    uncovered: list[str]
    counts: dict[str, int]
    reasons: dict[str, int]
    checks: int

    def as_json(self) -> dict[str, Any]:
        """The trace as printed by `posatlas trace --format json`."""
        return {
            "items": self.items,
            "traced": len(self.verdicts),
            "missing": self.missing,
            "parts": self.parts,
            "uncovered": self.uncovered,
            "counts": self.counts,
            "untestable": self.reasons,
            "checks": self.checks,
            "verdicts": self.verdicts,
        }

    def as_text(self) -> str:
        """The trace in a few lines."""
        lines = [f"{len(self.verdicts)} of {self.items} statements are judged; {self.checks} checks."]
        lines.append(", ".join(f"{count} {verdict}" for verdict, count in self.counts.items()) + ".")
        if self.reasons:
            lines.append("Unverifiable because: " + ", ".join(f"{r} {n}" for r, n in self.reasons.items()) + ".")
        if self.missing:
            lines.append("No claim judges " + ", ".join(self.missing) + ".")
        covered = self.parts - len(self.uncovered)
        lines.append(f"{covered} of {self.parts} parts of the document have statements or a page.")
        lines.extend(f"Part {part} has neither statement nor page." for part in self.uncovered)
        return "\n".join(lines)


def trace(atlas: Atlas, document: str) -> Trace:
    """Trace a document through its claims. Raises ValueError where it has no statements.

    Of several claims about one statement the first by id counts; validation reports the others.
    """
    items, parts = atlas.items(document), atlas.parts(document)
    if not items:
        known = [d.id for d in atlas.of("document") if atlas.items(d.id)]
        hint = f"; those with statements: {', '.join(known)}." if known else "."
        raise ValueError(f'No document with statements has the id "{document}"{hint}')
    claims: dict[str, Claim] = {}
    for claim in atlas.of("claim"):
        if claim.source.id == document and claim.source.item:
            claims.setdefault(claim.source.item, claim)
    judged = {item.id: claims[item.id] for item in items if item.id in claims}
    counts = Counter(claim.verdict for claim in judged.values())
    return Trace(
        items=len(items),
        verdicts={number: claim.verdict for number, claim in judged.items()},
        missing=[item.id for item in items if item.id not in judged],
        parts=len(parts),
        uncovered=[p.part for p in parts if p.page is None and not any(i in judged for i in p.items)],
        counts={verdict: counts[verdict] for verdict in VERDICTS},
        reasons=dict(sorted(Counter(c.reason for c in judged.values() if c.reason).items())),
        checks=sum(len(c.checks) for c in judged.values()),
    )
