"""Claims stand beside a value only where what they measured is what the dimension means. Read from the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from posatlas.generators.comparing import MethodTable, method_table
from posatlas.generators.site import Site

KB = Path(__file__).parents[2] / "kb"


def _files(folder: str) -> dict[str, dict[str, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return {
        file.stem: yaml.load(file.read_text(encoding="utf-8"), Loader=loader) for file in (KB / folder).rglob("*.yml")
    }


@pytest.fixture(scope="module")
def table(sites: dict[str, Site]) -> MethodTable:
    return method_table(sites["en"])


@pytest.fixture(scope="module")
def checks() -> list[tuple[str, dict[str, Any]]]:
    return [(name, check) for name, claim in _files("claims").items() for check in claim.get("checks", [])]


def _shown(table: MethodTable, method: str, dimension: str) -> set[str]:
    return {bearing.claim.id for bearing in table.cell(method, dimension).claims}


def test_counts_of_all_that_is_kept_stand_beside_constants_only_where_nothing_is_learned(
    table: MethodTable, checks: list[tuple[str, dict[str, Any]]]
) -> None:
    """A count of everything kept includes what is learned: beside "0 constants" it would deny it."""
    counted = {"learns": 0, "learns nothing": 0}
    for name, method in _files("methods").items():
        run = {claim for claim, check in checks if check["property"] == "stored_numbers" and check["method"] == name}
        learns = str(method["cost"]["learned_parameters"]).strip() != "0"
        assert _shown(table, name, "buffers") == (set() if learns else run), name
        counted["learns" if learns else "learns nothing"] += len(run)
    assert min(counted.values()) > 10


def test_the_size_of_a_cache_is_no_answer_to_whether_keys_can_be_cached(table: MethodTable) -> None:
    assert table.cell("self-extend", "keys-can-be-cached").value.text == "no"
    for facts in table.facts:
        for bearing in table.cell(facts.method.id, "keys-can-be-cached").claims:
            assert {run.check.property for run in bearing.runs} != {"key_cache_numbers_per_token"}, bearing.claim.id


def test_products_of_rows_of_a_table_do_not_answer_for_outputs(table: MethodTable) -> None:
    """Added to embeddings, a code whose products follow the offset still meets content in attention."""
    assert table.cell("sinusoidal-2d", "offsets-alone").value.text == "no"
    assert _shown(table, "sinusoidal-2d", "offsets-alone") == {"sinusoidal-2d-shift-changes-attention"}
    assert "mrope-offsets-add-over-axes" in _shown(table, "mrope", "offsets-alone")
