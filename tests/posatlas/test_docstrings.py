"""Every public module, class and function says what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from posatlas.schema.laws import LAWS

ROOT = Path(__file__).parents[2]
_Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
OF_TORCH = {"extra_repr", "forward"}  # methods of torch.nn.Module, described there


def _modules() -> dict[str, ast.Module]:
    files = [f for folder in ("schema", "generators", "reference_impl") for f in (ROOT / folder).rglob("*.py")]
    own = ROOT / "src" / "posatlas"
    files += own.glob("*.py")
    files += [f for part in own.iterdir() if part.is_dir() and not part.is_symlink() for f in part.rglob("*.py")]
    return {f.relative_to(ROOT).as_posix(): ast.parse(f.read_text(encoding="utf-8")) for f in sorted(files)}


def _public(body: list[ast.stmt], before: str = "") -> Iterator[tuple[str, _Definition, ast.ClassDef | None]]:
    for node in body:
        if isinstance(node, _Definition) and not node.name.startswith("_"):
            yield before + node.name, node, None
            if isinstance(node, ast.ClassDef):
                for name, inner, owner in _public(node.body, f"{before}{node.name}."):
                    yield name, inner, owner or node


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _inherited(name: str, owner: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> bool:
    """Whether a class above describes the method: then the one that overrides it need not."""
    for base in (classes.get(_name(node)) for node in owner.bases):
        if base is not None:
            own = next((n for n in base.body if isinstance(n, ast.FunctionDef) and n.name == name), None)
            if (own is not None and ast.get_docstring(own)) or _inherited(name, base, classes):
                return True
    return False


def missing(modules: dict[str, ast.Module]) -> list[str]:
    """Public names without a docstring, as `file:line name`."""
    classes = {n.name: n for m in modules.values() for n in ast.walk(m) if isinstance(n, ast.ClassDef)}
    found = []
    for file, module in modules.items():
        if module.body and not ast.get_docstring(module):
            found.append(f"{file}:1 the module")
        for name, node, owner in _public(module.body):
            if ast.get_docstring(node):
                continue
            if owner is not None and (node.name in OF_TORCH or _inherited(node.name, owner, classes)):
                continue
            if file.startswith("reference_impl/laws/") and node.name in LAWS:
                continue  # the sentence of a law stands in schema/laws.py
            found.append(f"{file}:{node.lineno} {name}")
    return found


def test_every_public_name_has_a_docstring() -> None:
    modules = _modules()
    assert len(modules) > 400
    assert missing(modules) == []


def test_a_name_without_a_docstring_is_found() -> None:
    source = '"""M."""\nclass A:\n    """A."""\n    def f(self): ...\n    def _g(self): ...\n'
    source += 'class B(A):\n    """B."""\n    def f(self): ...\ndef h(): ...\n'
    assert missing({"m.py": ast.parse(source)}) == ["m.py:4 A.f", "m.py:8 B.f", "m.py:9 h"]
    described = source.replace("def f(self): ...\n    def _g", 'def f(self):\n        """F."""\n    def _g')
    assert missing({"m.py": ast.parse(described)}) == ["m.py:10 h"]
    assert missing({"m.py": ast.parse("x = 1\n")}) == ["m.py:1 the module"]
