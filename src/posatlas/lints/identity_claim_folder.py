"""A claim lies in the folder of the first entity that it is about."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry, claim in view.claim_entries:
        folder = entry.source.path.split("/")[-2]
        if folder == claim.about[0]:
            continue
        message = f'The claim is about "{claim.about[0]}" first, but lies in the folder "{folder}".'
        hint = f"Move the file to claims/{claim.about[0]}/{entry.id}.yml"
        hint += f', or name "{folder}" first.' if folder in claim.about else "."
        yield lint.at(entry, ("about", 0), message, hint)


LINT = Lint("identity/claim-folder", "A claim lies in the folder of about[0].", _check)
