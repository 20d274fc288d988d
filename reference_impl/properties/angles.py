"""Rotations and waves, read from what an encoding does to vectors, not from what it says about itself."""

from __future__ import annotations

import torch
from torch import Tensor

from posatlas.reference_impl import Context
from posatlas.reference_impl.encodings.base import PositionEncoding
from posatlas.reference_impl.properties.draws import surroundings
from posatlas.reference_impl.properties.measuring import NotMeasurable, Values

__all__ = ["added", "directions", "pair_angles", "pairs", "rotated", "rotation", "wave_channels"]

MIXES = 1e-15


def rotated(encoding: PositionEncoding, x: Tensor, positions: Tensor, role: str = "query") -> Tensor:
    """Rows x [..., n, d] as the feature hook returns them at the positions [n]."""
    return encoding.features(x, positions, role, Context(positions, positions))


def rotation(encoding: PositionEncoding, build: Values, position: int, role: str = "query") -> Tensor:
    """The matrix [d, d] that the feature hook applies at a position: column c is what becomes of unit vector
    c."""
    unit = torch.eye(build["head_dim"], dtype=torch.float64)
    return rotated(encoding, unit[:, None, None, :], torch.tensor([position]), role)[:, 0, 0, :].T


def components(matrix: Tensor) -> list[tuple[int, ...]]:
    """Sets of channels that mix with each other under a matrix, in order of their first channel."""
    mixes = (matrix.abs() > MIXES) | (matrix.T.abs() > MIXES)
    left, found = set(range(len(matrix))), []
    while left:
        reached, border = set(), {min(left)}
        while border:
            channel = border.pop()
            reached.add(channel)
            border |= set(mixes[channel].nonzero().flatten().tolist()) - reached
        left -= reached
        found.append(tuple(sorted(reached)))
    return found


def pairs(encoding: PositionEncoding, build: Values) -> list[tuple[int, int]]:
    """The pairs of channels that mix at position 1. Raises NotMeasurable where other sets of channels mix."""
    found = components(rotation(encoding, build, 1))
    if any(len(channels) != 2 for channels in found):
        sizes = sorted({len(channels) for channels in found})
        raise NotMeasurable(f"channels do not mix in pairs: there are sets of {', '.join(map(str, sizes))}")
    return [(channels[0], channels[1]) for channels in found]


def wave_channels(build: Values) -> tuple[Tensor, Tensor]:
    """Channels of the sines and of the cosines of a sinusoidal table with this layout, [width / 2] each."""
    i = torch.arange(build["width"] // 2)
    return (2 * i, 2 * i + 1) if build["layout"] == "interleaved" else (i, i + build["width"] // 2)


def added(encoding: PositionEncoding, build: Values, positions: Tensor) -> Tensor:
    """What the embedding hook adds to a zero vector at the positions [n]: float64 [n, width]."""
    around = surroundings(encoding, len(positions))
    around = {name: value[0] if isinstance(value, Tensor) else value for name, value in around.items()}
    zeros = torch.zeros(len(positions), build.get("width") or encoding.width, dtype=torch.float64)
    return encoding.embed(zeros, positions, Context(positions, positions, **around)).detach()


def directions(encoding: PositionEncoding, build: Values, positions: Tensor) -> Tensor:
    """Each pair as a complex number at the positions [n]: the wave itself, or what becomes of a pair (1,
    0)."""
    if "width" in build:
        sine, cosine = wave_channels(build)
        table = added(encoding, build, positions)
        return torch.complex(table[:, cosine], table[:, sine])
    first, second = torch.tensor(pairs(encoding, build)).T
    x = torch.zeros(1, 1, len(positions), build["head_dim"], dtype=torch.float64)
    x[..., first] = 1.0
    turned = rotated(encoding, x, positions)[0, 0]
    return torch.complex(turned[:, first], turned[:, second])


def pair_angles(encoding: PositionEncoding, build: Values) -> Tensor:
    """Radians that each pair turns from position 0 to position 1, as done to vectors: float64 [pairs].

    Every frequency of these methods lies in (0, 1], so no whole turn is lost.
    """
    if "width" in build:
        sine, cosine = wave_channels(build)
        at = added(encoding, build, torch.tensor([0, 1]))
        phase = torch.atan2(at[:, sine], at[:, cosine])
        return phase[1] - phase[0]
    matrix = rotation(encoding, build, 1)
    a, b = torch.tensor(pairs(encoding, build)).T
    return torch.atan2(matrix[b, a], matrix[a, a])
