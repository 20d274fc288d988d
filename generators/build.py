"""Building the site: pages of all languages, one mkdocs run a language, then the work on the built pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rich.console import Console

from posatlas.atlas import Atlas, load
from posatlas.evidence import load_evidence
from posatlas.generators import finishing, yaml_pages
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.maths import KATEX, Maths
from posatlas.generators.pages import pages
from posatlas.generators.search_words import write_search_words
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES

WORK = Path("build")
CONFIGURATIONS = {"zh-Hant": "mkdocs.yml", "en": "mkdocs.en.yml", "zh-Hans": "mkdocs.zh-Hans.yml"}


class BuildFailed(ValueError):
    """The site was not built; the old one is untouched."""


def build(kb: Path, site: Path, languages: tuple[str, ...] | None = None) -> None:
    """Build the site into `site`, which is replaced only when the new one is whole.

    Raises InvalidKnowledgeBase, BadFormula and BuildFailed with sentences.
    """
    chosen = tuple(language for language in LANGUAGES if languages is None or language in languages)
    unknown = set(languages or ()) - set(LANGUAGES)
    if unknown:
        raise BuildFailed(f"{', '.join(sorted(unknown))}: no such language; use {', '.join(LANGUAGES)}.")
    console = Console(stderr=True)
    started = time.process_time()
    atlas = load(kb)
    with console.status("Writing pages …"):
        count = generate(atlas, chosen)
    console.print(f"{count} pages in {len(chosen)} languages written in {time.process_time() - started:.1f} s CPU.")
    with console.status("Building with mkdocs …"):
        _run_mkdocs(chosen)
    with console.status("Finishing pages …"):
        assembled = _assemble(atlas, chosen)
    _replace(assembled, site)
    console.print(f"The site is in {site}/. Look at it:  posatlas serve")


def site_url() -> str:
    """Address under which the site will stand, with a slash at the end: SITE_URL, or the local one."""
    return os.environ.get("SITE_URL", "http://127.0.0.1:8000/").rstrip("/") + "/"


def generate(atlas: Atlas, languages: tuple[str, ...] = LANGUAGES) -> int:
    """Write the Markdown of all pages below build/docs; unchanged files keep their time. Gives their number."""
    maths = Maths(WORK / "cache" / "maths.json")
    records = load_evidence(atlas.root / "evidence")
    count = 0
    for language in languages:
        site = Site(atlas, language, maths, records)  # type: ignore[arg-type]
        folder = WORK / "docs" / language
        written = set()
        for page in pages(site):
            file = folder / page.address / "index.md"
            _write_if_changed(file, site.render(page))
            written.add(file)
            count += 1
        for old in set(folder.rglob("*.md")) - written:
            old.unlink()
        _copy_assets(folder)
    write_search_words(atlas, WORK / "search-words.txt")
    maths.save()
    return count


def _copy_assets(folder: Path) -> None:
    here = Path(__file__).parent / "theme" / "assets"
    shutil.copytree(here, folder / "assets", dirs_exist_ok=True)
    katex = folder / "assets" / "katex"
    (katex / "fonts").mkdir(parents=True, exist_ok=True)
    shutil.copy2(KATEX / "dist" / "katex.min.css", katex / "katex.min.css")
    for font in (KATEX / "dist" / "fonts").glob("*.woff2"):
        shutil.copy2(font, katex / "fonts" / font.name)


def _write_if_changed(file: Path, content: str) -> None:
    if file.is_file() and file.read_text(encoding="utf-8") == content:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(content, encoding="utf-8")


def _run_mkdocs(languages: tuple[str, ...]) -> None:
    root = site_url()
    environment = os.environ | {
        "NO_MKDOCS_2_WARNING": "1",
        "SITE_URL": root,
        "SITE_URL_EN": f"{root}en/",
        "SITE_URL_ZH_HANS": f"{root}zh-Hans/",
    }

    def one(language: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", CONFIGURATIONS[language]]
        command += ["-d", str((WORK / "html" / language).resolve())]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
        for language, result in zip(languages, pool.map(one, languages), strict=True):
            if result.returncode:
                raise BuildFailed(f"mkdocs failed on {language}:\n{result.stdout}{result.stderr}")


def _assemble(atlas: Atlas, languages: tuple[str, ...]) -> Path:
    new = Path(tempfile.mkdtemp(prefix="site-", dir=WORK))
    for language in languages:
        shutil.copytree(WORK / "html" / language, new / FOLDER_OF_LANGUAGE[language], dirs_exist_ok=True)
    yaml_pages.write(atlas, new)
    finishing.finish(new, languages, site_url(), WORK / "cache" / "maths.json")
    return new


def _replace(new: Path, site: Path) -> None:
    """Put the new site in place of the old one; at every moment one of them is whole."""
    new.chmod(0o755)
    old = None
    if site.exists():
        old = site.with_name(site.name + ".old")
        shutil.rmtree(old, ignore_errors=True)
        site.rename(old)
    shutil.move(str(new), str(site))
    if old is not None:
        shutil.rmtree(old, ignore_errors=True)
