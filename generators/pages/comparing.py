"""Any methods side by side: one page with all of them, which a script narrows to those that the reader chose."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.criteria import CRITERIA
from posatlas.generators.comparing import as_csv, method_table
from posatlas.generators.comparing.wording import SIZES
from posatlas.generators.page import Page
from posatlas.generators.site import Site

ADDRESS = "compare/methods/"


def pages(site: Site) -> Iterator[Page]:
    """The page of the table."""
    table = method_table(site)
    families = dict.fromkeys(facts.method.family for facts in table.facts)
    examples = [(site.name(comparison), ",".join(comparison.methods)) for comparison in site.atlas.of("comparison")] + [
        (site.word(f"family-{family}"), ",".join(f.method.id for f in table.facts if f.method.family == family))
        for family in families
    ]
    sizes = ", ".join(f"{symbol} = {size:g}" for symbol, size in SIZES.items())
    context = {"table": table, "criteria": list(CRITERIA), "examples": examples, "sizes": sizes}
    title, about = site.word("side-by-side"), site.word("door-side-by-side")
    beside = {"methods.csv": as_csv(site, table)}
    yield Page(ADDRESS, "side_by_side.md.j2", title, context, about, wide=True, scripts=("comparing",), beside=beside)
