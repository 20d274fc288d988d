"""Mutants: what is changed, what is left alone, what counts as noticed, and what the records say."""

import ast
import functools
from dataclasses import replace

import pytest

from posatlas.corpus import PACKAGED_KB
from posatlas.mutations import (
    LEAST_EACH,
    LEAST_OVERALL,
    MOST_EQUIVALENT,
    MutationRecord,
    checks_about,
    load_mutations,
    mutation_key,
    rates_too_low,
)
from posatlas.reference_impl.mutation import mutants_of, run_method
from posatlas.reference_impl.mutation.campaign import equivalents
from posatlas.reference_impl.mutation.mutants import class_of
from posatlas.reference_impl.mutation.same import fingerprint
from posatlas.reference_impl.registry import CLASSES
from posatlas.source_digests import implementation_file

from .entries import entries

SOURCE = '''
"""Docstring 7."""
class Small:
    """Another 8."""
    def __init__(self, width: int = 4):
        self.width = integer("small", "width", width, 2)
        if width > 9:
            raise ValueError(f"too wide by {width - 9}")
    def table(self, x):
        half = self.width // 2
        return -x[1:half].sin() if half >= 2 else x * 3.0
'''


def changes(tmp_path):
    file = tmp_path / "small.py"
    file.write_text(SOURCE, encoding="utf-8")
    return {mutant.change for mutant in mutants_of(file)}


def test_numbers_operators_indices_and_functions_change(tmp_path):
    found = changes(tmp_path)
    assert {
        "4 -> 5",
        "4 -> 3",
        "3.0 -> 4.0",
        "3.0 -> 2.0",
        "self.width // 2 -> self.width * 2",
        "half >= 2 -> half > 2",
        "x * 3.0 -> x / 3.0",
        "_[1:half] -> _[:half]",
        "_[1:half] -> _[1:]",
    } <= found
    assert any(change.endswith("cos()") for change in found)  # sin becomes cos
    assert any(change.startswith("-x[1:half]") for change in found)  # the sign goes


def test_docstrings_messages_types_guards_and_validators_are_left_alone(tmp_path):
    assert not [c for c in changes(tmp_path) if any(word in c for word in ("7", "8", "9", "width, 2", "int"))]


def test_every_mutant_differs_and_can_be_compiled():
    for method in ("rope", "alibi"):
        found = mutants_of(implementation_file(method))
        right = ast.unparse(ast.parse(implementation_file(method).read_text(encoding="utf-8")))
        assert len({mutant.name for mutant in found}) == len(found) > 20
        for mutant in found:
            assert ast.unparse(mutant.tree) != right
            compile(mutant.tree, "mutant", "exec")


def test_without_checks_nothing_is_noticed_and_with_them_mutants_are():
    assert run_method("alibi", []).killed == 0
    rows = checks_about("alibi", claims())
    checks = [row for row in rows if row[1].property in ("slopes_equal", "agrees_with_oracle")]
    assert run_method("alibi", checks).killed > 5


def test_a_mutant_that_gives_other_numbers_is_not_equivalent():
    names = [mutant.name for mutant in mutants_of(implementation_file("alibi"))]
    result = run_method("alibi", [], names[:3])
    assert set(result.survivors) | set(result.equivalent) == set(names)
    assert len(result.not_equivalent) + len(result.equivalent) == 3
    assert run_method("alibi", [], ["nowhere: 1 -> 2"]).not_equivalent == ("nowhere: 1 -> 2 (no such mutant)",)


def test_fingerprints_are_the_same_for_the_same_and_differ_for_others():
    rope = CLASSES["rope"]
    assert fingerprint(rope) == fingerprint(rope)
    by_change = {m.change: m for m in mutants_of(implementation_file("rope"))}
    assert fingerprint(class_of(by_change["a * cos - b * sin -> a * cos + b * sin"], rope)) != fingerprint(rope)


def test_each_end_of_a_chain_of_comparisons_changes(tmp_path):
    file = tmp_path / "chain.py"
    file.write_text("def inside(x):\n    return 0 <= x < 5\n", encoding="utf-8")
    assert {"0 <= x < 5 -> 0 < x < 5", "0 <= x < 5 -> 0 <= x <= 5"} <= {m.change for m in mutants_of(file)}


def test_one_method_is_not_held_to_the_rate_over_all():
    record = MutationRecord("rope", 9, 100, 92, (), tuple("abcdefgh"), "2026-01-01", "key")
    assert rates_too_low([record], everything=False) == []
    assert len(rates_too_low([record], everything=True)) == 1
    assert len(rates_too_low([replace(record, killed=80)], everything=False)) == 1


@pytest.mark.parametrize("text", ["", "- 1", "lines: 1", "a: ["])
def test_a_file_that_is_no_record_is_named_with_a_remedy_that_works(tmp_path, text):
    (tmp_path / "rope.yml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"rope\.yml:(?s:.)*; delete it, then run: posatlas mutate --record"):
        load_mutations(tmp_path)


@functools.cache
def records():
    return load_mutations(PACKAGED_KB / "evidence" / "mutation")


def claims():
    return list(entries("claim").values())


@pytest.mark.parametrize("method", sorted(CLASSES))
def test_the_claims_about_a_method_notice_its_mutants(method):
    record = records()[method]
    names = list(equivalents().get(method, {}))
    assert record.key == mutation_key(method, checks_about(method, claims()), names), (
        f"what decides the result has changed; run: posatlas mutate {method} --record"
    )
    assert record.rate >= LEAST_EACH, f"not noticed: {record.survivors}"


def test_the_rates_over_all():
    mutants = sum(r.mutants for r in records().values())
    equivalent = sum(len(r.equivalent) for r in records().values())
    assert sum(r.killed for r in records().values()) >= LEAST_OVERALL * (mutants - equivalent)
    assert equivalent <= MOST_EQUIVALENT * mutants
    assert all(reason.strip() for rows in equivalents().values() for reason in rows.values())
