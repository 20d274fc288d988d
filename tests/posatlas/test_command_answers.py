"""`posatlas path` and `posatlas compare` say what the atlas answers, and end in a sentence where it has no answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import posatlas
from posatlas.tables import in_words

Command = Callable[..., Any]


def test_a_path_is_printed_step_by_step(command: Command, whole: posatlas.Atlas) -> None:
    path = whole.path("sinusoidal", "yarn", kinds=["method"])
    assert path is not None and len(path) == 2
    answer = command("path", "sinusoidal", "yarn", "--through", "method")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines() == [*map(repr, path), f"2 steps of weight {path.weight}."]
    told = json.loads(command("path", "sinusoidal", "yarn", "--through", "method", "--format", "json").out)
    assert told == path.to_dicts()


def test_a_path_to_itself_and_no_path(command: Command, kb: Path, change: Callable[..., None]) -> None:
    assert command("path", "rope", "rope") == (0, "rope is rope.\n", "")
    fields = {"name": "Alone", "url": "https://example.org", "about": {"zh-Hant": "無。", "en": "Nothing."}}
    alone = kb / "libraries" / "alone.yml"
    alone.parent.mkdir(exist_ok=True)
    alone.write_text(json.dumps(fields), encoding="utf-8")
    posatlas.load(kb)["alone"]
    assert command("path", "alone", "turning", "--kb", kb) == (
        1, "", "posatlas: Nothing connects alone and turning.\n",
    )  # fmt: skip
    through = ("--through", "paper", "--through", "event")
    assert command("path", "alone", "turning", "--kb", kb, *through).err == (
        "posatlas: Nothing connects alone and turning through paper and event.\n"
    )
    assert command("path", "alone", "turning", "--kb", kb, "--format", "json") == (1, "null\n", "")


def test_methods_are_printed_row_by_row(command: Command, whole: posatlas.Atlas) -> None:
    table = whole.compare(["rope", "alibi"])
    lines = command("compare", "rope", "alibi").out.splitlines()
    assert len(lines) == len(table.rows) * 3
    place = lines.index("where position enters  (enters-at)")
    assert lines[place + 1] == f"  rope   {in_words(table['enters-at', 'rope'])}"
    assert lines[place + 2].startswith("  alibi  bias [")
    cells = json.loads(command("compare", "rope", "alibi", "--format", "json").out)
    assert [(cell["row"], cell["method"]) for cell in cells] == list(table)
    [entry] = [cell for cell in cells if (cell["row"], cell["method"]) == ("enters-at", "alibi")]
    assert entry["value"] == ["bias"] and entry["claims"] == list(table["enters-at", "alibi"].claims.ids)


def test_rows_are_named_in_the_language_asked_for(command: Command, whole: posatlas.Atlas) -> None:
    for language, name in (("zh-Hant", "看得出順序"), ("zh-Hans", "看得出顺序"), ("en", "order is noticed")):
        assert f"{name}  (order-noticed)\n" in command("compare", "rope", "alibi", "--language", language).out
        assert posatlas.load(whole.root, lang=language).compare(["rope"]).names["order-noticed"] == name  # type: ignore[arg-type]


def test_a_number_without_end_is_a_word_in_json(command: Command, whole: posatlas.Atlas) -> None:
    """JSON has no infinity; the word is the one that the exports and the site write."""
    assert whole.compare(["alibi"])["last-position", "alibi"].value == float("inf")
    cells = json.loads(command("compare", "alibi", "--format", "json").out, parse_constant=pytest.fail)
    assert [cell["value"] for cell in cells if cell["row"] == "last-position"] == ["Infinity"]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["path", "rope", "nothere"], 1, 'No entity has the id "nothere"'),
        (["path", "rope", "alibi", "--through", "metod"], 1, '"metod" is no kind'),
        (["path", "rope"], 2, "end"),
        (["compare", "rope", "openai"], 1, '"openai" is an organisation; only methods are compared.'),
        (["compare", "alibo"], 1, 'did you mean "alibi"'),
        (["compare"], 2, "methods"),
    ],
)
def test_what_cannot_be_answered(command: Command, arguments: list[str], code: int, says: str) -> None:
    answer = command(*arguments)
    assert (answer.code, answer.out) == (code, "")
    assert says in answer.err
