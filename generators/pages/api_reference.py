"""The reference of the Python surface, from the docstrings of its public names."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from markupsafe import Markup, escape

from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.public_names import PUBLIC
from posatlas.source_digests import PACKAGE

__all__ = ["Described", "described", "pages"]

_WITH_TORCH = "posatlas.reference_impl"  # read as text, since a build of the site imports no torch
_QUOTED_TYPE = re.compile(r"(: |-> )'([^']*)'")
_EXAMPLE = re.compile(r"^>>> ", re.MULTILINE)


@dataclass(frozen=True)
class Described:
    """One public name or member: how it is written, its text in HTML paragraphs, its examples, what it holds."""

    name: str
    signature: str
    prose: tuple[Markup, ...]
    examples: str
    members: tuple[Described, ...] = field(default=())


def pages(site: Site) -> Iterator[Page]:
    """The page of the Python surface."""
    modules = [(module, [described(module, name) for name in names]) for module, names in PUBLIC.items()]
    title, about = site.word("python-reference"), site.word("door-python-reference")
    yield Page("reference/python/", "api_reference.md.j2", title, {"modules": modules}, about, wide=True)


def described(module: str, name: str) -> Described:
    """A public name as its docstrings tell it. Raises AttributeError for a name that is not there."""
    if module == _WITH_TORCH:
        return _from_source(name)
    value = getattr(importlib.import_module(module), name)
    members = tuple(_members(value)) if inspect.isclass(value) else ()
    return _described(name, _signature(value), inspect.getdoc(value) or "", members)


def _members(cls: type) -> Iterator[Described]:
    """Methods and properties that the package defines, in the order of the source, inherited ones last; those of a
    base that has its own entry stand there."""
    seen: set[str] = set()
    for base in cls.__mro__:
        if base is not cls and any(base.__name__ in names for names in PUBLIC.values()):
            break
        if not base.__module__.startswith("posatlas"):
            continue
        for name, held in vars(base).items():
            function = _function(held)
            if name in seen or name == "__init__" or function is None:
                continue
            if name.startswith("_") and name not in ("__getitem__", "__contains__"):
                continue
            seen.add(name)
            doc = inspect.getdoc(held) or inspect.getdoc(getattr(cls, name)) or ""
            is_value = isinstance(held, property | cached_property)
            yield _described(name, ": " + _returned(function) if is_value else _signature(function), doc)


def _function(held: Any) -> Any:
    if isinstance(held, property):
        return held.fget
    if isinstance(held, cached_property):
        return held.func
    held = getattr(held, "__func__", held)
    return held if inspect.isfunction(held) else None


def _returned(function: Any) -> str:
    return str(function.__annotations__.get("return", "Any")).removeprefix("typing.")


def _signature(value: Any) -> str:
    """Parameters as they are written, without `self`; of a class, those of its own `__init__`."""
    if inspect.isclass(value):
        fields = getattr(value, "__dataclass_fields__", None) or getattr(value, "_fields", None)
        return f"({', '.join(fields)})" if fields else ""
    signature = inspect.signature(value)
    kept = [p for name, p in signature.parameters.items() if name not in ("self", "cls")]
    return _QUOTED_TYPE.sub(r"\1\2", str(signature.replace(parameters=kept)))


def _from_source(name: str) -> Described:
    for file in sorted((PACKAGE / "reference_impl").glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
                written = ""
                if isinstance(node, ast.FunctionDef):
                    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
                    written = f"({ast.unparse(node.args)}){returned}"
                return _described(name, written, ast.get_docstring(node) or "")
    raise AttributeError(f"{_WITH_TORCH} defines no {name}")


def _described(name: str, signature: str, doc: str, members: tuple[Described, ...] = ()) -> Described:
    start = _EXAMPLE.search(doc)
    prose = doc[: start.start()] if start else doc
    paragraphs = tuple(_paragraph(part) for part in re.split(r"\n\s*\n", prose.strip()) if part)
    return Described(name, signature, paragraphs, doc[start.start() :] if start else "", members)


def _paragraph(text: str) -> Markup:
    """A paragraph as HTML, what stands in backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(" ".join(text.split())))))
