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
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml
from rich.console import Console

from posatlas.atlas import Atlas, load
from posatlas.collecting import without_collecting
from posatlas.describing import in_language
from posatlas.evidence import load_evidence
from posatlas.generators import code_pages, finishing, machine_readable, yaml_pages
from posatlas.generators.assets import write_assets
from posatlas.generators.deployment import site_url
from posatlas.generators.explorer import files as explorer_files
from posatlas.generators.feeds import FEEDS, write_feeds
from posatlas.generators.finishing.audit import audit_all
from posatlas.generators.freshness import digest_of_inputs
from posatlas.generators.machine_readable.linked_data import LinkedData
from posatlas.generators.machine_readable.locations import Locations
from posatlas.generators.maths import Maths
from posatlas.generators.navigation import menu
from posatlas.generators.pages import pages
from posatlas.generators.search_index import SearchIndex
from posatlas.generators.site import Site
from posatlas.generators.words import all_words
from posatlas.places import Places
from posatlas.schema import LANGUAGES
from posatlas.writing import alone

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
    waiting = f"Another build uses {work}/; waiting for it."
    with alone(work, lambda: console.print(waiting), inherited=True):  # mkdocs keeps it even if this process is killed
        started = time.process_time()
        with console.status("Writing pages …"):
            count = prepare(kb, chosen, work)
        seconds = time.process_time() - started
        written = f"written in {seconds:.1f} s CPU" if count else "are as they were"
        console.print(f"{count or 'The'} pages in {len(chosen)} languages {written}.")
        with console.status("Building with mkdocs …"):
            run_mkdocs(chosen, work)
        with console.status("Finishing pages …"):
            put_in_place(site, lambda new: assemble(chosen, work, new, site))
    console.print(f"The site is in {site}/. Look at it:  posatlas serve")


def prepare(kb: Path, languages: tuple[str, ...], work: Path = WORK) -> int:
    """Write all that is made from the knowledge base, unless it is there already. Gives the number of pages written.

    Raises InvalidKnowledgeBase and BadFormula.
    """
    stamp, inputs = work / "prepared", digest_of_inputs(kb, languages)
    whole = all((work / "docs" / language / "index.md").is_file() for language in languages)
    if whole and stamp.is_file() and stamp.read_text(encoding="utf-8") == inputs:
        return 0
    stamp.unlink(missing_ok=True)
    with without_collecting():
        count = generate(load(kb), languages, work)
    stamp.write_text(inputs, encoding="utf-8")
    return count


def generate(atlas: Atlas, languages: tuple[str, ...] = LANGUAGES, work: Path = WORK) -> int:
    """Write the Markdown of all pages below `work`/docs, changed files only, and what stands beside them below
    `work`/beside. Gives the number of pages."""
    maths = Maths(work / "cache" / "maths.json")
    places = Places(atlas)
    records = load_evidence(atlas.root / "evidence")
    count = 0
    first = Site(atlas, languages[0], maths, records, places)  # type: ignore[arg-type]
    first.describe = LinkedData(Locations(atlas, site_url(), languages)).head
    for language in languages:
        site = first.in_language(language)  # type: ignore[arg-type]
        folder = work / "docs" / language
        written = set()
        index = SearchIndex(atlas, language)  # type: ignore[arg-type]
        for page in pages(site):
            file = folder / page.address / "index.md"
            markdown = site.render(page)
            _write_if_changed(file, markdown)
            index.add(page, markdown)
            for name, content in page.beside.items():
                file.with_name(name).write_bytes(content)
            written.add(file)
            count += 1
        for old in set(folder.rglob("*.md")) - written:
            old.unlink()
        write_feeds(site, folder, site_url())
        write_assets(folder / "assets", work / "cache")
        _write_configuration(atlas, language, work.resolve())
        explorer_files.write(site, folder / "assets" / "graph")
        index.write(folder / "assets" / "search.json")
    maths.save()
    _write_beside(atlas, languages, work / "beside")
    return count


def _write_beside(atlas: Atlas, languages: tuple[str, ...], folder: Path) -> None:
    """What stands at the root of the site beside the pages, one for all languages."""
    shutil.rmtree(folder, ignore_errors=True)
    yaml_pages.write(atlas, folder, languages)
    code_pages.write(folder)
    audit_all(folder)
    machine_readable.write(atlas, folder, languages, site_url())


def _write_if_changed(file: Path, content: str) -> None:
    if file.is_file() and file.read_text(encoding="utf-8") == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


def mkdocs_environment() -> dict[str, str]:
    """What the configurations of mkdocs take from the environment."""
    root = site_url()
    return {
        "NO_MKDOCS_2_WARNING": "1",
        "SITE_URL": root,
        "SITE_URL_EN": f"{root}en/",
        "SITE_URL_ZH_HANS": f"{root}zh-Hans/",
    }


def run_mkdocs(languages: tuple[str, ...], work: Path = WORK) -> None:
    """Build the HTML of all languages below `work`/html, in parallel. Raises BuildFailed."""
    environment = os.environ | mkdocs_environment()

    def one(language: str) -> subprocess.CompletedProcess[str]:
        configuration = work.resolve() / f"mkdocs.{language}.yml"
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", str(configuration)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, close_fds=False)

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for language, result in zip(languages, pool.map(one, languages), strict=True):
            if result.returncode:
                raise BuildFailed(f"mkdocs failed on {language}:\n{result.stdout}{result.stderr}")


def _write_configuration(atlas: Atlas, language: str, work: Path) -> None:
    """The configuration of a language: its menu, and its folders in `work`; it inherits the one in the checkout."""
    configuration = {
        "INHERIT": str(Path(CONFIGURATIONS[language]).resolve()),
        "docs_dir": str(work / "docs" / language),
        "site_dir": str(work / "html" / language),
        "theme": {"custom_dir": str(HERE.resolve() / "theme")},
        "nav": menu(atlas, all_words(), language),  # type: ignore[arg-type]
        "extra": {"feeds": _feeds(work / "docs" / language, language)},
    }
    file = work / f"mkdocs.{language}.yml"
    file.write_text(yaml.safe_dump(configuration, sort_keys=False), encoding="utf-8")


def _feeds(folder: Path, language: str) -> list[dict[str, str]]:
    """File and title of the feeds of a language, for the heads of its pages."""
    return [
        {"file": file, "title": in_language(all_words()[title], language)}
        for file, (_, title) in FEEDS.items()
        if (folder / file).is_file()
    ]


def assemble(languages: tuple[str, ...], work: Path, new: Path, old: Path | None = None) -> None:
    """Put the built languages together in the folder `new`, and finish their pages; those that are as they were in
    the site `old` are taken from there."""
    finishing.finish(work / "html", new, languages, site_url(), work / "cache", old)
    shutil.copytree(work / "beside", new, dirs_exist_ok=True, copy_function=shutil.copyfile)


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
