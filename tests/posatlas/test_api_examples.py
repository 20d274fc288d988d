"""Every example in a docstring of the Python surface runs, and every public name and method is documented."""

from __future__ import annotations

import doctest
import importlib
import inspect
from typing import Any

import pytest

import posatlas
from posatlas.public_names import PUBLIC

NAMES = [(module, name) for module, names in PUBLIC.items() for name in names]


def _examples() -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = {}
    for module, name in [("posatlas", ""), *NAMES]:
        if module.startswith("posatlas.reference_impl"):
            continue
        value: Any = importlib.import_module(module)
        for part in (value, *([getattr(value, name)] if name else []), *(_bases(getattr(value, name)) if name else ())):
            if not inspect.ismodule(part):
                for test in finder.find(part, part.__qualname__, globs={}):
                    found[test.name] = test
    return [test for test in found.values() if test.examples]


def _bases(value: Any) -> list[Any]:
    return [b for b in getattr(value, "__mro__", ()) if b.__module__.startswith("posatlas")]


EXAMPLES = _examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_examples_run(example: doctest.DocTest, monkeypatch: pytest.MonkeyPatch, whole: posatlas.Atlas) -> None:
    """`load()` gives the one atlas here, so that each example does not read the files again."""
    load = posatlas.load
    monkeypatch.setattr(posatlas, "load", lambda *given, **named: load(*given, **named) if given or named else whole)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    said: list[str] = []
    result = runner.run(example, out=said.append)
    assert result.attempted == len(example.examples)
    assert result.failed == 0, "".join(said)


def test_there_are_examples_of_every_question() -> None:
    shown = {example.name.rpartition(".")[2] for example in EXAMPLES}
    assert {"path", "lineage", "users_of", "compare", "as_of", "claims", "build", "run", "cite", "provenance"} <= shown
    assert len(EXAMPLES) >= 18


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_public_names_are_documented(module: str, name: str) -> None:
    value = getattr(importlib.import_module(module), name)
    assert (inspect.getdoc(value) or "").strip(), name
    if not inspect.isclass(value):
        return
    for member, held in inspect.getmembers(value):
        if member.startswith("_") or not str(getattr(held, "__module__", "")).startswith("posatlas"):
            continue
        assert (inspect.getdoc(held) or "").strip(), f"{name}.{member}"
