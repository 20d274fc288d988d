"""A few lines of Python for each method that a reader can run as they are. No torch here: they are text."""

from __future__ import annotations

from posatlas.law_records import Interface
from posatlas.schema.properties import STANDARD_BUILDS

__all__ = ["snippet"]

_GIVEN = {
    "length": "length=8",
    "hidden_q": "hidden_q=x",
    "hidden_k": "hidden_k=x",
    "token_ids": "token_ids=torch.arange(8)",
    "layer": "layer=0",
    "step": "step=0",
    "generator": "generator=torch.Generator().manual_seed(0)",
}


def snippet(method: str, interface: Interface) -> str:
    """Build the method, ask for a quantity that needs no argument where there is one, and attend with it."""
    options = dict(STANDARD_BUILDS[method][0])
    heads, width = options.get("heads", 6), options.get("width", 22)
    head_dim = options.get(
        "head_dim", options.get("content_dim", 10) + options.get("rotary_dim", 0) * ("content_dim" in options)
    )
    written = "".join(f", {name}={value!r}" for name, value in options.items())
    calm = ".eval()" if "drawn" in interface.quantities and "generator" not in interface.needs else ""
    lines = ["import torch", "from posatlas.reference_impl import Context, attend, build", ""]
    lines.append(f'enc = build("{method}"{written}){calm}')
    lines += [
        f"print(enc.{name}{'' if name == 'mscale' else '()'})"
        for name in interface.quantities
        if name in ("slopes", "mscale") or (name == "inverse_frequencies" and "length" not in interface.needs)
    ]
    lines.append("torch.manual_seed(0)")
    if interface.position_axes:
        row = ", ".join(
            f"i // {2 ** (interface.position_axes - 1 - axis)} % {2 if axis else 4}"
            for axis in range(interface.position_axes)
        )
        lines.append(f"positions = torch.tensor([[{row}] for i in range(8)])")
    else:
        lines.append("positions = torch.arange(8)")
    if "embed" in interface.hooks or {"hidden_q", "hidden_k"} & set(interface.needs):
        lines.append(f"x = torch.randn(8, {width})")
    context = "".join(f", {_GIVEN[name]}" for name in interface.needs)
    if "embed" in interface.hooks:
        lines.append(f"x = enc.embed(x, positions, Context(positions, positions{context}))")
        lines.append("print(x.shape)")
    if set(interface.hooks) != {"embed"}:
        lines.append(f"q, k, v = torch.randn(3, {heads}, 8, {head_dim})")
        lines.append(f"print(attend(enc, q, k, v, positions, positions{context}).shape)")
    else:
        lines[1] = "from posatlas.reference_impl import Context, build"
    if "embed" not in interface.hooks:
        lines[1] = "from posatlas.reference_impl import attend, build"
    return "\n".join(lines) + "\n"
