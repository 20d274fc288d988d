"""BibTeX: the papers, each under its id."""

from __future__ import annotations

from pathlib import Path

from posatlas.bibtex import bibtex
from posatlas.exporting.dataset import LICENCE, Dataset
from posatlas.writing import replace_file

__all__ = ["write"]


def write(dataset: Dataset, target: Path) -> None:
    """Write the entries to a file. Titles stand as printed, so the languages change nothing."""
    head = f"PosAtlas, data {dataset.version}, {LICENCE}\n"  # BibTeX passes over text between entries
    replace_file(target, "\n\n".join([head.rstrip(), *map(bibtex, dataset.atlas.of("paper"))]) + "\n")
