"""A text that is older in one language than in another: who is told, on which page, and where it is listed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import lxml.html
import pytest

import posatlas
from posatlas.generators.pages import changes
from posatlas.generators.pages.entities import pages
from posatlas.generators.site import Site
from posatlas.generators.stale_texts import StaleTexts, stale_texts
from posatlas.schema import LANGUAGES
from posatlas.translations import brought_up_to_date, record_translations, texts_of

METHOD, REDIRECT = "methods/shift.yml", "redirects/old-shift.yml"
PAGE = "methods/shift/"
BRIEF = "brief: {zh-Hant: 較長的中文。, zh-Hans: 较长的中文。, en: A longer text.}\n"
Changed = Callable[..., posatlas.Atlas]


@pytest.fixture
def changed(small_kb: Path, tmp_path: Path) -> Changed:
    """`changed((file, old, new), …)`: the knowledge base with these changes since its languages last agreed."""
    kb = tmp_path / "kb"
    shutil.copytree(small_kb, kb)
    with (kb / METHOD).open("a", encoding="utf-8") as file:
        file.write(BRIEF)
    (kb / "redirects").mkdir()
    (kb / REDIRECT).write_text("to: [shift]\nreason: {zh-Hant: 改了名。, en: It was renamed.}\n", encoding="utf-8")
    atlas = posatlas.load(kb)
    agreed = brought_up_to_date(texts_of(atlas), {}, None)
    record_translations(kb / "evidence" / "translations", agreed, dict(atlas.path_of))

    def change(*changes: tuple[str, str, str]) -> posatlas.Atlas:
        for name, old, new in changes:
            text = (kb / name).read_text(encoding="utf-8")
            assert text.count(old) == 1
            (kb / name).write_text(text.replace(old, new), encoding="utf-8")
        return posatlas.load(kb)

    return change


GLANCE = "glance: {zh-Hant: 一句中文。, en: One sentence.}"
GLANCE_EN = (METHOD, GLANCE, "glance: {zh-Hant: 一句中文。, en: A newer one.}")
GLANCE_ZH = (METHOD, GLANCE, "glance: {zh-Hant: 較新。, en: One sentence.}")
BRIEF_EN = (METHOD, "en: A longer text.", "en: A longer text than before.")
BRIEF_HANS = (METHOD, "zh-Hans: 较长的中文。", "zh-Hans: 更长的中文。")
REASON_EN = (REDIRECT, "en: It was renamed.", "en: It has another name now.")


@pytest.mark.parametrize(
    ("changes", "newer"),
    [
        ((), {"zh-Hant": "", "en": "", "zh-Hans": ""}),
        ((GLANCE_EN,), {"zh-Hant": "en", "en": "", "zh-Hans": "en"}),  # Simplified Chinese is made from the older one
        ((GLANCE_ZH,), {"zh-Hant": "", "en": "zh-Hant", "zh-Hans": ""}),
        ((BRIEF_EN,), {"zh-Hant": "en", "en": "", "zh-Hans": "en"}),
        ((BRIEF_HANS,), {"zh-Hant": "zh-Hans", "en": "zh-Hans", "zh-Hans": ""}),
    ],
)
def test_readers_of_the_older_language_are_told_which_is_newer(
    changed: Changed, changes: tuple[tuple[str, str, str], ...], newer: dict[str, str]
) -> None:
    stale = StaleTexts(changed(*changes))
    assert {language: stale.newer_page(PAGE, language) for language in LANGUAGES} == newer
    assert {language: stale.newer_page("topic/", language) for language in LANGUAGES} == dict.fromkeys(LANGUAGES, "")
    assert len(stale.found) == len(changes)


def test_a_text_is_asked_for_by_its_words(changed: Changed) -> None:
    atlas = changed(GLANCE_EN)
    stale, method = StaleTexts(atlas), atlas["shift"]
    assert [stale.newer(method.glance, language) for language in LANGUAGES] == ["en", "", "en"]  # type: ignore[attr-defined]
    assert [stale.newer(method.brief, language) for language in LANGUAGES] == ["", "", ""]  # type: ignore[attr-defined]
    assert StaleTexts(changed((METHOD, "A newer one.", "One sentence."))).newer(method.glance, "zh-Hant") == ""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("language", "said", "target"),
    [
        ("zh-Hant", "（譯文較舊）", "../../en/methods/shift/"),
        ("zh-Hans", "（译文较旧）", "../../../en/methods/shift/"),
        ("en", "", ""),
    ],
)
def test_the_page_has_one_note_that_leads_to_the_newer_one_and_the_text_is_marked(
    changed: Changed, site_of: Callable[..., Site], language: str, said: str, target: str
) -> None:
    site = site_of(changed(GLANCE_EN, BRIEF_EN).root, language)
    (page,) = [page for page in pages(site) if page.address == PAGE]
    tree = lxml.html.fromstring(f"<div>{site.render(page).split('---', 2)[2]}</div>")
    assert tree.xpath("//p[@class='stale-note']/a/@href") == ([target] if target else [])
    assert tree.xpath("//span[@class='stale']/small[@class='stale-mark']/text()") == ([said] if said else [])
    assert tree.xpath("//div[@class='stale']/small[@class='stale-mark']/text()") == ([said] if said else [])


@pytest.mark.parametrize(
    ("language", "lagging"), [("zh-Hant", [("shift", "en")]), ("en", [("position-encoding", "zh-Hant")])]
)
def test_entities_that_lag_are_listed_once_where_their_reader_is(
    changed: Changed, site_of: Callable[..., Site], language: str, lagging: list[tuple[str, str]]
) -> None:
    """The reason of a moved id has no page to lead to, and stands in no list."""
    topic = ("topics/position-encoding.yml", "summary: {zh-Hant: 一句中文。", "summary: {zh-Hant: 另一句中文。")
    atlas = changed(GLANCE_EN, BRIEF_EN, REASON_EN, topic)
    assert {one.id for one in stale_texts(atlas).found} == {"shift", "old-shift", "position-encoding"}
    site = site_of(atlas.root, language)
    (page,) = changes.pages(site)
    assert [(entity.id, newer) for entity, newer in page.context["lagging"]] == lagging
    shown = site.render(page).partition("{#lagging}")[2]
    listed = lxml.html.fromstring(f"<div>{shown}</div>").xpath("//li[a]")
    assert [(line.xpath("./a/@href"), line.xpath("./span/@lang")) for line in listed] == [
        ([{"shift": "../methods/shift/", "position-encoding": "../topic/"}[identifier]], [newer])
        for identifier, newer in lagging
    ]


def test_a_record_that_cannot_be_read_is_named_with_what_to_do(changed: Changed) -> None:
    atlas = changed()
    (atlas.root / "evidence" / "translations" / "methods.yml").write_text("shift: 3\n", encoding="utf-8")
    said = "kb/evidence/translations/methods.yml: shift: it holds no digests by place. Take the file from the main"
    with pytest.raises(ValueError, match=f"^{re.escape(said)} branch"):
        stale_texts(atlas)
