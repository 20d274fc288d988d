"""Both tables: every combination is decided, and the expected ones come out."""

import itertools
from dataclasses import dataclass
from typing import get_args

import pytest

from posatlas.schema.verdicts import Run, Sources, Status, Verdict, implied_verdicts, source_state, status

S, C = "statement", "correction"
H, F = "holds", "fails"

IMPLIED = (
    ([], set()),
    ([(C, H)], set()),
    ([(S, H)], {"supported"}),
    ([(S, H), (S, H), (C, H)], {"supported"}),
    ([(S, H), (S, F)], {"conditional"}),
    ([(S, F), (S, H), (C, H)], {"conditional"}),
    ([(S, F)], {"contradicted"}),
    ([(S, F), (S, F)], {"contradicted"}),
    ([(S, F), (C, H)], {"imprecise", "contradicted"}),
    ([(C, H), (S, F), (C, H), (S, F)], {"imprecise", "contradicted"}),
)


@pytest.mark.parametrize(("rows", "expected"), IMPLIED)
def test_implied(rows, expected):
    assert implied_verdicts(rows) == expected


@pytest.mark.parametrize("rows", [[(C, F)], [(S, H), (C, F)], [("claim", H)], [(S, "passes")]])
def test_mistakes_are_errors(rows):
    with pytest.raises(ValueError):
        implied_verdicts(rows)


def test_no_rows_imply_unverifiable():
    kinds = [(S, H), (S, F), (C, H)]
    for count in range(5):
        for rows in itertools.product(kinds, repeat=count):
            assert "unverifiable" not in implied_verdicts(rows)


STATUS = (
    ("supported", "agrees", "none", "verified-by-run"),
    ("conditional", "agrees", "decide", "verified-by-run"),
    ("imprecise", "agrees", "decide", "refuted-by-run"),
    ("contradicted", "agrees", "none", "refuted-by-run"),
    ("supported", "disagrees", "decide", "failing"),
    ("unverifiable", "disagrees", "none", "failing"),
    ("unverifiable", "no-checks", "none", "untestable"),
    ("unverifiable", "no-checks", "decide", "untestable"),
    ("supported", "no-checks", "decide", "sourced"),
    ("contradicted", "no-checks", "decide", "sourced"),
    ("supported", "no-checks", "split", "disputed"),
    ("supported", "agrees", "split", "verified-by-run"),
    ("supported", "not-run", "decide", "sourced"),
    ("supported", "not-run", "none", "awaiting-implementation"),
    ("imprecise", "no-checks", "none", "awaiting-implementation"),
)


@pytest.mark.parametrize(("verdict", "run", "sources", "expected"), STATUS)
def test_status(verdict, run, sources, expected):
    assert status(verdict, run, sources) == expected


def test_every_combination_has_a_status_and_every_status_is_reached():
    reached = {
        status(*combination)
        for combination in itertools.product(get_args(Verdict), get_args(Run), get_args(Sources))
    }
    assert reached == set(get_args(Status))


@pytest.mark.parametrize(
    "words", [("true", "agrees", "none"), ("supported", "ok", "none"), ("supported", "agrees", "?")]
)
def test_unknown_words(words):
    with pytest.raises(ValueError, match="use one of"):
        status(*words)


@dataclass
class Reference:
    decides: bool = True
    stance: str = "supports"


@pytest.mark.parametrize(
    ("references", "expected"),
    [
        ([], "none"),
        ([Reference(decides=False)], "none"),
        ([Reference()], "decide"),
        ([Reference(stance="disputes")], "decide"),
        ([Reference(), Reference(stance="disputes")], "split"),
        ([Reference(), Reference(decides=False, stance="disputes")], "decide"),
    ],
)
def test_source_state(references, expected):
    assert source_state(references) == expected
