"""Tracing: what is judged, what is missing, and that the numbers add up."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import posatlas
from posatlas.schema import VERDICTS
from posatlas.tracing import trace

DOCUMENT = "position-encoding-explainer"
FIRST = "claims/turning/turning-keeps-length.yml"


def test_a_document_half_judged(small: posatlas.Atlas) -> None:
    result = trace(small, "explainer")
    assert result.as_json() == {
        "items": 3,
        "traced": 2,
        "missing": ["C003"],
        "parts": 4,
        "uncovered": ["1/2", "1/3"],  # one holds an unjudged statement only, one holds nothing and has no page
        "counts": {"supported": 1, "conditional": 0, "imprecise": 0, "contradicted": 0, "unverifiable": 1},
        "untestable": {"opinion": 1},
        "checks": 2,
        "verdicts": {"C001": "supported", "C002": "unverifiable"},
    }
    assert result.as_text().split("\n") == [
        "2 of 3 statements are judged; 2 checks.",
        "1 supported, 0 conditional, 0 imprecise, 0 contradicted, 1 unverifiable.",
        "Unverifiable because: opinion 1.",
        "No claim judges C003.",
        "2 of 4 parts of the document have statements or a page.",
        "Part 1/2 has neither statement nor page.",
        "Part 1/3 has neither statement nor page.",
    ]


def test_claims_about_other_sources_judge_nothing(kb: Path, change: Callable[..., None]) -> None:
    change(FIRST, source={"id": "doe-2020", "locator": "§1"})
    change("claims/turning/turning-is-popular.yml", source={"id": "explainer", "locator": "2"})
    result = trace(posatlas.load(kb), "explainer")
    assert result.missing == ["C001", "C002", "C003"]
    assert result.verdicts == result.reasons == {}
    assert (result.checks, set(result.counts.values())) == (0, {0})


def test_a_number_that_the_document_has_not_got_counts_nothing(kb: Path, change: Callable[..., None]) -> None:
    change(FIRST, source={"id": "explainer", "locator": "1", "item": "C999"})
    result = trace(posatlas.load(kb), "explainer")
    assert set(result.verdicts) == {"C002"}
    assert result.checks == 0


def test_of_two_claims_about_one_statement_the_first_counts(kb: Path, change: Callable[..., None]) -> None:
    change(FIRST, as_="claims/turning/a-turning-claim.yml", verdict="contradicted", checks=None)
    change(FIRST, as_="claims/turning/z-turning-claim.yml", verdict="imprecise", checks=None)
    result = trace(posatlas.load(kb), "explainer")
    assert result.verdicts["C001"] == "contradicted"
    assert (result.checks, sum(result.counts.values())) == (0, 2)


def test_order_is_that_of_the_document_and_not_of_the_claims(kb: Path, change: Callable[..., None]) -> None:
    items = [
        {"id": number, "section": "一", "kind": "property", "says": {"zh-Hant": "句", "en": "A sentence."}}
        for number in ("C002", "C003", "C001")
    ]
    change("documents/explainer/items.yml", items=items)
    assert list(trace(posatlas.load(kb), "explainer").verdicts) == ["C002", "C001"]


@pytest.mark.parametrize("other", ["no-such-document", "turning", "C001", ""])
def test_what_is_no_document(small: posatlas.Atlas, other: str) -> None:
    with pytest.raises(ValueError, match=r"No document with statements.*those with statements: explainer"):
        trace(small, other)


def test_a_document_without_statements(kb: Path) -> None:
    (kb / "documents/explainer/items.yml").unlink()
    with pytest.raises(ValueError, match=r'has the id "explainer"\.$'):
        trace(posatlas.load(kb), "explainer")


def test_a_document_without_parts(kb: Path) -> None:
    (kb / "documents/explainer/parts.yml").unlink()
    result = trace(posatlas.load(kb), "explainer")
    assert (result.parts, result.uncovered, result.items) == (0, [], 3)


def test_the_document_is_judged_whole(whole: posatlas.Atlas) -> None:
    """`make test` fails here when a statement has no claim, or a part neither statement nor page."""
    result = trace(whole, DOCUMENT)
    assert result.missing == []
    assert result.uncovered == []
    assert list(result.verdicts) == [item.id for item in whole.items(DOCUMENT)]
    assert len(result.verdicts) == result.items == 251
    assert list(result.counts) == list(VERDICTS)
    assert sum(result.counts.values()) == result.items
    assert sum(result.reasons.values()) == result.counts["unverifiable"]
    numbers = {item.id for item in whole.items(DOCUMENT)}
    assert all(set(part.items) <= numbers for part in whole.parts(DOCUMENT))
    remarks = {item.id for item in whole.items(DOCUMENT) if item.meta}
    assert {number for part in whole.parts(DOCUMENT) for number in part.items} | remarks == numbers


def test_the_command_fails_until_all_is_judged_and_shown(
    command: Callable[..., Any], kb: Path, change: Callable[..., None]
) -> None:
    half = command("trace", "explainer", "--kb", kb)
    assert half.code == 1
    assert half.out.startswith("2 of 3 statements are judged; 2 checks.\n")
    assert "\nNo claim judges C003.\n" in half.out
    parts = [{"part": "1/0", "line": 1, "kind": "heading", "items": [], "page": "one"}]
    change("documents/explainer/parts.yml", parts=parts)
    unjudged = command("trace", "explainer", "--kb", kb, "--format", "json")
    told = json.loads(unjudged.out)
    assert (unjudged.code, told["missing"], told["uncovered"]) == (1, ["C003"], [])
    change(FIRST, as_="claims/turning/turning-is-new.yml", source={"id": "explainer", "locator": "1", "item": "C003"})
    assert command("trace", "explainer", "--kb", kb).code == 0
    parts.append({"part": "1/1", "line": 2, "kind": "sentence", "items": []})
    change("documents/explainer/parts.yml", parts=parts)
    hidden = command("trace", "explainer", "--kb", kb, "--format", "json")
    told = json.loads(hidden.out)
    assert (hidden.code, told["missing"], told["uncovered"]) == (1, [], ["1/1"])


def test_of_a_document_judged_whole_nothing_is_said_to_be_missing(kb: Path, change: Callable[..., None]) -> None:
    text = {"zh-Hant": "句", "en": "A sentence."}
    change("documents/explainer/items.yml", items=[{"id": "C001", "section": "一", "kind": "property", "says": text}])
    change("documents/explainer/parts.yml", parts=[{"part": "1/1", "line": 2, "kind": "sentence", "items": ["C001"]}])
    assert trace(posatlas.load(kb), "explainer").as_text().split("\n") == [
        "1 of 1 statements are judged; 2 checks.",
        "1 supported, 0 conditional, 0 imprecise, 0 contradicted, 0 unverifiable.",
        "1 of 1 parts of the document have statements or a page.",
    ]
