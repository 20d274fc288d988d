"""A text that is older in one language than in another says so to its readers, on that page alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

import posatlas
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE
from posatlas.generators.build import build
from posatlas.generators.server import server
from posatlas.schema import LANGUAGES
from posatlas.translations import brought_up_to_date, record_translations, texts_of

METHOD, NEIGHBOUR = "methods/shift/", "topic/"
GLANCE = "glance: {zh-Hant: 一句中文。, en: One sentence.}"


class Changed(NamedTuple):
    """A served site; `newer` is the language in which one text of its method was changed, `older` the others."""

    root: str
    newer: str
    older: tuple[str, ...]


@pytest.fixture(scope="module", params=[("en", "en: A newer sentence."), ("zh-Hant", "zh-Hant: 較新的中文。")])
def changed(request, small_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Changed]:
    """The small knowledge base, whose languages agreed until the glance of its method was changed in one alone."""
    newer, text = request.param
    folder = tmp_path_factory.mktemp("stale")
    kb = folder / "kb"
    shutil.copytree(small_kb, kb)
    atlas = posatlas.load(kb)
    record_translations(
        kb / "evidence" / "translations", brought_up_to_date(texts_of(atlas), {}, None), dict(atlas.path_of)
    )
    file = kb / "methods" / "shift.yml"
    before = file.read_text(encoding="utf-8")
    old = next(part for part in ("en: One sentence.", "zh-Hant: 一句中文。") if part.startswith(f"{newer}:"))
    after = before.replace(GLANCE, GLANCE.replace(old, text))
    assert after != before
    file.write_text(after, encoding="utf-8")
    with _served(folder, kb) as root:
        yield Changed(root, newer, tuple(one for one in LANGUAGES if (one == "en") != (newer == "en")))


@contextmanager
def _served(folder: Path, kb: Path) -> Iterator[str]:
    """A knowledge base, built for a free port and served there; gives the address."""
    site = folder / "site"
    site.mkdir()
    (site / "index.html").touch()  # the port must be known before the site is built for it
    running = server(site)
    root = f"http://127.0.0.1:{running.server_address[1]}/"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", root)
        build(kb, site, None, folder / "work")
    thread = Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield root
    running.shutdown()
    running.server_close()
    thread.join()


def _open(chromium, root: str, language: str, address: str):
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(root + FOLDER_OF_LANGUAGE[language] + address)
    return page


def test_readers_of_the_older_language_see_a_note_and_the_text_is_marked(changed: Changed, chromium) -> None:
    for language in changed.older:
        page = _open(chromium, changed.root, language, METHOD)
        note, mark = page.locator("[role=note].stale-note"), page.locator(".stale .stale-mark")
        assert note.count() == 1 and note.is_visible()
        assert mark.count() == 1 and mark.is_visible()
        assert page.locator(".glance .stale").count() == 1
        assert {"zh-Hant": "（譯文較舊）", "en": "(older translation)", "zh-Hans": "（译文较旧）"}[
            language
        ] == mark.inner_text()
        note.locator("a").click()
        page.wait_for_url(changed.root + FOLDER_OF_LANGUAGE[changed.newer] + METHOD)
        assert page.evaluate("document.documentElement.lang") == changed.newer
        page.close()


def test_readers_of_the_newer_language_and_of_other_pages_see_nothing(changed: Changed, chromium) -> None:
    places = [(changed.newer, METHOD), *((language, NEIGHBOUR) for language in LANGUAGES)]
    for language, address in places:
        page = _open(chromium, changed.root, language, address)
        assert page.locator("article h1").count() == 1
        assert page.locator(".stale-note").count() == 0
        if address == METHOD:
            assert page.locator(".stale-mark").count() == 0
        page.close()
