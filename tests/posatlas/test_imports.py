"""Imports run one way, and the light parts stay light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = {  # a layer may import itself and what stands here
    "schema": {"schema"},
    "posatlas": {"schema", "posatlas"},
    "generators": {"schema", "posatlas", "generators"},
    "reference_impl": {"schema", "posatlas", "reference_impl"},
}
FOLDERS = {
    "schema": ROOT / "schema",
    "generators": ROOT / "generators",
    "reference_impl": ROOT / "reference_impl",
    "posatlas": ROOT / "src" / "posatlas",
}


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _layer(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] != "posatlas":
        return None
    return parts[1] if len(parts) > 1 and parts[1] in LAYERS else "posatlas"


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_run_one_way(layer: str) -> None:
    files = [f for f in FOLDERS[layer].rglob("*.py") if layer != "posatlas" or not _linked(f)]
    assert len(files) > 3
    wrong = {
        (file.relative_to(ROOT).as_posix(), name)
        for file in files
        for name in _imports(file)
        if _layer(name) not in {None, *LAYERS[layer]}
    }
    assert wrong == set()


def _linked(file: Path) -> bool:
    return any(parent.is_symlink() for parent in file.parents)


def test_encodings_import_torch_alone() -> None:
    allowed = {"torch", *sys.stdlib_module_names}
    files = list((ROOT / "reference_impl" / "encodings").rglob("*.py"))
    wrong = {(f.name, n) for f in files for n in _imports(f) if n.split(".")[0] not in allowed}
    assert wrong == set()


def test_oracles_import_neither_torch_nor_the_implementations() -> None:
    for file in (ROOT / "reference_impl" / "oracles").glob("*.py"):
        assert not [n for n in _imports(file) if n.split(".")[0] in ("torch", "posatlas")], file.name


@pytest.mark.parametrize("module", ["posatlas", "posatlas.validation", "posatlas.command_line"])
def test_light_modules_stay_light(module: str) -> None:
    heavy = "{'torch', 'numpy', 'jinja2', 'mkdocs', 'opencc', 'lxml', 'jieba', 'networkx'}"
    code = f"import sys, {module}; found = {heavy} & set(sys.modules); assert not found, found"
    subprocess.run([sys.executable, "-c", code], check=True)
