"""An id that moved keeps its address: its page and its JSON lead on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import lxml.html
import pytest

from posatlas.generators.build import build

FOLDERS = {"zh-Hant": "", "en": "en/", "zh-Hans": "zh-Hans/"}


@pytest.fixture(scope="module")
def site(small_kb: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("redirects")
    shutil.copytree(small_kb, folder / "kb")
    (folder / "kb" / "redirects").mkdir()
    (folder / "kb" / "redirects" / "old-shift.yml").write_text(
        "to: [shift]\nreason: {zh-Hant: 改了名。, en: It was renamed.}\n", encoding="utf-8"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITE_URL", "https://example.org/atlas/")
        build(folder / "kb", folder / "site", None, folder / "work")
    return folder / "site"


@pytest.mark.parametrize("language", FOLDERS)
def test_the_old_address_leads_to_the_new_page(site: Path, language: str) -> None:
    file = site / FOLDERS[language] / "methods" / "old-shift" / "index.html"
    tree = lxml.html.parse(str(file), lxml.html.HTMLParser(encoding="utf-8")).getroot()
    assert tree.get("lang") == language
    assert tree.xpath("//link[@rel='canonical']/@href") == [
        f"https://example.org/atlas/{FOLDERS[language]}methods/shift/"
    ]
    (refresh,) = tree.xpath("//meta[@http-equiv='refresh']/@content")
    target = refresh.partition("url=")[2]
    assert (file.parent / target / "index.html").resolve() == (
        site / FOLDERS[language] / "methods" / "shift" / "index.html"
    ).resolve()
    assert target in tree.xpath("//a/@href")
    assert not tree.xpath("//script")


def test_its_json_says_where_it_went(site: Path) -> None:
    moved = json.loads((site / "api" / "redirect" / "old-shift.json").read_text(encoding="utf-8"))
    assert moved["moved_to"] == ["https://example.org/atlas/api/method/shift.json"]
    assert json.loads((site / "api" / "method" / "old-shift.json").read_text(encoding="utf-8")) == moved
