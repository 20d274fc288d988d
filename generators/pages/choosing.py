"""Which encoding for which case: what a method must be, those that are, and a table of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from posatlas.generators.criteria import CRITERIA, met
from posatlas.generators.site import Page, Site
from posatlas.schema import Method


def _ancestors(method: Method, methods: Mapping[str, Method]) -> frozenset[str]:
    """Parents of the method, their parents, and so on; descent has no cycles."""
    above = (parent.id for parent in method.parents if parent.id in methods)
    return frozenset(name for parent in above for name in (parent, *_ancestors(methods[parent], methods)))


def pages(site: Site) -> Iterator[Page]:
    """The page of choices."""
    records = site.running.laws
    methods = {method.id: method for method in site.atlas.of("method")}
    table = [(m, met(m, records[m.id], _ancestors(m, methods))) for m in methods.values() if m.id in records]
    cases = sorted(site.atlas.of("case"), key=lambda case: case.order)
    context = {
        "cases": [(case, [m for m, has in table if has >= set(case.wants)]) for case in cases],
        "criteria": list(CRITERIA),
        "table": table,
    }
    yield Page("choose/", "choose.md.j2", site.word("choose"), context, site.word("door-choose"), wide=True)
