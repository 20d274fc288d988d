"""A verdict without checks rests on a primary source that was read."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        if claim.checks or claim.verdict == "unverifiable" or not claim.according_to:
            continue
        deciding = [source for source in claim.according_to if source.read and source.primary]
        if not deciding:
            message = f'The verdict "{claim.verdict}" rests on sources that were not read, or that are secondary.'
            hint = "Read a primary source and set read: true, add a check, or write unverifiable."
            yield lint.at(entry, ("according_to",), message, hint)
        elif claim.verdict == "supported" and all(source.stance == "disputes" for source in deciding):
            message = "The claim is supported, but every primary source that was read disputes it."
            yield lint.at(entry, ("verdict",), message, "Correct the verdict, or the stance of the source.")


LINT = Lint("sources/straw", "A verdict without checks rests on a primary source that was read.", _check)
