"""Formulas rendered by KaTeX inside Python; each formula once, kept in a cache file between builds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from posatlas.writing import replace_file

_REFUSED = "#cc0000"
KATEX = Path("node_modules/katex")


class BadFormula(ValueError):
    """KaTeX refuses a formula; the message says why."""


class Maths:
    """Renders LaTeX to HTML with MathML. `cache_file` survives between builds; call `save` at the end."""

    def __init__(self, cache_file: Path, katex: Path = KATEX) -> None:
        script = katex / "dist" / "katex.min.js"
        if not script.is_file():
            raise FileNotFoundError(2, "KaTeX is missing; run  make site, or npm ci", str(script))
        self._script = script
        self._version = json.loads((katex / "package.json").read_text())["version"]
        self._cache_file = cache_file
        self._cache: dict[str, str] = {}
        self._engine: Any = None  # made when the first formula is rendered
        self._used: set[str] = set()
        if cache_file.is_file():
            stored = json.loads(cache_file.read_text(encoding="utf-8"))
            if stored.get("version") == self._version:
                self._cache = stored["formulas"]

    def html(self, latex: str, display: bool = False) -> str:
        """HTML of a formula. Raises BadFormula."""
        key = self.key(latex, display)
        self._used.add(key)
        if key not in self._cache:
            self._cache[key] = self._render(latex, display)
        return self._cache[key]

    @staticmethod
    @cache
    def key(latex: str, display: bool) -> str:
        """Name under which a formula is kept."""
        return hashlib.sha256(f"{int(display)}{latex}".encode()).hexdigest()[:16]

    def formulas(self) -> Mapping[str, str]:
        """HTML of every formula known, by key."""
        return self._cache

    def save(self) -> None:
        """Keep the formulas that were used."""
        formulas = {key: self._cache[key] for key in sorted(self._used)}
        replace_file(self._cache_file, json.dumps({"version": self._version, "formulas": formulas}))

    def _render(self, latex: str, display: bool) -> str:
        if self._engine is None:
            from py_mini_racer import MiniRacer

            self._engine = MiniRacer()
            self._engine.eval(self._script.read_text(encoding="utf-8"))
            self._engine.eval(
                "function renderFormula(latex, display) { try { return ['ok', katex.renderToString(latex, "
                "{displayMode: display, throwOnError: true, strict: 'error', trust: false, "
                "output: 'htmlAndMathml'})]"
                " } catch (error) { return ['bad', String(error.message)] } }"
            )
        outcome, value = json.loads(
            self._engine.eval(f"JSON.stringify(renderFormula({json.dumps(latex)}, {json.dumps(display)}))")
        )
        if outcome != "ok":
            raise BadFormula(value.removeprefix("KaTeX parse error: "))
        if _REFUSED in value:  # KaTeX prints commands that it does not trust, such as \\href, in red
            raise BadFormula("it holds a command that may not be used here, such as a link or an image")
        return str(value)
