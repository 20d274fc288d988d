"""The entities of each kind, by the kind's name in the plural."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from posatlas.entities import Entities
from posatlas.schema import (
    Application,
    Case,
    Comparison,
    Document,
    Event,
    Lesson,
    Library,
    Method,
    Metric,
    Misconception,
    Organisation,
    Paper,
    Redirect,
    Stage,
    Technique,
    Term,
    Thesis,
    Topic,
    TrainedModel,
)

__all__ = ["ByKind"]


class ByKind:
    """Entities by kind, each in order of id. Claims are many and are asked for by `claims(...)`.

    >>> import posatlas
    >>> atlas = posatlas.load()
    >>> atlas.methods["alibi"].enters_at, atlas.models["bloom"].released
    (['bias'], '2022-07')
    """

    @abstractmethod
    def of(self, kind: str) -> Entities[Any]:
        """Entities of a kind."""

    @property
    def documents(self) -> Entities[Document]:
        """Documents whose statements are judged."""
        return self.of("document")

    @property
    def topics(self) -> Entities[Topic]:
        """What the atlas is about."""
        return self.of("topic")

    @property
    def methods(self) -> Entities[Method]:
        """Position encodings."""
        return self.of("method")

    @property
    def papers(self) -> Entities[Paper]:
        """Papers, reports, posts and theses."""
        return self.of("paper")

    @property
    def models(self) -> Entities[TrainedModel]:
        """Trained models and checkpoints."""
        return self.of("model")

    @property
    def organisations(self) -> Entities[Organisation]:
        """Companies, institutes and communities."""
        return self.of("organisation")

    @property
    def events(self) -> Entities[Event]:
        """What happened, with its date."""
        return self.of("event")

    @property
    def comparisons(self) -> Entities[Comparison]:
        """Tables of the document, cell by cell."""
        return self.of("comparison")

    @property
    def metrics(self) -> Entities[Metric]:
        """Quantities by which encodings are compared."""
        return self.of("metric")

    @property
    def techniques(self) -> Entities[Technique]:
        """Techniques that encodings meet."""
        return self.of("technique")

    @property
    def stages(self) -> Entities[Stage]:
        """Stages of a model's life."""
        return self.of("stage")

    @property
    def applications(self) -> Entities[Application]:
        """Uses of long context."""
        return self.of("application")

    @property
    def misconceptions(self) -> Entities[Misconception]:
        """Wrong beliefs, with what is right."""
        return self.of("misconception")

    @property
    def lessons(self) -> Entities[Lesson]:
        """Steps of the learning path."""
        return self.of("lesson")

    @property
    def theses(self) -> Entities[Thesis]:
        """Opinions of the document about industry."""
        return self.of("thesis")

    @property
    def cases(self) -> Entities[Case]:
        """What a reader wants from an encoding."""
        return self.of("case")

    @property
    def libraries(self) -> Entities[Library]:
        """Software that is cited."""
        return self.of("library")

    @property
    def terms(self) -> Entities[Term]:
        """Words in three written forms."""
        return self.of("term")

    @property
    def redirects(self) -> Entities[Redirect]:
        """Ids that moved."""
        return self.of("redirect")
