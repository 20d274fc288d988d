"""Types of the declared vocabulary: an argument, the options of a build, a property; and what is wrong with a
check."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from posatlas.schema.base import Text
from posatlas.schema.formulas import Formula, FormulaError

__all__ = ["Argument", "ArgumentType", "PropertyDeclaration", "bilingual", "did_you_mean"]

ArgumentType = Literal[
    "formula", "integer", "number", "boolean", "choice", "choices", "integers", "numbers", "text", "build"
]

MAX_LISTED: Final = 14
MAX_LOGITS: Final = 1 << 22
_MISSING: Final = object()


def bilingual(zh_hant: str, en: str) -> Text:
    """A phrase of the vocabulary in the two written languages."""
    return Text.model_validate({"zh-Hant": zh_hant, "en": en})


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` with the nearest known name, `; known: a, b` where none is near and they are
    few."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, 1, 0.6)
    if near:
        return f"; did you mean {near[0]!r}?"
    if len(names) > MAX_LISTED:
        return ""
    return f"; known: {', '.join(names)}" if names else "; there are none"


@dataclass(frozen=True)
class Argument:
    """One argument of a property, or one option of a build.

    `symbols` are names that a formula may use besides those of the build and the other numbers given.
    `minimum` and `maximum` are inclusive; they keep contributed YAML from asking for more than a machine can
    do. `repeats` lets a list name an entry twice.
    """

    type: ArgumentType
    description: str
    symbols: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    even: bool = False
    count: int | None = None
    repeats: bool = False
    default: Any = _MISSING

    @property
    def required(self) -> bool:
        """True when there is no default."""
        return self.default is _MISSING

    def problem(self, name: str, value: object, symbols: Iterable[str] = ()) -> str | None:
        """A sentence that says why `value` cannot be this argument, or None. `symbols`: names known from the
        build."""
        if self.type == "formula":
            return self._formula_problem(name, value, symbols)
        if self.type == "boolean":
            return None if isinstance(value, bool) else f"{name} is true or false, not {value!r}"
        if self.type == "choice":
            if isinstance(value, str) and value in self.choices:
                return None
            return f"{name} is one of {', '.join(self.choices)}, not {value!r}"
        if self.type in ("choices", "integers", "numbers"):
            return self._list_problem(name, value)
        if self.type == "text":
            return None if isinstance(value, str) and value else f"{name} is a word, not {value!r}"
        if self.type == "build":
            return None if isinstance(value, Mapping) else f"{name} is a mapping of options, not {value!r}"
        return self._number_problem(name, value)

    def _formula_problem(self, name: str, value: object, symbols: Iterable[str]) -> str | None:
        try:
            formula = Formula.of(value)
        except FormulaError as error:
            return f"{name}: {error}"
        known = {*symbols, *self.symbols}
        unknown = sorted(formula.names - known)
        return f"{name}: {unknown[0]!r} is not a symbol here{did_you_mean(unknown[0], known)}" if unknown else None

    def _list_problem(self, name: str, value: object) -> str | None:
        if not isinstance(value, (list, tuple)):
            return f"{name} is a list, not {value!r}"
        if self.count is not None and len(value) != self.count:
            return f"{name} has {self.count} entries, not {len(value)}"
        for entry in value:
            if self.type in ("integers", "numbers"):
                if problem := self._number_problem(f"an entry of {name}", entry):
                    return problem
            elif not isinstance(entry, str) or entry not in self.choices:
                return f"{name} lists {entry!r}{did_you_mean(str(entry), self.choices)}"
        if not self.repeats and len(set(value)) != len(value):
            return f"{name} names an entry twice"
        return None

    def _number_problem(self, name: str, value: object) -> str | None:
        integer = self.type in ("integer", "integers")
        if isinstance(value, bool) or not isinstance(value, int if integer else (int, float)):
            return f"{name} is {'a whole number' if integer else 'a number'}, not {value!r}"
        assert isinstance(value, (int, float))
        if not abs(value) <= 1e300:
            return f"{name} is a finite number"
        if self.minimum is not None and value < self.minimum:
            return f"{name} is at least {self.minimum:g}, not {value}"
        if self.maximum is not None and value > self.maximum:
            return f"{name} is at most {self.maximum:g}, not {value}"
        if self.even and value % 2:
            return f"{name} is an even number, not {value}"
        return None


def argument_problems(
    what: str, arguments: Mapping[str, Argument], values: Mapping[str, Any], symbols: Iterable[str] = ()
) -> list[str]:
    """Sentences about unknown, missing and wrong values. `what` names the set: "option of rope", "argument of
    …"."""
    found = [f"{name!r} is not an {what}{did_you_mean(name, arguments)}" for name in values if name not in arguments]
    found += [
        f"{name} is missing: {argument.description}"
        for name, argument in arguments.items()
        if argument.required and name not in values
    ]
    known: set[str] | None = None
    for name, argument in arguments.items():
        if argument.type == "formula" and known is None:
            numbers = (other for other, its in arguments.items() if its.type in ("integer", "number"))
            known = {*symbols, *numbers}
        if name in values and (problem := argument.problem(name, values[name], known or ())):
            found.append(problem)
    return found


@dataclass(frozen=True)
class PropertyDeclaration:
    """What a property is called, what it takes, and which methods it can be asked of.

    `measures` says, without a full stop, what the measured value is, with its unit where it has one.
    `family` names the module of the measuring function, reference_impl/properties/<family>.py. `reach` gives
    how many positions from 0 on a check looks at: a learned table must be that long. `further` adds rules of
    one property.
    """

    name: str
    family: str
    description: str
    measures: Text
    methods: frozenset[str]
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    reach: Callable[[Mapping[str, Any]], int] | None = None
    further: Callable[[Mapping[str, Any], Mapping[str, Any]], Iterable[str]] | None = None

    def problems(self, method: str, build: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
        """Sentences about a check that asks this property of `method` built with `build`; empty when it can
        run."""
        from posatlas.schema.properties.builds import BUILDS, build_problems, build_symbols, complete_build
        from posatlas.schema.properties.builds.options import TABLE_LENGTH

        found = build_problems(method, build)
        if method in BUILDS and method not in self.methods:
            found.append(f"{self.name} cannot be asked of {method}; it applies to {', '.join(sorted(self.methods))}")
        known: Iterable[str] = ()
        if any(argument.type == "formula" for argument in self.arguments.values()):
            known = build_symbols(complete_build(method, build)) if not found else _every_symbol()
        found += argument_problems(f"argument of {self.name}", self.arguments, given, known)
        counts_logits = self.family in ("attention", "kernels")
        if found or not (self.reach or self.further or counts_logits):
            return found
        options, values = complete_build(method, build), self.values(given)
        if (
            self.reach is not None
            and BUILDS[method].get("length") is TABLE_LENGTH
            and self.reach(values) > options["length"]
        ):
            found.append(
                f"{self.name} looks at {self.reach(values)} positions, but the learned table is built for "
                f"{options['length']}: give a larger length in build, or ask for less"
            )
        pairs = options.get("heads", 1) * (values.get("length") or 1) ** 2
        if counts_logits and pairs > MAX_LOGITS:
            found.append(f"{pairs:,} logits are too many: at most {MAX_LOGITS:,}; give a smaller length")
        if self.further is not None:
            found += self.further(options, values)
        return found

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments with defaults filled in and formulas parsed. `given` must have no problems."""
        result: dict[str, Any] = {}
        for name, argument in self.arguments.items():
            value = given.get(name, None if argument.required else argument.default)
            result[name] = Formula.of(value) if argument.type == "formula" and value is not None else value
        return result


def _every_symbol() -> frozenset[str]:
    from posatlas.schema.properties.builds import BUILDS, SYMBOLS_OF_OPTION

    named = {
        name for options in BUILDS.values() for name, option in options.items() if option.type in ("integer", "number")
    }
    return frozenset(named | {symbol for symbols in SYMBOLS_OF_OPTION.values() for symbol in symbols})
