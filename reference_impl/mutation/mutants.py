"""Every mutant of a source file: one operator, applied to one place."""

from __future__ import annotations

import ast
import copy
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.mutation.operators import OPERATORS, VALIDATORS

__all__ = ["Mutant", "class_of", "mutants_of"]


@dataclass(frozen=True)
class Mutant:
    """One changed tree. `place` is the function and, where it has several alike, a count; `change` the two texts."""

    place: str
    change: str
    tree: ast.Module = field(compare=False, repr=False)

    @property
    def name(self) -> str:
        """What it is listed under: it survives edits elsewhere in the file."""
        return f"{self.place}: {self.change}"


def _left_alone(node: ast.AST) -> bool:
    """Docstrings and messages, types, guards that only raise, and calls of validators."""
    if isinstance(node, (ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom)):
        return True
    if isinstance(node, ast.If) and not node.orelse and all(isinstance(s, ast.Raise) for s in node.body):
        return True
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        return name in VALIDATORS
    return False


def _places(
    node: ast.AST, path: tuple[tuple[str, int | None], ...], function: str
) -> Iterator[tuple[ast.AST, tuple[tuple[str, int | None], ...], str]]:
    """Nodes that may be changed, with the way to each and the function around it."""
    if _left_alone(node):
        return
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        function = f"{function}.{node.name}".strip(".")
    yield node, path, function
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "type_params"):
            continue
        if isinstance(value, list):
            for index, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from _places(child, (*path, (name, index)), function)
        elif isinstance(value, ast.AST):
            yield from _places(value, (*path, (name, None)), function)


def _set(tree: ast.Module, path: tuple[tuple[str, int | None], ...], new: ast.AST) -> ast.Module:
    changed = copy.deepcopy(tree)
    node: ast.AST = changed
    for name, index in path[:-1]:
        node = getattr(node, name) if index is None else getattr(node, name)[index]
    name, index = path[-1]
    if index is None:
        setattr(node, name, new)
    else:
        getattr(node, name)[index] = new
    return ast.fix_missing_locations(changed)


def mutants_of(file: Path) -> list[Mutant]:
    """Every mutant of the file, in the order of its lines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found: list[Mutant] = []
    seen: dict[str, int] = {}
    for node, path, function in _places(tree, (), ""):
        if not path:
            continue
        for changes in OPERATORS.values():
            for new in changes(node):
                change = f"{_text(node)} -> {_text(new)}"
                key = f"{function}|{change}"
                seen[key] = seen.get(key, 0) + 1
                place = function if seen[key] == 1 else f"{function} ({seen[key]})"
                found.append(Mutant(place, change, _set(tree, path, new)))
    return found


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.Slice):
        node = ast.Subscript(ast.Name("_"), node)
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())


def class_of(mutant: Mutant, original: type[PositionEncoding]) -> type[PositionEncoding]:
    """The mutant's class: its module is run under another name beside the original. Raises what running it raises."""
    home = sys.modules[original.__module__]
    module = types.ModuleType(f"{original.__module__}__mutant")
    module.__package__ = home.__package__
    module.__file__ = home.__file__
    sys.modules[module.__name__] = module
    exec(compile(mutant.tree, str(home.__file__), "exec"), module.__dict__)
    return getattr(module, original.__name__)  # type: ignore[no-any-return]
