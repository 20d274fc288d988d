"""The figure that every method has: its recorded numbers are the present ones, and what mathematics says of them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import torch

from posatlas.attention_figures import SIZE, load_attention_figures, read, written
from posatlas.corpus import PACKAGED_KB
from posatlas.reference_impl.figures import ATTENTION
from posatlas.reference_impl.figures.attention import attention_figure
from posatlas.reference_impl.registry import CLASSES

RECORDED = load_attention_figures(PACKAGED_KB / "evidence" / "figures" / ATTENTION)


def test_every_method_has_one_and_nothing_else_has() -> None:
    assert set(RECORDED) == set(CLASSES)


@pytest.mark.parametrize("method", CLASSES)
def test_recorded_numbers_are_the_present_ones(method: str) -> None:
    assert RECORDED[method].fresh
    assert RECORDED[method].agrees_with(attention_figure(method))


def test_recording_leaves_the_state_of_randomness_alone() -> None:
    torch.manual_seed(3)
    expected = torch.rand(4)
    torch.manual_seed(3)
    attention_figure("learned-absolute")
    assert torch.equal(torch.rand(4), expected)


def test_no_encoding_gives_the_same_score_everywhere() -> None:
    """Sixteen ones times sixteen ones, over the root of the width: the root of the width."""
    (score,) = {score for row in RECORDED["nope"].rows for score in row if score is not None}
    assert math.isclose(score**2, round(score**2), rel_tol=1e-3)


def test_rope_is_a_sum_of_cosines_of_the_offset() -> None:
    """q and k of ones: the score is 2/sqrt(d) times the sum of cos((n - m) b^(-2i/d))."""
    figure = RECORDED["rope"]
    width = figure.build["head_dim"]
    for m, row in enumerate(figure.rows):
        for n, score in enumerate(row):
            angles = [(n - m) * 10_000 ** (-2 * i / width) for i in range(width // 2)]
            assert math.isclose(score, 2 * sum(map(math.cos, angles)) / math.sqrt(width), abs_tol=2e-3)


def test_alibi_falls_by_its_first_slope_with_every_step() -> None:
    """Of six heads the first has the slope 2^(-8/4) = 1/4: those of four heads come first."""
    figure = RECORDED["alibi"]
    assert figure.heads == 6
    for m, row in enumerate(figure.rows):
        for n, score in enumerate(row):
            if n > m:
                assert score is None
            else:
                assert math.isclose(row[m] - score, 0.25 * (m - n), abs_tol=2e-3)


def test_sums_of_content_and_position_give_symmetric_scores() -> None:
    """(1 + p_m)(1 + p_n) does not change when m and n change places."""
    rows = RECORDED["sinusoidal"].rows
    assert all(rows[m][n] == rows[n][m] for m in range(SIZE) for n in range(SIZE))


@pytest.mark.parametrize("method", ["rope", "alibi", "swin-bias", "nope", "yarn"])
def test_what_is_written_can_be_read(method: str, tmp_path: Path) -> None:
    file = tmp_path / f"{method}.yml"
    file.write_text(written(RECORDED[method]), encoding="utf-8")
    assert read(file) == RECORDED[method]


@pytest.mark.parametrize(
    ("old", "new"),
    [("rows:", "row:"), ("drawn: logits", "drawn: nothing"), ('- "', '- "1 '), ("grid: [16]", "grid: [15]")],
)
def test_a_file_that_is_no_record_is_named(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "rope.yml"
    text = written(RECORDED["rope"])
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=r"rope\.yml: .*posatlas check --record"):
        read(file)
