"""A law that fails for a method is named as the laws are, and shown by a check that fails."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View
from posatlas.schema import Method
from posatlas.schema.laws import LAWS
from posatlas.schema.properties.declaration import did_you_mean


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("method"):
        method = entry.entity
        assert isinstance(method, Method)
        for index, exception in enumerate(method.exceptions):
            at = ("exceptions", index)
            if exception.law not in LAWS:
                message = f'"{exception.law}" is not a law{did_you_mean(exception.law, LAWS)}.'
                yield lint.at(entry, (*at, "law"), message, "Laws stand in schema/laws.py.")
                continue
            claim = view.claim(exception.claim)
            if claim is not None and not any(
                check.method == method.id
                and (check.property, check.expect) in (("obeys", "fails"), ("breaks", "holds"))
                and check.given.get("law") == exception.law
                for check in claim.checks
            ):
                message = f'The claim "{claim.id}" has no check that shows {exception.law} failing for {method.id}.'
                row = f"{{property: breaks, given: {{law: {exception.law}}}, expect: holds}}"
                yield lint.at(entry, (*at, "claim"), message, f"Add a check  {row}  to the claim.")


LINT = Lint("truth/exception", "A law that fails for a method is shown failing by a check of a claim.", _check)
