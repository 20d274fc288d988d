"""The history of entities: what is new, what changed, what is gone, and which days may be written."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from posatlas.corpus import PACKAGED_KB
from posatlas.history import Change, History, day, differences, load_history, record_history, with_differences
from posatlas.recorded import NoRecord

TODAY = datetime.date(2026, 3, 5)


def test_differences_are_told_by_kind() -> None:
    known = {"a": History("2026-01-01"), "b": History("2026-01-01", "supported"), "c": History("2026-01-01")}
    found = list(differences({"a": None, "b": "contradicted", "d": None}, known))
    assert [(one.id, one.what, one.before, one.after) for one in found] == [
        ("b", "verdict", "supported", "contradicted"),
        ("c", "gone", None, None),
        ("d", "new", None, None),
    ]
    assert [one.what for one in differences({"a": None}, known, partial=True)] == []


def test_a_change_keeps_the_days_before_it() -> None:
    first = with_differences({"b": "supported"}, {}, "2026-01-01")
    second = with_differences({"b": "conditional"}, first, "2026-02-01")
    third = with_differences({"b": "supported"}, second, "2026-02-03")
    assert third["b"] == History(
        "2026-01-01",
        "supported",
        (Change("2026-02-01", "supported", "conditional"), Change("2026-02-03", "conditional", "supported")),
    )
    assert third["b"].newest == "2026-02-03"
    assert list(differences({"b": "supported"}, third)) == []
    with pytest.raises(ValueError, match="last recorded on 2026-02-03"):
        with_differences({"b": "imprecise"}, third, "2026-02-02")


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    history = {
        "rope": History("2026-01-01"),
        "rope-is-relative": History("2026-01-02", "supported", (Change("2026-02-01", "conditional", "supported"),)),
    }
    paths = {"rope": "kb/methods/rope.yml", "rope-is-relative": "kb/claims/rope/rope-is-relative.yml"}
    assert record_history(tmp_path, history, paths)
    assert load_history(tmp_path) == history
    assert record_history(tmp_path, history, paths) == []


def test_an_id_in_two_files_of_the_record_is_named_with_both(tmp_path: Path) -> None:
    for name in ("methods.yml", "papers.yml"):
        (tmp_path / name).write_text("rope: {recorded: '2026-01-01'}\n", encoding="utf-8")
    with pytest.raises(NoRecord, match=r"^papers\.yml: rope stands in methods\.yml too$"):
        load_history(tmp_path)


def test_a_file_of_the_record_goes_with_the_last_entity_in_it(tmp_path: Path) -> None:
    history = {"rope": History("2026-01-01"), "su-2021": History("2026-01-01")}
    paths = {"rope": "kb/methods/rope.yml", "su-2021": "kb/papers/su-2021.yml"}
    assert record_history(tmp_path, history, paths) == ["methods.yml", "papers.yml"]
    del history["su-2021"]
    assert record_history(tmp_path, history, paths) == ["papers.yml"]
    assert [file.name for file in tmp_path.iterdir()] == ["methods.yml"]
    assert load_history(tmp_path) == history


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("{recorded: '2026-13-01'}", "days YYYY-MM-DD"),
        ("{recorded: 5}", "days YYYY-MM-DD"),
        ("{}", "has the field recorded"),
        ("{recorded: '2026-01-01', verdict: splendid}", "a verdict is one of"),
        ("{recorded: '2026-01-01', verdict: ''}", "a verdict is one of"),
        ("{recorded: '2026-01-01', changes: 5}", "a change has the fields date, from and to"),
        ("{recorded: '2026-01-01', changes: [{date: '2026-01-02'}]}", "a change has the fields date, from and to"),
        (
            "{recorded: '2026-01-01', verdict: supported, changes: [{date: '2026-01-02', from: null, to: supported}]}",
            "a verdict is one of",
        ),
        (
            "{recorded: '2026-01-02', verdict: supported, "
            "changes: [{date: '2026-01-01', from: imprecise, to: supported}]}",
            "in order",
        ),
        (
            "{recorded: '2026-01-01', verdict: supported, "
            "changes: [{date: '2026-01-02', from: supported, to: imprecise}]}",
            "the last is the present",
        ),
    ],
)
def test_a_row_that_is_no_record_is_named(row: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "methods.yml").write_text(f"rope: {row}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=rf"methods\.yml.*rope.*{says}"):
        load_history(tmp_path)


@pytest.mark.parametrize(
    ("given", "says"),
    [("2026-02-30", "no day"), ("yesterday", "no day"), ("2026-3-1", "no day"), ("2026-03-06", "future")],
)
def test_a_day_that_cannot_be_is_refused(given: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        day(given, TODAY)


def test_without_a_day_it_is_today() -> None:
    assert day(None, TODAY) == "2026-03-05"
    assert day("2026-03-05", TODAY) == "2026-03-05"


def test_the_record_of_the_knowledge_base_is_complete() -> None:
    """Dates lie between the first day of the project and the present."""
    history = load_history(PACKAGED_KB / "evidence" / "history")
    assert len(history) > 1500
    assert all("2026-11-01" <= known.recorded <= datetime.date.today().isoformat() for known in history.values())


def test_the_command_tells_what_is_new_then_records_it(
    command: Callable[..., Any], kb: Path, change: Callable[..., None]
) -> None:
    new = command("history", "--kb", kb)
    assert (new.code, len(new.out.splitlines())) == (0, 8)
    assert new.out.startswith("adding: is not recorded yet.\n")
    assert new.out.endswith("7 differences from the record; posatlas history --record  writes them.\n")
    assert not (kb / "evidence").exists()
    assert command("history", "--kb", kb, "--record", "--date", "2026-01-05").out.endswith(
        "7 differences recorded on 2026-01-05.\n"
    )
    assert command("history", "--kb", kb) == (0, "0 differences from the record.\n", "")
    change("claims/turning/turning-keeps-length.yml", verdict="imprecise")
    found = json.loads(command("history", "--kb", kb, "--format", "json").out)
    assert found == [
        {"id": "turning-keeps-length", "what": "verdict", "before": "supported", "after": "imprecise"}
    ]


@pytest.mark.parametrize("record", [(), ("--record",)])
def test_a_record_that_cannot_be_read_is_named_and_stays(
    record: tuple[str, ...], command: Callable[..., Any], kb: Path
) -> None:
    file = kb / "evidence" / "history" / "methods.yml"
    file.parent.mkdir(parents=True)
    file.write_text("turning: {}\n", encoding="utf-8")
    answer = command("history", "--kb", kb, *record)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith(f"posatlas: {file.as_posix()}: turning: ")
    assert answer.err.endswith(". Mend the file, or take it from the main branch.\n")
    assert file.read_text(encoding="utf-8") == "turning: {}\n"


def test_differences_are_told_in_sentences() -> None:
    known = {"b": History("2026-01-01", "supported"), "c": History("2026-01-01")}
    assert [one.sentence() for one in differences({"b": "imprecise", "d": None}, known)] == [
        "b: the verdict was supported and is imprecise.",
        "c: is recorded and not there any more.",
        "d: is not recorded yet.",
    ]


def test_what_is_gone_leaves_the_record() -> None:
    known = {"a": History("2026-01-01"), "b": History("2026-01-01", "supported")}
    assert with_differences({"a": None}, known, "2026-02-01") == {"a": History("2026-01-01")}


def test_an_id_that_goes_to_another_kind_keeps_its_day_and_no_change_of_verdict() -> None:
    change = (Change("2026-01-05", "imprecise", "supported"),)
    known = {"a": History("2026-01-01"), "b": History("2026-01-01", "supported", change)}
    assert with_differences({"a": "supported", "b": None}, known, "2026-02-01") == {
        "a": History("2026-01-01", "supported"),
        "b": History("2026-01-01"),
    }
