"""Builds that fail, are killed, run twice or at once: a whole site stands at every moment."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from posatlas.generators.build import BuildFailed, alone, build, put_in_place, run_mkdocs
from posatlas.schema import LANGUAGES

ROOT = Path(__file__).parents[2]
PROGRAM = "import sys; from pathlib import Path; from posatlas.generators.build import build; \
build(Path(sys.argv[1]), Path(sys.argv[2]), None, Path(sys.argv[3]))"


def _digests(folder: Path) -> dict[str, str]:
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.fixture(scope="module")
def first(small_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A small site, and the work folder of its build."""
    folder = tmp_path_factory.mktemp("first")
    build(small_kb, folder / "site", None, folder / "work")
    return folder / "site", folder / "work"


def test_a_small_site_is_whole(first: tuple[Path, Path]) -> None:
    site, _ = first
    for folder in ("", "en/", "zh-Hans/"):
        page = (site / folder / "methods" / "shift" / "index.html").read_text(encoding="utf-8")
        assert 'class="katex"' in page
        assert (site / folder / "search" / "search_index.json").is_file()
    assert (site / "yaml" / "methods" / "shift" / "index.html").is_file()
    assert not [p for p in site.parent.iterdir() if p.name.startswith(".site")]


def test_two_builds_give_the_same_bytes(first: tuple[Path, Path], small_kb: Path, tmp_path: Path) -> None:
    """One in a new work folder, and one more in the old one."""
    site, work = first
    build(small_kb, tmp_path / "site", None, tmp_path / "work")
    again = _digests(tmp_path / "site")
    assert again == _digests(site)
    build(small_kb, tmp_path / "once-more", None, work)
    assert _digests(tmp_path / "once-more") == again


def test_all_that_is_written_is_the_same_whatever_the_order_of_sets(tmp_path: Path) -> None:
    languages = LANGUAGES if os.environ.get("POSATLAS_FULL") else ("en",)
    program = (
        "import sys; from pathlib import Path; from posatlas.generators.build import prepare; "
        f"prepare(Path('kb'), {tuple(languages)!r}, Path(sys.argv[1]))"
    )
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / seed)], cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed}
        )
        for seed in ("1", "2")
    ]
    assert [run.wait() for run in runs] == [0, 0]
    for folder in ("docs", "beside"):
        one, other = (_digests(tmp_path / seed / folder) for seed in ("1", "2"))
        assert len(one) > 1000
        assert {name for name in one | other if one.get(name) != other.get(name)} == set()


@pytest.mark.parametrize("reached", ["docs/en/index.md", "html/zh-Hant/index.html", "site"])
def test_a_killed_build_leaves_the_old_site_whole(
    first: tuple[Path, Path], small_kb: Path, tmp_path: Path, reached: str
) -> None:
    site = tmp_path / "site"
    shutil.copytree(first[0], site)
    before = _digests(site)
    marker = tmp_path / ".site.new" if reached == "site" else tmp_path / "work" / reached
    command = [sys.executable, "-c", PROGRAM, str(small_kb), str(site), str(tmp_path / "work")]
    running = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 60
    while not marker.exists() and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.002)
    assert marker.exists() or running.poll() == 0
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    assert _digests(site) == before
    build(small_kb, site, ("en",), tmp_path / "work")
    assert (site / "en" / "index.html").is_file()
    assert not (tmp_path / ".site.new").exists()


def test_a_failing_build_leaves_the_old_site_whole(first: tuple[Path, Path], tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(first[0], site)
    before = _digests(site)

    def fill(new: Path) -> None:
        (new / "index.html").write_text("half")
        raise BuildFailed("in the middle")

    with pytest.raises(BuildFailed, match="in the middle"):
        put_in_place(site, fill)
    assert _digests(site) == before
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_a_site_left_between_the_two_steps_is_taken_up_again(tmp_path: Path) -> None:
    (tmp_path / ".site.old").mkdir()
    (tmp_path / ".site.old" / "index.html").write_text("old")

    def fill(new: Path) -> None:
        assert (tmp_path / "site" / "index.html").read_text() == "old"
        (new / "index.html").write_text("new")

    put_in_place(tmp_path / "site", fill)
    assert (tmp_path / "site" / "index.html").read_text() == "new"
    assert [p.name for p in tmp_path.iterdir()] == ["site"]


def test_a_second_build_waits_for_the_first(tmp_path: Path) -> None:
    program = "import sys; from pathlib import Path; from posatlas.generators.build import alone\n\
with alone(Path(sys.argv[1])): print('in')"
    with alone(tmp_path):
        second = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE)
        with pytest.raises(subprocess.TimeoutExpired):
            second.wait(1.5)
    assert second.communicate(timeout=30)[0] == b"in\n"


def test_an_unknown_language_is_named(small_kb: Path, tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match=r"fr: no such language; use zh-Hant, en, zh-Hans"):
        build(small_kb, tmp_path / "site", ("fr",), tmp_path / "work")


def test_what_mkdocs_says_of_a_failure_is_told_with_the_language(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.en.yml").write_text("site_name: x\ndocs_dir: nowhere\n", encoding="utf-8")
    with pytest.raises(BuildFailed, match=r"(?s)^mkdocs failed on en:\n.*nowhere"):
        run_mkdocs(("en",), tmp_path)
