"""The cheat sheet: the methods that matter and the slogans to put right, on one page of paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from posatlas.criteria import CRITERIA
from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.schema import Claim, Entity, Method, Text
from posatlas.schema.method import Formula

FLAGS: Final = ("offsets-alone", "positions-without-end")
LEAST_MODELS: Final = 3
LONGEST: Final = 150  # characters of LaTeX for which a cell has room


def pages(site: Site) -> Iterator[Page]:
    """The cheat sheet."""
    rows = [_row(site, method) for method in that_matter(site)]
    context = {"rows": rows, "flags": FLAGS, "slogans": slogans(site), "recorded": site.last_recorded()}
    about = site.word("door-cheat-sheet")
    yield Page("cheat-sheet/", "cheat_sheet.md.j2", site.word("cheat-sheet"), context, about, wide=True)


def that_matter(site: Site) -> list[Method]:
    """Methods explained in depth, or used by at least LEAST_MODELS models, oldest first."""
    used = Counter(method for model in site.atlas.of("model") for method in model.position_encoding.methods)
    chosen = [m for m in site.atlas.of("method") if m.deep is not None or used[m.id] >= LEAST_MODELS]
    return sorted(chosen, key=lambda method: (_published(site, method), method.id))


def slogans(site: Site) -> list[tuple[str | Text, Claim]]:
    """What is often said and false, and the claim that puts it right.

    First the misconceptions, then statements of a document that running the code refutes.
    """
    beliefs = site.atlas.of("misconception")
    said: list[tuple[str | Text, Entity]] = [(site.name(belief), site.atlas[belief.claim]) for belief in beliefs]
    refuted = [c for c in site.judged() if c.verdict == "contradicted" and site.status(c) == "refuted-by-run"]
    known = {claim.id for _, claim in said}
    said += [(claim.statement, claim) for claim in refuted if claim.id not in known]
    return [(text, claim) for text, claim in said if isinstance(claim, Claim) and claim.correction]


def formulas(method: Method) -> list[Formula]:
    """The first formula, and the shortest other one where both have room."""
    first, *others = method.formulas
    short = min(others, key=lambda formula: len(formula.latex), default=None)
    if short is None or len(first.latex) + len(short.latex) > LONGEST:
        return [first]
    return [first, short]


def _published(site: Site, method: Method) -> str:
    """Month in which a method was first published; for one without a paper, that of its first formula's."""
    sources = [method.introduced_by, *(f.source.paper for f in method.formulas if f.source is not None)]
    return next((site.atlas[paper].first_published for paper in sources if paper), "9")  # type: ignore[attr-defined]


def _row(site: Site, method: Method) -> dict[str, object]:
    record = site.running.laws.get(method.id)
    published = _published(site, method)
    return {
        "method": method,
        "year": published[:4] if len(published) > 1 else "",
        "formulas": formulas(method),
        "has": {flag for flag in FLAGS if record is not None and CRITERIA[flag](method, record, frozenset())},
        "beyond": site.atlas[method.beyond_training] if method.beyond_training else None,
    }
