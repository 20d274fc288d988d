"""What an encoding may look at beside the tensors: one frozen value, made for each call and never kept."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor


@dataclass(frozen=True, eq=False)
class Context:
    """Positions, who may attend to whom, and extras that some methods need. No tensor has a heads axis."""
    q_positions: Tensor  # [..., nq], or [..., nq, axes]
    k_positions: Tensor  # [..., nk], or [..., nk, axes]
    allowed: Tensor | None = None  # bool [..., nq, nk]: True where a query may look at a key; None: not said
    length: int | None = None  # context length in force: explicit, never inferred from the batch
    hidden_q: Tensor | None = None  # [..., nq, width] hidden states behind the queries
    hidden_k: Tensor | None = None  # [..., nk, width] hidden states behind the keys
    token_ids: Tensor | None = None  # [..., nk]
    layer: int | None = None  # index of the layer, from 0
    step: int | None = None  # recurrent step, from 0
    generator: torch.Generator | None = None  # the only source of randomness

    def offsets(self) -> Tensor:
        """Query position minus key position: [..., nq, nk]."""
        return self.q_positions[..., :, None] - self.k_positions[..., None, :]

    def need(self, method: str, name: str) -> Any:
        """The field `name`, or a ValueError that says which method misses it."""
        value = getattr(self, name)
        if value is None:
            raise ValueError(f"{method} needs {name}, which was not given; pass {name}=...")
        return value
