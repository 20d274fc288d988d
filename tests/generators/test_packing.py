"""The site as an archive: unpacked anywhere, started with one command, read without a network."""

from __future__ import annotations

import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from posatlas.generators.build import build
from posatlas.generators.packing import pack


@pytest.fixture(scope="module")
def archive(small_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packing")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "https://example.org/atlas/")
        patch.setenv("REPO_URL", "https://github.com/example/posatlas")
        build(small_kb, folder / "site", ("zh-Hant", "en"), folder / "work")
    pack(folder / "site", folder / "site.zip")
    return folder / "site.zip"


@pytest.fixture(scope="module")
def started(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address that the program in the archive prints."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(archive) as opened:
        opened.extractall(folder)
    command = [sys.executable, str(folder / "posatlas" / "start.py"), "--no-browser"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield running.stdout.readline().split()[0]  # type: ignore[union-attr]
    finally:
        running.terminate()
        running.wait()


def test_the_archive_holds_the_site_and_nothing_of_this_machine(archive: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        names = opened.namelist()
        assert {"posatlas/start.py", "posatlas/READ-ME.txt", "posatlas/site/index.html"} <= set(names)
        assert all(name.startswith("posatlas/") and ".." not in name for name in names)
        assert {entry.date_time for entry in opened.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_repository_is_linked_but_not_asked_for_numbers(archive: Path) -> None:
    """The theme's script asks the host of the repository wherever it finds its mark."""
    page = (archive.with_name("site") / "methods" / "shift" / "index.html").read_text(encoding="utf-8")
    assert 'href="https://github.com/example/posatlas"' in page
    assert 'data-md-component="source"' not in page


def test_two_archives_have_the_same_bytes(archive: Path, tmp_path: Path) -> None:
    pack(archive.with_name("site"), tmp_path / "again.zip")
    assert (tmp_path / "again.zip").read_bytes() == archive.read_bytes()


@pytest.mark.parametrize("place", ["", "en/", "methods/shift/", "en/methods/shift/", "api/method/shift.json"])
def test_pages_are_served_below_the_path_of_the_site(started: str, place: str) -> None:
    assert started.endswith("/atlas/")
    with urllib.request.urlopen(started + place) as answer:
        assert answer.status == 200 and len(answer.read()) > 200


@pytest.mark.parametrize(("place", "language"), [("none/", "zh-Hant"), ("en/none/", "en")])
def test_a_missing_page_is_told_in_its_language(started: str, place: str, language: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as told:
        urllib.request.urlopen(started + place)
    assert told.value.code == 404
    assert f'<html lang="{language}"' in told.value.read().decode()


@pytest.mark.parametrize("place", ["../start.py", "%2e%2e/start.py", "../../etc/passwd"])
def test_nothing_outside_the_site_is_served(started: str, place: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as told:
        urllib.request.urlopen(started + place)
    assert told.value.code == 404


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no whole site"):
        pack(tmp_path, tmp_path / "out.zip")


def test_an_archive_within_the_site_is_refused(archive: Path) -> None:
    site = archive.with_name("site")
    with pytest.raises(ValueError, match="lies in the site itself"):
        pack(site, site / "out.zip")
    assert not (site / "out.zip").exists()
