"""No language of a text is older than another."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for passage, found in view.compared_texts:
        for language in found.behind:
            message = f"{language} is older than {' and '.join(found.changed)}, which was changed."
            hint = (
                f"Bring {language} up to date; where it still says the same, run  posatlas translations "
                f"{passage.entry.id} --agree"
            )
            yield lint.inside(passage, language, message, hint)


LINT = Lint("languages/stale", "No language of a text is older than another.", _check, "warning")
