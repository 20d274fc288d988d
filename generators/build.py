"""Building the site: pages of all languages, one mkdocs run a language, then the work on the built pages.

Everything in between stands in one work folder, which one build at a time may use. The site itself is
replaced in one step at the very end, so that a build that fails or is killed leaves the old one whole.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import yaml
from rich.console import Console

from posatlas.atlas import Atlas, load
from posatlas.evidence import load_evidence
from posatlas.generators import code_pages, finishing, machine_readable, yaml_pages
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.assets import write_assets
from posatlas.generators.machine_readable.linked_data import LinkedData
from posatlas.generators.machine_readable.locations import Locations
from posatlas.generators.maths import Maths
from posatlas.generators.navigation import menu
from posatlas.generators.pages import pages
from posatlas.generators.places import Places
from posatlas.generators.search_words import write_search_words
from posatlas.generators.site import Site, all_words
from posatlas.schema import LANGUAGES

WORK = Path("build")
HERE = Path(__file__).parent
CONFIGURATIONS = {"zh-Hant": "mkdocs.yml", "en": "mkdocs.en.yml", "zh-Hans": "mkdocs.zh-Hans.yml"}


class BuildFailed(ValueError):
    """The site was not built; the old one is untouched."""


def build(kb: Path, site: Path, languages: tuple[str, ...] | None = None, work: Path = WORK) -> None:
    """Build the site into `site`, replaced only when the new one is whole; `work` holds what lies between.

    Raises InvalidKnowledgeBase, BadFormula and BuildFailed with sentences.
    """
    chosen = tuple(language for language in LANGUAGES if languages is None or language in languages)
    unknown = set(languages or ()) - set(LANGUAGES)
    if unknown:
        raise BuildFailed(f"{', '.join(sorted(unknown))}: no such language; use {', '.join(LANGUAGES)}.")
    console = Console(stderr=True)
    with alone(work, console):
        started = time.process_time()
        atlas = load(kb)
        with console.status("Writing pages …"):
            count = generate(atlas, chosen, work)
        seconds = time.process_time() - started
        console.print(f"{count} pages in {len(chosen)} languages written in {seconds:.1f} s CPU.")
        with console.status("Building with mkdocs …"):
            run_mkdocs(atlas, chosen, work)
        with console.status("Finishing pages …"):
            put_in_place(site, lambda new: assemble(atlas, chosen, work, new))
    console.print(f"The site is in {site}/. Look at it:  posatlas serve")


@contextmanager
def alone(work: Path, console: Console | None = None) -> Iterator[None]:
    """Hold the work folder; a second build waits. The lock ends with the process, however it ends."""
    work.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:  # Windows has none: there nobody is kept from building twice at once
        yield
        return
    with (work / ".lock").open("w") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if console is not None:
                console.print(f"Another build uses {work}/; waiting for it.")
            fcntl.flock(held, fcntl.LOCK_EX)
        os.set_inheritable(held.fileno(), True)  # mkdocs keeps the folder even if this process is killed
        yield


def site_url() -> str:
    """Address under which the site will stand, with a slash at the end: SITE_URL, or the local one."""
    return os.environ.get("SITE_URL", "http://127.0.0.1:8000/").rstrip("/") + "/"


def generate(atlas: Atlas, languages: tuple[str, ...] = LANGUAGES, work: Path = WORK) -> int:
    """Write the Markdown of all pages below `work`/docs, changed files only. Gives the number of pages."""
    maths = Maths(work / "cache" / "maths.json")
    places = Places(atlas)
    records = load_evidence(atlas.root / "evidence")
    count = 0
    for language in languages:
        site = Site(atlas, language, maths, records, places)  # type: ignore[arg-type]
        folder = work / "docs" / language
        written = set()
        for page in pages(site):
            file = folder / page.address / "index.md"
            _write_if_changed(file, site.render(page))
            written.add(file)
            count += 1
        for old in set(folder.rglob("*.md")) - written:
            old.unlink()
        write_assets(folder / "assets", work / "cache")
    write_search_words(atlas, work / "search-words.txt")
    maths.save()
    return count


def _write_if_changed(file: Path, content: str) -> None:
    if file.is_file() and file.read_text(encoding="utf-8") == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


def run_mkdocs(atlas: Atlas, languages: tuple[str, ...], work: Path = WORK) -> None:
    """Build the HTML of all languages below `work`/html, in parallel. Raises BuildFailed."""
    root = site_url()
    environment = os.environ | {
        "NO_MKDOCS_2_WARNING": "1",
        "SITE_URL": root,
        "SITE_URL_EN": f"{root}en/",
        "SITE_URL_ZH_HANS": f"{root}zh-Hans/",
    }

    def one(language: str) -> subprocess.CompletedProcess[str]:
        configuration = _write_configuration(atlas, language, work.resolve())
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", str(configuration)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, close_fds=False)

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for language, result in zip(languages, pool.map(one, languages), strict=True):
            if result.returncode:
                raise BuildFailed(f"mkdocs failed on {language}:\n{result.stdout}{result.stderr}")


def _write_configuration(atlas: Atlas, language: str, work: Path) -> Path:
    """The configuration of a language: its menu, and its folders in `work`; it inherits the one in the checkout."""
    chinese = {"jieba_dict_user": str(work / "search-words.txt")} if language != "en" else {}
    configuration = {
        "INHERIT": str(Path(CONFIGURATIONS[language]).resolve()),
        "docs_dir": str(work / "docs" / language),
        "site_dir": str(work / "html" / language),
        "theme": {"custom_dir": str(HERE.resolve() / "theme")},
        "plugins": {"search": chinese},
        "nav": menu(atlas, all_words(), language),  # type: ignore[arg-type]
    }
    file = work / f"mkdocs.{language}.yml"
    file.write_text(yaml.safe_dump(configuration, sort_keys=False), encoding="utf-8")
    return file


def assemble(atlas: Atlas, languages: tuple[str, ...], work: Path, new: Path) -> None:
    """Put the built languages together in the folder `new`, and finish their pages."""
    for language in languages:
        shutil.copytree(work / "html" / language, new / FOLDER_OF_LANGUAGE[language], dirs_exist_ok=True)
    yaml_pages.write(atlas, new, languages)
    code_pages.write(new)
    describe = LinkedData(Locations(atlas, site_url(), languages)).head
    finishing.finish(new, languages, site_url(), work / "cache" / "maths.json", describe)
    machine_readable.write(atlas, new, languages, site_url())


def put_in_place(site: Path, fill: Callable[[Path], None]) -> None:
    """Fill a new folder beside `site`, then put it in its place; if `fill` fails, the old one stands."""
    new, old = site.with_name(f".{site.name}.new"), site.with_name(f".{site.name}.old")
    site.parent.mkdir(parents=True, exist_ok=True)
    if old.exists() and not site.exists():  # killed between the two renames below
        old.rename(site)
    for left in (new, old):
        shutil.rmtree(left, ignore_errors=True)
    new.mkdir()
    try:
        fill(new)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    if site.exists():
        site.rename(old)
    new.rename(site)
    shutil.rmtree(old, ignore_errors=True)
