"""Files that commands write are as the commands write them, byte by byte, and none is missing or left over."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import posatlas
from posatlas import attention_figures, curve_figures, law_records, mutations
from posatlas.corpus import PACKAGED_KB
from posatlas.evidence import load_evidence
from posatlas.history import load_history, record_history
from posatlas.reference_impl import checks
from posatlas.reference_impl.figures import CURVES, FIGURES
from posatlas.reference_impl.registry import CLASSES
from posatlas.translations import load_translations, record_translations
from posatlas.validation import validate

EVIDENCE = PACKAGED_KB / "evidence"


def _contents(folder: Path, pattern: str = "**/*.yml") -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in folder.glob(pattern)}


def _checks(folder: Path) -> dict[str, str]:
    for method, records in load_evidence(EVIDENCE).items():
        checks._write(folder / f"{method}.yml", records)
    return _contents(folder)


def _laws(folder: Path) -> dict[str, str]:
    records = law_records.load_laws(EVIDENCE / "laws").values()
    return {f"{r.method}.yml": law_records.written(r.key, r.interface, r.rows) for r in records}


def _mutation(folder: Path) -> dict[str, str]:
    records = mutations.load_mutations(EVIDENCE / "mutation").values()
    return {f"{r.method}.yml": mutations.written(r) for r in records}


def _attention(folder: Path) -> dict[str, str]:
    records = attention_figures.load_attention_figures(EVIDENCE / "figures" / "attention").values()
    return {f"{r.method}.yml": attention_figures.written(r) for r in records}


def _curves(folder: Path) -> dict[str, str]:
    files = {name: EVIDENCE / "figures" / f"{name}.yml" for name in CURVES}
    return {file.name: curve_figures.written(curve_figures.read_curves(file)) for file in files.values()}


def _history(folder: Path) -> dict[str, str]:
    record_history(folder, load_history(EVIDENCE / "history"), posatlas.load().path_of)
    return _contents(folder)


def _translations(folder: Path) -> dict[str, str]:
    record_translations(folder, load_translations(EVIDENCE / "translations"), posatlas.load().path_of)
    return _contents(folder)


WRITTEN = {
    "": (_checks, "*.yml"),
    "laws": (_laws, "*.yml"),
    "mutation": (_mutation, "*.yml"),
    "figures/attention": (_attention, "*.yml"),
    "history": (_history, "**/*.yml"),
    "translations": (_translations, "**/*.yml"),
}


@pytest.mark.parametrize("folder", WRITTEN)
def test_records_stand_as_they_are_written(folder: str, tmp_path: Path) -> None:
    """A line that a hand added, took away, or set in another style is another byte."""
    write, pattern = WRITTEN[folder]
    assert write(tmp_path) == _contents(EVIDENCE / folder, pattern)


def test_curves_stand_as_they_are_written(tmp_path: Path) -> None:
    assert CURVES
    for name, text in _curves(tmp_path).items():
        assert text == (EVIDENCE / "figures" / name).read_text(encoding="utf-8")


def test_there_is_a_record_of_each_method_and_no_other() -> None:
    methods = {f"{method}.yml" for method in CLASSES}
    for folder in ("", "laws", "mutation", "figures/attention"):
        assert set(_contents(EVIDENCE / folder, "*.yml")) == methods, folder
    names = {f"{name}.yml" for name in (*CURVES, *FIGURES)}
    assert set(_contents(EVIDENCE / "figures", "*.yml")) == names
    known = {"laws", "mutation", "figures", "history", "translations"}
    assert {path.name for path in EVIDENCE.iterdir() if path.is_dir()} == known


def test_no_record_is_stale_missing_or_of_what_is_gone() -> None:
    """What only warns a contributor fails here: another person's record must not wait for the next one."""
    records = ("history/", "truth/evidence", "languages/unrecorded")
    assert [f.text() for f in validate() if f.code.startswith(records)] == []
    stale = [r.method for r in law_records.load_laws(EVIDENCE / "laws").values() if not r.fresh]
    assert stale == [], "run: posatlas check --record"


@pytest.mark.parametrize("folder", ["laws", "history", "translations", ""])
def test_an_edit_by_hand_is_another_byte(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same records with a comment and a blank more are read, and are not as they are written."""
    copy = tmp_path / "evidence"
    shutil.copytree(EVIDENCE, copy)
    file = sorted((copy / folder).rglob("*.yml") if folder else copy.glob("*.yml"))[0]
    file.write_text(file.read_text(encoding="utf-8") + "# mended\n", encoding="utf-8")
    write, pattern = WRITTEN[folder]
    monkeypatch.setitem(globals(), "EVIDENCE", copy)
    (tmp_path / "out").mkdir()
    assert write(tmp_path / "out") != _contents(copy / folder, pattern)
