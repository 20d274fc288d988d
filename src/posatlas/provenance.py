"""Where an entity, or one value of it, comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from posatlas.evidence import Verified, states
from posatlas.findings import near
from posatlas.references import edges, marks, texts
from posatlas.schema import Claim, Entity, Reference, Text
from posatlas.schema.provenance import Measurement, Provenance

if TYPE_CHECKING:
    from posatlas.atlas import Atlas

__all__ = ["measurements", "provenance_of"]


def provenance_of(atlas: Atlas, entity: Entity, field: str) -> Provenance:
    """The provenance of an entity, or of the value at a place such as `parents.0.id`.

    Raises ValueError for a place that the entity has not got.
    """
    if not isinstance(field, str):
        raise ValueError(f'A place is a text such as "parents.0.id", and {field!r} is none.')
    steps = field.split(".") if field else []
    location = tuple(int(step) if step.isascii() and step.isdigit() else step for step in steps)
    held = _held(entity, location)
    claims = tuple(dict.fromkeys(i for i in _claims(held) if i in atlas.kind_of))
    known = [claim for claim in map(atlas.entities.get, claims) if isinstance(claim, Claim)]
    history = atlas.history.get(entity.id)
    return Provenance(
        id=entity.id,
        kind=atlas.kind_of[entity.id],
        file=atlas.path_of[entity.id],
        line=atlas.places.line(atlas.path_of[entity.id], *location) if location else 1,
        field=field,
        sources=tuple(_sources(held)),
        claims=claims,
        evidence=tuple(m for claim in known for m in measurements(atlas, claim)),
        verdict=entity.verdict if isinstance(entity, Claim) else None,
        status=atlas.status(entity) if isinstance(entity, Claim) else None,
        recorded=history.recorded if history else None,
        version=atlas.version,
    )


def _held(entity: Entity, location: tuple[Any, ...]) -> list[Any]:
    """The entity, the values inside it on the way to a place, and the value there."""
    held: list[Any] = [entity]
    for depth, step in enumerate(location):
        here = held[-1]
        try:
            if isinstance(here, BaseModel):
                names = {info.alias or name: name for name, info in type(here).model_fields.items()}
                held.append(getattr(here, names.get(step, "") or _missing(step, names)))
            elif isinstance(here, str):
                raise KeyError  # a letter has no place
            else:
                held.append(here[step])
        except (KeyError, IndexError, TypeError) as error:
            place, hint = ".".join(map(str, location[: depth + 1])), error.args[0] if error.args else ""
            more = f" {hint}" if isinstance(error, KeyError) and isinstance(here, BaseModel) else ""
            raise ValueError(f"{type(entity).__name__} {entity.id!r} has nothing at {place}.{more}") from None
    return held


def _missing(step: Any, names: dict[str, str]) -> str:
    guess = near(str(step), names)
    raise KeyError(f'Did you mean "{guess}"?' if guess else f"The fields here are {', '.join(names)}.")


def _sources(held: list[Any]) -> list[Reference]:
    """References in the value, or else in the innermost value around it that has any; of an entity, all in it."""
    for value in reversed(held[1:] or held):
        found = list(dict.fromkeys(_references(value)))
        if found:
            return found
    return []


def _references(value: Any) -> Iterator[Reference]:
    if isinstance(value, Reference):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _references(getattr(value, name))
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)


def _claims(held: list[Any]) -> Iterator[str]:
    """Ids of claims: a claim itself; those that an entity names; those in a value, or beside it."""
    entity, value = held[0], held[-1]
    if isinstance(entity, Claim):
        yield entity.id
    elif len(held) == 1:
        yield from (edge.target for edge in edges(entity) if "claim" in edge.kinds)
        yield from _marked(entity)
    elif isinstance(value, Text):
        yield from _marked(value)
    else:
        for around in reversed(held[1:]):
            found = getattr(around, "claims", None) or [getattr(around, "claim", None)]
            if isinstance(found, list) and found[0] is not None:
                yield from found
                return


def _marked(value: Any) -> Iterator[str]:
    return (mark.claim for _, text in texts(value) for mark in marks(text.en) if not mark.reported)


def measurements(atlas: Atlas, claim: Claim) -> list[Measurement]:
    """What was recorded for the checks of a claim, device by device, in the order of the checks."""
    records = atlas.evidence_of(dict.fromkeys(check.method for check in claim.checks))
    devices = sorted({r.device for rows in records.values() for r in rows if r.claim == claim.id})
    return [
        _measurement(run) for device in devices for run in states([claim], records, device) if run.record is not None
    ]


def _measurement(run: Verified) -> Measurement:
    record = run.record
    assert record is not None
    return Measurement(
        claim=run.claim,
        check=run.index,
        says=record.says,
        property=record.property,
        measured=record.measured,
        tolerance=record.tolerance,
        holds=record.holds,
        device=record.device,
        dtype=record.dtype,
        date=record.date,
        state=run.state,
    )
