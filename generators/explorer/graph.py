"""Entities and their links, each link with its line in the YAML, the claims that bear it out, and a weight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from posatlas.generators.addresses import PAGES_OF_KINDS, SHOWN_TERMS
from posatlas.generators.site import Site
from posatlas.schema import Term
from posatlas.weights import step_weight

# In the order in which kinds stand in the drawing, the filter and the tables.
KINDS: Final = tuple(
    "method model paper technique organisation event library metric comparison case lesson misconception "
    "stage application thesis topic document claim term".split()
)
DEFAULT_KINDS: Final = tuple(kind for kind in KINDS if kind not in ("claim", "term"))


@dataclass(frozen=True, slots=True)
class Link:
    """One relation of an entity to another: ids, the 1-based line that says so, claims that bear it out, weight."""

    source: str
    target: str
    relation: str
    line: int
    claims: tuple[str, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A link seen from one end: the entity at the other end, and whether the link goes out to it."""

    other: str
    outward: bool
    link: Link


class Graph:
    """The entities that have a place on the site, in order of kind and id, and the links between them."""

    def __init__(self, site: Site) -> None:
        self._site, self._atlas = site, site.atlas
        linked = {end for link in site.atlas.graph.edges() for end in link}
        shown = (e.id for e in site.atlas if self._is_shown(e.id) and (e.id in linked or not isinstance(e, Term)))
        self.ids = sorted(shown, key=lambda i: (KINDS.index(self._atlas.kind_of[i]), i))
        self.statuses = {claim.id: site.status(claim) for claim in site.atlas.of("claim")}
        self.links = sorted(self._links(), key=lambda link: (link.source, link.target, link.relation))
        self._of: dict[str, list[Neighbour]] = {identifier: [] for identifier in self.ids}
        for link in self.links:
            self._of[link.source].append(Neighbour(link.target, True, link))
            self._of[link.target].append(Neighbour(link.source, False, link))

    def _is_shown(self, identifier: str) -> bool:
        if self._atlas.kind_of[identifier] not in PAGES_OF_KINDS:
            return False
        entity = self._atlas[identifier]
        return not isinstance(entity, Term) or entity.role in SHOWN_TERMS

    def _links(self) -> Iterator[Link]:
        shown = set(self.ids)
        for source, target, found in self._atlas.graph.edges(data=True):
            if source not in shown or target not in shown or source == target:
                continue
            location = tuple(int(step) if step.isdigit() else step for step in found["field"].split("."))
            line = self._site.places.line(self._atlas.path_of[source], *location)
            claims = tuple(claim for claim in found["claims"] if claim in shown)
            weight = step_weight(found["relation"], [self.statuses[claim] for claim in claims])
            yield Link(source, target, found["relation"], line, claims, weight)

    def neighbours(self, identifier: str, kinds: tuple[str, ...] = DEFAULT_KINDS) -> list[Neighbour]:
        """Links of an entity to those of some kinds, by kind, then weight. Raises KeyError for an unknown id."""
        place = {kind: number for number, kind in enumerate(kinds)}
        found = [n for n in self._of[identifier] if self._atlas.kind_of[n.other] in place]
        return sorted(found, key=lambda n: (place[self._atlas.kind_of[n.other]], n.other, n.link.weight))

    def default_centre(self) -> str:
        """The entity shown where none is asked for: the method that is linked to most."""
        methods = [i for i in self.ids if self._atlas.kind_of[i] == "method"] or self.ids
        return max(methods, key=lambda i: len({n.other for n in self._of[i]}))
