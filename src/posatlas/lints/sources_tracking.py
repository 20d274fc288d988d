"""Addresses carry no tracking parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.corpus import Entry
from posatlas.findings import Finding
from posatlas.lints.rule import Lint, Location, View
from posatlas.schema import Library, Paper

_TRACKING = re.compile(r"(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref_src|ref|source|si|spm)=")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.entries:
        if isinstance(entry.entity, Paper | Library):
            yield from _in_address(lint, entry, ("url",), entry.entity.url)
    for entry, location, source in view.references:
        if source.url is not None:
            yield from _in_address(lint, entry, (*location, "url"), source.url)


def _in_address(lint: Lint, entry: Entry, location: Location, url: str) -> Iterator[Finding]:
    if "?" not in url:
        return
    address, mark, fragment = url.partition("#")
    page, _, query = address.partition("?")
    parameters = query.split("&")
    kept = [parameter for parameter in parameters if not _TRACKING.match(parameter)]
    if kept != parameters:
        names = ", ".join(match[1] for match in map(_TRACKING.match, parameters) if match)
        right = f"{page}{'?' if kept else ''}{'&'.join(kept)}{mark}{fragment}"
        yield lint.at(entry, location, f"The address carries tracking parameters: {names}.", f"Write {right}")


LINT = Lint("sources/tracking", "Addresses carry no tracking parameters.", _check)
