"""The history of entities: when each was first recorded, and every change of a claim's verdict.

kb/evidence/history/ is written by `posatlas history --record`, which compares the knowledge base with it and appends
what is new. Nothing in it is written by hand, and nothing in an entity's own file repeats it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from posatlas.entity_records import Row, file_of, read_rows, write_rows
from posatlas.recorded import NoRecord
from posatlas.schema import VERDICTS, Claim, Entity
from posatlas.schema.base import DATE_PATTERN

__all__ = [
    "HEADER",
    "Change",
    "Difference",
    "History",
    "differences",
    "load_history",
    "record_history",
    "verdict_of",
    "with_differences",
]

HEADER: Final = (
    "# Written by `posatlas history --record`: when entities were first recorded, and changes of verdict. "
    "Never edited by hand.\n"
)
_DATE: Final = re.compile(DATE_PATTERN)


class Change(NamedTuple):
    """A verdict that changed: the day it was recorded, and the verdict before and after."""

    date: str
    before: str
    after: str


@dataclass(frozen=True)
class History:
    """When an entity was first recorded; of a claim, its verdict as recorded, and the changes up to it, oldest
    first."""

    recorded: str
    verdict: str | None = None
    changes: tuple[Change, ...] = ()

    @property
    def newest(self) -> str:
        """The last day on which something was recorded."""
        return self.changes[-1].date if self.changes else self.recorded


@dataclass(frozen=True)
class Difference:
    """Where the record does not say what the knowledge base says. `before` and `after` are verdicts."""

    id: str
    what: Literal["new", "verdict", "gone"]
    before: str | None = None
    after: str | None = None

    def sentence(self) -> str:
        """The difference as a sentence for a terminal."""
        if self.what == "verdict":
            return f"{self.id}: the verdict was {self.before} and is {self.after}."
        return f"{self.id}: {'is not recorded yet' if self.what == 'new' else 'is recorded and not there any more'}."


def verdict_of(entity: Entity) -> str | None:
    """The verdict of a claim; none of any other entity."""
    return entity.verdict if isinstance(entity, Claim) else None


def load_history(folder: Path) -> dict[str, History]:
    """Histories by id, from the files below <folder>; empty where it is missing.

    Raises NoRecord for what cannot be read or is no record.
    """
    found = {}
    for identifier, row in read_rows(folder).items():
        try:
            found[identifier] = _history(row.value)
        except ValueError as error:
            raise NoRecord(row.file, f"{identifier}: {error}") from None
    return found


def _history(value: Any) -> History:
    if not isinstance(value, dict) or value.keys() - {"recorded", "verdict", "changes"} or "recorded" not in value:
        raise ValueError("a record has the field recorded, may have verdict and changes, and no other")
    changes = []
    written = value.get("changes", [])
    for change in written if isinstance(written, list) else [written]:
        if not isinstance(change, dict) or change.keys() != {"date", "from", "to"}:
            raise ValueError("a change has the fields date, from and to")
        changes.append(Change(change["date"], change["from"], change["to"]))
    history = History(value["recorded"], value.get("verdict"), tuple(changes))
    dates = [history.recorded, *(change.date for change in changes)]
    if not all(isinstance(date, str) and _DATE.match(date) for date in dates) or dates != sorted(dates):
        raise ValueError("dates are days YYYY-MM-DD, in order")
    after = [change.after for change in changes]
    if [change.before for change in changes[1:]] + [history.verdict] * bool(changes) != after:
        raise ValueError(
            "each change begins with the verdict that the one before ended with, and the last is the present"
        )
    verdicts = [*after, *(change.before for change in changes), *([] if history.verdict is None else [history.verdict])]
    if any(verdict not in VERDICTS for verdict in verdicts):
        raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}")
    return history


def differences(
    verdicts: Mapping[str, str | None], history: Mapping[str, History], partial: bool = False
) -> Iterator[Difference]:
    """Where entities, given as verdicts by id (None for what has no verdict), and the record differ, by id.

    `partial` says that the entities are only some of those that there are.
    """
    for identifier in sorted({*verdicts, *(() if partial else history)}):
        known = history.get(identifier)
        if known is None:
            yield Difference(identifier, "new", None, verdicts[identifier])
        elif identifier not in verdicts:
            yield Difference(identifier, "gone", known.verdict, None)
        elif known.verdict != verdicts[identifier]:
            yield Difference(identifier, "verdict", known.verdict, verdicts[identifier])


def with_differences(
    verdicts: Mapping[str, str | None], history: Mapping[str, History], date: str
) -> dict[str, History]:
    """The history brought up to date, with everything that is new on one day; what is gone is left out.

    Raises ValueError for a date before one that the same claim already has.
    """
    result = dict(history)
    for found in differences(verdicts, history):
        if found.what == "gone":
            del result[found.id]
        elif found.what == "new":
            result[found.id] = History(date, found.after)
        else:
            known = history[found.id]
            if date < known.newest:
                raise ValueError(f"{found.id} was last recorded on {known.newest}, after {date}. Give a later --date.")
            changes = known.changes
            if found.before is not None and found.after is not None:  # else the id went to another kind
                changes = (*changes, Change(date, found.before, found.after))
            result[found.id] = replace(known, verdict=found.after, changes=changes if found.after else ())
    return result


def record_history(folder: Path, history: Mapping[str, History], paths: Mapping[str, str]) -> list[str]:
    """Write the record; `paths` are those of the entities, beginning with kb/. Gives the files that changed."""
    rows = {identifier: Row(file_of(paths[identifier]), _row(known)) for identifier, known in history.items()}
    return write_rows(folder, rows, HEADER, flow=None)


def _row(history: History) -> dict[str, Any]:
    row: dict[str, Any] = {"recorded": history.recorded}
    if history.verdict is not None:
        row["verdict"] = history.verdict
    if history.changes:
        row["changes"] = [{"date": c.date, "from": c.before, "to": c.after} for c in history.changes]
    return row


def day(given: str | None, today: datetime.date | None = None) -> str:
    """The day to record: the one given, or the present one. Raises ValueError for what is no day, or lies ahead."""
    present = today or datetime.date.today()
    if given is None:
        return present.isoformat()
    try:
        date = datetime.date.fromisoformat(given) if _DATE.match(given) else None
    except ValueError:
        date = None
    if date is None:
        raise ValueError(f'"{given}" is no day of the calendar. Write YYYY-MM-DD.')
    if date > present:
        raise ValueError(f"{given} lies in the future; today is {present}. Give a day that has come.")
    return given
