"""What is recorded of the laws is what they give now, and the snippets on the pages run as they stand."""
import contextlib
import io

import pytest

from posatlas.corpus import PACKAGED_KB
from posatlas.law_records import load_laws
from posatlas.reference_impl.laws import LAWS, subjects
from posatlas.reference_impl.laws.recording import interface, law_rows
from posatlas.reference_impl.properties.draws import layer
from posatlas.reference_impl.properties.operations import operations_added
from posatlas.reference_impl.registry import CLASSES
from posatlas.schema.formulas import Formula
from posatlas.schema.properties import BUILDS, build_symbols, complete_build
from posatlas.snippets import snippet

from .entries import entries

RECORDS = load_laws(PACKAGED_KB / "evidence" / "laws")


@pytest.mark.parametrize("method", sorted(CLASSES))
def test_recorded_laws_are_fresh_and_agree_with_the_entry(method):
    record = RECORDS[method]
    assert record.fresh, "run: posatlas check --record"
    assert record.interface == interface(subjects({method})[0].encoding())
    entity = entries("method")[method]
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
    entity = entries("method")[method]
    cls = CLASSES[method]
    assert entity.implementation == f"{cls.__module__}.{cls.__qualname__}"
    assert set(entity.enters_at) == set(RECORDS[method].interface.hooks)
    options = set(subjects({method})[0].encoding().options())
    assert {parameter.name for parameter in entity.hyper_parameters} <= options


def plain(subject):
    """Whether the build chooses no variant: the cost of an entry is that of the method as it stands."""
    for name, value in subject.options.items():
        declared = BUILDS[subject.method][name]
        if declared.required:
            continue
        if declared.default is None or (declared.type in ("choice", "boolean") and value != declared.default):
            return False
    return True


PLAIN = [subject for subject in subjects() if plain(subject)]


@pytest.mark.parametrize("subject", PLAIN, ids=[f"{s.method}[{s.name}]" for s in PLAIN])
def test_costs_of_the_entry_are_counted(subject):
    """Learned numbers, buffers, and operations at T, 2 T and 4 T tokens equal the formulas of the entry."""
    cost = entries("method")[subject.method].cost
    encoding, options = subject.encoding(), complete_build(subject.method, subject.options)
    names = build_symbols(options)
    assert sum(p.numel() for p in encoding.parameters()) == Formula.of(cost.learned_parameters).evaluate(names)
    assert sum(b.numel() for b in encoding.buffers()) == Formula.of(cost.buffers).evaluate(names)
    if "generator" in encoding.needs:  # operations are counted without data, where nothing can be drawn
        return
    one = layer(options, 6, 12, grouped=False)
    for tokens in (8, 16, 32):
        counted = operations_added(encoding, one, tokens)
        known = {"d": one.head_dim} | names | {"T": tokens, "h": one.heads, "n": one.heads}
        assert counted == Formula.of(cost.added_operations).evaluate(known), tokens


def test_every_method_is_counted():
    assert {subject.method for subject in PLAIN} == set(CLASSES)
