"""Every property is shown once holding and once failing, on the implementations or on a wrong one."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
import yaml

from posatlas.reference_impl import build
from posatlas.reference_impl.encodings.absolute.sinusoidal import Sinusoidal
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.encodings.bias.alibi import Alibi
from posatlas.reference_impl.encodings.bias.fox import Fox
from posatlas.reference_impl.encodings.rotary.rope import Rope
from posatlas.reference_impl.encodings.rotary.rope_mixed import RopeMixed
from posatlas.reference_impl.encodings.rotary.rope_mla_decoupled import RopeMlaDecoupled
from posatlas.reference_impl.properties import MEASURES, Measurement, measure
from posatlas.reference_impl.properties.measuring import tolerance
from posatlas.schema.properties import PROPERTIES

WAVE = {"width": 48}
ROPE = {"head_dim": 24}
MLA = {"content_dim": 5, "rotary_dim": 6}
HALF = {"head_dim": 24, "pairing": "half"}
LEARNED = {"width": 12, "length": 90}
ALIBI = {"heads": 12}
BOTH_WAYS = {"heads": 6, "symmetric": True}


class Widened(Rope):
    """Caches two numbers where one is enough."""

    def features(self, x, positions, role, ctx=None):
        rotated = super().features(x, positions, role, ctx)
        return rotated if role == "value" else torch.cat((rotated, rotated), -1)


class ConstantWaves(Sinusoidal):
    """One frequency for all pairs."""

    def inverse_frequencies(self, device=None):
        return torch.full((self.width // 2,), 0.5, dtype=torch.float64)


class CountsHidden(Fox):
    """Counts the gates of keys that the query may not see."""

    def bias(self, q, k, ctx):
        return super().bias(q, k, replace(ctx, allowed=None))


class HeadsMoved(RopeMlaDecoupled):
    """Turns each head as if it stood one token further than the head before."""

    def features(self, x, positions, role, ctx=None):
        heads = [super(HeadsMoved, self).features(x[..., h : h + 1, :, :], positions + h, role, ctx)
                 for h in range(x.shape[-3])]
        return torch.cat(heads, -3)


class OneDirection(RopeMixed):
    """Every head starts in the direction of the first."""

    def initial_frequencies(self, directions):
        return super().initial_frequencies(directions[:1].expand_as(directions))


class EvenlySlower(Sinusoidal):
    """Every wave half as fast."""

    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device) / 2


class EvenWaves(Sinusoidal):
    """Frequencies in steps of one size."""

    def inverse_frequencies(self, device=None):
        return torch.linspace(1, 0.1, self.width // 2, dtype=torch.float64)


class CosineTwice(Sinusoidal):
    """The cosine stands in both channels of a pair."""

    def table(self, positions):
        return super().table(positions)[..., 1::2].repeat_interleave(2, -1)


class Chirp(Sinusoidal):
    """Angles that grow with the square of the position."""

    def table(self, positions):
        return super().table(torch.as_tensor(positions, dtype=torch.float64) ** 2 / 100)


class Fading(Sinusoidal):
    """Waves that die away."""

    def table(self, positions):
        return (
            super().table(positions)
            * torch.exp(-torch.as_tensor(positions, dtype=torch.float64) / 50)[..., None]
        )


class Quadratic(Rope):
    """Angles that grow with the square of the position."""

    def rotate(self, x, positions, role="query"):
        return super().rotate(x, torch.as_tensor(positions, dtype=torch.float64) ** 2, role)


class Dynamic(Rope):
    """Angles that shrink once a longer context is announced."""

    def features(self, x, positions, role, ctx=None):
        factor = max(1.0, (ctx.length or 1) / 100)
        return super().features(x, positions / factor, role, ctx)


class ByPair(Rope):
    """Every second pair stands still."""

    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device) * (torch.arange(self.head_dim // 2) % 2)


class Backwards(Rope):
    """Angles grow from pair to pair."""

    def inverse_frequencies(self, device=None):
        return super().inverse_frequencies(device).flip(0)


class Reward(Alibi):
    """Distance is rewarded."""

    def bias(self, q, k, ctx):
        return -super().bias(q, k, ctx)


class Flattening(Alibi):
    """Logarithm of the distance."""

    def bias(self, q, k, ctx):
        return -torch.log1p(-super().bias(q, k, ctx).clamp(max=0))


class SameSlopes(Alibi):
    """One slope for all heads."""

    def slopes(self, device=None):
        return torch.full((self.heads,), 0.25, dtype=torch.float64)


class PerChannel(Rope):
    """Scales each channel by itself."""

    def rotate(self, x, positions, role="query"):
        angles = torch.as_tensor(positions, dtype=torch.float64)[..., None]
        return x * (1 + 0.1 * angles)


class Remembering(Sinusoidal):
    """Counts its calls and lets them show."""

    calls = 0

    def embed(self, x, positions, ctx=None):
        self.calls += 1
        return super().embed(x, positions, ctx) * (1 + 0.01 * self.calls)


class Constant(PositionEncoding):
    """Replaces every value by one."""

    method = "nope"

    def values(self, weights, v, ctx):
        return torch.ones_like(weights @ v)


class Fixed(PositionEncoding):
    """Logits from positions alone."""

    method = "nope"

    def features(self, x, positions, role, ctx=None):
        return x if role == "value" else torch.zeros_like(x)


def one(cls, **options):
    return lambda: cls(**options), options


def of(method, **options):
    return lambda: build(method, **options), options


WAVES, ROTARY, HALVES, TABLE = (
    of("sinusoidal", **WAVE),
    of("rope", **ROPE),
    of("rope", **HALF),
    of("learned-absolute", **LEARNED),
)
SLOPES, MIRROR, NONE = of("alibi", **ALIBI), of("alibi", **BOTH_WAYS), of("nope")
PAPER = of("alibi", heads=12, slope_rule="paper")
VASWANI = {"even": "sin(pos/10000^(2*i/d))", "odd": "cos(pos/10000^(2*i/d))", "length": 400}

# property, arguments, an encoding for which it holds, and one for which it fails (with other arguments)
SHOWN = (
    ("parameter_count", {"equals": "L*D"}, TABLE, (TABLE, {"equals": "L+D"})),
    ("stored_numbers", {"equals": "0"}, ROTARY, (TABLE, {"equals": "0"})),
    ("enters_at", {"hooks": ["features"]}, ROTARY, SLOPES),
    ("accepts_position", {"position": 90}, ROTARY, TABLE),
    ("rejects_position", {"position": 90}, TABLE, ROTARY),
    ("distinct_positions", {"length": 90}, TABLE, SLOPES),
    ("same_for_every_call", {"length": 9}, ROTARY, TABLE),
    ("same_for_every_call", {"length": 9}, WAVES, one(Remembering, **WAVE)),
    ("norm_kept", {"position": 77}, HALVES, WAVES),
    ("norm_kept", {"position": 77}, ROTARY, one(PerChannel, **ROPE)),
    ("features_change_with_position", {"positions": [4, 31]}, WAVES, SLOPES),
    ("features_same_at_positions", {"positions": [4, 31]}, SLOPES, ROTARY),
    ("cached_key_same_at_any_position", {"positions": [4, 31]}, SLOPES, TABLE),
    ("constants_follow_length", {"lengths": [50, 900], "constants": "inverse_frequencies"},
     one(Dynamic, **ROPE), ROTARY),
    ("key_cache_numbers_per_token", {"equals": "d"}, ROTARY, one(Widened, **ROPE)),
    ("values_unchanged", {}, SLOPES, WAVES),
    ("values_unchanged", {}, NONE, one(Constant)),
    ("added_operations", {"equals": "6*d*h*T"}, HALVES, (ROTARY, {"equals": "3*d*h*T"})),
    ("added_operations", {"equals": "n*T^2"}, SLOPES, (SLOPES, {"equals": "n*T^2", "tables": "computed"})),
    ("added_operations", {"equals": "T*D"}, TABLE, (WAVES, {"equals": "0"})),
    ("added_share_of_attention", {"length": 2048, "below": 0.001}, ROTARY,
     (ROTARY, {"length": 60, "below": 0.001})),
    ("decode_share_of_attention", {"length": 900, "cached": "rotated", "below": 0.01}, ROTARY,
     (ROTARY, {"length": 900, "cached": "raw", "below": 0.01})),
    ("attention_operations_ratio", {"length": 60, "step": "full", "equals": 4}, NONE,
     (NONE, {"length": 60, "step": "decode", "equals": 4})),
    ("permutation_equivariant", {"length": 9, "causal": False}, NONE, MIRROR),
    ("permutation_equivariant", {"length": 9, "causal": False}, NONE, (NONE, {"length": 9, "causal": True})),
    ("permutation_noticed", {"length": 9, "causal": False}, TABLE, NONE),
    ("cached_decode_matches", {"length": 9}, HALVES, one(Remembering, **WAVE)),
    ("offset_only", {"length": 9, "shift": 20}, SLOPES, TABLE),
    ("shift_noticed", {"length": 9, "shift": 20}, WAVES, ROTARY),
    ("output_independent_of_values", {"length": 9}, one(Constant), ROTARY),
    ("bias_static", {"length": 9}, SLOPES, ROTARY),
    ("foldable_into_mask", {"length": 9}, SLOPES, HALVES),
    ("fused_attention_matches", {"length": 9}, TABLE, SLOPES),
    ("linear_attention_factorises", {"length": 20}, HALVES, SLOPES),
    ("linear_attention_normalised", {"length": 20}, NONE, ROTARY),
    ("logits_equal", {"formula": "qk/sqrt(d) - m*abs(j-i)"}, SLOPES,
     (SLOPES, {"formula": "(qk - m*abs(j-i))/sqrt(d)"})),
    ("score_monotone_in_distance", {"length": 60, "vectors": "equal"}, SLOPES, ROTARY),
    ("score_monotone_in_distance", {"length": 60, "vectors": "equal"}, NONE,
     (SLOPES, {"length": 60, "vectors": "random"})),
    ("score_independent_of_content", {"m": 5, "n": 2}, one(Fixed), ROTARY),
    ("mean_score_decays", {"from": 1, "to": 500}, ROTARY, NONE),
    ("mean_score_decays", {"from": 1, "to": 500, "measure": "bound"}, HALVES,
     (ROTARY, {"from": 0, "to": 9, "measure": "size"})),
    ("table_equals", VASWANI, WAVES, (of("sinusoidal", layout="concatenated", **WAVE), VASWANI)),
    ("table_equals", {**VASWANI, "even": "cos(pos/10000^(2*i/d))"}, one(CosineTwice, **WAVE), WAVES),
    ("wavelengths_equal", {"formula": "2*pi*10000^(2*i/d)"}, WAVES,
     of("sinusoidal", layout="tensor2tensor", **WAVE)),
    ("wavelengths_geometric", {}, WAVES, one(ConstantWaves, **WAVE)),
    ("wavelength_range", {"shortest": "2*pi", "longest": "20000*pi"},
     of("sinusoidal", layout="tensor2tensor", **WAVE), WAVES),
    ("shortest_wavelength_below", {"below": 7}, ROTARY, (WAVES, {"below": 2})),
    ("inverse_frequencies_equal", {"formula": "10000^(-2*i/d)"}, HALVES,
     (HALVES, {"formula": "10000^(-2*(i+1)/d)"})),
    ("angle_geometric_in_pair", {}, WAVES, one(Backwards, **ROPE)),
    ("frequency_changes_with_position", {"positions": [10, 77]}, one(Chirp, **WAVE), WAVES),
    ("frequency_changes_with_position", {"positions": [10, 77]}, one(Quadratic, **ROPE), HALVES),
    ("frequencies_evenly_spaced", {}, one(EvenWaves, **WAVE), WAVES),
    ("shift_is_linear", {"shift": 5, "length": 144}, WAVES, (TABLE, {"shift": 5, "length": 80})),
    ("shift_is_linear", {"shift": 5, "length": 144}, WAVES, one(Chirp, **WAVE)),
    ("table_product_offset_only", {"length": 80}, WAVES, TABLE),
    ("table_product_symmetric", {"length": 80}, WAVES, one(Fading, **WAVE)),
    ("table_product_depends_on_absolute_position", {"length": 80}, TABLE,
     (TABLE, {"length": 80, "rows": "sinusoidal"})),
    ("pair_amplitude_below", {"position": 500, "below": 0.5}, one(Fading, **WAVE), WAVES),
    ("fastest_pair_changes_less_than", {"position": 500, "step": 1, "below": 0.1}, one(Fading, **WAVE),
     WAVES),
    ("pair_phases_seen_by", {"length": 400, "position": 300, "tolerance": 0.1}, WAVES,
     (WAVES, {"length": 400, "position": 5000, "tolerance": 0.1})),
    ("table_shape", {"rows": "L", "columns": "d"}, TABLE, (TABLE, {"rows": "d", "columns": "L"})),
    ("angle_linear_in_position", {"length": 900}, HALVES, one(Quadratic, **ROPE)),
    ("pairs_are", {"pairs": "adjacent"}, ROTARY, HALVES),
    ("subspace_count", {"equals": "d/2"}, HALVES, one(ByPair, **ROPE)),
    ("is_complex_multiplication", {"position": 1234}, HALVES, one(Quadratic, **ROPE)),
    ("product_equals_relative_rotation", {"m": 5, "n": 41, "rotation": "n-m"}, HALVES,
     (HALVES, {"m": 5, "n": 41, "rotation": "m-n"})),
    ("product_unchanged_by_rotation", {"m": 41, "n": 41}, ROTARY, (ROTARY, {"m": 5, "n": 41})),
    ("acts_per_channel", {"position": 7}, one(PerChannel, **ROPE), ROTARY),
    ("angle_from_first_axis", {"formula": "phi + n*theta", "vector": "random", "position": 5}, HALVES,
     (HALVES, {"formula": "n*theta", "vector": "random", "position": 5})),
    ("similar_key_preferred", {"length": 30}, ROTARY, (ROTARY, {"length": 4000})),
    ("slopes_equal", {"formula": "2^(-8*(i+1)/n)"}, PAPER, SLOPES),
    ("slopes_equal", {"formula": "2^(-8*(i+1)/n)"}, PAPER, one(Reward, heads=12, slope_rule="paper")),
    ("slopes_geometric", {}, PAPER, SLOPES),
    ("slopes_distinct", {}, SLOPES, one(SameSlopes, **ALIBI)),
    ("bias_equals", {"formula": "-m*abs(j-i)", "length": 30}, SLOPES, one(Reward, **ALIBI)),
    ("bias_equals", {"formula": "-m*abs(j-i)", "length": 30, "keys": "all"}, MIRROR,
     (SLOPES, {"formula": "-m*abs(j-i)", "length": 30, "keys": "all"})),
    ("bias_nonpositive", {"length": 30}, SLOPES, one(Reward, **ALIBI)),
    ("bias_step_shrinks", {"length": 300}, one(Flattening, **ALIBI), SLOPES),
    ("bias_determined_by", {"by": "offset", "length": 30}, SLOPES, (SLOPES, {"by": "query", "length": 30})),
    ("weight_beyond_distance_below", {"slope_index": 0, "distance": 20, "below": 0.001}, SLOPES,
     (SLOPES, {"slope_index": 7, "distance": 20, "below": 0.001})),
    ("weight_beyond_distance_above", {"slope_index": 7, "distance": 20, "above": 0.001}, SLOPES,
     (SLOPES, {"slope_index": 0, "distance": 20, "above": 0.001})),
    ("agrees_with_oracle", {}, ROTARY, one(Quadratic, **ROPE)),
    ("agrees_with_oracle", {}, TABLE, one(Chirp, **WAVE)),
    ("same_as", {"method": "rope", "options": ROPE}, ROTARY, HALVES),
    ("same_outputs_as", {"method": "alibi", "options": ALIBI}, SLOPES, one(Reward, **ALIBI)),
    ("quantity_equals", {"quantity": "slopes", "equals": "2^(-8*(i+1)/n)"}, PAPER, SLOPES),
    ("quantity_equals", {"quantity": "wavelengths", "index": 0, "equals": "2*pi"}, WAVES, one(EvenlySlower, **WAVE)),
    ("quantity_is", {"quantity": "slopes", "index": 11, "numbers": [2.0**-3.5]}, SLOPES, PAPER),
    ("quantity_is", {"quantity": "rotation_matrix", "arguments": [0], "index": 1, "numbers": [0]}, ROTARY,
     (ROTARY, {"quantity": "rotation_matrix", "arguments": [0], "index": 0, "numbers": [0]})),
    ("quantity_between", {"quantity": "slopes", "least": "1/256", "most": "3/4"}, SLOPES,
     (SLOPES, {"quantity": "slopes", "least": "1/128"})),
    ("quantity_rises", {"quantity": "slopes", "direction": "down"}, PAPER, SLOPES),
    ("has_quantity", {"quantity": "slopes"}, SLOPES, ROTARY),
    ("obeys", {"law": "shift_invariant"}, ROTARY, WAVES),
    ("breaks", {"law": "shift_invariant"}, WAVES, ROTARY),
    ("hidden_key_unnoticed", {"length": 9}, of("fox", width=22, heads=6), one(CountsHidden, width=22, heads=6)),
    ("one_rotary_key_for_all_heads", {"position": 77}, of("rope-mla-decoupled", **MLA), one(HeadsMoved, **MLA)),
    ("starts_in_drawn_directions", {}, of("rope-mixed", heads=64, head_dim=12),
     one(OneDirection, heads=64, head_dim=12)),
)  # fmt: skip
IDS = [f"{row[0]}-{number}" for number, row in enumerate(SHOWN)]


def measured(name, made, given) -> Measurement:
    torch.manual_seed(5)
    construct, options = made
    return measure(name, construct(), options, given)


@pytest.mark.parametrize(("name", "given", "good", "bad"), SHOWN, ids=IDS)
def test_holds(name, given, good, bad):
    result = measured(name, good, given)
    assert result.holds, result


@pytest.mark.parametrize(("name", "given", "good", "bad"), SHOWN, ids=IDS)
def test_fails(name, given, good, bad):
    other, arguments = bad if isinstance(bad[1], dict) and isinstance(bad[0], tuple) else (bad, given)
    result = measured(name, other, arguments)
    assert not result.holds, result


FILED = [(path.stem, row) for path in sorted((Path(__file__).parent / "shown").glob("*.yml"))
         for row in yaml.safe_load(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("family", "row"), FILED, ids=[f"{r['property']}-{n}" for n, (_, r) in enumerate(FILED)])
def test_filed_rows(family, row):
    """A property holds for one build and question, and fails for another; what the other leaves out stays."""
    assert PROPERTIES[row["property"]].family == family
    for outcome, asked in ((True, row), (False, row | row["but_not"])):
        torch.manual_seed(5)
        encoding = build(asked["method"], **asked.get("build", {})).eval()
        result = measure(row["property"], encoding, asked.get("build", {}), asked.get("given", {}))
        assert result.holds is outcome, (outcome, result)


def test_every_property_is_declared_measured_and_shown():
    assert set(PROPERTIES) == set(MEASURES) == {row[0] for row in SHOWN} | {row["property"] for _, row in FILED}


def test_measuring_is_deterministic_and_leaves_the_random_state():
    torch.manual_seed(11)
    expected = torch.rand(3)
    for name, given, good, _ in SHOWN:
        torch.manual_seed(5)
        first = measure(name, good[0](), good[1], given)
        torch.manual_seed(5)
        made = good[0]()
        torch.manual_seed(11)
        assert measure(name, made, good[1], given) == first
        assert torch.equal(torch.rand(3), expected), name


def test_tolerance_grows_with_position_and_stays_below_what_matters():
    assert 1e-13 < tolerance(0) < tolerance(1e3) < tolerance(1e6) < 1e-8
    assert tolerance(10, size=5) == 5 * tolerance(10)
