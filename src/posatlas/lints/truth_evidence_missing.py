"""Every check has a fresh record of a run."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for verified in view.verified:
        if verified.state in ("missing", "stale"):
            what = "was never run" if verified.state == "missing" else "was run with another implementation or check"
            message = f"checks[{verified.index}] {what}."
            hint = f"Run  posatlas check {verified.claim} --record"
            yield lint.at(view.by_id[verified.claim], ("checks", verified.index), message, hint)


LINT = Lint("truth/evidence-missing", "Every check has a fresh record.", _check)
