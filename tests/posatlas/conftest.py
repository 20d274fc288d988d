"""A knowledge base of few entities, to be changed by a test; and the one of the repository."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

import posatlas

from .in_process import Answer, answer


def text(zh_hant: str, en: str) -> dict[str, str]:
    """A text as a file holds it."""
    return {"zh-Hant": zh_hant, "en": en}


FILES: dict[str, dict[str, Any]] = {
    "methods/turning.yml": {
        "name": text("旋轉編碼", "Turning (TE)"),
        "aliases": ["TE", "轉動, 又名"],
        "family": "rotary",
        "introduced_by": "doe-2020",
        "enters_at": ["features"],
        "glance": text("轉動查詢與鍵。", "Turns queries and keys."),
        "brief": text("它轉動。[@turning-keeps-length]\n\n另見 [[adding]]。", 
                      "It turns. [@turning-keeps-length]\n\nSee [[adding]]."),
        "formulas": [{"name": text("角度", "Angle"), "latex": "a = p w"}],
        "hyper_parameters": [
            {"name": "base", "default": 10000.0, "unit": "ratio", "meaning": text("底數。", "The base.")},
            {"name": "rate", "default": 0.5, "unit": "ratio", "meaning": text("速率。", "The rate.")},
        ],
        "cost": {"learned_parameters": "0", "buffers": "0", "added_operations": "T"},
        "parents": [{"id": "adding"}, {"id": "nowhere"}],
        "conventions": [text("有兩種配對。", "There are two pairings.")],
    },
    "methods/adding.yml": {
        "name": text("相加", "Adding"),
        "family": "absolute",
        "enters_at": [],
        "glance": text("加上向量；見 [[adding|此處]]。", "Adds a vector; see [[adding|here]]."),
        "formulas": [{"name": text("和", "Sum"), "latex": "x + p"}],
        "cost": {"learned_parameters": "0", "buffers": "0", "added_operations": "0"},
    },
    "papers/doe-2020.yml": {
        "title": "Turning Considered Useful",
        "authors": ["Jane Doe", "Li, Si"],
        "type": "preprint",
        "first_published": "2020-02",
        "arxiv": {"id": "2002.01234"},
        "doi": "10.1000/turn",
        "url": "https://example.org/turning",
        "introduces": ["turning"],
        "checked": {"against": "the first page", "date": "2020-03-01"},
    },
    "claims/turning/turning-keeps-length.yml": {
        "statement": text("旋轉不改變向量的長度。", "Turning keeps the length of a vector."),
        "about": ["turning"],
        "kind": "property",
        "source": {"id": "explainer", "locator": "1", "item": "C001"},
        "verdict": "supported",
        "explanation": text("旋轉是正交的。", "A rotation is orthogonal."),
        "according_to": [{"paper": "doe-2020", "locator": "§1", "read": True}],
        "checks": [
            {"says": says, "method": "turning", "build": {"heads": 3, "symmetric": True}, "property": "norm_kept",
             "given": {"positions": [1, 2]}, "expect": "holds"}
            for says in ("first", "second")
        ],
    },
    "claims/turning/turning-is-popular.yml": {
        "statement": text("旋轉很受歡迎。", "Turning is popular."),
        "about": ["turning", "adding"],
        "kind": "opinion",
        "source": {"id": "explainer", "locator": "2", "item": "C002"},
        "verdict": "unverifiable",
        "reason": "opinion",
        "explanation": text("沒有標準。", "There is no standard."),
    },
    "terms/term-turn.yml": {"zh-Hant": "旋轉編碼", "zh-Hans": "旋转编码", "en": "turning code", "role": "glossary"},
    "documents/explainer.yml": {
        "title": text("說明", "An explainer"),
        "language": "zh-Hant",
        "about": text("一篇說明。", "An explainer."),
        "sections": [{"name": "一", "slug": "one", "title": text("一", "One")}],
    },
    "documents/explainer/items.yml": {
        "items": [
            {"id": f"C00{n}", "section": "一", "kind": "property", "says": text(f"第 {n} 句", f"Sentence {n}")}
            for n in (1, 2, 3)
        ]
    },
    "documents/explainer/parts.yml": {
        "parts": [
            {"part": "1/0", "line": 1, "kind": "heading", "items": [], "page": "one"},
            {"part": "1/1", "line": 2, "kind": "sentence", "items": ["C001", "C003"]},
            {"part": "1/2", "line": 3, "kind": "sentence", "items": ["C003"]},
            {"part": "1/3", "line": 4, "kind": "sentence", "items": []},
        ]
    },
}  # fmt: skip

Change = Callable[..., None]


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    """A folder with the files above; JSON is YAML too."""
    folder = tmp_path / "kb"
    for path, values in FILES.items():
        _write(folder / path, values)
    return folder


@pytest.fixture
def change(kb: Path) -> Change:
    """`change(path, as_=path, **fields)`: write a file of the knowledge base with some fields changed."""

    def changed(path: str, as_: str | None = None, **fields: Any) -> None:
        values = FILES[path] | fields
        _write(kb / (as_ or path), {key: value for key, value in values.items() if value is not None})

    return changed


def _write(path: Path, values: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values, ensure_ascii=False, indent=1), encoding="utf-8")


@pytest.fixture
def command() -> Callable[..., Answer]:
    """`command(*arguments)`: the command line in this process; what it does not catch is raised."""
    return answer


@pytest.fixture
def full_disk() -> Callable[[], AbstractContextManager[None]]:
    """`with full_disk():` no file takes more than 64 bytes, as on a disk that is almost full."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def full() -> Iterator[None]:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, limits[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    return full


@pytest.fixture
def small(kb: Path) -> posatlas.Atlas:
    """The few entities, loaded."""
    return posatlas.load(kb)


@pytest.fixture
def without_libyaml(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType], ModuleType]:
    """Gives a module of the package as it is where PyYAML was built without libyaml."""
    monkeypatch.setitem(sys.modules, "yaml._yaml", None)
    for name in ("CSafeLoader", "CSafeDumper"):
        monkeypatch.delattr(yaml, name)

    def loaded(module: ModuleType) -> ModuleType:
        name = f"{module.__name__}_without_libyaml"
        spec = importlib.util.spec_from_file_location(name, str(module.__file__))
        assert spec is not None and spec.loader is not None
        other = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, other)
        spec.loader.exec_module(other)
        return other

    return loaded


@pytest.fixture(scope="session")
def whole() -> posatlas.Atlas:
    """The knowledge base of the repository."""
    return posatlas.load()
