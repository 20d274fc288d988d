"""When an entity became known, and by which date that goes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from posatlas.lineage import parents_first
from posatlas.schema import Claim, Technique

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = ["Dated", "dates", "known_by", "moment"]

_MOMENT: Final = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?\Z")


class Dated(NamedTuple):
    """A date, YYYY-MM or YYYY-MM-DD, and a sentence that says which date it is; none where nothing gives one."""

    date: str | None
    because: str


def moment(given: str | int | datetime.date) -> str:
    """The moment asked for, as text: a year, a month or a day. Raises ValueError for anything else."""
    text = str(given.date() if isinstance(given, datetime.datetime) else given)
    if not isinstance(given, str | int | datetime.date) or not _MOMENT.match(text):
        raise ValueError(f'"{text}" is no date. Write a year, a month or a day: "2022", "2022-06" or "2022-06-30".')
    if len(text) == 10:
        try:
            datetime.date.fromisoformat(text)
        except ValueError:
            raise ValueError(f'"{text}" is no day of the calendar. Give one that is.') from None
    return text


def known_by(date: str, when: str) -> bool:
    """Whether a date lies in or before a moment. The coarser of the two decides: "2022" reaches to its last day, and
    what is dated 2022-06 alone is known on every day of that month."""
    shared = min(len(date), len(when))
    return date[:shared] <= when[:shared]


def dates(atlas: Atlas) -> dict[str, Dated]:
    """The date of every entity, by id.

    paper: first public date. model: release. event: its date. method: first public date of the paper that introduced
    it, or else the earliest of papers that say they introduce it, events about it and models that use it; but not
    before its latest parent. technique: its earliest paper. comparison: its latest method. claim: the latest of what it
    is about and runs, and of the earliest paper that supports it. misconception: its claim. Every other kind is
    undated, and so is a claim about nothing that has a date.
    """
    found: dict[str, Dated] = {}
    for paper in atlas.of("paper"):
        found[paper.id] = Dated(paper.first_published, "first public date of the paper")
    for model in atlas.of("model"):
        found[model.id] = Dated(model.released, "first public release of the model")
    for event in atlas.of("event"):
        found[event.id] = Dated(event.date, "date of the event")
    _date_methods(atlas, found)
    for technique in atlas.of("technique"):
        found[technique.id] = _technique(technique, found)
    for comparison in atlas.of("comparison"):
        found[comparison.id] = _latest(comparison.methods, found, "latest method that it compares")
    for claim in atlas.of("claim"):
        found[claim.id] = _claim(claim, found)
    for misconception in atlas.of("misconception"):
        date = found.get(misconception.claim, Dated(None, "")).date
        found[misconception.id] = Dated(date, f"date of the claim {misconception.claim}" if date else _UNDATED)
    return {entity.id: found.get(entity.id, Dated(None, _UNDATED)) for entity in atlas}


_UNDATED: Final = "nothing gives it a date"

def _date_methods(atlas: Atlas, found: dict[str, Dated]) -> None:
    methods = {method.id: method for method in atlas.of("method")}
    witnesses: dict[str, list[Dated]] = {identifier: [] for identifier in methods}
    for paper in atlas.of("paper"):
        for name in paper.introduces:
            witnesses.get(name, []).append(Dated(paper.first_published, f"first public date of {paper.id}"))
    for event in atlas.of("event"):
        for name in event.methods:
            witnesses.get(name, []).append(Dated(event.date, f"date of the event {event.id}"))
    for model in atlas.of("model"):
        for name in model.position_encoding.methods:
            witnesses.get(name, []).append(Dated(model.released, f"release of {model.id}, which uses it"))

    for method in parents_first(methods):
        paper = found.get(method.introduced_by or "")
        own = Dated(paper.date, f"first public date of {method.introduced_by}") if paper else None
        own = own or min(witnesses[method.id], key=lambda dated: dated.date or "", default=Dated(None, _UNDATED))
        for parent in method.parents:
            above = found.get(parent.id, own).date
            if above and (own.date is None or not known_by(above, own.date)):
                own = Dated(above, f"not before its parent {parent.id}")
        found[method.id] = own


def _technique(technique: Technique, found: Mapping[str, Dated]) -> Dated:
    papers = [d for p in technique.papers if (d := found[p].date if p in found else None)]
    return Dated(min(papers), "earliest of its papers") if papers else Dated(None, _UNDATED)


def _latest(identifiers: Iterable[str], found: Mapping[str, Dated], which: str) -> Dated:
    known = [(d, i) for i in identifiers if i in found and (d := found[i].date)]
    date, identifier = max(known, default=("", ""))
    return Dated(date, f"date of {identifier}, the {which}") if date else Dated(None, _UNDATED)


def _claim(claim: Claim, found: Mapping[str, Dated]) -> Dated:
    subjects = [*claim.about, *(check.method for check in claim.checks)]
    sources = [reference for reference in claim.according_to if reference.stance == "supports" and reference.decides]
    papers = [reference.paper for reference in sources if reference.paper is not None and reference.paper in found]
    first = min(papers, key=lambda paper: found[paper].date or "", default=None) if papers else None
    return _latest([*subjects, *([first] if first else [])], found, "latest of its subjects and its first source")
