"""Mending the lines of a file: blanks, order of fields, characters that hide, addresses. Values stay what they are."""

from __future__ import annotations

import re
from typing import Final

from posatlas.fields import fields_of
from posatlas.schema import Kind

__all__ = ["in_order", "tidy", "visible", "without_id", "without_tracking"]

_KEY: Final = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):(?=\s|$)")
_HIDDEN: Final = re.compile("[\u200b\u2060\ufeff]")
_INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)
_TRACKING: Final = re.compile(
    r"(https?://[^\s\"'<>]*?)([?&])(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref_src|ref|source|si|spm)"
    r"=[^&#\s\"',}\]]*(&?)"
)


def tidy(text: str, kind: Kind) -> str:
    """Line feeds alone, no blanks before them, spaces for tabs, one line feed at the end."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _INDENT.sub(lambda found: found[0].replace("\t", "  "), text).replace("\t", " ")
    return "\n".join(line.rstrip(" ") for line in text.split("\n")).rstrip("\n") + "\n"


def visible(text: str, kind: Kind) -> str:
    """Without byte-order mark, zero-width space and word joiner. Signs of direction stay: a person must look."""
    return _HIDDEN.sub("", text)


def in_order(text: str, kind: Kind) -> str:
    """Fields in the order of the schema, each with the comments above it."""
    order = {field.key: place for place, field in enumerate(fields_of(kind.model))}
    blocks = _blocks(text)
    if not blocks or any(key not in order for key, _ in blocks):
        return text
    return "".join(block for _, block in sorted(blocks, key=lambda pair: order[pair[0]]))


def without_id(text: str, kind: Kind) -> str:
    """Without the line that repeats the file's name."""
    return "".join(block for key, block in _blocks(text) if key != "id") or text


def without_tracking(text: str, kind: Kind) -> str:
    """Addresses without the parameters that follow a reader."""
    before = None
    while before != text:
        before, text = text, _TRACKING.sub(lambda found: found[1] + (found[2] if found[3] else ""), text)
    return text


def _blocks(text: str) -> list[tuple[str, str]]:
    """The outermost fields with their lines, comments above included; none where the file is written in braces."""
    blocks: list[tuple[str, list[str]]] = []
    above: list[str] = []
    for line in text.splitlines(keepends=True):
        match = _KEY.match(line)
        if match:
            blocks.append((match[1], [*above, line]))
            above = []
        elif line.startswith("#") or (above and not line.strip()):
            above.append(line)
        elif blocks:
            blocks[-1][1].extend([*above, line])
            above = []
        elif line.strip():
            return []
    if above and blocks:
        blocks[-1][1].extend(above)
    return [(key, "".join(lines)) for key, lines in blocks]
