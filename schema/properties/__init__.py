"""The declared vocabulary of properties: what a check may ask, of which method, with which arguments. No
torch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from posatlas.schema.properties.builds import BUILDS, STANDARD_BUILDS, build_problems, build_symbols, complete_build
from posatlas.schema.properties.declaration import Argument, PropertyDeclaration, did_you_mean
from posatlas.schema.properties.of_absolute import OF_ABSOLUTE
from posatlas.schema.properties.of_agreement import OF_AGREEMENT
from posatlas.schema.properties.of_any_method import OF_ANY_METHOD
from posatlas.schema.properties.of_attention import OF_ATTENTION
from posatlas.schema.properties.of_biases import OF_BIASES
from posatlas.schema.properties.of_content import OF_CONTENT
from posatlas.schema.properties.of_encodings import OF_ENCODINGS
from posatlas.schema.properties.of_offsets import OF_OFFSETS
from posatlas.schema.properties.of_remapping import OF_REMAPPING
from posatlas.schema.properties.of_rotary import OF_ROTARY
from posatlas.schema.properties.of_rotations import OF_ROTATIONS
from posatlas.schema.properties.of_several_axes import OF_SEVERAL_AXES

__all__ = [
    "BUILDS",
    "PROPERTIES",
    "STANDARD_BUILDS",
    "Argument",
    "PropertyDeclaration",
    "build_problems",
    "build_symbols",
    "check_problems",
    "complete_build",
]

PROPERTIES: Final[Mapping[str, PropertyDeclaration]] = {
    declaration.name: declaration
    for declaration in (
        *OF_ANY_METHOD,
        *OF_AGREEMENT,
        *OF_ABSOLUTE,
        *OF_ATTENTION,
        *OF_CONTENT,
        *OF_ENCODINGS,
        *OF_OFFSETS,
        *OF_REMAPPING,
        *OF_ROTARY,
        *OF_ROTATIONS,
        *OF_BIASES,
        *OF_SEVERAL_AXES,
    )
}


def check_problems(property: str, method: str, build: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """Sentences about a check row that cannot run; empty when it can. Checks the property's name first."""
    if property not in PROPERTIES:
        return [f"{property!r} is not a declared property{did_you_mean(property, PROPERTIES)}"]
    return PROPERTIES[property].problems(method, build, given)
