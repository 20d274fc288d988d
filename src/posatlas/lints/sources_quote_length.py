"""Quotations from a document are short."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View

_LONGEST = 40


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        quote = claim.source.quote
        if quote is not None and len(quote) > _LONGEST:
            message = f"The quotation has {len(quote)} characters; at most {_LONGEST} are quoted."
            yield lint.at(entry, ("source", "quote"), message, "Quote the few words that matter.")


LINT = Lint("sources/quote-length", "A quotation has at most 40 characters.", _check)
