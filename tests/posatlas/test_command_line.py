"""The command line: its output, its exit codes, and bad input without tracebacks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from posatlas.mutations import MutationRecord, load_mutations, written

from .in_process import answer

ROOT = Path(__file__).parents[2]
COMMANDS = (
    *("validate", "trace", "check", "build", "serve", "show", "find", "path", "compare"),
    *("new", "diff", "properties", "compile", "export", "schema", "bump"),
)


def posatlas(*arguments: str | Path, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    code, said, warned = answer(*arguments, folder=folder)
    return subprocess.CompletedProcess(arguments, code, said, warned)


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


def test_the_version_is_that_of_the_package(command: Callable[..., Any]) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert command("--version") == (0, f"{declared}\n", "")


@pytest.mark.parametrize(
    ("missing", "package", "extra"),
    [("torch", "torch", "torch"), ("numpy.fft", "numpy", "torch"), ("mkdocs", "mkdocs", "site")],
)
def test_a_package_that_is_missing_is_named_with_its_extra(
    missing: str, package: str, extra: str, command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pack(*_: Path) -> int:
        raise ModuleNotFoundError(f"No module named '{missing}'", name=missing)

    monkeypatch.setattr("posatlas.generators.packing.pack", pack)
    says = f'this command needs the Python package "{package}". Install it:  pip install "posatlas[{extra}]"'
    assert command("pack") == (1, "", f"posatlas: {says}\n")


def test_a_module_of_our_own_that_is_missing_is_a_mistake_of_ours(
    command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No package to install would help, so it is not told as one."""
    monkeypatch.setitem(sys.modules, "posatlas.generators.packing", None)
    with pytest.raises(ModuleNotFoundError, match=r"posatlas\.generators\.packing"):
        command("pack")


def test_pack_says_how_to_read_the_archive(command: Callable[..., Any], tmp_path: Path) -> None:
    site, out = tmp_path / "site", tmp_path / "site.zip"
    (site / "api").mkdir(parents=True)
    (site / "index.html").write_bytes(os.urandom(1_250_000))  # random bytes get no smaller
    (site / "api" / "index.json").write_text("{}", encoding="utf-8")
    answer = command("pack", "--site", site, "--out", out)
    assert answer == (0, f"{out}: 1.3 MB. Unpack it anywhere and run:  python3 start.py\n", "")
    with zipfile.ZipFile(out) as archive:
        assert {"posatlas/start.py", "posatlas/site/api/index.json"} <= set(archive.namelist())


def test_properties_of_all_methods_are_told_without_a_build(command: Callable[..., Any]) -> None:
    from posatlas.schema.properties import PROPERTIES

    answer = command("properties")
    assert answer.code == 0
    assert answer.out.endswith(f"\n\n{len(PROPERTIES)} properties.\n")
    assert "build of" not in answer.out
    assert [line for line in answer.out.splitlines() if line and line[0] != " "][:-1] == list(PROPERTIES)


SLOPES = {
    "says": "m_i",
    "method": "alibi",
    "build": {"heads": 4},
    "property": "slopes_equal",
    "given": {"formula": "4^-(i+1)"},
    "expect": "holds",
}
FIRST = "claims/turning/turning-keeps-length.yml"


def test_checks_that_disagree_are_told_and_fail(
    command: Callable[..., Any], kb: Path, change: Callable[..., None]
) -> None:
    """The last slope is 1/256; 1/625 is asked for, and 625/256 - 1 is what it is off. The third check cannot run."""
    wrong = SLOPES | {"says": "wrong", "given": {"formula": "5^-(i+1)"}}
    change(FIRST, checks=[SLOPES, wrong, SLOPES | {"says": "none", "build": {"heads": 0}}])
    answer = command("check", "--kb", kb)
    assert answer.code == 1
    told = answer.out.splitlines()
    assert told[0] == "turning-keeps-length: wrong: expected holds; measured 1.44140625."
    assert told[1].startswith("turning-keeps-length: none: expected holds; ValueError: alibi: heads must be at least 1")
    assert told[2:] == ["3 checks of 1 claim on 1 method ran on cpu; 2 disagree with the claim."]


def test_a_run_of_all_claims_records_figures_and_laws_too(
    command: Callable[..., Any], kb: Path, change: Callable[..., None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A run of some claims writes their evidence alone, and leaves what others have."""
    from posatlas.reference_impl import figures, registry
    from posatlas.reference_impl.laws import recording
    from posatlas.writing import replace_file

    def record_laws(methods: Any, folder: Path, device: str) -> None:
        for method in methods:
            replace_file(folder / f"{method}.yml", device)

    monkeypatch.setattr(figures, "record_figures", lambda folder: replace_file(folder / "figure.yml", ""))
    monkeypatch.setattr(recording, "record_laws", record_laws)
    change(FIRST, checks=[SLOPES])
    out = tmp_path / "out"
    every = {"alibi.yml", "figures/figure.yml", *(f"laws/{method}.yml" for method in registry.CLASSES)}
    for arguments, files in ((["turning"], {"alibi.yml"}), ([], every)):
        assert command("check", *arguments, "--kb", kb, "--record", "--out", out).code == 0
        assert {file.relative_to(out).as_posix() for file in out.rglob("*.yml")} == files


def test_without_checks_there_is_nothing_to_run(
    command: Callable[..., Any], kb: Path, change: Callable[..., None]
) -> None:
    change(FIRST, checks=None)
    assert command("check", "--kb", kb) == (1, "", "posatlas: No claim has checks.\n")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["mutate", "--record"], 1, "There is no checkout here to write to. Name a folder:  --record --out DIR"),
        (["mutate", "adding", "turning", "--kb", "kb"], 1, "posatlas: No implementation of adding, turning runs.\n"),
        (["history", "--date", "2026-01-01"], 2, "--date: it says which day --record writes; give both."),
        (["history", "--record"], 1, "There is no checkout here to write to. Name a knowledge base:  --kb DIR"),
        (["translations", "--record"], 1, "There is no checkout here to write to. Name a knowledge base:  --kb DIR"),
        (["translations", "turning", "--agree"], 1, "There is no checkout here to write to."),
        (["translations", "--agree"], 2, "--agree: name entities, or give --all."),
        (["translations", "turning", "--agree", "--all"], 2, "--agree: name entities, or give --all."),
        (["translations", "--all"], 2, "--all: it goes with --agree."),
        (["validate", "--fix"], 1, "There is no checkout here to write to. Name a knowledge base:  --kb DIR"),
        (["new", "paper", "new-one"], 1, "There is no checkout here to write to. Name a knowledge base:  --kb DIR"),
        (["diff", "HEAD", "--changelog", "--format", "json"], 2, "leave --format out."),
        (["diff", "HEAD", "--release", "1.2.0"], 2, "--release: it goes with --changelog."),
        (["diff", "HEAD", "--kb", "none"], 1, "none is not a folder. Name the knowledge base:  --kb DIR"),
    ],
)
def test_what_cannot_be_meant_is_told_and_nothing_is_written(
    arguments: list[str], code: int, says: str, command: Callable[..., Any], kb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(kb.parent)  # no checkout: it holds no folder schema
    before = sorted(kb.parent.rglob("*"))
    answer = command(*arguments)
    assert (answer.code, answer.out) == (code, "")
    assert says in answer.err
    assert sorted(kb.parent.rglob("*")) == before


@pytest.fixture
def mutants(monkeypatch: pytest.MonkeyPatch) -> list[MutationRecord]:
    """What came of mutants that were never made: 8 of 10 noticed, 2 more cannot be."""
    from posatlas.reference_impl.mutation import campaign

    survivors, none = ("8: 4 -> 5", "9: a + b -> a - b"), ()
    found = [
        MutationRecord("alibi", 10, 12, 8, ("3: x -> y", "4: x -> y"), survivors, "2026-01-02", "0" * 24),
        MutationRecord("nope", 5, 0, 0, none, none, "2026-01-02", "1" * 24),
    ]

    def run(claims: Any, chosen: Any, folder: Path, jobs: int, again: bool, progress: Any) -> Any:
        progress("alibi", 1, 2)
        return found, ["alibi: 5: x -> z"]

    monkeypatch.setattr(campaign, "campaign", run)
    return found


def test_mutants_are_counted_and_what_is_wrong_is_told(
    command: Callable[..., Any], kb: Path, mutants: list[MutationRecord]
) -> None:
    answer = command("mutate", "--kb", kb)
    assert (answer.code, answer.err) == (1, "  1 of 2: alibi\n")
    told = [" ".join(line.split()) for line in answer.out.splitlines()]
    assert told == [
        "alibi 12 mutants 8 noticed 2 equivalent 80.0%",
        "nope 0 mutants 0 noticed 0 equivalent 100.0%",
        "12 mutants of 2 methods: 8 noticed, 2 equivalent; 80.0%.",
        "alibi: 5: x -> z: take it off the list in reference_impl/mutation/equivalent.yml.",
        "alibi: 80.0% noticed, at least 90% are needed.",
        "Over all 80.0% are noticed, at least 95% are needed.",
        "2 of 12 are listed as equivalent, at most 5% may be.",
    ]
    shown = command("mutate", "--kb", kb, "--survivors").out.splitlines()
    assert shown[1:3] == ["    8: 4 -> 5", "    9: a + b -> a - b"]
    assert [line for line in shown if not line.startswith("    ")] == answer.out.splitlines()


def test_mutants_as_json_say_the_same_and_nothing_else(
    command: Callable[..., Any], kb: Path, mutants: list[MutationRecord]
) -> None:
    answer = command("mutate", "--kb", kb, "--format", "json")
    found = json.loads(answer.out)
    assert (answer.code, answer.err, found["overall"]) == (1, "", 0.8)
    assert [(row["method"], row["killed"], row["rate"]) for row in found["methods"]] == [
        ("alibi", 8, 0.8),
        ("nope", 0, 1.0),
    ]
    assert len(found["problems"]) == 4


def test_fewer_mutants_are_recorded_only_if_that_is_accepted(
    command: Callable[..., Any], kb: Path, mutants: list[MutationRecord]
) -> None:
    """What is not there cannot be noticed: a fall is looked at first."""
    folder = kb / "evidence" / "mutation"
    folder.mkdir(parents=True)
    more = MutationRecord("alibi", 11, 12, 12, (), (), "2026-01-01", "2" * 24)
    (folder / "alibi.yml").write_text(written(more), encoding="utf-8")
    refused = command("mutate", "--kb", kb, "--record")
    assert "alibi has 10 lines, 11 before: if that is meant, run with --accept.\n" in refused.out
    assert load_mutations(folder) == {"alibi": more}
    accepted = command("mutate", "--kb", kb, "--record", "--accept")
    assert "before" not in accepted.out
    assert load_mutations(folder) == {record.method: record for record in mutants}
