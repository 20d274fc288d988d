"""A library's class default is not a checkpoint's value."""

from __future__ import annotations

from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.rule import Lint, Location, View
from posatlas.schema import Reference, TrainedModel


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    for entry in view.of("model"):
        model = entry.entity
        assert isinstance(model, TrainedModel)
        for location, origin, source in _values(model):
            if origin == "checkpoint_config" and source is not None and source.library is not None:
                message = f'The value is called the checkpoint\'s, but its source is the library "{source.library}".'
                hint = "Write from: class_default, or cite the checkpoint's own configuration."
                yield lint.at(entry, (*location, "from"), message, hint)


def _values(model: TrainedModel) -> Iterator[tuple[Location, str, Reference | None]]:
    yield ("position_encoding",), model.position_encoding.origin, model.position_encoding.source
    for name in ("advertised", "configured"):
        window = getattr(model.window, name)
        if window is not None:
            yield ("window", name), window.origin, window.source
    for name in ("rope_base", "rotary_width", "frequency_scaling"):
        value = getattr(model, name)
        if value is not None:
            yield (name,), value.origin, value.source


LINT = Lint("sources/class-default", "A checkpoint's value is not taken from a library's default.", _check)
