"""The notebook runs from top to bottom, and what it shows was shown by a run."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "docs" / "tour.ipynb"
REFRESH = "run it and save it:  jupyter execute --inplace docs/tour.ipynb"


@pytest.fixture(scope="module")
def recorded() -> nbformat.NotebookNode:
    return nbformat.read(TOUR, 4)


def test_every_cell_runs_and_shows_what_is_saved(
    recorded: nbformat.NotebookNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, folders)))
    fresh = nbformat.from_dict(recorded)
    NotebookClient(fresh, timeout=300, resources={"metadata": {"path": str(TOUR.parent)}}).execute()
    cells = [cell for cell in fresh.cells if cell.cell_type == "code"]
    assert len(cells) >= 15
    for cell, saved in zip(fresh.cells, nbformat.read(TOUR, 4).cells, strict=True):
        assert cell.source == saved.source
        if cell.cell_type == "code":
            assert [o.output_type for o in cell.outputs] == [o.output_type for o in saved.outputs], REFRESH
            assert cell.outputs, cell.source


def test_it_is_small_and_saved_in_order(recorded: nbformat.NotebookNode) -> None:
    nbformat.validate(recorded)
    assert TOUR.stat().st_size < 64 * 1024
    counts = [cell.execution_count for cell in recorded.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1)), REFRESH


def test_the_saved_output_names_no_folder_of_a_machine(recorded: nbformat.NotebookNode) -> None:
    text = TOUR.read_text(encoding="utf-8")
    assert str(ROOT) not in text and str(Path.home()) not in text and "site-packages" not in text
    shown = [o for cell in recorded.cells if cell.cell_type == "code" for o in cell.outputs]
    assert any("text/html" in o.get("data", {}) for o in shown)
    assert not any("<script" in "".join(o.get("data", {}).get("text/html", "")) for o in shown)
