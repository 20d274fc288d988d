"""Plots that are computed from formulas: what a reader sees before, or without, running their scripts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from posatlas.generators.formulas import computed
from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.generators.words import all_words
from posatlas.references import marks
from posatlas.schema import TrainedModel

# Where a value stands on a slider; scripts/plots/settings.js has the same two scales.
_PLACES: Final[dict[str, Callable[[float], float]]] = {
    "log2": lambda value: 4 * math.log2(value),
    "log10": lambda value: 20 * math.log10(value),
}


@dataclass(frozen=True)
class Control:
    """A setting: its name in addresses, its limits, and its value at first; `scale` is how its slider moves."""

    name: str
    value: float
    least: float
    most: float
    step: float | str = 1
    scale: str = "linear"

    @property
    def slider(self) -> tuple[float, float, float | str]:
        """Least and most place of the slider, and its step."""
        if self.scale == "linear":
            return self.least, self.most, self.step
        place = _PLACES[self.scale]
        return round(place(self.least)), round(place(self.most)), 1


# Letters that stand for a method in addresses: its entity, the dashes and the colour of its line (0 is that of text).
METHODS: Final = {
    "rope": ("rope", "0", 0),
    "pi": ("position-interpolation", "8 4", 2),
    "ntk": ("ntk-aware", "2 3", 3),
    "dynamic": ("dynamic-ntk", "12 4", 6),
    "parts": ("ntk-by-parts", "10 3 2 3", 4),
    "yarn": ("yarn", "0", 5),
    "llama3": ("llama3-rope", "14 3 3 3 3 3", 1),
    "longrope": ("longrope", "1 5", 0),
}
DRAWN_AT_FIRST = ("rope", "pi", "ntk", "yarn")
# Methods that move positions or turn only some channels: a base alone does not say what such a model does.
_OTHERWISE = {"rope-partial", "proportional-rope", "dual-chunk-attention", "mrope", "interleaved-mrope"}

WAVELENGTHS: Final = (
    Control("b", 10000, 10000, 10_000_000, "any", "log10"),
    Control("d", 128, 32, 256, 2),
    Control("s", 8, 1, 64, 0.5),
    Control("L", 4096, 512, 1_048_576, 1, "log2"),
    Control("now", 16384, 512, 8_388_608, 1, "log2"),
)
ALIBI: Final = (Control("n", 8, 1, 128), Control("head", 1, 1, 128), Control("share", 1, 0.1, 50, 0.1))
T5: Final = (Control("buckets", 32, 4, 128, 2), Control("distance", 128, 8, 1024, 1, "log2"))
ROTATION: Final = (
    Control("m", 5, 0, 64),
    Control("n", 2, 0, 64),
    Control("theta", 0.3, 0.01, 1.5, 0.01),
    Control("phi", 40, -180, 180),
)
_LAMBDA = "1, 8"


def pages(site: Site) -> Iterator[Page]:
    """The plots; one whose text cites what the knowledge base does not hold is left out."""
    words = all_words()
    plots = (
        ("wavelengths", words["plots-wavelengths-text"], [entity for entity, *_ in METHODS.values()], _wavelengths),
        ("alibi", words["plots-alibi-text"], ["alibi"], _alibi),
        ("t5-buckets", words["plots-t5-buckets-text"], ["t5-relative-bias"], _t5),
        ("rotation", words["plots-rotation-text"], ["rope"], _rotation),
    )
    for name, text, methods, context in plots:
        if all(identifier in site.atlas.kind_of for identifier in (*methods, *(mark.claim for mark in marks(text.en)))):
            yield Page(
                f"plots/{name}/",
                f"plot-{name}.md.j2",
                site.word(f"plots-{name}"),
                {"text": text, "short": _short} | context(site),
                site.word(f"door-plots-{name}"),
                wide=True,
                scripts=(f"plot-{name}",),
            )


def index(site: Site, listed: Sequence[Page]) -> Page:
    """The page that lists all plots."""
    description = site.word("door-plots")
    return Page("plots/", "plots.md.j2", site.word("plots"), {"plots": listed}, description)


@cache  # the same numbers stand in all languages
def _short(value: float) -> str:
    return str(computed("numbers.shown", value))


def _given(controls: Sequence[Control]) -> dict[str, Any]:
    return {control.name: control.value for control in controls}


def _wavelengths(site: Site) -> dict[str, Any]:
    given = _given(WAVELENGTHS)
    given |= {"l": given["now"], "lambda": [float(part) for part in _LAMBDA.split(",")]}
    found = computed("wavelengths.summary", given)
    methods = [
        {"key": key, "id": entity, "dash": dash, "drawn": key in DRAWN_AT_FIRST, "colour": colour, **found[key]}
        for key, (entity, dash, colour) in METHODS.items()
    ]
    drawn = [method for method in methods if method["drawn"]]
    lines = [
        computed(
            "numbers.filled",
            site.word("plots-wavelengths-line"),
            {
                "name": site.name(site.atlas[method["id"]]),
                "longest": _short(method["longest"]),
                "unfinished": method["unfinished"],
            },
        )
        for method in drawn
    ]
    numbers = {"pairs": len(found["rope"]["wavelengths"]), "d": given["d"]}
    numbers |= {name: _short(given[name]) for name in "bLs"}
    says = computed("numbers.filled", site.word("plots-wavelengths-says"), numbers)
    return {
        "controls": WAVELENGTHS,
        "lambda_": _LAMBDA,
        "length": given["L"],
        "methods": methods,
        "drawn": drawn,
        "says": says + site.word("semicolon").join(lines) + site.word("stop"),
        "presets": list(_presets(site)),
    }


def _presets(site: Site) -> Iterator[dict[str, Any]]:
    """Settings of models of which base and length are recorded, oldest first."""
    keys = {entity: key for key, (entity, *_) in METHODS.items() if key != "rope"}
    for model in sorted(site.atlas.of("model"), key=lambda m: (m.released, m.id)):
        preset = _preset(model, keys)
        if preset is not None:
            yield {"model": model, "values": preset}


def _preset(model: TrainedModel, keys: dict[str, str]) -> dict[str, Any] | None:
    used, scaling = model.position_encoding.methods, model.frequency_scaling
    if model.rope_base is None or "rope" not in used or _OTHERWISE & set(used):
        return None
    if scaling is None and (model.window.configured is None or any(method in keys for method in used)):
        return None  # the configured window is not the length before an extension
    values: dict[str, Any] = {"b": int(model.rope_base.value)}
    if model.rotary_width is not None:
        values["d"] = int(model.rotary_width.value)
    if scaling is None:
        return values | {"L": model.window.configured.tokens, "s": 1, "m": "rope"}  # type: ignore[union-attr]
    values["L"] = scaling.original_length
    if scaling.factor is not None:
        values["s"] = int(scaling.factor) if scaling.factor == int(scaling.factor) else scaling.factor
    return values | {"m": f"rope,{keys[scaling.method]}"}


def _alibi(site: Site) -> dict[str, Any]:
    given = _given(ALIBI)
    rows = computed("alibi.heads", given["n"], given["share"] / 100)
    chosen, slopes, reaches = rows[0], [row["slope"] for row in rows], [row["reach"] for row in rows]
    numbers = {"n": given["n"], "head": chosen["head"], "share": given["share"]} | {
        name: _short(value)
        for name, value in {
            "steepest": max(slopes),
            "flattest": min(slopes),
            "nearest": min(reaches),
            "furthest": max(reaches),
            "slope": chosen["slope"],
            "reach": chosen["reach"],
        }.items()
    }
    return {
        "controls": ALIBI,
        "rows": rows,
        "says": computed("numbers.filled", site.word("plots-alibi-says"), numbers),
    }


def _t5(site: Site) -> dict[str, Any]:
    given = {"buckets": 32, "maxDistance": 128, "bidirectional": False}
    rows = computed("t5.table", given)
    last = next(row for row in reversed(rows) if row["to"] is None and row["count"] != 0)
    numbers = {"buckets": len(rows), "distance": 128, "last": last["bucket"], "begin": last["from"]}
    numbers["exact"] = computed("t5.bucketsOf", given)["exact"] - 1
    return {
        "controls": T5,
        "rows": rows,
        "says": computed("numbers.filled", site.word("plots-t5-buckets-says"), numbers),
    }


def _rotation(site: Site) -> dict[str, Any]:
    given = _given(ROTATION)
    scene = computed("rotation.content", given["phi"]) | given
    rows = computed("rotation.shifts", scene, 6)

    def short(value: float) -> str:
        return _short(round(value, 4))

    numbers = {"m": given["m"], "n": given["n"], "theta": given["theta"], "offset": given["m"] - given["n"]}
    numbers |= {name: short(rows[0][name]) for name in ("between", "product")}
    return {
        "controls": ROTATION,
        "rows": [{name: short(value) for name, value in row.items()} for row in rows],
        "parts": computed("rotation.drawing", scene),
        "says": computed("numbers.filled", site.word("plots-rotation-says"), numbers),
    }
