"""Formulas: rendered once, kept, and refused with file and line where KaTeX cannot set them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import posatlas
from posatlas.generators.build import generate
from posatlas.generators.maths import BadFormula, Maths

ROOT = Path(__file__).parents[2]
KATEX = ROOT / "node_modules" / "katex"


@pytest.fixture
def maths(tmp_path: Path) -> Maths:
    return Maths(tmp_path / "maths.json", KATEX)


def test_a_formula_becomes_html_with_mathml(maths: Maths) -> None:
    html = maths.html(r"\theta_i = 10000^{-2i/d}")
    assert 'class="katex"' in html
    assert "<math" in html
    assert "katex-display" not in html
    assert "katex-display" in maths.html(r"\theta_i = 10000^{-2i/d}", display=True)


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        (r"\frac{a}", "Unexpected end|Expected"),
        (r"\nosuchcommand x", "Undefined control sequence"),
        (r"x^{2", "Expected"),
        (r"a & b", "Expected|&"),
        (r"\href{javascript:alert(1)}{x}", "may not be used"),
        (r"\includegraphics{http://example.org/x.png}", "may not be used"),
        ("位置", "."),
    ],
)
def test_a_bad_formula_is_refused(maths: Maths, latex: str, words: str) -> None:
    with pytest.raises(BadFormula, match=words):
        maths.html(latex)


def test_formulas_are_kept_between_builds(maths: Maths, tmp_path: Path) -> None:
    kept = maths.html("x^2")
    maths.save()
    again = Maths(tmp_path / "maths.json", KATEX)
    again._render = None  # type: ignore[assignment,method-assign]
    assert again.html("x^2") == kept
    stored = json.loads((tmp_path / "maths.json").read_text())
    assert list(stored["formulas"]) == [Maths.key("x^2", False)]


def test_formulas_of_another_katex_are_set_anew(maths: Maths, tmp_path: Path) -> None:
    kept = {"version": "0.1.0", "formulas": {Maths.key("x^2", False): "as it was"}}
    (tmp_path / "maths.json").write_text(json.dumps(kept), encoding="utf-8")
    assert Maths(tmp_path / "maths.json", KATEX).html("x^2") == maths.html("x^2") != "as it was"


def test_a_missing_katex_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make site"):
        Maths(tmp_path / "maths.json", tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (r"\frac{x}{y}", r"\frac{x}", "kb/methods/shift.yml:7:"),
        ("與 $x^2$", r"與 $x^{2$", "kb/topics/position-encoding.yml:4:"),
    ],
)
def test_a_bad_formula_names_file_and_line(small_kb: Path, tmp_path: Path, old: str, new: str, place: str) -> None:
    kb = tmp_path / "kb"
    changed = 0
    for file in small_kb.rglob("*.yml"):
        text = file.read_text(encoding="utf-8")
        changed += old in text
        target = kb / file.relative_to(small_kb)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text.replace(old, new), encoding="utf-8")
    assert changed == 1
    with pytest.raises(BadFormula, match=place) as caught:
        generate(posatlas.load(kb), work=tmp_path / "work")
    assert new.strip("與 $") in str(caught.value)
