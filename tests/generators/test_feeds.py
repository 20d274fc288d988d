"""Feeds as RFC 4287 wants them, with the dates of the record and addresses that are pages."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import lxml.etree
import pytest

import posatlas
from posatlas.generators.feeds import FEEDS, MOST, write_feeds
from posatlas.generators.news import news
from posatlas.generators.page import Page
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES

ROOT = "https://example.org/atlas/"
ATOM = {"a": "http://www.w3.org/2005/Atom"}
FOLDERS = {"zh-Hant": "", "en": "en/", "zh-Hans": "zh-Hans/"}


@pytest.fixture(scope="module")
def folder(sites: dict[str, Site], tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("feeds")
    for language, site in sites.items():
        (made / language).mkdir()
        write_feeds(site, made / language, ROOT)
    return made


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FEEDS)
def test_a_feed_has_what_the_standard_requires(folder: Path, language: str, name: str) -> None:
    feed = lxml.etree.parse(str(folder / language / name)).getroot()

    def one(path: str, where=feed) -> str:
        (found,) = where.xpath(path, namespaces=ATOM)
        return found if isinstance(found, str) else found.text

    assert feed.tag == "{http://www.w3.org/2005/Atom}feed"
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == language
    address = f"{ROOT}{FOLDERS[language]}{name}"
    assert one("a:link[@rel='self']/@href") == address
    assert one("a:link[@rel='alternate' or not(@rel)]/@href").startswith(f"{ROOT}{FOLDERS[language]}")
    assert one("a:title").strip() and one("a:author/a:name").strip()
    entries = feed.xpath("a:entry", namespaces=ATOM)
    assert len(entries) <= MOST
    dates = [datetime.fromisoformat(one("a:updated", entry)) for entry in entries]
    assert all(date.tzinfo is not None for date in dates)
    assert dates == sorted(dates, reverse=True)
    assert not dates or datetime.fromisoformat(one("a:updated")) == dates[0]
    identifiers = [one("a:id", entry) for entry in entries] + [one("a:id")]
    assert len(set(identifiers)) == len(identifiers)
    assert all(re.match(r"(https?://|tag:)", identifier) for identifier in identifiers)
    for entry in entries:
        assert one("a:title", entry).strip()
        assert entry.xpath("a:content | a:link[@rel='alternate' or not(@rel)]", namespaces=ATOM)


@pytest.mark.parametrize("language", LANGUAGES)
def test_entries_lead_to_pages(folder: Path, page_lists: dict[str, list[Page]], language: str) -> None:
    addresses = {page.address for page in page_lists[language]}
    found = 0
    for name in FEEDS:
        feed = lxml.etree.parse(str(folder / language / name))
        for href in feed.xpath("//a:entry/a:link/@href", namespaces=ATOM):
            assert href.removeprefix(ROOT + FOLDERS[language]).partition("#")[0] in addresses, href
            found += 1
    assert found > 10


def test_two_runs_give_the_same_bytes(folder: Path, sites: dict[str, Site], tmp_path: Path) -> None:
    write_feeds(sites["en"], tmp_path, ROOT)
    for name in FEEDS:
        assert (tmp_path / name).read_bytes() == (folder / "en" / name).read_bytes()


def _entries(file: Path) -> dict[str, str]:
    """Summary of each entry, by the last part of its permanent address."""
    entries = lxml.etree.parse(str(file)).xpath("//a:entry", namespaces=ATOM)
    found = {}
    for entry in entries:
        (identifier,) = entry.xpath("a:id/text()", namespaces=ATOM)
        (summary,) = entry.xpath("a:summary/text()", namespaces=ATOM)
        found[identifier.removeprefix(f"{ROOT}en/")] = summary
    return found


def test_an_entry_says_in_a_sentence_what_is_new(
    most_kinds: Path, site_of: Callable[..., Site], tmp_path: Path
) -> None:
    """Of a paper its authors and its date, of a model, which has no sentence, its name."""
    write_feeds(site_of(most_kinds), tmp_path, ROOT)
    summaries = _entries(tmp_path / "feed.xml")
    assert summaries["papers/old-2017/"] == "Ada Old (2017-06-12)"
    assert summaries["models/small-model/"] == "Small Model"
    assert summaries["companies/small-company/"] == "The document says that Small Company uses RoPE."


def test_a_feed_that_says_the_same_is_not_written_again(
    most_kinds: Path, site_of: Callable[..., Site], tmp_path: Path
) -> None:
    write_feeds(site_of(most_kinds), tmp_path, ROOT)
    for name in FEEDS:
        os.utime(tmp_path / name, (1, 1))
    write_feeds(site_of(most_kinds), tmp_path, ROOT)
    assert [(tmp_path / name).stat().st_mtime for name in FEEDS] == [1, 1]
    paper = most_kinds / "papers" / "old-2017.yml"
    paper.write_text(paper.read_text(encoding="utf-8").replace("Ada Old", "Ada Older"), encoding="utf-8")
    write_feeds(site_of(most_kinds), tmp_path, ROOT)
    assert [(tmp_path / name).stat().st_mtime == 1 for name in FEEDS] == [False, True]
    assert _entries(tmp_path / "feed.xml")["papers/old-2017/"] == "Ada Older (2017-06-12)"


def test_without_a_history_there_are_no_feeds(most_kinds: Path, site_of: Callable[..., Site], tmp_path: Path) -> None:
    write_feeds(site_of(most_kinds), tmp_path, ROOT)
    shutil.rmtree(most_kinds / "evidence" / "history")
    write_feeds(site_of(most_kinds), tmp_path, ROOT)
    assert list(tmp_path.glob("*.xml")) == []


def test_a_history_that_cannot_be_read_is_named_with_what_to_do(most_kinds: Path) -> None:
    (most_kinds / "evidence" / "history" / "papers.yml").write_text("old-2017: {}\n", encoding="utf-8")
    said = "kb/evidence/history/papers.yml: old-2017: a record has the field recorded, may have verdict and changes"
    with pytest.raises(ValueError, match=rf"^{said}, and no other\. Take the file from the main branch\.$"):
        news(posatlas.load(most_kinds))
