"""What a paper's entry says of arXiv agrees: number, version, address, month."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.dates import months
from posatlas.lints.rule import Lint, View
from posatlas.schema import Paper

_ADDRESS = re.compile(r"//(?:\w+\.)?arxiv\.org/(?:abs|pdf|html)/(\d{4}\.\d{4,5})(?:v(\d+))?")


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("paper"):
        paper = entry.entity
        assert isinstance(paper, Paper)
        match = _ADDRESS.search(paper.url) if "arxiv" in paper.url else None
        if match and paper.arxiv is None:
            hint = f'Add  arxiv: {{id: "{match[1]}"}}'
            yield lint.at(entry, ("url",), "The address is on arXiv, but the entry has no arxiv field.", hint)
        elif match and paper.arxiv is not None and match[1] != paper.arxiv.id:
            message = f"The address names arXiv {match[1]}, the arxiv field {paper.arxiv.id}."
            yield lint.at(entry, ("url",), message, "Correct the wrong one.")
        elif match and match[2] and paper.arxiv is not None and paper.arxiv.version not in (None, int(match[2])):
            message = f"The address names version {match[2]}, the arxiv field {paper.arxiv.version}."
            yield lint.at(entry, ("url",), message, "Write the address without a version.")
        if paper.arxiv is not None:
            number = paper.arxiv.id
            if months(paper.first_published) > months(f"20{number[:2]}-{number[2:4]}"):
                message = (
                    f"first_published = {paper.first_published}, but arXiv {number} is of 20{number[:2]}-{number[2:4]}."
                )
                yield lint.at(entry, ("first_published",), message, "Write the day of version 1.")


LINT = Lint("sources/arxiv", "A paper's arXiv number, version, address and month agree.", _check)
