"""What the timeline shows: methods by family, models, and events that brought no method of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from posatlas.atlas import Atlas
from posatlas.schema import Entity, Event, Method

__all__ = ["LANES", "Moment", "lanes_of", "moments"]

LANES: Final = ("absolute", "relative", "rotary", "extension", "remapping", "none", "models", "other")
"""Families of methods, then models, then other events; from top to bottom."""


@dataclass(frozen=True)
class Moment:
    """A point of the timeline: an entity in a lane on a date (YYYY-MM or YYYY-MM-DD).

    `seen` is the event or model in which a method is first seen, where no paper introduced it.
    """

    date: str
    lane: str
    entity: Entity
    seen: Entity | None = None


def moments(atlas: Atlas) -> list[Moment]:
    """All points by date. A method that neither paper, event nor model dates is left out."""
    found = [_of_method(atlas, method) for method in atlas.of("method")]
    points = [moment for moment in found if moment is not None]
    points += [Moment(model.released, "models", model) for model in atlas.of("model")]
    points += [Moment(event.date, "other", event) for event in atlas.of("event") if lanes_of(atlas, event) == ["other"]]
    return sorted(points, key=lambda moment: (moment.date, LANES.index(moment.lane), moment.entity.id))


def lanes_of(atlas: Atlas, event: Event) -> list[str]:
    """Lanes of an event: the families of the methods that its paper introduced, else the one of other events."""
    paper = atlas[event.paper] if event.paper else None
    introduced: Sequence[str] = getattr(paper, "introduces", ())
    families = {atlas[method].family for method in introduced if method in atlas}  # type: ignore[attr-defined]
    return [lane for lane in LANES if lane in families] or ["other"]


def _of_method(atlas: Atlas, method: Method) -> Moment | None:
    if method.introduced_by:
        paper = atlas[method.introduced_by]
        return Moment(paper.first_published, method.family, method)  # type: ignore[attr-defined]
    events = [(event.date, event.id) for event in atlas.of("event") if method.id in event.methods]
    models = [(model.released, model.id) for model in atlas.of("model") if method.id in model.position_encoding.methods]
    first = min([*events, *models], default=None)
    return Moment(first[0], method.family, method, atlas[first[1]]) if first else None
