"""The depths of a topic or method have their lengths: glance 3 seconds, brief 3 minutes."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, View

_DEPTHS = ("glance", "brief")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    from posatlas.languages.checks import LENGTHS, check_length
    from posatlas.languages.many import counts

    places = [i for i, p in enumerate(view.passages) if p.location[-1] in _DEPTHS and len(p.location) == 1]
    found = [view.passages[index] for index in places]
    for language in ("zh-Hant", "en"):
        written = [passage.written(language) for passage in found]
        masked = view.scans[language].masked
        numbers = counts([masked[index] for index in places], language)
        for passage, text, count in zip(found, written, numbers, strict=True):
            depth = str(passage.location[0])
            fewest, most = LENGTHS[depth][language]
            nearly = count // 20 + 2
            if fewest + nearly <= count <= most - nearly and "://" not in text:
                continue
            for problem in check_length(text, language, depth):
                hint = "Shorten it." if problem.code == "too-long" else "Say more, or leave the depth out."
                yield lint.inside(passage, language, f"The {depth} has {problem.message}.", hint)


LINT = Lint("languages/length", "A glance and a brief have the lengths of their depths.", _check)
