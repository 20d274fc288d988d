"""Files that the schema refuses still have their references checked, at the right places."""

from __future__ import annotations

from pathlib import Path

import pytest

from posatlas.loose import loosely
from posatlas.references import edges
from posatlas.schema import KINDS
from posatlas.validation import validate


def test_an_unknown_reference_is_found_beside_other_mistakes(tmp_path: Path) -> None:
    (tmp_path / "methods").mkdir()
    text = "family: rotery\nparents:\n- 3\n- {id: no-such-method}\n"
    (tmp_path / "methods" / "broken.yml").write_text(text, encoding="utf-8")
    found = {(f.code, f.line, f.column) for f in validate(tmp_path)}
    assert ("schema/value", 1, 9) in found
    assert ("schema/type", 3, 3) in found
    assert ("reference/unresolved", 4, 8) in found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [{}, {"claims": 3, "about": None, "source": [], "papers": [[], {}]}])
def test_no_form_of_a_file_is_too_broken(kind: str, value: dict[str, object]) -> None:
    targets = [edge.target for edge in edges(loosely(KINDS[kind].model, value))]  # type: ignore[arg-type]
    assert all(target is None for target in targets)
