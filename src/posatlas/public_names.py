"""The names that a Python user may rely on, in the order of the reference: each is importable, documented, tested."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["PUBLIC"]

PUBLIC: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "posatlas": ("load", "Atlas", "InvalidKnowledgeBase", "UnknownEntity"),
        "posatlas.entities": ("Entities",),
        "posatlas.schema": ("Entity", "Method", "Claim", "Text"),
        "posatlas.schema.holder": ("Unheld",),
        "posatlas.schema.provenance": ("Provenance", "Measurement"),
        "posatlas.paths": ("Path", "Step"),
        "posatlas.lineage": ("Lineage", "Descent"),
        "posatlas.tables": ("Table", "Cell", "UnknownCell"),
        "posatlas.as_of": ("AtlasAsOf",),
        "posatlas.dating": ("Dated", "dates"),
        "posatlas.weights": ("step_weight",),
        "posatlas.extras": ("MissingExtra",),
        "posatlas.languages": ("MissingConverter",),
        "posatlas.reference_impl": ("build", "attend", "logits", "self_attention", "Context", "available"),
    }
)
"""Names by the module that they are imported from."""
