"""The command line: its output, its exit codes, and bad input without tracebacks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = ("validate", "trace", "check", "build", "serve", "show", "find")


def posatlas(*arguments: str | Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from posatlas.command_line import main; main()", *map(str, arguments)]
    environment = os.environ | {"COLUMNS": "100"}
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    shown = posatlas(command, "--help")
    assert shown.returncode == 0
    assert f"Example:  posatlas {command}" in shown.stdout


def test_trace_covers_the_document() -> None:
    result = json.loads(posatlas("trace", "--format", "json").stdout)
    assert result["items"] == 251
    assert result["traced"] == 251
    assert result["missing"] == []
    assert result["uncovered"] == []
    assert result["parts"] == 212
    assert sorted(result["verdicts"]) == [f"C{n:03d}" for n in range(1, 252)]
    assert result["verdicts"]["C085"] == "conditional"
    assert sum(result["counts"].values()) == 251


def test_check_rows_have_the_promised_fields() -> None:
    run = posatlas("check", "alibi-slopes-halve-per-head", "--format", "json")
    rows = json.loads(run.stdout)
    assert run.returncode == 0
    assert len(rows) >= 3
    promised = {"claim", "property", "says", "expect", "measured", "tolerance", "holds", "device", "dtype", "seconds"}
    assert all(promised <= set(row) for row in rows)
    assert {row["expect"] for row in rows} == {"holds", "fails"}
    assert all(row["holds"] == (row["expect"] == "holds") for row in rows)


def test_show_and_find() -> None:
    shown = posatlas("show", "alibi", "--language", "zh-Hans")
    assert shown.returncode == 0
    assert "线性偏置" in shown.stdout
    found = json.loads(posatlas("find", "旋轉位置編碼", "--format", "json").stdout)
    assert found[0]["id"] == "rope"
    simplified = json.loads(posatlas("find", "旋转位置编码", "--format", "json").stdout)
    assert simplified[0]["id"] == "rope"


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["show", "alibo"], 1, 'did you mean "alibi"'),
        (["find", "qqqq-nothing"], 1, "Nothing was found"),
        (["find", "rope", "--kind", "metod"], 1, "is no kind"),
        (["trace", "no-such-document"], 1, "No document"),
        (["check", "no-such-claim"], 1, "No entity has the id"),
        (["validate", "--kb", "no-such-folder"], 1, "is not a folder"),
        (["build", "--language", "fr"], 1, "no such language"),
        (["serve", "--site", "no-such-site"], 1, "holds no site"),
        (["validate", "--format", "xml"], 2, "xml"),
        (["frobnicate"], 2, "frobnicate"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(arguments: list[str], code: int, says: str) -> None:
    run = posatlas(*arguments)
    assert run.returncode == code, run.stdout + run.stderr
    assert says in run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def test_validate_one_file() -> None:
    run = posatlas("validate", "kb/methods/alibi.yml", "--format", "json")
    assert run.returncode == 0, run.stdout
    assert [row for row in json.loads(run.stdout) if row["severity"] == "error"] == []
