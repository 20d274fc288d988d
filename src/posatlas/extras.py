"""Packages that only some answers need: imported on use, and missed with a sentence that says what to install."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["MissingExtra", "needed"]


class MissingExtra(ImportError):
    """A package of an extra is not installed; the message names the extra."""


def needed(module: str, what: str, extra: str) -> Any:
    """A module that `what` (the beginning of a sentence) needs. Raises MissingExtra where a package is missing."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = (error.name or module).partition(".")[0]
        if package == "posatlas":
            raise
        message = f'{what} needs the Python package "{package}". Install it:  pip install "posatlas[{extra}]"'
        raise MissingExtra(message, name=package) from None
