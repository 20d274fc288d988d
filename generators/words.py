"""Words of the interface."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

from posatlas.schema import Text

__all__ = ["all_words"]

STRINGS = Path(__file__).parent / "strings"


@cache
def all_words() -> dict[str, Text]:
    """Words of the interface in all languages, from the files in strings/; no two define the same key."""
    found: dict[str, Text] = {}
    for file in sorted(STRINGS.glob("*.yml")):
        for key, value in yaml.load(file.read_bytes(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)).items():
            if key in found:
                raise ValueError(f"{file.name}: the word {key} stands in another file of strings/ too.")
            found[key] = Text.model_validate(value)
    return found
