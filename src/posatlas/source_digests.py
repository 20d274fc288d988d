"""Digests of what decides a measurement: sources without their prose, and arguments in one way of writing. No torch."""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from posatlas.schema.properties import BUILDS, PROPERTIES

__all__ = [
    "PACKAGE",
    "canonical",
    "digest",
    "implementation_digest",
    "implementation_file",
    "measuring_digest",
    "oracle_digest",
    "oracle_file",
    "source_without_prose",
    "with_imports",
]

PACKAGE: Final = Path(__file__).parent
_BUILT: Final = re.compile(r'\bbuilt\(\s*"([a-z0-9-]+)"')
_QUOTED = json.encoder.encode_basestring


def _first(item: tuple[Any, Any]) -> str:
    return str(item[0])


def canonical(value: Any) -> str:
    """One JSON text for equal arguments: keys sorted, 64 and 64.0 alike, formulas without spaces."""
    if isinstance(value, str):
        return _QUOTED("".join(value.split()))
    if isinstance(value, (bool, type(None))):
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, (int, float)):
        return repr(int(value) if isinstance(value, float) and value.is_integer() else value)
    if isinstance(value, Mapping):
        rows = sorted(value.items(), key=_first) if len(value) > 1 else value.items()
        return "{" + ",".join([f"{_QUOTED(str(key))}:{canonical(part)}" for key, part in rows]) + "}"
    return "[" + ",".join(map(canonical, value)) + "]"


def source_without_prose(text: str) -> str:
    """Python source without docstrings, comment lines, blank lines and trailing blanks."""
    dropped: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            dropped |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    kept = [line.rstrip() for number, line in enumerate(text.splitlines(), 1) if number not in dropped]
    return "\n".join(line for line in kept if line and not line.lstrip().startswith("#"))


@cache
def _without_prose(file: Path) -> str:
    return source_without_prose(file.read_text(encoding="utf-8"))


@cache
def digest(*files: Path) -> str:
    """Digest of Python sources, without their prose, in the order given."""
    parts = (_without_prose(file) for file in files)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def implementation_file(method: str, package: Path = PACKAGE) -> Path:
    """The file that implements a method. Raises ValueError where there is none."""
    found = sorted((package / "reference_impl" / "encodings").glob(f"*/{method.replace('-', '_')}.py"))
    if method not in BUILDS or len(found) != 1:
        raise ValueError(f"{method!r} has no implementation")
    return found[0]


@cache
def _imported(here: Path) -> tuple[Path, ...]:
    """The files that a file imports by a relative name."""
    found: list[Path] = []
    for node in ast.walk(ast.parse(here.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            folder = here.parents[node.level - 1]
            module = folder.joinpath(*(node.module or "").split("."))
            names = [module] if node.module else [folder / alias.name for alias in node.names]
            found += [name.with_suffix(".py") for name in names if name.with_suffix(".py").is_file()]
    return tuple(found)


@cache
def with_imports(file: Path) -> tuple[Path, ...]:
    """The file and every file that it imports by a relative name, and those that these import."""
    found: dict[Path, None] = {}
    waiting = [file]
    while waiting:
        here = waiting.pop()
        if here in found:
            continue
        found[here] = None
        waiting += _imported(here)
    return tuple(sorted(found))


@cache
def implementation_digest(method: str, package: Path = PACKAGE) -> str:
    """Digest of a method's source, of what it imports, and of the attention that runs it."""
    implementation = package / "reference_impl"
    core = {implementation / name for name in ("encodings/base.py", "attention.py", "context.py")}
    return digest(*sorted({*with_imports(implementation_file(method, package)), *core}))


def oracle_file(method: str, package: Path = PACKAGE) -> Path | None:
    """The second opinion on a method, or None where there is none."""
    file = package / "reference_impl" / "oracles" / f"{method.replace('-', '_')}.py"
    return file if file.is_file() else None


@cache
def oracle_digest(method: str, package: Path = PACKAGE) -> str:
    """Digest of the second opinion on a method and of what it imports; empty where there is none."""
    file = oracle_file(method, package)
    folder = package / "reference_impl" / "oracles"
    return digest(*sorted({*with_imports(file), folder / "plain.py"})) if file else ""


@cache
def measuring_digest(name: str, package: Path = PACKAGE) -> str:
    """Digest of the module that measures a property, of what all such modules share, of the methods that these build
    by name, of the property's defaults, and of formulas.

    Raises ValueError for a property that is not declared.
    """
    if name not in PROPERTIES:
        raise ValueError(f"{name!r} is not a declared property")
    folder = package / "reference_impl" / "properties"
    families = {declaration.family for declaration in PROPERTIES.values()} | {"__init__"}
    shared = [file for file in sorted(folder.glob("*.py")) if file.stem not in families]
    laws = sorted((package / "reference_impl" / "laws").glob("*.py")) if PROPERTIES[name].family == "obeying" else ()
    files = (folder / f"{PROPERTIES[name].family}.py", *shared, *laws, package / "schema" / "formulas.py")
    built = sorted({method for file in files for method in _BUILT.findall(_without_prose(file))})
    defaults = {n: a.default for n, a in PROPERTIES[name].arguments.items() if not a.required}
    parts = (digest(*files), *(implementation_digest(method, package) for method in built), canonical(defaults))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
