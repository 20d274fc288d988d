"""A method is not older than the methods that it descends from."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.dates import earlier
from posatlas.lints.rule import Lint, View
from posatlas.schema import Method, Paper


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("method"):
        method = entry.entity
        assert isinstance(method, Method)
        paper = _paper(view, method)
        if paper is None:
            continue
        for index, parent in enumerate(method.parents):
            ancestor = view.entity(parent.id)
            origin = _paper(view, ancestor) if isinstance(ancestor, Method) else None
            if origin is not None and earlier(paper.first_published, origin.first_published):
                message = (
                    f'"{paper.id}" ({paper.first_published}) introduced the method before '
                    f'"{origin.id}" ({origin.first_published}) introduced its parent "{parent.id}".'
                )
                yield lint.at(entry, ("parents", index, "id"), message, "Turn the descent round, or correct a date.")


def _paper(view: View, method: Method) -> Paper | None:
    found = view.entity(method.introduced_by) if method.introduced_by else None
    return found if isinstance(found, Paper) else None


LINT = Lint("time/descent", "The paper of a method is not earlier than the papers of its parents.", _check)
