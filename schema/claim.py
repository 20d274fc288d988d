"""A claim: one statement, judged, sourced, and where mathematics can decide it, checked by running code."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from posatlas.schema.base import Entity, FigureName, Identifier, Model, NonEmpty, Text
from posatlas.schema.frozen import FrozenDict, FrozenList, Listed, Options
from posatlas.schema.sources import ClaimSource, Reference

Verdict = Literal["supported", "conditional", "imprecise", "contradicted", "unverifiable"]
VERDICTS: tuple[Verdict, ...] = ("supported", "conditional", "imprecise", "contradicted", "unverifiable")
UntestableReason = Literal["opinion", "market", "history", "needs-training", "undisclosed", "undefined"]
ClaimKind = Literal[
    "property", "cost", "empirical", "attribution", "history", "market", "opinion", "forecast", "definition"
]


class Check(Model):
    """One run of a property: what is said, on which build of which method, and how it must come out."""

    says: NonEmpty = Field(description="The formula or sentence that this row tests, quantifiers included.")
    tests: Literal["statement", "correction"] = Field(
        default="statement", description="Whether the row runs the statement as said or the corrected one."
    )
    method: Identifier = Field(description="Id of the method that is built.")
    build: Options = Field(default_factory=FrozenDict, description="Options of the implementation.")
    property: NonEmpty = Field(description="Name from the declared vocabulary of properties.")
    given: Options = Field(default_factory=FrozenDict, description="Arguments of the property.")
    expect: Literal["holds", "fails"] = Field(description="How the measurement must come out.")


class ClaimPart(Model):
    """One part of a compound statement, judged by itself."""

    statement: Text = Field(description="The part.")
    verdict: Verdict = Field(description="The part's verdict; the claim takes the worst.")


class SecondReading(Model):
    """The verdict of a second reader who had not seen the first one's."""

    verdict: Verdict = Field(description="What the second reader found.")
    resolution: Text | None = Field(default=None, description="Where the two differed: what was found out.")


class Claim(Entity):
    """A statement with source, verdict, reasons and checks."""

    statement: Text = Field(description="What is said, in our words: not what is true.")
    scope: Text | None = Field(default=None, description="The scope that the statement itself claims.")
    about: Listed[Identifier] = Field(min_length=1, description="Entities concerned; the first names the folder.")
    kind: ClaimKind = Field(description="What sort of statement it is.")
    source: ClaimSource = Field(description="Who says it, and where.")
    verdict: Verdict = Field(description="How the statement fares in the scope it claims.")
    reason: UntestableReason | None = Field(default=None, description="Why it is unverifiable.")
    conditions: Text | None = Field(default=None, description="The condition that a conditional statement leaves out.")
    correction: Text | None = Field(default=None, description="The right statement.")
    explanation: Text = Field(description="Why the verdict is what it is.")
    according_to: Listed[Reference] = Field(default_factory=FrozenList, description="Sources that carry the verdict.")
    checks: Listed[Check] = Field(default_factory=FrozenList, description="Runs that bear the verdict out.")
    figure: FigureName | None = Field(default=None, description="Figure shown with the claim.")
    parts: Listed[ClaimPart] = Field(default_factory=FrozenList, description="Parts of a compound statement.")
    contradicts: Listed[Identifier] = Field(
        default_factory=FrozenList, description="Statements that cannot be true together with this one."
    )
    second_reading: SecondReading | None = Field(default=None, description="The independent second verdict.")

    def run(self, device: str = "cpu") -> Any:
        """Run its checks now: a row for each, with `measured`, `tolerance`, `holds` and `agrees`, in order.

        Raises ValueError for a claim without checks or a device that is not there, MissingExtra where torch is not
        installed, and Unheld for a claim of no atlas. What an implementation raises stands in the row's `error`.

        >>> import posatlas
        >>> rows = posatlas.load().claims()["alibi-slopes-halve-per-head"].run()
        >>> [(row.expect, row.agrees) for row in rows][:2]
        [('holds', True), ('fails', True)]
        """
        return self._asked().run(self, device)
