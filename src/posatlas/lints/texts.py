"""What lints of texts share: problems of languages, sentences of prose, citations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from posatlas.findings import Finding
from posatlas.languages.spans import MASKED_CONTENT, MASKED_MARKUP
from posatlas.lints.rule import Lint, Passage, View

if TYPE_CHECKING:
    from posatlas.languages.problems import Problem

_CITATION_NAME = re.compile(r"\??[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")


class Citation(NamedTuple):
    """The claims that a mark such as `[@a; @?b]` names, those only reported, and what cannot be read."""

    claims: tuple[str, ...]
    reported: frozenset[str]
    malformed: tuple[str, ...]


@cache
def citation(mark: str) -> Citation:
    """What a mark names; `[@-]` names nothing."""
    claims, reported, malformed = [], set(), []
    for part in mark[2:-1].split(";"):
        word = part.strip().removeprefix("@").strip()
        if word == "-" and mark == "[@-]":
            continue
        if not _CITATION_NAME.match(word):
            malformed.append(part.strip())
            continue
        claims.append(word.removeprefix("?"))
        if word.startswith("?"):
            reported.add(claims[-1])
    return Citation(tuple(claims), frozenset(reported), tuple(malformed))


def language_problems(view: View) -> Iterator[tuple[Passage, str, Problem]]:
    """What the checks of languages find in all passages; the exact checks run only on suspects."""
    from posatlas.languages import checks, many
    from posatlas.languages.conversion import MissingConverter

    passages, scans, written = view.passages, view.scans, view.written
    for language, scan in scans.items():
        for index in scan.suspects:
            for problem in checks.check_text(written[language][index], language):
                yield passages[index], language, problem
    zh_hant, en = written["zh-Hant"], written["en"]
    for index in many.differing(zh_hant, scans["zh-Hant"], scans["en"]):
        for problem in checks.check_pair(zh_hant[index], en[index]):
            yield passages[index], "zh-Hant", problem
    for passage in passages:
        if passage.text.zh_hans is not None:
            try:
                for problem in checks.check_text(passage.text.zh_hans, "zh-Hans"):
                    yield passage, "zh-Hans", problem
            except MissingConverter:
                return


def of_problems(*codes: str, otherwise: str = "Rewrite the passage.") -> Callable[[View, Lint], Iterator[Finding]]:
    """A check that reports the problems of languages with these codes; `otherwise` is the remedy without a fix."""

    def check(view: View, lint: Lint) -> Iterator[Finding]:
        for passage, language, problem in view.language_problems:
            if problem.code in codes:
                text = passage.text.zh_hans if language == "zh-Hans" else passage.written(language)
                fragment = (text or "")[problem.offset :][:12]
                message = f"{problem.message[0].upper()}{problem.message[1:]}."
                if problem.fix is None or problem.code.endswith("-space"):
                    hint = otherwise
                else:
                    hint = f"Write {problem.fix}." if problem.fix else "Delete it."
                yield lint.inside(passage, language, message, hint, _first_word(fragment))

    return check


def _first_word(fragment: str) -> str:
    """The beginning of a fragment, up to where YAML may have folded it."""
    return fragment.split(" ")[0].split("\n")[0] or fragment[:1]


_HEADING = re.compile(r"^#{1,6} .*$", re.MULTILINE)
_END = "\x1e"
# In masked texts, joined by the separator: the end of a sentence that no mark follows.
_UNCITED = {
    "zh-Hant": re.compile(rf"[。！？][」』）]*+(?![，；：、。！？]|\s*{MASKED_MARKUP})"),
    "en": re.compile(
        rf"[.!?](?![)”\"’*]*\s*{MASKED_MARKUP})(?=[)”\"’*]*(?:\s+[^a-z\s]|\s*{_END}))"
        rf"(?<!\be\.g.)(?<!\bi\.e.)(?<!\bal.)(?<!\bvs.)(?<!\bcf.)(?<!\bFig.)(?<!\bEq.)(?<!\bSec.)(?<!\bNo.)"
        rf"(?<!\b[A-Z].)(?<!{MASKED_MARKUP}\s\d.)(?<!{MASKED_MARKUP}\s\d\d.)(?<![\n{_END}]\d.)"
    ),
}


def uncited(pieces: list[str], language: str) -> Iterator[tuple[int, str]]:
    """Masked prose texts with a sentence that no reference follows: their indices, and the end of the sentence.

    Headings and displayed formulas that stand alone are no sentences.
    """
    pieces = [_HEADING.sub("", piece) if "#" in piece else piece for piece in pieces]
    joined = _END + _END.join(pieces) + _END
    told = set()
    for match in _UNCITED[language].finditer(joined):
        index = joined.count(_END, 0, match.start() + 1) - 1
        if index not in told:
            told.add(index)
            start = max(joined.rfind(_END, 0, match.start() + 1) + 1, match.start() - 11)
            yield index, joined[start : match.start() + 1]
    for index, piece in enumerate(pieces):
        if index not in told:
            for paragraph in piece.split("\n\n"):
                end = paragraph.rstrip()
                if end and end[-1] != MASKED_MARKUP and end.strip() != MASKED_CONTENT:
                    yield index, end[-12:]
                    break
