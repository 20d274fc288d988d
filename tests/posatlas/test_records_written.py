"""Records of laws, mutants and figures: they come back as they were written; rates keep bounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from posatlas import attention_figures, curve_figures, law_records
from posatlas.attention_figures import AttentionFigure
from posatlas.curve_figures import CurveFigure
from posatlas.law_records import Interface, LawRecord, LawRow
from posatlas.mutations import MutationRecord, rates_too_low

# Each step away costs 1, and what lies ahead is hidden.
ROWS = tuple(tuple(float(n - m) if n <= m else None for n in range(16)) for m in range(16))
FIGURE = AttentionFigure("alibi", "k" * 24, {"heads": 6}, "logits", 6, (4, 4), False, True, ROWS)
CURVES = CurveFigure("k" * 24, (1, 2, 4), {"half": (0.5, 1.0, 2.0)}, {"last": (8.0,)})


def test_laws_come_back_as_they_were_written(tmp_path: Path) -> None:
    interface = Interface(("positions",), 2, None, True, ("features", "bias"), ())
    rows = (
        LawRow("shift_invariant", True, 2, 1e-06, "cpu", "2026-01-01"),
        LawRow("finite", False, 3, float("inf"), "cuda", "2026-01-02"),
    )
    (tmp_path / "rope.yml").write_text(law_records.written("k" * 24, interface, rows), encoding="utf-8")
    assert law_records.load_laws(tmp_path) == {"rope": LawRecord("rope", "k" * 24, interface, rows)}


def test_a_figure_comes_back_as_it_was_written(tmp_path: Path) -> None:
    (tmp_path / "alibi.yml").write_text(attention_figures.written(FIGURE), encoding="utf-8")
    assert attention_figures.load_attention_figures(tmp_path) == {"alibi": FIGURE}
    assert (FIGURE.range, FIGURE.hides) == ((-15.0, 0.0), True)


def test_curves_come_back_as_they_were_written(tmp_path: Path) -> None:
    (tmp_path / "score.yml").write_text(curve_figures.written(CURVES), encoding="utf-8")
    assert curve_figures.read_curves(tmp_path / "score.yml") == CURVES


def _with_first_score(score: float | None) -> AttentionFigure:
    return replace(FIGURE, rows=((score, *ROWS[0][1:]), *ROWS[1:]))


@pytest.mark.parametrize(
    ("other", "agrees"),
    [
        (FIGURE, True),
        (_with_first_score(0.029), True),  # two thousandths of 15 are 0.03
        (_with_first_score(-0.031), False),
        (_with_first_score(None), False),
        (replace(FIGURE, rows=((0.0, 0.0, *ROWS[0][2:]), *ROWS[1:])), False),
        (replace(FIGURE, heads=5), False),
        (replace(FIGURE, key="other"), False),
        (replace(FIGURE, grid=(16,)), False),
    ],
)
def test_figures_agree_up_to_a_share_of_the_largest_score(other: AttentionFigure, agrees: bool) -> None:
    assert FIGURE.agrees_with(other) is agrees


def test_a_record_of_another_implementation_is_stale() -> None:
    assert not FIGURE.fresh
    assert not CURVES.fresh


def _mutants(killed: int, equivalent: int) -> MutationRecord:
    survivors = tuple(f"s{n}" for n in range(100 - killed - equivalent))
    return MutationRecord("rope", 9, 100, killed, ("e",) * equivalent, survivors, "2026-01-01", "key")


@pytest.mark.parametrize(
    ("killed", "equivalent", "sentences"),
    [
        (95, 0, []),
        (90, 5, ["Over all 94.7% are noticed, at least 95% are needed."]),
        (95, 5, []),
        (94, 6, ["6 of 100 are listed as equivalent, at most 5% may be."]),
        (
            89,
            0,
            ["rope: 89.0% noticed, at least 90% are needed.", "Over all 89.0% are noticed, at least 95% are needed."],
        ),
    ],
)
def test_rates_are_held_to_their_bounds(killed: int, equivalent: int, sentences: list[str]) -> None:
    record = _mutants(killed, equivalent)
    assert rates_too_low([record], everything=True) == sentences
    assert rates_too_low([record], everything=False) == [s for s in sentences if s.startswith("rope")]
