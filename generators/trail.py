"""Where a page stands: the sections above it, whether their list is shown beside it, its weight in search."""

from __future__ import annotations

_METHODS = ("methods/", "methods")
_DOCUMENT = ("document/", "document")
_COMPANIES = ("companies/", "companies")

TRAILS: dict[str, tuple[tuple[str, str], ...]] = {
    "methods": (_METHODS,),
    "compare": (_METHODS, ("compare/", "comparison")),
    "metrics": (_METHODS, ("metrics/", "metrics")),
    "techniques": (_METHODS, ("techniques/", "techniques")),
    "cheat-sheet": (_METHODS,),
    "models": (("models/", "models"),),
    "plots": (("plots/", "plots"),),
    "companies": (_COMPANIES,),
    "theses": (("theses/", "theses"),),
    "misconceptions": (("misconceptions/", "misconceptions"),),
    "learn": (("learn/", "learning-path"),),
    "document": (_DOCUMENT,),
    "c": (_DOCUMENT, ("c/", "all-claims")),
    "open": (_DOCUMENT,),
    "papers": (("sources/", "sources"),),
    "reference": (("reference/", "menu-reference"),),
}
_WITH_SIBLINGS = frozenset(
    f"{name}/" for name in "methods compare metrics techniques chain market companies theses models document c".split()
)
BOOSTS = {
    "": 2.0, "methods": 4.0, "topic": 4.0, "metrics": 3.0, "techniques": 3.0, "models": 2.0, "companies": 2.0,
    "misconceptions": 2.0, "compare": 2.0, "glossary": 1.5, "papers": 0.8, "document": 0.6, "c": 0.4,
}  # fmt: skip
WEIGHTS_OF_ENTRIES = {
    "term": 0.9, "case": 2.0, "stage": 1.5, "application": 1.5, "event": 0.5, "library": 1.0,
}  # fmt: skip


def trail(address: str) -> tuple[tuple[str, str], ...]:
    """Addresses and words of the sections above a page, outermost first; none for a section itself."""
    above = TRAILS.get(address.split("/")[0], ())
    return tuple(step for step in above if step[0] != address)


def shows_siblings(address: str) -> bool:
    """True where the list of the page's section stands beside it."""
    return address in _WITH_SIBLINGS or address.startswith("document/")


def boost(address: str) -> float:
    """Weight of a page in the search: entities before statements."""
    return BOOSTS.get(address.split("/")[0], 1.0)
