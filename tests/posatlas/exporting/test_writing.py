"""Exports as a user meets them: same bytes, whole files, and sentences for what is wrong."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import posatlas
from posatlas.exporting import FORMATS, export

from ..in_process import answer

ROOT = Path(__file__).parents[3]
Run = subprocess.CompletedProcess
_MAIN = "from posatlas.command_line import main; main()"


def _posatlas(*arguments: str | Path, before: str = "", seed: str = "0", limit: int | None = None) -> Run:
    def limited() -> None:
        if limit is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    command = [sys.executable, "-c", f"{before}\n{_MAIN}", *map(str, arguments)]
    environment = os.environ | {"COLUMNS": "100", "PYTHONHASHSEED": seed}
    if limit is not None:  # no disk for a measurement of coverage either
        environment = {name: value for name, value in environment.items() if not name.startswith("COVERAGE_")}
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env=environment, check=False, preexec_fn=limited
    )


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_data_give_the_same_bytes(awkward: posatlas.Atlas, tmp_path: Path, format: str) -> None:
    found = []
    for seed, before in (("1", ""), ("2", "import sys; sys.modules['lxml'] = None")):  # networkx would prefer lxml
        file = tmp_path / f"{seed}.zip"
        run = _posatlas("export", format, "--kb", awkward.root, "--out", file, seed=seed, before=before)
        assert run.returncode == 0, run.stderr
        found.append(file.read_bytes())
    assert found[0] == found[1]
    assert len(found[0]) > 300


@pytest.mark.parametrize("format", FORMATS)
def test_a_kill_before_the_last_step_leaves_the_old_file(awkward: posatlas.Atlas, tmp_path: Path, format: str) -> None:
    file = tmp_path / FORMATS[format].file
    file.write_text("old", encoding="utf-8")
    kill = "import os, signal\nos.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)"
    run = _posatlas("export", format, "--kb", awkward.root, "--out", file, before=kill)
    assert run.returncode == -signal.SIGKILL
    assert file.read_text(encoding="utf-8") == "old"
    again = answer("export", format, "--kb", awkward.root, "--out", file)
    assert again.code == 0, again.err
    assert file.read_bytes() != b"old"


@pytest.mark.parametrize("format", FORMATS)
def test_a_disk_that_is_full_leaves_the_old_file(awkward: posatlas.Atlas, tmp_path: Path, format: str) -> None:
    file = tmp_path / FORMATS[format].file
    file.write_text("old", encoding="utf-8")
    run = _posatlas("export", format, "--kb", awkward.root, "--out", file, limit=256)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"posatlas: {file}: ")
    assert "Traceback" not in run.stderr
    assert file.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("name", ["posatlas.json", "posatlas.sqlite", "posatlas-csv.zip", "tables"])
def test_a_full_disk_is_an_error_of_the_system_that_names_the_target(
    name: str, awkward: posatlas.Atlas, tmp_path: Path, full_disk: Callable[[], Any]
) -> None:
    """SQLite has an error of its own, and a file beside the target is nothing that the caller named."""
    format = next((f for f, held in FORMATS.items() if held.file == name), "csv")
    with full_disk(), pytest.raises(OSError) as told:
        export(awkward, format, tmp_path / name)
    assert told.value.filename == str(tmp_path / name)
    assert told.value.errno and told.value.strerror
    assert [path.name for path in tmp_path.iterdir()] == ["kb"]


def test_the_size_of_a_folder_is_that_of_its_files(awkward: posatlas.Atlas, tmp_path: Path) -> None:
    out = tmp_path / "tables"
    found = answer("export", "csv", "--kb", awkward.root, "--out", out)
    size = sum(len(file.read_bytes()) for file in out.iterdir())
    assert found == (0, f"{out}: {len(awkward)} entities, {size:,} bytes.\n", "")


@pytest.mark.parametrize("watched", [True, False])
def test_only_a_person_who_waits_is_told_what_is_written(
    awkward: posatlas.Atlas, tmp_path: Path, watched: bool
) -> None:
    found = answer("export", "bibtex", "--kb", awkward.root, "--out", tmp_path / "a.bib", watched=watched)
    assert (found.code, found.err) == (0, f"Writing {tmp_path / 'a.bib'} …\n" if watched else "")


def test_each_format_has_its_name_and_a_line_that_counts(awkward: posatlas.Atlas, tmp_path: Path) -> None:
    for format, (name, _) in FORMATS.items():
        found = answer("export", format, "--kb", awkward.root, folder=tmp_path)
        size = (tmp_path / name).stat().st_size
        held = "1 paper" if format == "bibtex" else f"{len(awkward)} entities"
        assert found == (0, f"{name}: {held}, {size:,} bytes.\n", "")
    with zipfile.ZipFile(tmp_path / FORMATS["csv"].file) as archive:
        assert archive.testzip() is None


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["xml"], 2, "json, sqlite, csv, jsonld, graphml, bibtex"),
        (["json", "--language", "fr"], 2, "zh-Hant, en, zh-Hans"),
        (["json", "--base", "https://example.org/"], 2, "jsonld"),
        (["jsonld", "--base", "here"], 1, "is no web address; give one such as"),
        (["json", "--out", "missing/a.json"], 1, "missing: there is no such folder; make it first."),
        (["json", "--out", "."], 1, "is a folder. Name a file"),
        (["csv", "--out", "a.csv"], 1, "Name an archive that ends in .zip, or a folder."),
        (["csv", "--out", "a.csv.gz"], 1, "Name an archive that ends in .zip, or a folder."),
        (["csv", "--out", "."], 1, "this folder is not empty"),
        (["json", "--out", "-"], 2, "name a file"),
        (["json", "--kb", "missing"], 1, "is not a folder"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(kb: Path, arguments: list[str], code: int, says: str) -> None:
    before = sorted(path.name for path in kb.parent.iterdir())
    found = answer("export", "--kb", kb, *arguments, folder=kb.parent)
    assert found.code == code
    assert says in " ".join(found.err.split())
    assert sorted(path.name for path in kb.parent.iterdir()) == before


def test_a_pipe_is_not_replaced(awkward: posatlas.Atlas, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="a device or a pipe"):
        export(awkward, "json", tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()


def test_a_link_stays_a_link(awkward: posatlas.Atlas, tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("real")
    export(awkward, "bibtex", tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert "@misc{doe-2020," in (tmp_path / "real").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("format", "language", "words"), [("json", "zh-Hant", "language"), ("", "en", "format"), ("json", "", "language")]
)
def test_the_function_refuses_as_the_command_does(
    awkward: posatlas.Atlas, tmp_path: Path, format: str, language: str, words: str
) -> None:
    languages = {"zh-Hant": ["zh-Hant", "de"], "": [], "en": ["en"]}[language]
    with pytest.raises(ValueError, match=words):
        export(awkward, format, tmp_path / "a", languages)
    with pytest.raises(ValueError, match="A base address belongs to jsonld; json has none"):
        export(awkward, "json", tmp_path / "a", base="https://example.org/")
    assert not (tmp_path / "a").exists()


def test_without_opencc_two_ways_out_are_named(awkward: posatlas.Atlas, tmp_path: Path) -> None:
    without = "import sys; sys.modules['opencc'] = None"
    arguments = ("export", "json", "--kb", awkward.root, "--out", tmp_path / "a.json")
    run = _posatlas(*arguments, before=without)
    assert run.returncode == 1
    assert 'pip install "posatlas[site]"' in run.stderr
    assert "--language zh-Hant --language en" in run.stderr
    assert not (tmp_path / "a.json").exists()
    run = _posatlas(*arguments, "--language", "zh-Hant", "--language", "en", before=without)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("content", ["not: a list", "- {claim: x}", "\t"])
def test_evidence_that_cannot_be_read(kb: Path, tmp_path: Path, content: str) -> None:
    (kb / "evidence").mkdir()
    (kb / "evidence" / "turning.yml").write_text(content, encoding="utf-8")
    found = answer("export", "json", "--kb", kb, "--out", tmp_path / "a.json")
    assert found.code == 1
    assert "turning.yml" in found.err and "posatlas check --record" in found.err
    assert not (tmp_path / "a.json").exists()


def test_an_empty_knowledge_base_gives_empty_exports(tmp_path: Path, made: Callable[..., Path]) -> None:
    (tmp_path / "kb").mkdir()
    atlas = posatlas.load(tmp_path / "kb")
    for format in FORMATS:
        assert made(atlas, format).stat().st_size > 0
