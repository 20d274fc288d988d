"""The command line: its output, its exit codes, and bad input without tracebacks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
COMMANDS = (
    *("validate", "trace", "check", "build", "serve", "show", "find"),
    *("new", "diff", "properties", "compile", "export", "schema", "bump"),
)


def posatlas(*arguments: str | Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "posatlas", *map(str, arguments)]
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


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["check", "alibi", "--device", "nowhere"], 1, 'The device "nowhere" is not there'),
        (["check", "alibi", "--device", "cuda:97"], 1, 'The device "cuda:97" is not there'),
        (["check", "alibi", "--out", "elsewhere"], 2, "--record"),
        (["check", "openai"], 1, "No claim about openai has checks"),
        (["trace", "rope"], 1, "those with statements: position-encoding-explainer"),
        (["show", "rope", "--language", "fr"], 2, "zh-Hans"),
        (["find", "rope", "--limit", "0"], 2, "--limit"),
        (["find", "  "], 1, "Nothing was found"),
        (["validate", "README.md"], 1, "does not lie in the knowledge base"),
        (["validate", "kb/methods/no-such.yml"], 1, "cannot be read"),
        (["validate", "--kb", "README.md", "README.md"], 1, "is not a folder"),
        (["show", "rope", "--kb", "README.md"], 1, "is not a folder"),
        (["check", "--kb", "tests"], 1, "The knowledge base has mistakes"),
    ],
)
def test_more_bad_input(arguments: list[str], code: int, says: str) -> None:
    run = posatlas(*arguments)
    assert run.returncode == code, run.stdout + run.stderr
    assert says in run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def test_check_says_what_it_ran_and_shows_no_bar_where_nobody_looks() -> None:
    run = posatlas("check", "alibi-slopes-halve-per-head")
    assert run.stdout == "4 checks of 1 claim on 1 method ran on cpu; 0 disagree with the claim.\n"
    assert run.stderr == ""


def test_evidence_is_written_where_it_is_asked_for_and_nowhere_else(tmp_path: Path) -> None:
    refused = posatlas("check", "alibi-slopes-halve-per-head", "--record", folder=tmp_path)
    assert (refused.returncode, "--out DIR" in refused.stderr) == (1, True)
    written = posatlas("check", "alibi-slopes-halve-per-head", "--record", "--out", tmp_path / "new", folder=tmp_path)
    assert written.returncode == 0, written.stderr
    assert [file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.yml")] == ["new/alibi.yml"]


def test_evidence_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    run = posatlas("check", "alibi-slopes-halve-per-head", "--record", "--out", tmp_path / "file")
    assert (run.returncode, "Traceback" in run.stderr) == (1, False)
    assert run.stderr.startswith(f"posatlas: {tmp_path / 'file'}")


def test_names_are_found_in_the_language_asked_for() -> None:
    shown = posatlas("find", "rope", "--language", "zh-Hans", "--limit", "1").stdout
    assert shown == "rope  (method)  " + shown.rpartition("  ")[2]
    assert "旋转" in shown


def test_show_as_json_reads_like_the_file() -> None:
    shown = json.loads(posatlas("show", "alibi-slopes-halve-per-head", "--format", "json").stdout)
    assert list(shown) == ["kind", "id", "path", "fields"]
    assert (shown["kind"], shown["fields"]["kind"]) == ("claim", "property")
    file = yaml.safe_load((ROOT / shown["path"]).read_text(encoding="utf-8"))
    assert shown["fields"] == file


def test_validating_a_folder_and_evidence() -> None:
    for argument in ("kb/libraries", "kb/evidence"):
        run = posatlas("validate", argument, "--format", "json")
        assert json.loads(run.stdout) == []
        assert run.returncode == 0


def test_without_opencc_the_package_to_install_is_named(tmp_path: Path) -> None:
    (tmp_path / "opencc.py").write_text("raise ImportError('none')", encoding="utf-8")
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from posatlas.command_line import main; main()"
    command = [sys.executable, "-c", code, tmp_path, "show", "alibi", "--language", "zh-Hans"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert 'pip install "posatlas[site]"' in run.stderr
    assert "Traceback" not in run.stderr
