"""No record is kept of a check that no claim asks for."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    if view.corpus.partial or not view.records:
        return
    shown_as = view.corpus.shown_as
    for method, record in view.orphans:
        known = view.by_id.get(record.claim)
        if known is not None and known.entity is None:
            continue  # its claim has mistakes, which are reported
        path = f"{shown_as}/evidence/{method}.yml"
        message = f'No claim asks for the record of "{record.property}" for "{record.claim}".'
        hint = "Run  posatlas check --record  to write the evidence anew."
        line = _line(view, method, record.key)
        yield Finding(path, line, 1, lint.severity, lint.code, message, hint)


def _line(view: View, method: str, key: str) -> int:
    text = (view.corpus.root / "evidence" / f"{method}.yml").read_text(encoding="utf-8")
    before = text[: max(text.find(key), 0)]
    return before.count("\n", 0, before.rfind("\n- ") + 1) + 1


LINT = Lint("truth/evidence-orphan", "No record is kept that no claim asks for.", _check, "warning")
