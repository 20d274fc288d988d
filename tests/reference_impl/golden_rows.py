"""Rows of golden values: a public quantity of a built encoding, and the numbers it must give."""
from pathlib import Path

import torch
import yaml

from posatlas.reference_impl import Context, build

FOLDER = Path(__file__).parent / "golden"


def rows():
    """(method, row) of every file."""
    return [(path.stem, row) for path in sorted(FOLDER.glob("*.yml"))
            for row in yaml.safe_load(path.read_text(encoding="utf-8"))]


def _numbers(value):
    if isinstance(value, torch.Tensor):
        return value.detach().double().flatten()
    if isinstance(value, dict):
        return torch.cat([_numbers(part) for part in value.values()])
    if isinstance(value, (list, tuple)):
        return torch.cat([_numbers(part) for part in value]) if value else torch.zeros(0, dtype=torch.float64)
    return torch.tensor([float(value)], dtype=torch.float64)


def difference(method, row):
    """Largest difference between the quantity and the numbers wanted; infinities of one sign are equal."""
    encoding = build(method, **row.get("options", {})).double()
    context = dict(row.get("context", {}))
    encoding.train(bool(context.pop("training", False)))
    for name, value in row.get("parameters", {}).items():
        target = encoding.state_dict()[name]
        target.copy_(torch.tensor(value, dtype=torch.float64).expand_as(target))
    value = getattr(encoding, row["quantity"])
    if callable(value):
        arguments = [torch.tensor(a, dtype=torch.float64 if _has_float(a) else None) if isinstance(a, list) else a
                     for a in row.get("arguments", [])]
        if context or row["quantity"] in ("embed", "drawn"):
            positions = torch.as_tensor(arguments[-1])
            generator = torch.Generator().manual_seed(3)
            arguments.append(Context(positions, positions, **{"generator": generator} | context))
        value = value(*arguments)
    found, want = _numbers(value), _numbers(row["want"])
    if found.shape != want.shape:
        raise AssertionError(f"{len(found)} numbers where {len(want)} are wanted")
    if not found.numel():
        return 0.0
    return float((found - want).where(found != want, 0.0).abs().max())


def _has_float(value):
    return any(map(_has_float, value)) if isinstance(value, list) else isinstance(value, float)
