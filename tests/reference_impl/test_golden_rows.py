"""Golden values: numbers from papers, published configurations, or worked out apart from the code."""
import importlib.util
from pathlib import Path

import pytest

from posatlas.reference_impl.registry import CLASSES

_SPEC = importlib.util.spec_from_file_location("golden_rows", Path(__file__).parent / "golden_rows.py")
golden_rows = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(golden_rows)
ROWS = golden_rows.rows()


@pytest.mark.parametrize(("method", "row"), ROWS, ids=[f"{m}-{i}-{r['quantity']}" for i, (m, r) in enumerate(ROWS)])
def test_row(method, row):
    assert row["source"]
    assert golden_rows.difference(method, row) <= row.get("within", 1e-12)


def test_every_file_is_of_a_method_that_runs():
    assert {method for method, _ in ROWS} <= set(CLASSES)
    assert all(len([1 for m, _ in ROWS if m == method]) >= 3 for method, _ in ROWS)


def test_a_wrong_number_is_noticed():
    method, row = next((m, r) for m, r in ROWS if r["quantity"] == "inverse_frequencies")
    first = row["want"][0]
    assert golden_rows.difference(method, row | {"want": [first + 0.5, *row["want"][1:]]}) >= 0.4
