"""Every method, in every variant: heads that are no power of two, fewer key heads, a batch of three."""
from dataclasses import dataclass, field

import pytest
import torch

from posatlas.reference_impl import Context, build, self_attention

WIDTH, HEADS, KEY_HEADS, HEAD_DIM = 20, 6, 3, 10


@dataclass(frozen=True)
class Case:
    name: str
    method: str
    options: dict = field(default_factory=dict)
    shift_invariant: bool = True
    heads_alike: bool = True  # no head differs from another by its index
    causal_only: bool = False
    reads_positions: bool = True

    def build(self):
        torch.manual_seed(7)
        return build(self.method, **self.options)


CASES = (
    Case("nope", "nope", reads_positions=False),
    Case("sinusoidal", "sinusoidal", {"width": WIDTH}, shift_invariant=False),
    Case("concatenated", "sinusoidal", {"width": WIDTH, "layout": "concatenated"}, shift_invariant=False),
    Case("tensor2tensor", "sinusoidal", {"width": WIDTH, "layout": "tensor2tensor"}, shift_invariant=False),
    Case("learned-absolute", "learned-absolute", {"width": WIDTH, "length": 40}, shift_invariant=False),
    Case("rope", "rope", {"head_dim": HEAD_DIM}),
    Case("rope-half", "rope", {"head_dim": HEAD_DIM, "base": 500.0, "pairing": "half"}),
    Case("alibi", "alibi", {"heads": HEADS}, heads_alike=False, causal_only=True),
    Case("alibi-paper", "alibi", {"heads": HEADS, "slope_rule": "paper"}, heads_alike=False,
         causal_only=True),
    Case("alibi-symmetric", "alibi", {"heads": HEADS, "symmetric": True}, heads_alike=False),
)


def cases(wanted=lambda case: True):
    chosen = [case for case in CASES if wanted(case)]
    return pytest.fixture(lambda request: request.param, params=chosen, ids=[case.name for case in chosen])


case = cases()
shift_invariant_case = cases(lambda case: case.shift_invariant)
endless_case = cases(lambda case: case.method != "learned-absolute")  # a table ends


@pytest.fixture(params=[torch.float64, torch.float32, torch.bfloat16, torch.float16],
                ids=["float64", "float32", "bfloat16", "float16"])
def dtype(request):
    return request.param


def tolerance(position, dtype):
    """Allowed error of a number of size 1 at this position.

    Angles are float64, so below float64 the error is that of the last roundings and does not grow with the
    position. In float64 it is the rounding of the angle, position * frequency.
    """
    if dtype == torch.float64:
        return max(1e-10, 2.0 ** -50 * position)
    return {torch.float32: 8, torch.bfloat16: 1, torch.float16: 1}[dtype] * torch.finfo(dtype).eps


@pytest.fixture(name="tolerance")
def tolerance_fixture():
    return tolerance


@dataclass(frozen=True)
class Layer:
    """One attention layer on tokens x [3, n, WIDTH], with fixed random projections."""
    projections: tuple

    def __call__(self, enc, x, q_positions=None, k_positions=None, causal=True, mask=None):
        n = x.shape[-2]
        k = torch.arange(n) if k_positions is None else k_positions
        q = k if q_positions is None else q_positions
        allowed = q[..., :, None] >= k[..., None, :]
        allowed = allowed if causal else torch.ones_like(allowed)
        allowed = allowed if mask is None else allowed & mask
        return self_attention(enc, x, [w.to(x.dtype) for w in self.projections], Context(q, k, allowed))


@pytest.fixture
def layer():
    g = torch.Generator().manual_seed(3)

    def draw(heads):
        return torch.randn(heads, WIDTH, HEAD_DIM, generator=g, dtype=torch.float64) / WIDTH ** 0.5

    return Layer((draw(HEADS), draw(KEY_HEADS), draw(KEY_HEADS)))


@pytest.fixture
def tokens():
    def draw(n, batch=3, seed=11):
        g = torch.Generator().manual_seed(seed)
        return torch.randn(batch, n, WIDTH, generator=g, dtype=torch.float64)

    return draw


@pytest.fixture
def heads():
    """q, k, v as attention takes them: [3, heads, n, HEAD_DIM], float64."""
    def draw(nq, nk=None, q_heads=HEADS, k_heads=KEY_HEADS, batch=(3,), seed=5):
        g = torch.Generator().manual_seed(seed)
        nk = nq if nk is None else nk
        shapes = ((q_heads, nq), (k_heads, nk), (k_heads, nk))
        return tuple(
            torch.randn(*batch, *shape, HEAD_DIM, generator=g, dtype=torch.float64) for shape in shapes)

    return draw
