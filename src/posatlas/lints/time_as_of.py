"""`as_of` is not before the day on which a source of the entry was read."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.dates import earlier
from posatlas.lints.rule import Lint, View, shown


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, location, source in view.references:
        if source.retrieved is None:
            continue
        as_of = getattr(entry.entity, "as_of", None)
        if as_of is not None and earlier(as_of, source.retrieved):
            message = f"as_of = {as_of}, but {shown(location)} was read on {source.retrieved}."
            yield lint.at(entry, ("as_of",), message, f"Write {source.retrieved} if the source still says the same.")


LINT = Lint("time/as-of", "The date as_of is not before the day on which a source was read.", _check, "warning")
