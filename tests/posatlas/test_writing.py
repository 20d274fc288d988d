"""Files are replaced in one step: a process killed on the way leaves the old one, and runs at once do not clash."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import posatlas
from posatlas.history import load_history
from posatlas.writing import alone, replace_file, replacement

ROOT = Path(__file__).parents[2]

# Killed by the system, without any handler, after the new content is written and before it takes its place.
KILLED = """
import os, signal, sys
from pathlib import Path
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
"""
WRITERS = {
    "text": "from posatlas.writing import replace_file; replace_file(Path(sys.argv[1]) / 'file.yml', 'new')",
    "history": "from posatlas.history import *; record_history(Path(sys.argv[1]), {'rope': History('2026-01-01')}, "
    "{'rope': 'kb/file/rope.yml'})",
    "translations": "from posatlas.translations import *; record_translations(Path(sys.argv[1]), "
    "{'rope': {'name': 'a b'}}, {'rope': 'kb/file/rope.yml'})",
    "archive": "from posatlas.generators.packing import pack; site = Path(sys.argv[1]) / 'site'; "
    "pack(site, Path(sys.argv[1]) / 'file.yml')",
    "formulas": "from posatlas.generators.maths import Maths; m = Maths.__new__(Maths); m._used, m._cache = set(), {}; "
    "m._cache_file, m._version = Path(sys.argv[1]) / 'file.yml', '1'; m.save()",
}


def _run(program: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.skipif(os.name != "posix", reason="a process is killed with a signal")
def test_a_process_killed_before_the_last_step_leaves_the_old_file(writer: str, tmp_path: Path) -> None:
    (tmp_path / "site" / "api").mkdir(parents=True)
    for name in ("index.html", "api/index.json"):
        (tmp_path / "site" / name).write_text("here")
    file = tmp_path / "file.yml"
    file.write_text("{}\n")
    assert _run(KILLED + WRITERS[writer], tmp_path).returncode == -signal.SIGKILL
    assert file.read_text() == "{}\n"
    left = [path.name for path in tmp_path.iterdir() if path.name not in ("site", "file.yml")]
    assert len(left) == 1 and left[0].startswith(".file.yml.") and left[0].endswith(".new"), "it came so far"
    done = _run("import sys\nfrom pathlib import Path\n" + WRITERS[writer], tmp_path)
    assert done.returncode == 0, done.stderr
    assert file.read_bytes() != b"{}\n", "the writer, not killed, writes this very file"


def test_a_block_that_fails_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "file.yml"
    file.write_text("old")
    with pytest.raises(KeyError), replacement(file) as new:
        new.write_text("half")
        raise KeyError
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["file.yml"]


def test_text_is_utf8_with_line_feeds_and_bytes_are_as_they_are(tmp_path: Path) -> None:
    replace_file(tmp_path / "a" / "b.yml", "旋轉\n")
    assert (tmp_path / "a" / "b.yml").read_bytes() == "旋轉\n".encode()
    replace_file(tmp_path / "a" / "b.yml", b"\x00\r\n")
    assert (tmp_path / "a" / "b.yml").read_bytes() == b"\x00\r\n"


@pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")
def test_rights_and_links_are_kept(tmp_path: Path) -> None:
    file, link, beside = tmp_path / "far" / "file.yml", tmp_path / "link.yml", tmp_path / "plain.yml"
    file.parent.mkdir()
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    replace_file(link, "new")
    assert link.is_symlink()
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o640)
    replace_file(tmp_path / "new.yml", "")
    beside.touch()
    assert (tmp_path / "new.yml").stat().st_mode == beside.stat().st_mode


def test_a_folder_that_cannot_be_written_to_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError):
        replace_file(tmp_path / "file" / "below.yml", "text")


@pytest.mark.skipif(os.name != "posix", reason="locks of POSIX")
def test_a_second_run_that_has_nothing_to_say_waits_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    order, waits, lock = [], threading.Event(), fcntl.flock

    def flock(descriptor: int, how: int) -> None:
        if how == fcntl.LOCK_EX:
            waits.set()
        lock(descriptor, how)

    def second() -> None:
        with alone(tmp_path):
            order.append("second")

    thread = threading.Thread(target=second)
    monkeypatch.setattr(fcntl, "flock", flock)
    with alone(tmp_path):
        thread.start()
        assert waits.wait(60)
        order.append("first")
    thread.join(60)
    assert order == ["first", "second"]


def test_where_the_system_has_no_locks_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with alone(tmp_path / "made"), alone(tmp_path / "made", lambda: pytest.fail("nobody is waited for")):
        replace_file(tmp_path / "made" / "file.yml", "new")
    assert (tmp_path / "made" / "file.yml").read_text() == "new"


COUNTING = """
import json, sys, time
from pathlib import Path
from posatlas.writing import alone, replace_file
folder = Path(sys.argv[1])
for _ in range(12):
    with alone(folder):
        value = json.loads((folder / "count.json").read_text())
        time.sleep(0.001)
        replace_file(folder / "count.json", json.dumps(value + 1))
"""


def test_runs_at_once_lose_nothing(tmp_path: Path) -> None:
    (tmp_path / "count.json").write_text("0")
    command = [sys.executable, "-c", COUNTING, str(tmp_path)]
    running = [subprocess.Popen(command) for _ in range(3)]
    assert [one.wait(120) for one in running] == [0] * 3
    assert json.loads((tmp_path / "count.json").read_text()) == 36
    assert [path.name for path in tmp_path.iterdir()] == ["count.json"]


COMMANDS = {
    "history": ["history", "--record", "--kb", "{kb}"],
    "translations": ["translations", "--record", "--kb", "{kb}"],
    "check": ["check", "alibi-slopes-halve-per-head", "--record", "--out", "{kb}/evidence/check"],
    "mutate": ["mutate", "nope", "--record", "--jobs", "1", "--format", "json", "--out", "{kb}/evidence/mutate"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_records_waits_for_another(name: str, kb: Path) -> None:
    folder = kb / "evidence" / name
    program = "from posatlas.command_line import main; main()"
    command = [sys.executable, "-c", program, *(word.format(kb=kb) for word in COMMANDS[name])]
    with alone(folder):
        second = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert second.stderr is not None
        assert second.stderr.readline() == f"Another run writes to {folder}/; waiting for it.\n"
        time.sleep(0.2)
        assert second.poll() is None
        assert not list(folder.rglob("*.yml")), "nothing is written yet"
    second.communicate(timeout=60)
    assert second.returncode == 0
    assert list(folder.rglob("*.yml"))


def test_reading_the_records_waits_for_nobody(kb: Path) -> None:
    with alone(kb / "evidence" / "history"):
        done = _run("from posatlas.command_line import main; main()", "history", "--kb", kb)
    assert done.returncode == 0
    assert "waiting" not in done.stderr


def test_two_whole_runs_of_a_record_give_what_one_gives(kb: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(kb, other)
    program = "from posatlas.command_line import main; main()"

    def start(folder: Path) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", program, "history", "--record", "--kb", str(folder)]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL)

    running = [start(kb), start(kb), start(other)]
    assert [one.wait(60) for one in running] == [0, 0, 0]

    def contents(folder: Path) -> dict[str, bytes]:
        return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    assert contents(kb) == contents(other)
    assert any(name.startswith("evidence/history/") for name in contents(kb))


# Files that may write in place, and why nothing is lost there.
IN_PLACE = {
    "generators/explorer/files.py": "the work folder of a build",
    "generators/machine_readable/__init__.py": "the work folder of a build",
    "generators/machine_readable/moved.py": "the work folder of a build",
    "generators/feeds.py": "the work folder of a build",
    "generators/finishing/__init__.py": "a new site that is not in place yet, and a cache with keys written last",
    "generators/finishing/languages.py": "a new site that is not in place yet",
    "generators/finishing/theme.py": "a new site that is not in place yet",
    "generators/line_pages.py": "the work folder of a build",
    "generators/assets.py": "the work folder of a build, and a cache put in place by renaming",
    "generators/packing.py": "the new file beside the old one",
    "generators/build.py": "the work folder of a build",
    "generators/search_index.py": "the work folder of a build",
    "src/posatlas/exporting/csv_format.py": "a new folder beside its place",
    "src/posatlas/exporting/json_format.py": "the new file beside the old one",
    "src/posatlas/exporting/jsonld_format.py": "the new file beside the old one",
    "src/posatlas/scaffolding/beginning.py": "the new file beside its place, which holds no other",
    "src/posatlas/writing.py": "the new file beside the old one",
}
_COPYING = ("copyfile", "copy", "copy2", "copytree", "move")


def _writes(file: Path) -> bool:
    """Whether a module has a call that writes to a named file: of a path, of open, of shutil."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        words = [v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str)]
        if name in ("write_text", "write_bytes"):
            return True
        if name in ("open", "fdopen", "ZipFile") and any(len(w) <= 3 and set(w) & set("wax+") for w in words):
            return True
        if name in _COPYING and getattr(getattr(node.func, "value", None), "id", "") == "shutil":
            return True
    return False


@pytest.mark.parametrize(
    "line",
    [
        "open(a, 'w')",
        "a.open('r+')",
        "os.fdopen(a, mode='ab')",
        "a.write_text(b)",
        "shutil.copy2(a, b)",
        "open(a, 'x')",
    ],
)
def test_writing_is_seen(line: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(line)
    assert _writes(tmp_path / "module.py")
    (tmp_path / "module.py").write_text("open(a); a.open('rb'); a.read_text(); b.copy()")
    assert not _writes(tmp_path / "module.py")


def test_everything_else_is_written_in_one_step() -> None:
    folders = [ROOT / "schema", ROOT / "generators", ROOT / "reference_impl", *_own_folders()]
    files = {file for folder in folders for file in folder.rglob("*.py")}
    files |= set((ROOT / "src" / "posatlas").glob("*.py"))
    assert len(files) > 300
    found = {file.relative_to(ROOT).as_posix() for file in files if _writes(file)}
    assert found == set(IN_PLACE), "write with posatlas.writing, or say above why that is not needed"


def _own_folders() -> list[Path]:
    return [p for p in (ROOT / "src" / "posatlas").iterdir() if p.is_dir() and not p.is_symlink()]


def test_what_a_killed_run_leaves_is_not_taken_for_an_entity_or_a_record(kb: Path) -> None:
    for folder in (kb / "methods", kb / "evidence" / "history"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".turning.yml.1234-00000000.new").write_text("half: [")
    assert "turning" in posatlas.load(kb)
    assert load_history(kb / "evidence" / "history") == {}
