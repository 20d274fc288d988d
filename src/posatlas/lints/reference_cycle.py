"""Descent, stages and redirects never run in a circle."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.corpus import Entry
from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.references import Edge

_RELATIONS = {
    "descends_from": "descends from itself",
    "feeds": "follows itself",
    "moved_to": "redirects to itself",
}


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    steps: dict[str, dict[str, list[tuple[Entry, Edge]]]] = {relation: {} for relation in _RELATIONS}
    for entry, edge in view.edges:
        if edge.relation in steps and edge.target != entry.id:
            steps[edge.relation].setdefault(entry.id, []).append((entry, edge))
    for relation, graph in steps.items():
        for chain in _cycles({start: [e.target for _, e in found] for start, found in graph.items()}):
            entry, edge = next(pair for pair in graph[chain[0]] if pair[1].target == chain[1])
            message = f"{chain[0]} {_RELATIONS[relation]}: {' -> '.join(chain)}."
            yield lint.at(entry, edge.location, message, "Delete one of these references.")


def _cycles(graph: dict[str, list[str]]) -> Iterator[list[str]]:
    """Each circle that a depth-first walk meets, from its smallest id and back to it."""
    done: set[str] = set()
    for start in graph:
        path: dict[str, None] = {}  # in order, and quick to look into: lines of descent may be long
        waiting = [(start, iter(graph.get(start, ())))] if start not in done else []
        if waiting:
            path[start] = None
        while waiting:
            node, targets = waiting[-1]
            target = next(targets, None)
            if target is None:
                waiting.pop()
                path.popitem()
                done.add(node)
            elif target in path:
                steps = list(path)
                circle = steps[steps.index(target) :]
                first = circle.index(min(circle))
                circle = circle[first:] + circle[:first]
                yield [*circle, circle[0]]
            elif target not in done:
                path[target] = None
                waiting.append((target, iter(graph.get(target, ()))))


LINT = Lint("reference/cycle", "Parents, stages that follow and redirects form no circle.", _check)
