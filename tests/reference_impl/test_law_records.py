"""What is recorded of the laws is what they give now, and the snippets on the pages run as they stand."""
import contextlib
import io

import pytest

from posatlas.corpus import PACKAGED_KB, read_corpus
from posatlas.law_records import load_laws
from posatlas.reference_impl.laws import LAWS, subjects
from posatlas.reference_impl.laws.recording import interface, law_rows
from posatlas.reference_impl.registry import CLASSES
from posatlas.snippets import snippet

RECORDS = load_laws(PACKAGED_KB / "evidence" / "laws")


@pytest.mark.parametrize("method", sorted(CLASSES))
def test_recorded_laws_are_fresh_and_agree_with_the_entry(method):
    record = RECORDS[method]
    assert record.fresh, "run: posatlas check --record"
    assert record.interface == interface(subjects({method})[0].encoding())
    entity = next(e.entity for e in read_corpus().entries if e.entity is not None and e.entity.id == method)
    declared = {exception.law for exception in entity.exceptions}
    assert {row.law for row in record.rows if not row.holds and row.device == "cpu"} == declared
    assert {row.law for row in record.rows} <= set(LAWS)


def test_recording_gives_the_recorded_rows():
    rows = {row.law: row for row in law_rows("llama4-temperature")}
    for row in RECORDS["llama4-temperature"].rows:
        assert (rows[row.law].holds, rows[row.law].runs) == (row.holds, row.runs)


@pytest.mark.parametrize("method", sorted(CLASSES))
def test_snippets_run(method):
    text = snippet(method, RECORDS[method].interface)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, method, "exec"), {})
    assert "torch.Size" in printed.getvalue()
    assert f'build("{method}"' in text


@pytest.mark.parametrize("method", sorted(CLASSES))
def test_the_entry_says_what_the_object_shows(method):
    """Hooks, class, learned numbers and buffers of the entry are those of the implementation."""
    entity = next(e.entity for e in read_corpus().entries if e.entity is not None and e.entity.id == method)
    cls = CLASSES[method]
    assert entity.implementation == f"{cls.__module__}.{cls.__qualname__}"
    assert set(entity.enters_at) == set(RECORDS[method].interface.hooks)
    encodings = [subject.encoding() for subject in subjects({method})]
    learned = {sum(p.numel() for p in encoding.parameters()) for encoding in encodings}
    assert (entity.cost.learned_parameters.strip() == "0") == (learned == {0}), learned
    stored = {sum(b.numel() for b in encoding.buffers()) for encoding in encodings}
    assert (entity.cost.buffers.strip() == "0") == (stored == {0}), stored
    options = set(encodings[0].options())
    assert {parameter.name for parameter in entity.hyper_parameters} <= options
