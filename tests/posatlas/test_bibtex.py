"""BibTeX entries, read back by a small parser that knows only BibTeX's own rules of braces."""

from __future__ import annotations

import re
from typing import Any

import pytest

import posatlas
from posatlas.bibtex import bibtex
from posatlas.schema import Paper

COMMANDS = {
    r"\textbackslash{}": "\\", r"\textbraceleft{}": "{", r"\textbraceright{}": "}", r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^", r"\&": "&", r"\%": "%", r"\$": "$", r"\#": "#", r"\_": "_",
}  # fmt: skip


def _read(entry: str) -> tuple[str, str, dict[str, str]]:
    """Kind, key and fields; a value is a bare word, or what stands in balanced braces, whatever comes before them."""
    head = re.match(r"@(\w+)\{([^,\s]+),", entry)
    assert head is not None
    fields, place = {}, head.end()
    while match := re.compile(r"\s*(\w+) = ").match(entry, place):
        assert match[1] not in fields
        place = start = match.end()
        depth = 0
        while depth or entry[place] != ",":
            depth += {"{": 1, "}": -1}.get(entry[place], 0)
            assert depth >= 0
            place += 1
        value = entry[start:place]
        fields[match[1]] = value[1:-1] if value.startswith("{") else value
        place += 1
    assert entry[place:].strip() == "}"
    return head[1], head[2], fields


def _typeset(value: str) -> str:
    """A value as LaTeX prints it: commands as their signs, other braces dropped."""
    tokens = re.findall(r"\\text\w+\{\}|\\[&%$#_]|.", value)
    assert not [token for token in tokens if token in set("\\&%$#_~^")], value
    return "".join(COMMANDS.get(token, "" if token in "{}" else token) for token in tokens)


def _paper(**fields: Any) -> Paper:
    plain: dict[str, Any] = {
        "id": "some-2020", "title": "A Title", "authors": ["Ann Bee"], "type": "preprint", "first_published": "2020-01",
        "url": "https://example.org/a", "checked": {"against": "page", "date": "2026-01-01"},
    }  # fmt: skip
    return Paper.model_validate(plain | fields)


def test_every_paper_gives_an_entry_that_can_be_read_back(whole: posatlas.Atlas) -> None:
    papers = whole.of("paper")
    for paper in papers:
        kind, key, fields = _read(bibtex(paper))
        assert key == paper.id
        assert _typeset(fields["title"]) == paper.title
        names = [_typeset(name) for name in fields["author"].split(" and ")]
        assert names == ["others" if name == "et al." else name for name in paper.authors]
        assert fields.get("eprint") == (paper.arxiv.id if paper.arxiv else None)
        assert fields.get("archivePrefix") == ("arXiv" if paper.arxiv else None)
        assert fields.get("doi") == paper.doi
        reviewed = paper.venue is not None and paper.type in ("conference", "journal")
        assert fields["year"] == (str(paper.venue.year) if reviewed else paper.first_published[:4])
        assert (kind in ("inproceedings", "article")) == reviewed
    assert len(papers) > 80


@pytest.mark.parametrize(
    "text",
    [r"100% of A & B_c #1 for $5", r"a {b} c", "unbalanced } and {", r"\input{x} ~ ^", "位置编码：a—b", 'say "x"'],
)
def test_awkward_titles_and_names_keep_the_braces_balanced(text: str) -> None:
    _, _, fields = _read(bibtex(_paper(title=text, authors=[text, "Ann Bee"])))
    assert _typeset(fields["title"]) == text
    assert _typeset(fields["author"].rsplit(" and ", 1)[0]) == text


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Jianlin Su", "Jianlin Su"),
        ("Diego de las Casas", "Diego de las Casas"),
        ("OpenAI", "{OpenAI}"),
        ("The MosaicML NLP Team", "{The MosaicML NLP Team}"),
        ("Team GLM", "{Team GLM}"),
        ("Smith and Sons", "{Smith and Sons}"),
        ("Meta, Inc.", "{Meta, Inc.}"),
        ("et al.", "others"),
    ],
)
def test_names_of_groups_stay_whole(name: str, written: str) -> None:
    _, _, fields = _read(bibtex(_paper(authors=["Ann Bee", name])))
    assert fields["author"] == f"Ann Bee and {written}"


def test_kinds_follow_type_and_venue() -> None:
    venue = {"name": "ACL & Friends", "year": 2021, "published": "2021-08"}
    kind, _, fields = _read(bibtex(_paper(type="conference", venue=venue)))
    assert (kind, fields["booktitle"], fields["year"], fields["month"]) == (
        "inproceedings", r"ACL \& Friends", "2021", "aug",
    )  # fmt: skip
    kind, _, fields = _read(bibtex(_paper(type="journal", venue=venue | {"published": None})))
    assert (kind, fields["journal"], fields["year"], "month" in fields) == ("article", r"ACL \& Friends", "2021", False)
    kind, _, fields = _read(bibtex(_paper(type="report")))
    assert (kind, fields["howpublished"], fields["year"], fields["month"]) == (
        "misc", "Technical report", "2020", "jan",
    )  # fmt: skip
    kind, _, fields = _read(bibtex(_paper(type="thesis", venue={"name": "ETH & Co", "year": 2021})))
    assert (kind, fields["school"], fields["year"], "booktitle" in fields) == ("phdthesis", r"ETH \& Co", "2020", False)
