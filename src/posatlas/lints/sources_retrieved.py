"""A link to a file on a moving branch says on which day it was read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View

_MOVING = re.compile(r"/(?:blob|raw|tree|resolve)/(?:main|master|HEAD|dev|develop|trunk)(?:/|$)")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, location, source in view.references:
        if source.url is not None and source.retrieved is None and _MOVING.search(source.url):
            message = "The address is that of a branch, which moves on, and the day of reading is missing."
            yield lint.at(entry, (*location, "url"), message, "Add  retrieved: YYYY-MM-DD  or link a commit.")


LINT = Lint("sources/retrieved", "A link to a moving branch says when it was read.", _check)
