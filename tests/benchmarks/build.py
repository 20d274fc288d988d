"""The site: CPU seconds of our part beside those of mkdocs, cold and warm, at 300 and at all pages a language; what the
search costs its readers; and how soon a changed file shows.

Our search takes the place of the theme's, so a plain build is one of the same Markdown with the theme's index. The
build that we run, which makes none, is printed beside it.
"""

from __future__ import annotations

import gzip
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from unittest import mock

from posatlas.generators import build
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES

ROOT = Path(__file__).parents[2]
FEW = 300
LIMITS = {"cold": 0.35, "warm": 0.15}
_NOT_INDEXED = 'search: {"exclude": true}\n'
_TIMES = ("user", "system", "children_user", "children_system")


def _seconds(work: Callable[[], object]) -> float:
    """CPU seconds of this process and of those it started, user and system."""
    before = os.times()
    work()
    after = os.times()
    return sum(getattr(after, name) - getattr(before, name) for name in _TIMES)


def run() -> None:
    """Build all languages in folders that are thrown away, and print one line a measurement."""
    here = Path.cwd()
    os.chdir(ROOT)
    try:
        with tempfile.TemporaryDirectory(prefix="posatlas-bench-") as folder:
            few = _measured(Path(folder) / "few", FEW)
            every = _measured(Path(folder) / "every", None)
            growth = (every[1] / few[1]) / (every[0] / few[0])
            print(f"build: the whole of it grows {growth:.2f} times as fast as the pages (no worse than linear: 1)")
            _search(Path(folder) / "every" / "site")
            _preview(Path(folder) / "every" / "work", Path(folder) / "kb")
    finally:
        os.chdir(here)


def _measured(folder: Path, most: int | None) -> tuple[int, float]:
    """Print what a build of so many pages a language takes; give the pages and the seconds of the cold one."""
    work, site, old = folder / "work", folder / "site", folder / "old"
    whole = build.pages
    count = 0

    def pages(of: Site) -> Iterator[Page]:
        nonlocal count
        for page in islice(whole(of), most):
            count += of.language == LANGUAGES[0]
            yield page

    def assemble() -> None:
        site.mkdir(parents=True)
        build.assemble(LANGUAGES, work, site, old)

    work.mkdir(parents=True)
    plain, seconds = 0.0, {}
    with mock.patch.object(build, "pages", pages), _lenient():
        for state in ("cold", "warm"):
            writing = _seconds(lambda: build.prepare(ROOT / "kb", LANGUAGES, work))
            building = _seconds(lambda: build.run_mkdocs(LANGUAGES, work))
            finishing = _seconds(assemble)
            plain = plain or _plain(work, folder / "plain")
            seconds[state] = writing + building + finishing
            print(
                f"build, {count} pages a language, {state}: writing {writing:.1f} s CPU, finishing {finishing:.1f} s; "
                f"{(writing + finishing) / plain:.2f} of a plain build, {plain:.1f} s (limit {LIMITS[state]}), "
                f"{(writing + finishing) / building:.2f} of the one that we run, {building:.1f} s"
            )
            if state == "cold":
                site.rename(old)
    return count, seconds["cold"]


def _plain(work: Path, plain: Path) -> float:
    """Seconds of mkdocs on the same Markdown, with the theme's own search."""
    for language in LANGUAGES:
        for file in (work / "docs" / language).rglob("*.md"):
            copy = plain / file.relative_to(work)
            copy.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8")
            indexed = text.replace(_NOT_INDEXED, "", 1)
            assert indexed != text
            copy.write_text(indexed, encoding="utf-8")
        shutil.copytree(work / "docs" / language / "assets", plain / "docs" / language / "assets")
        name = f"mkdocs.{language}.yml"
        configuration = (work / name).read_text(encoding="utf-8").replace(str(work.resolve()), str(plain.resolve()))
        (plain / name).write_text(configuration, encoding="utf-8")
    return _seconds(lambda: build.run_mkdocs(LANGUAGES, plain))


def _lenient() -> mock.mock._patch[object]:
    """Some of the pages link to others that are not built: mkdocs is not to be strict about it."""
    started = build.subprocess.run
    return mock.patch.object(
        build.subprocess,
        "run",
        lambda command, **more: started([part for part in command if part != "--strict"], **more),
    )


def _search(site: Path) -> None:
    for language, folder in FOLDER_OF_LANGUAGE.items():
        index = (site / folder / "assets" / "search.json").read_bytes()
        script = (site / folder / "assets" / "scripts" / "search.js").read_bytes()
        print(
            f"search, {language}: index {len(index) / 1e6:.2f} MB, {len(gzip.compress(index)) / 1e3:.0f} kB gz, "
            f"fetched with the first letter; script {len(gzip.compress(script)) / 1e3:.1f} kB gz"
        )


def _preview(work: Path, kb: Path) -> None:
    from posatlas.generators.preview import Preview

    shutil.copytree(ROOT / "kb", kb)
    preview = Preview(kb, work)
    preview.warm()
    file = kb / "methods" / "rope.yml"
    text = file.read_text(encoding="utf-8")
    for language in LANGUAGES:
        file.write_text(text.replace("aliases: [", f"aliases: [changed-{language}, ", 1), encoding="utf-8")
        started = time.perf_counter()
        made = preview.page(f"{FOLDER_OF_LANGUAGE[language]}methods/rope/") or b""
        elapsed = time.perf_counter() - started
        assert f"changed-{language}".encode() in made
        print(f"preview, {language}: a changed file shows on its page after {elapsed:.2f} s (limit 2)")


if __name__ == "__main__":
    run()
