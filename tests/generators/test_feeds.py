"""Feeds as RFC 4287 wants them, with the dates of the record and addresses that are pages."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import lxml.etree
import pytest

from posatlas.generators.feeds import FEEDS, MOST, write_feeds
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
