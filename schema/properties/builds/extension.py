"""Options of extensions that change frequencies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from posatlas.schema.properties.builds.options import BASE, FACTOR, HEAD_DIM, ORIGINAL_LENGTH, PAIRING, base
from posatlas.schema.properties.declaration import Argument

__all__ = ["EXTENSION", "EXTENSION_STANDARD"]

_WIDER: Final = Argument("integer", "Head width d.", minimum=4, maximum=1024, even=True)


def _turns(description: str, default: float) -> Argument:
    return Argument("number", description, minimum=1e-6, maximum=1e6, default=default)


EXTENSION: Final[Mapping[str, Mapping[str, Argument]]] = {
    "position-interpolation": {"head_dim": HEAD_DIM, "base": BASE, "pairing": PAIRING, "factor": FACTOR},
    "ntk-aware": {"head_dim": _WIDER, "base": BASE, "pairing": PAIRING, "factor": FACTOR},
    "dynamic-ntk": {
        "head_dim": _WIDER,
        "base": BASE,
        "pairing": PAIRING,
        "original_length": ORIGINAL_LENGTH,
        "factor": Argument(
            "number", "How fast s grows with the length, alpha.", minimum=1e-6, maximum=1e6, default=1.0
        ),
        "variant": Argument(
            "choice",
            "transformers: alpha l/L - (alpha - 1); paper: l/L; qwen: steps at powers of two.",
            choices=("transformers", "paper", "qwen"),
            default="transformers",
        ),
    },
    "ntk-by-parts": {
        "head_dim": HEAD_DIM,
        "base": BASE,
        "pairing": PAIRING,
        "factor": FACTOR,
        "original_length": ORIGINAL_LENGTH,
        "beta_slow": _turns("Pairs with fewer turns within L are divided.", 1.0),
        "beta_fast": _turns("Pairs with more turns within L stay.", 32.0),
        "ramp": Argument(
            "choice",
            "rotations: linear in turns, as in the paper; dimension: linear in the number of the pair, as in code.",
            choices=("rotations", "dimension"),
            default="rotations",
        ),
        "truncate": Argument("boolean", "Round the limits of the dimension ramp outwards.", default=True),
    },
    "llama3-rope": {
        "head_dim": HEAD_DIM,
        "base": base(500000.0),
        "pairing": PAIRING,
        "factor": Argument(**{**vars(FACTOR), "default": 8.0}),
        "low_frequency_factor": _turns("Pairs with fewer turns within L are divided.", 1.0),
        "high_frequency_factor": _turns("Pairs with more turns within L stay.", 4.0),
        "original_length": Argument(**{**vars(ORIGINAL_LENGTH), "default": 8192}),
    },
    "rope-abf": {"head_dim": HEAD_DIM, "base": base(500000.0), "pairing": PAIRING},
    "logn-attention-scaling": {
        "original_length": Argument(**{**vars(ORIGINAL_LENGTH), "minimum": 2}),
        "variant": Argument(
            "choice",
            "qwen: max(1, log_L i) for the query at place i; su: log_L n for n visible keys.",
            choices=("qwen", "su"),
            default="qwen",
        ),
    },
}

EXTENSION_STANDARD: Final[Mapping[str, tuple[Mapping[str, object], ...]]] = {
    "position-interpolation": (
        {"head_dim": 10, "factor": 3.0},
        {"head_dim": 10, "base": 500.0, "pairing": "half", "factor": 1.7},
    ),
    "ntk-aware": (
        {"head_dim": 10, "factor": 3.0},
        {"head_dim": 10, "base": 500.0, "pairing": "half", "factor": 1.7},
    ),
    "dynamic-ntk": (
        {"head_dim": 10, "original_length": 4, "factor": 2.0},
        {"head_dim": 10, "base": 500.0, "pairing": "half", "original_length": 4, "variant": "paper"},
        {"head_dim": 10, "original_length": 4, "variant": "qwen"},
        {"head_dim": 10, "original_length": 4096, "factor": 2.0},
    ),
    "ntk-by-parts": (
        {"head_dim": 12, "base": 64.0, "factor": 3.0, "original_length": 100, "beta_fast": 5.0},
        {"head_dim": 10, "pairing": "half", "factor": 4.0, "original_length": 4096},
        {"head_dim": 12, "factor": 4.0, "original_length": 2048, "ramp": "dimension"},
        {"head_dim": 12, "pairing": "half", "factor": 4.0, "original_length": 2048, "ramp": "dimension",
         "truncate": False},
    ),
    "llama3-rope": (
        {"head_dim": 10},
        {"head_dim": 12, "base": 64.0, "pairing": "half", "factor": 5.0, "low_frequency_factor": 2.0,
         "high_frequency_factor": 6.0, "original_length": 100},
    ),
    "rope-abf": ({"head_dim": 10}, {"head_dim": 10, "base": 1000000.0, "pairing": "half"}),
    "logn-attention-scaling": (
        {"original_length": 4},
        {"original_length": 4, "variant": "su"},
        {"original_length": 2048},
    ),
}
