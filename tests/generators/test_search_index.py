"""What the search looks through: names in every language and script, text that stands nowhere else, weights."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

import posatlas
from posatlas.generators.page import Page
from posatlas.generators.search_index import WORDINGS, SearchIndex
from posatlas.generators.search_text import LONGEST, sections
from posatlas.schema import LANGUAGES

PAGE = """---
title: x
---

<header><h1>Shift</h1></header>

<p>First <span class="maths" data-maths="k">\\theta_i</span>.<a class="cite" href="#">✓</a></p>
<dl class="facts"><dt>Family</dt><dd>rotary</dd></dl>
<p>Then.</p>

## Formula {#formula}

<p>Here <b>bo</b>ld.</p><p data-search-exclude>Not this.</p>
<ul class="claim-rows"><li>Nor this.</li></ul>

```python
nor = "this"
```

## Laws {#laws}

<p>Of every method.</p>

<table><tr id="term-one"><th>One</th><td>Its meaning.</td></tr></table>
"""


@pytest.fixture(scope="module")
def indexes(
    atlas: posatlas.Atlas,
    page_lists: dict[str, list[Page]],
    markdown: dict[str, dict[str, str]],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, dict]:
    """The index of each language, as a browser reads it."""
    read = {}
    for language in LANGUAGES:
        index = SearchIndex(atlas, language)
        for page in page_lists[language]:
            index.add(page, markdown[language][page.address])
        file: Path = tmp_path_factory.mktemp("search") / "search.json"
        index.write(file)
        read[language] = json.loads(file.read_text(encoding="utf-8"))
    return read


def _entry(index: dict, location: str) -> list:
    (found,) = [entry for entry in index["entries"] if entry[0] == location]
    return found


def test_a_page_is_cut_into_sections_without_what_stands_elsewhere() -> None:
    found = [(s.anchor, s.heading, s.facts, s.text) for s in sections("methods/shift/", PAGE, {"term-one"})]
    assert found == [
        ("", "", False, "First θ_i."),
        ("", "", True, "rotary"),
        ("", "", False, "Then."),
        ("formula", "Formula", False, "Here bold."),
        ("term-one", "", False, "One Its meaning."),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_knows_the_names_in_all(indexes: dict[str, dict], language: str) -> None:
    names = set(_entry(indexes[language], "methods/rope/")[3])
    assert {"RoPE", "rotary position embedding", "旋轉位置編碼"} <= names
    names = set(_entry(indexes[language], "techniques/kv-cache/")[3])
    assert {"KV 快取", "KV 缓存", "KV cache"} <= names
    assert "Su 2021" in _entry(indexes[language], "papers/su-2021/")[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_and_every_shown_term_can_be_found_once(
    indexes: dict[str, dict], page_lists: dict[str, list[Page]], atlas: posatlas.Atlas, language: str
) -> None:
    locations = [entry[0] for entry in indexes[language]["entries"]]
    assert len(locations) == len(set(locations))
    assert {page.address for page in page_lists[language]} <= set(locations)
    terms = {f"glossary/#{term.id}" for term in atlas.of("term") if term.role == "glossary"}
    assert terms and terms <= set(locations)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_text_and_no_section_is_a_long_list(indexes: dict[str, dict], language: str) -> None:
    texts = [section[2] for entry in indexes[language]["entries"] for section in entry[5]]
    assert all(len(text) <= LONGEST for text in texts)
    assert not [text for text in texts if "</" in text or "data-maths" in text or "\\frac" in text]


def test_characters_fold_to_simplified_ones_that_stay(indexes: dict[str, dict]) -> None:
    fold = indexes["en"]["fold"]
    pairs = dict(zip(fold[::2], fold[1::2], strict=True))
    assert [pairs.get(sign, sign) for sign in "旋轉位置編碼"] == list("旋转位置编码")
    assert not set("旋转位置编码缓存训练") & set(pairs)
    assert all(ord(sign) < 0x10000 for sign in fold)


def test_words_of_both_sides_are_paired_in_simplified_characters(indexes: dict[str, dict]) -> None:
    assert ["快取", "缓存"] in indexes["zh-Hant"]["words"]
    assert all(not {"列", "行"} & set(word) for pair in indexes["zh-Hant"]["words"] for word in pair)
    assert indexes["en"]["words"] == []


def test_wordings_belong_to_entities_with_a_place(atlas: posatlas.Atlas, indexes: dict[str, dict]) -> None:
    names = {name for entry in indexes["en"]["entries"] for name in entry[3]}
    for identifier, wordings in yaml.safe_load(WORDINGS.read_text(encoding="utf-8")).items():
        assert identifier in atlas.entities, identifier
        assert set(wordings) <= names, identifier
