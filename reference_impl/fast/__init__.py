"""Fast twins of reference implementations, for long inputs: the same numbers, checked against the slow ones."""
from posatlas.reference_impl.fast.alibi import alibi_attention
from posatlas.reference_impl.fast.rotary import Rotations

__all__ = ["Rotations", "alibi_attention"]
