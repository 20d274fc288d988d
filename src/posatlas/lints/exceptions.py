"""Exceptions: findings that are let pass in one file, each with its reason; one no longer needed is an error."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import ConfigDict, Field, ValidationError

from posatlas import reading
from posatlas.corpus import Corpus
from posatlas.findings import Finding, near
from posatlas.lints.rule import shown
from posatlas.schema.base import Model, NonEmpty

FILE = Path(__file__).with_name("exceptions.yml")
SHOWN_AS = "src/posatlas/lints/exceptions.yml"


class Exempt(Model):
    """One exception."""

    model_config = ConfigDict(title="Exception")

    code: NonEmpty = Field(description="Code of the lint.")
    path: NonEmpty = Field(description="File below kb/, such as methods/rope.yml.")
    reason: NonEmpty = Field(description="Why the finding is wrong there.")


class Exceptions(Model):
    """The file of exceptions."""

    exceptions: list[Exempt]


def without_exempt(
    findings: Iterable[Finding], corpus: Corpus, codes: Iterable[str], file: Path = FILE
) -> list[Finding]:
    """The findings without those that are exempt, and a finding for each exception that is wrong or not needed.

    Whether an exception is needed is judged only where the whole knowledge base was read and holds its file.
    """
    findings = list(findings)
    source, listed = _listed(file)
    if isinstance(listed, Finding):
        return [*findings, listed]
    if not listed:
        return findings
    prefix = f"{corpus.shown_as}/"
    used = set()
    kept = []
    for finding in findings:
        place = (finding.code, finding.path.removeprefix(prefix))
        matching = [i for i, e in enumerate(listed) if (e.code, e.path) == place]
        used.update(matching)
        if not matching:
            kept.append(finding)
    known = sorted(codes)
    for index, exempt in enumerate(listed):
        if exempt.code not in known:
            guess = near(exempt.code, known)
            hint = f'Did you mean "{guess}"?' if guess else "Correct the code, or delete the exception."
            message = f'"{exempt.code}" is no lint.'
        elif index in used or corpus.partial or not (corpus.root / exempt.path).is_file():
            continue
        else:
            message = f"The exception of {exempt.code} for {exempt.path} is no longer needed."
            hint = "Delete it."
        kept.append(source.finding(("exceptions", index), "exceptions/unneeded", message, hint))
    return kept


def _listed(file: Path) -> tuple[reading.Source, list[Exempt] | Finding]:
    try:
        source = reading.read(file, SHOWN_AS)
    except reading.Unreadable as error:
        return reading.Source(SHOWN_AS, "", None), error.findings[0]
    try:
        return source, Exceptions.model_validate(source.value).exceptions
    except ValidationError as error:
        first = error.errors()[0]
        place = shown(first["loc"]) or "the file"
        message = f"The exceptions cannot be read: {place}: {first['msg']}."
        hint = "Each exception is {code: …, path: …, reason: …}."
        return source, source.finding(first["loc"], "exceptions/unreadable", message, hint)
