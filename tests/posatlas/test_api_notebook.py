"""What a notebook shows: readable, in the atlas's language, and inert whatever the files say."""

from __future__ import annotations

import html.parser
from collections.abc import Callable
from pathlib import Path

import pytest

import posatlas

ALLOWED = {
    "div", "p", "strong", "br", "small", "code", "table", "caption", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "</td></table><iframe srcdoc='x'>",
    "<a href='javascript:alert(1)'>x</a>",
    "&lt;script&gt; & <b>",
]


class _Parser(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def _inert(written: str | None) -> str:
    """The text of some HTML, all of whose elements are closed and harmless."""
    assert written is not None
    parser = _Parser()
    parser.feed(written)
    parser.close()
    assert parser.open == []
    assert {tag for tag, _ in parser.tags} <= ALLOWED
    assert {name for _, attributes in parser.tags for name in attributes} <= {"style", "scope", "lang"}
    return parser.text


@pytest.mark.parametrize("hostile", HOSTILE)
def test_text_of_the_files_is_escaped(kb: Path, change: Callable[..., None], hostile: str) -> None:
    both = {"zh-Hant": hostile, "en": hostile}
    change("methods/turning.yml", name=both, glance=both, aliases=[hostile])
    change("claims/turning/turning-keeps-length.yml", statement=both, explanation=both)
    change("papers/doe-2020.yml", title=hostile, authors=[hostile])
    atlas = posatlas.load(kb)
    for identifier in ("turning", "turning-keeps-length", "doe-2020"):
        assert hostile in _inert(atlas[identifier]._repr_html_())
    for listing in (atlas.methods, atlas.claims(), atlas.papers):
        assert hostile in _inert(listing._repr_html_())
    assert hostile in _inert(atlas.as_of("2024").methods._repr_html_())


def test_every_entity_and_answer_of_the_atlas_is_shown(whole: posatlas.Atlas) -> None:
    some = (*whole.claims()[::20], *whole.terms[:9])
    for entity in (*whole.methods, *whole.models, *whole.papers, *whole.events, *some):
        text = _inert(entity._repr_html_())
        assert entity.id in text and whole.path_of[entity.id] in text
        assert "[@" not in text and "[[" not in text
    shown = [whole, whole.methods, whole.claims(), whole.path("sinusoidal", "yarn"), whole.lineage("yarn")]
    shown += [whole.compare(["rope", "alibi"]), whole.table(whole.comparisons[0].id), whole.as_of("2020")]
    for answer in shown:
        written = answer._repr_html_()  # type: ignore[union-attr]
        assert _inert(written)
        assert len(written) < 40_000, type(answer)
        assert len(repr(answer)) < 800, type(answer)


def test_a_card_tells_verdict_status_sources_and_evidence(whole: posatlas.Atlas) -> None:
    text = _inert(whole["alibi-slopes-halve-per-head"]._repr_html_())
    for word in ("◐ conditional", "verified-by-run", "press-2022, §3", "measurements on cpu", "Only for $n = 8$."):
        assert word in text, word


def test_a_card_speaks_the_language_of_the_atlas(kb: Path) -> None:
    text = posatlas.load(kb, lang="zh-Hant")["turning"]._repr_html_() or ""
    assert 'lang="zh-Hant"' in text and "轉動查詢與鍵。" in text and "Turns queries" not in text


def test_long_tables_say_how_much_is_left_out(whole: posatlas.Atlas) -> None:
    assert f"and {len(whole.claims()) - 20} more" in whole.claims()._repr_html_()
    assert "more" not in _inert(whole.comparisons._repr_html_()).rsplit("\n", 1)[-1][-30:]
    assert repr(whole.claims(about="alibi", verdict="supported", kind="forecast")) == "<no entities>"
