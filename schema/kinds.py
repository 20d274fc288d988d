"""The closed table of kinds: folder of kb/, singular name, model."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from posatlas.schema.base import Entity
from posatlas.schema.case import Case
from posatlas.schema.claim import Claim
from posatlas.schema.comparison import Comparison
from posatlas.schema.document import Document
from posatlas.schema.literature import Library, Organisation, Paper
from posatlas.schema.method import Method
from posatlas.schema.model import TrainedModel
from posatlas.schema.narrative import (
    Application,
    Event,
    Lesson,
    Metric,
    Misconception,
    Stage,
    Technique,
    Thesis,
    Topic,
)
from posatlas.schema.redirect import Redirect
from posatlas.schema.term import Term


class Kind(NamedTuple):
    """One kind of entity."""

    name: str
    folder: str
    model: type[Entity]


_KINDS = (
    Kind("document", "documents", Document),
    Kind("topic", "topics", Topic),
    Kind("method", "methods", Method),
    Kind("claim", "claims", Claim),
    Kind("paper", "papers", Paper),
    Kind("model", "models", TrainedModel),
    Kind("organisation", "organisations", Organisation),
    Kind("event", "events", Event),
    Kind("comparison", "comparisons", Comparison),
    Kind("metric", "metrics", Metric),
    Kind("technique", "techniques", Technique),
    Kind("stage", "stages", Stage),
    Kind("application", "applications", Application),
    Kind("misconception", "misconceptions", Misconception),
    Kind("lesson", "lessons", Lesson),
    Kind("thesis", "theses", Thesis),
    Kind("case", "cases", Case),
    Kind("library", "libraries", Library),
    Kind("term", "terms", Term),
    Kind("redirect", "redirects", Redirect),
)
KINDS: Mapping[str, Kind] = MappingProxyType({kind.name: kind for kind in _KINDS})
KIND_OF_FOLDER: Mapping[str, Kind] = MappingProxyType({kind.folder: kind for kind in _KINDS})
