"""The depths of a topic or method have their lengths: glance 3 seconds, brief 3 minutes."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View

_DEPTHS = ("glance", "brief")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    from posatlas.languages.checks import check_length

    for passage in view.passages:
        depth = passage.location[-1]
        if depth in _DEPTHS and len(passage.location) == 1:
            for language in ("zh-Hant", "en"):
                for problem in check_length(passage.written(language), language, str(depth)):
                    hint = "Shorten it." if problem.code == "too-long" else "Say more, or leave the depth out."
                    yield lint.inside(passage, language, f"The {depth} has {problem.message}.", hint)


LINT = Lint("languages/length", "A glance and a brief have the lengths of their depths.", _check)
