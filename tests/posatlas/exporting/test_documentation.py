"""What docs/exports.md shows is so: its commands write the files, and its Python reads them."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from pathlib import Path

import pytest

import posatlas
from posatlas.exporting import FORMATS

from ..in_process import answer

TEXT = (Path(__file__).parents[3] / "docs" / "exports.md").read_text(encoding="utf-8")


def test_the_table_names_the_formats() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `([\w.-]+)` \|", TEXT, re.MULTILINE)
    assert rows == [(name, format.file) for name, format in FORMATS.items()]


def test_the_examples(whole: posatlas.Atlas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```(sh|python)\n(.*?)```", TEXT, re.DOTALL)
    printed = []
    for language, block in blocks:
        if language == "sh":
            for command in block.splitlines():
                program, *arguments = command.split()
                assert program == "posatlas"
                assert answer(*arguments).code == 0
        else:
            with contextlib.redirect_stdout(io.StringIO()) as shown:
                exec(compile(block, "docs/exports.md", "exec"), {})
            printed.append(shown.getvalue())
    assert {path.name for path in tmp_path.iterdir()} == {format.file for format in FORMATS.values()}
    json_, sqlite, csv, jsonld, graphml = printed
    assert f" {len(whole.of('claim'))} " in json_
    wrong = {m.name.en: len(whole.claims(about=m.id, verdict="contradicted")) for m in whole.of("method")}
    first = ast.literal_eval(sqlite)
    assert [count for _, count in first] == sorted(wrong.values(), reverse=True)[:3]
    assert all(wrong[name] == count for name, count in first)
    assert re.search(rf"^contradicted +{len(whole.claims(verdict='contradicted'))}$", csv, re.MULTILINE)
    users = sorted(source for source, _, key in whole.graph.in_edges("alibi", keys=True) if key == "uses")
    assert jsonld == f"{users}\n"
    assert graphml.startswith(f"{len(whole)} [")
