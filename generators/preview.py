"""Pages of a knowledge base that is being written: each is made when it is asked for, if it is not as it was built.

Search and menu stay as they were built; everything else on a page is as the YAML says at that moment.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from threading import Lock
from typing import Any

from mkdocs.commands.build import get_context
from mkdocs.config import load_config
from mkdocs.structure.files import File, get_files
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page as BuiltPage

from posatlas.atlas import Atlas, load
from posatlas.evidence import load_evidence
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.build import WORK, mkdocs_environment
from posatlas.generators.deployment import site_url
from posatlas.generators.finishing import Finisher
from posatlas.generators.machine_readable.linked_data import LinkedData
from posatlas.generators.machine_readable.locations import Locations
from posatlas.generators.maths import Maths
from posatlas.generators.page import Page
from posatlas.generators.pages import pages
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES, Language

_MISTAKE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mistake</title></head>
<body><h1>The page cannot be made</h1><pre>{}</pre></body></html>"""


class Preview:
    """Gives pages that differ from the built site; `kb` is watched, `work` is the folder of the last build."""

    def __init__(self, kb: Path, work: Path = WORK) -> None:
        self._kb, self._work = kb, work
        self._lock = Lock()
        self._languages = tuple(lang for lang in LANGUAGES if (work / f"mkdocs.{lang}.yml").is_file())
        self._builders: dict[str, _Builder] = {}
        self._seen: Mapping[str, tuple[int, int]] = {}
        self._mistake = ""
        self._maths = Maths(work / "cache" / "maths.json")
        self._sites: dict[Language, Site] = {}
        self._listed: dict[Language, _Listed] = {}

    def warm(self) -> None:
        """Read everything that the first page needs."""
        with self._lock:
            self._refresh()
            for language in self._languages:
                self._builder(language)
                self._page_at(language, "")

    def page(self, path: str) -> bytes | None:
        """HTML of the page at a path below the root, `methods/rope/`; None where the built one is right."""
        language, address = _split(path)
        if language not in self._languages:
            return None
        with self._lock:
            try:
                self._refresh()
                if self._mistake:
                    return _MISTAKE.format(escape(self._mistake)).encode()
                return self._made(language, address)
            except (ValueError, KeyError, FileNotFoundError) as error:
                return _MISTAKE.format(escape(str(error))).encode()

    def _made(self, language: Language, address: str) -> bytes | None:
        page = self._page_at(language, address)
        if page is None:
            return None
        markdown = self._sites[language].render(page)
        built = self._work / "docs" / language / address / "index.md"
        if built.is_file() and built.read_text(encoding="utf-8") == markdown:
            return None
        html = self._builder(language).html(address, markdown)
        finisher = Finisher(self._languages, site_url(), self._maths.formulas())
        return finisher.page(html, language, f"{address}index.html").encode()

    def _refresh(self) -> None:
        """Load the knowledge base again if a file changed; after a mistake the pages say so until it is mended."""
        now = dict(_stamps(self._kb))
        if now == self._seen:
            return
        self._seen, self._mistake = now, ""
        try:
            self._sites, self._listed = self._in_languages(load(self._kb)), {}
        except ValueError as error:
            self._mistake = str(error)

    def _in_languages(self, atlas: Atlas) -> dict[Language, Site]:
        if not self._languages:
            return {}
        first = Site(atlas, self._languages[0], self._maths, load_evidence(atlas.root / "evidence"))
        first.describe = LinkedData(Locations(atlas, site_url(), self._languages)).head
        return {language: first.in_language(language) for language in self._languages}

    def _page_at(self, language: Language, address: str) -> Page | None:
        if language not in self._sites:
            return None
        if language not in self._listed:
            self._listed[language] = _Listed(self._sites[language])
        try:
            return self._listed[language].at(address)
        except BaseException:
            del self._listed[language]  # what failed is tried again, and fails again, until it is mended
            raise

    def _builder(self, language: Language) -> _Builder:
        if language not in self._builders:
            self._builders[language] = _Builder(self._work / f"mkdocs.{language}.yml")
        return self._builders[language]


class _Listed:
    """The pages of a site by address, listed as far as they were asked for."""

    def __init__(self, site: Site) -> None:
        self._found: dict[str, Page] = {}
        self._further = pages(site)

    def at(self, address: str) -> Page | None:
        """The page at an address; None where there is none."""
        while address not in self._found:
            page = next(self._further, None)
            if page is None:
                return None
            self._found[page.address] = page
        return self._found[address]


class _Builder:
    """mkdocs with its theme, for one page at a time."""

    def __init__(self, configuration: Path) -> None:
        os.environ.update(mkdocs_environment())
        logging.getLogger("mkdocs").setLevel(logging.ERROR)
        config: Any = load_config(str(configuration))
        config = config.plugins.on_config(config)
        self._config, self._files = config, get_files(config)
        self._theme = config.theme.get_env()
        self._files.add_files_from_theme(self._theme, config)
        self._navigation = get_navigation(self._files, config)
        for page in self._navigation.pages:
            page.read_source(config)  # the menu beside every page shows their titles

    def html(self, address: str, markdown: str) -> str:
        """HTML of a page from its Markdown, as the theme sets it."""
        file = self._files.get_file_from_path(f"{address}index.md")
        if file is None:
            file = File.generated(self._config, f"{address}index.md", content=markdown)
            self._files.append(file)
        file.content_string = markdown
        page = file.page if file.page is not None else BuiltPage(None, file, self._config)
        page.read_source(self._config)
        page.render(self._config, self._files)
        context = get_context(self._navigation, self._files.documentation_pages(), self._config, page)
        page.active = True
        try:
            return str(self._theme.get_template("main.html").render(context))
        finally:
            page.active = False


def _split(path: str) -> tuple[Language, str]:
    for language, folder in FOLDER_OF_LANGUAGE.items():
        if folder and path.startswith(folder):
            return language, path.removeprefix(folder).removesuffix("index.html")  # type: ignore[return-value]
    return "zh-Hant", path.removesuffix("index.html")


def _stamps(folder: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each YAML file with its time and size."""
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _stamps(Path(entry.path))
        elif entry.name.endswith(".yml"):
            state = entry.stat()
            yield entry.path, (state.st_mtime_ns, state.st_size)
