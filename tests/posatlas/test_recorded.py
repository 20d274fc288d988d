"""Files that commands wrote are not taken on trust: whatever stands in one, it is named, and nothing else happens."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from posatlas.attention_figures import load_attention_figures
from posatlas.corpus import PACKAGED_KB
from posatlas.curve_figures import read_curves
from posatlas.evidence import load_evidence
from posatlas.history import load_history
from posatlas.law_records import load_laws
from posatlas.mutations import load_mutations
from posatlas.translations import load_translations
from posatlas.validation import validate

EVIDENCE = PACKAGED_KB / "evidence"
LOADERS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "evidence": (load_evidence, "nope.yml"),
    "laws": (load_laws, "laws/nope.yml"),
    "mutation": (load_mutations, "mutation/nope.yml"),
    "figures": (load_attention_figures, "figures/attention/nope.yml"),
    "curves": (lambda folder: read_curves(folder / "file.yml"), "figures/bf16-positions.yml"),
    "history": (load_history, "history/methods.yml"),
    "translations": (load_translations, "translations/methods.yml"),
}
BAD = {
    "a large file": b"- x\n" * 2_000_000,
    "deep nesting": b"[" * 100_000,
    "deep blocks": b"".join(b" " * i + b"a:\n" for i in range(1500)),
    "an alias": b"a: &a [x]\nb: *a\n",
    "aliases of aliases": b"a: &a [x, x]\n" + b"".join(b"k%d: &k%d [*a, *a]\n" % (i, i) for i in range(10_000)),
    "a tag": b"a: !!python/object/apply:os.system [id]\n",
    "no YAML": b"{a: [\n",
    "no text": b"\xff\xfe\x00",
    "a scalar": b"1",
    "two documents": b"{}\n---\n{}\n",
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("name", LOADERS)
def test_what_no_command_writes_is_named_at_once(name: str, bad: str, tmp_path: Path) -> None:
    (tmp_path / "file.yml").write_bytes(BAD[bad])
    started = time.process_time()
    with pytest.raises(ValueError, match=r"file\.yml"):
        LOADERS[name][0](tmp_path)
    assert time.process_time() - started < 2


_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
_values = st.recursive(
    _scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)


@pytest.mark.parametrize("name", LOADERS)
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_value_of_any_form_is_read_or_named(name: str, data: st.DataObject, tmp_path: Path) -> None:
    """One value of a good record, at any depth, is another."""
    import yaml

    load, example = LOADERS[name]
    root: Any = {"": yaml.load((EVIDENCE / example).read_bytes(), Loader=yaml.CSafeLoader)}
    parent, key = root, ""
    while isinstance(inner := parent[key], dict | list) and inner and data.draw(st.integers(0, 4)):
        places = list(inner)[:12] if isinstance(inner, dict) else range(min(len(inner), 3))
        parent, key = inner, data.draw(st.sampled_from(places))
    parent[key] = data.draw(_values)
    (tmp_path / "file.yml").write_text(json.dumps(root[""]), encoding="utf-8")
    try:
        load(tmp_path)
    except ValueError as error:
        assert "file.yml" in str(error)


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
@pytest.mark.parametrize("name", [name for name in LOADERS if name != "curves"])
def test_links_and_pipes_are_passed_over(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (tmp_path / "secret.yml").write_text("hunter2", encoding="utf-8")
    (folder / "file.yml").symlink_to(tmp_path / "secret.yml")
    os.mkfifo(folder / "pipe.yml")
    assert not LOADERS[name][0](folder)


@pytest.mark.parametrize("bad", ["a large file", "deep nesting", "a tag"])
@pytest.mark.parametrize("place", ["turning.yml", "history/methods.yml", "translations/methods.yml"])
def test_validation_names_the_record(bad: str, place: str, kb: Path) -> None:
    file = kb / "evidence" / place
    file.parent.mkdir(parents=True)
    file.write_bytes(BAD[bad])
    (found,) = [f for f in validate(kb) if f.severity == "error" and f.path.startswith("kb/evidence")]
    assert (found.path, found.code.endswith("/unreadable") or found.code == "truth/evidence-unreadable") == (
        f"kb/evidence/{place}",
        True,
    )
    assert found.hint
