"""Which encoding for which case: what a method must be, those that are, and a table of all."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.criteria import CRITERIA, ancestors, met
from posatlas.generators.page import Page
from posatlas.generators.site import Site


def pages(site: Site) -> Iterator[Page]:
    """The page of choices."""
    records = site.running.laws
    methods = {method.id: method for method in site.atlas.of("method")}
    table = [(m, met(m, records[m.id], ancestors(m, methods))) for m in methods.values() if m.id in records]
    cases = sorted(site.atlas.of("case"), key=lambda case: case.order)
    context = {
        "cases": [(case, [m for m, has in table if has >= set(case.wants)]) for case in cases],
        "criteria": list(CRITERIA),
        "table": table,
    }
    yield Page("choose/", "choose.md.j2", site.word("choose"), context, site.word("door-choose"), wide=True)
