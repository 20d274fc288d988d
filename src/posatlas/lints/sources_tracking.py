"""Addresses carry no tracking parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Library, Paper

_TRACKING = re.compile(r"[?&](utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref_src|ref|source|si|spm)=")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.entries:
        if isinstance(entry.entity, Paper | Library) and "?" in entry.entity.url:
            url = entry.entity.url
            match = _TRACKING.search(url)
            if match:
                yield lint.at(entry, ("url",), _message(match[1]), _hint(url, match))
    for entry, location, source in view.references:
        if source.url is not None and "?" in source.url:
            match = _TRACKING.search(source.url)
            if match:
                yield lint.at(entry, (*location, "url"), _message(match[1]), _hint(source.url, match))


def _message(parameter: str) -> str:
    return f'The address carries the tracking parameter "{parameter}".'


def _hint(url: str, match: re.Match[str]) -> str:
    rest = url[match.end() :].partition("&")[2]
    return f"Write {url[: match.start()]}{match[0][0] + rest if rest else ''}"


LINT = Lint("sources/tracking", "Addresses carry no tracking parameters.", _check)
