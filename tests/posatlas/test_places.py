"""Where things stand: lines of statements and of texts in the files, blanks and fields, packages that are missing."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import posatlas
from posatlas.blanks import CODE
from posatlas.bounded import may_be_deep
from posatlas.extras import MissingExtra, needed
from posatlas.fields import field_at
from posatlas.findings import Finding
from posatlas.schema import Method
from posatlas.validation import validate


def test_a_statement_of_a_document_has_its_line(kb: Path, small: posatlas.Atlas) -> None:
    lines = (kb / "documents" / "explainer" / "items.yml").read_text(encoding="utf-8").splitlines()
    for number in ("C001", "C003"):
        place = small.places.item("explainer", number)
        assert lines[place - 1].strip() == "{" and number in lines[place]


def test_a_text_is_found_where_it_stands(kb: Path, small: posatlas.Atlas) -> None:
    path, text = "kb/methods/turning.yml", "a = p w"
    place, line, column = small.places.of_text(text).split(":")
    written = (kb / "methods" / "turning.yml").read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert place == path
    assert written[int(column) - 1 :].startswith(text)


def test_a_text_that_is_folded_is_found_where_its_value_begins(kb: Path) -> None:
    (kb / "terms" / "term-fold.yml").write_text(
        "role: glossary\nzh-Hant: 摺\nzh-Hans: 折\nen: >-\n  one word\n  and another\n# word and another\n",
        encoding="utf-8",
    )
    assert posatlas.load(kb).places.of_text("word and another") == "kb/terms/term-fold.yml:4:5"


def test_a_text_that_stands_nowhere_has_no_place(small: posatlas.Atlas) -> None:
    assert small.places.of_text("no such words") == ""


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ("____: x", 1, "____ is not filled in", "Write the value."),
        ("nonsense: a ____", 13, "nonsense is not filled in", "Write the value."),
        ("aliases: [a, ____]", 14, "aliases[1] is not filled in", "Other names"),
    ],
)
def test_a_blank_is_told_with_what_to_write(line: str, column: int, message: str, hint: str, kb: Path) -> None:
    text = (kb / "methods" / "adding.yml").read_text(encoding="utf-8")
    assert "aliases" not in text
    (kb / "methods" / "adding.yml").write_text(f"# a note\n{line}\nfamily: absolute\n", encoding="utf-8")
    found = [f for f in validate(kb) if f.code == CODE]
    assert [(f.path, f.line, f.column) for f in found] == [("kb/methods/adding.yml", 2, column)]
    assert message in found[0].message and hint in found[0].hint
    with pytest.raises(posatlas.InvalidKnowledgeBase, match=CODE):
        posatlas.load(kb)


def test_a_place_leads_to_the_innermost_field_that_it_names() -> None:
    inner = field_at(Method, ("parents", 0, "claim"))
    assert inner is not None and inner.key == "claim"
    glance = field_at(Method, ("glance", "en"))
    assert glance is not None and (glance.key, glance.form) == ("glance", "text")
    beyond = field_at(Method, ("parents", 0, "nonsense", "claim"))
    assert beyond is not None and beyond.key == "parents"
    assert field_at(Method, ("nonsense", "family")) is None
    family = field_at(Method, ("family",))
    assert family is not None and family.choices == (
        "absolute", "relative", "rotary", "extension", "remapping", "none",
    )  # fmt: skip


def test_a_finding_without_a_remedy_or_a_line_of_the_file_shows_none() -> None:
    assert Finding("kb/a.yml", 3, 7, "warning", "style/x", "It is so.").text() == (
        "kb/a.yml:3:7  warning  style/x\n  It is so."
    )


def test_braces_of_formulas_are_not_taken_for_deep_nesting() -> None:
    assert not may_be_deep(rb"latex: '" + rb"\frac{a}{b}" * 2000 + b"'")
    assert may_be_deep(b"a: " + b"[{" * 600)


def test_a_package_that_is_missing_is_named_with_what_installs_it() -> None:
    with pytest.raises(MissingExtra, match=r'^to_x\(\) needs the Python package "nowhere_at_all"\.') as told:
        needed("nowhere_at_all.inner", "to_x()", "pandas")
    assert str(told.value).endswith('pip install "posatlas[pandas]"')
    assert needed("html.parser", "x", "y") is importlib.import_module("html.parser")


def test_a_missing_module_of_the_package_itself_is_not_blamed_on_an_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"posatlas\.nowhere") as told:
        needed("posatlas.nowhere", "x", "y")
    assert not isinstance(told.value, MissingExtra)
