"""Models of the entities, and the declared vocabulary of properties. Imports no torch."""

from posatlas.schema.base import LANGUAGES, Entity, Language, Text
from posatlas.schema.case import Case
from posatlas.schema.claim import VERDICTS, Check, Claim, ClaimKind, Verdict
from posatlas.schema.comparison import Comparison
from posatlas.schema.document import Document, Item, Part
from posatlas.schema.kinds import KIND_OF_FOLDER, KINDS, Kind
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
from posatlas.schema.sources import Reference
from posatlas.schema.term import Term

__all__ = [
    "KINDS",
    "KIND_OF_FOLDER",
    "LANGUAGES",
    "VERDICTS",
    "Application",
    "Case",
    "Check",
    "Claim",
    "ClaimKind",
    "Comparison",
    "Document",
    "Entity",
    "Event",
    "Item",
    "Kind",
    "Language",
    "Lesson",
    "Library",
    "Method",
    "Metric",
    "Misconception",
    "Organisation",
    "Paper",
    "Part",
    "Redirect",
    "Reference",
    "Stage",
    "Technique",
    "Term",
    "Text",
    "Thesis",
    "Topic",
    "TrainedModel",
    "Verdict",
]
