"""Running checks, and recording them: what is written, what is left alone, and what a failure looks like."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import pytest
import yaml

from posatlas.evidence import agreement, compared, load_evidence, states
from posatlas.reference_impl import checks
from posatlas.reference_impl.encodings.bias.alibi import Alibi

DAY, NEXT_DAY = "2026-11-29", "2026-11-30"


@dataclass(frozen=True)
class Check:
    says: str = "every head halves the slope"
    tests: str = "statement"
    method: str = "alibi"
    build: dict = field(default_factory=lambda: {"heads": 12})
    property: str = "slopes_equal"
    given: dict = field(default_factory=lambda: {"formula": "2^-(i+1)"})
    expect: str = "fails"


def claim(identifier, *rows):
    return SimpleNamespace(id=identifier, checks=list(rows))


EIGHT = Check(build={"heads": 8}, expect="holds")
TWELVE = Check()
ROTATED = Check(
    "norm kept",
    method="rope",
    build={"head_dim": 24},
    property="norm_kept",
    given={"position": 77},
    expect="holds",
)
HALVED, KEPT = claim("slopes-halve", EIGHT, TWELVE), claim("norm-is-kept", ROTATED)


def test_rows_agree_and_say_everything():
    rows = checks.run([HALVED, KEPT])
    assert [(row.claim, row.holds, row.agrees) for row in rows] == [
        ("slopes-halve", True, True),
        ("slopes-halve", False, True),
        ("norm-is-kept", True, True),
    ]
    assert set(rows[0].as_json()) == {
        "claim", "method", "build", "property", "given", "says", "tests", "expect", "measured", "tolerance",
        "holds",
        "device", "dtype", "seconds", "error", "agrees", "measures",
    }  # fmt: skip
    assert rows[0].as_json()["measures"].startswith("largest relative difference of a slope from the formula")
    assert json.loads(json.dumps([row.as_json() for row in rows]))[0]["agrees"] is True


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (replace(TWELVE, property="slopes"), "not a declared property"),
        (replace(TWELVE, given={"formula": "2^-(i+1"}), "expected ')'"),
        (replace(TWELVE, given={"formula": "1/(i-3)"}), "divides by zero"),
        (replace(TWELVE, method="floater"), "no method 'floater' runs"),
        (replace(TWELVE, build={"heads": 0}), "heads must be at least 1"),
        (replace(TWELVE, build={"head": 3}), "no option head"),
    ],
)
@pytest.mark.parametrize("expect", ["holds", "fails"])
def test_a_check_that_cannot_run_never_agrees(check, message, expect):
    (row,) = checks.run([claim("broken", replace(check, expect=expect))])
    assert message in row.error and not row.agrees and row.measured == "not measured"


def test_an_implementation_that_crashes_is_a_row_not_a_crash():
    class Crashing(Alibi):
        def slopes(self, device=None):
            raise ZeroDivisionError("oops")

    row = checks.run_check("c", TWELVE, lambda method, **options: Crashing(**options))
    assert row.error == "ZeroDivisionError: oops" and not row.agrees


def test_learned_tables_are_the_same_in_every_run():
    check = Check(
        "d",
        method="learned-absolute",
        build={"width": 12, "length": 40},
        property="distinct_positions",
        given={"length": 40},
    )
    first, second = (checks.run([claim("learned", check)])[0].measured for _ in range(2))
    assert first == second > 0


def test_unknown_device():
    for device in ("nowhere", "cuda:97"):
        with pytest.raises(ValueError, match=f'The device "{device}" is not there; torch finds cpu'):
            checks.run([KEPT], device=device)


def test_recording_and_reading(tmp_path):
    written = checks.record(checks.run([HALVED, KEPT]), tmp_path, date=DAY)
    assert [path.name for path in written] == ["alibi.yml", "rope.yml"]
    assert sorted(os.listdir(tmp_path)) == ["alibi.yml", "rope.yml"]
    evidence = load_evidence(tmp_path)
    assert [(e.claim, e.build, e.holds) for e in evidence["alibi"]] == [
        ("slopes-halve", {"heads": 12}, False),
        ("slopes-halve", {"heads": 8}, True),
    ]
    row = evidence["rope"][0]
    assert (row.device, row.dtype, row.date, row.holds) == ("cpu", "float64", DAY, True)
    assert (
        set(row.versions) == {"python", "torch", "posatlas"} and row.tolerance == 1e-12 and len(row.key) == 24
    )
    found, orphans = compared([HALVED, KEPT], evidence)
    assert {entry.state for entry in found} == {"agrees"} and orphans == []
    assert agreement([HALVED, KEPT], evidence) == {"slopes-halve": "agrees", "norm-is-kept": "agrees"}


def test_unchanged_rows_are_not_rewritten(tmp_path):
    rows = checks.run([HALVED, KEPT])
    checks.record(rows, tmp_path, date=DAY)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    noisy = [replace(row, measured=row.measured * 1.1, seconds=9.0) for row in rows]
    assert checks.record(noisy, tmp_path, date=NEXT_DAY) == ()
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()} == before


def test_changed_rows_get_a_new_date_and_others_keep_theirs(tmp_path):
    rows = checks.run([HALVED, KEPT])
    checks.record(rows, tmp_path, date=DAY)
    changed = [replace(row, holds=not row.holds) if row.build == {"heads": 8} else row for row in rows]
    assert [path.name for path in checks.record(changed, tmp_path, date=NEXT_DAY)] == ["alibi.yml"]
    assert [(e.build["heads"], e.date) for e in load_evidence(tmp_path)["alibi"]] == [
        (12, DAY),
        (8, NEXT_DAY),
    ]
    assert agreement([HALVED], load_evidence(tmp_path)) == {"slopes-halve": "disagrees"}


def test_a_part_of_the_claims_leaves_the_others(tmp_path):
    checks.record(checks.run([HALVED, KEPT]), tmp_path, date=DAY)
    fewer = claim("slopes-halve", TWELVE)
    checks.record(checks.run([fewer]), tmp_path, date=NEXT_DAY)
    evidence = load_evidence(tmp_path)
    assert len(evidence["alibi"]) == 1 and evidence["alibi"][0].date == DAY and len(evidence["rope"]) == 1
    checks.record(checks.run([fewer]), tmp_path, complete=True)
    assert set(load_evidence(tmp_path)) == {"alibi"} and sorted(os.listdir(tmp_path)) == ["alibi.yml"]


def test_errors_are_not_recorded(tmp_path):
    rows = checks.run([claim("broken", replace(TWELVE, build={"heads": 0}))])
    assert checks.record(rows, tmp_path / "new") == () and not (tmp_path / "new").exists()


def test_a_broken_evidence_file_is_named(tmp_path):
    (tmp_path / "alibi.yml").write_text("- {claim: a}\n")
    with pytest.raises(ValueError, match=r"alibi\.yml: a record has the fields"):
        checks.record(checks.run([HALVED]), tmp_path)


def test_states_of_checks(tmp_path):
    checks.record(checks.run([HALVED, KEPT]), tmp_path, date=DAY)
    rows = yaml.safe_load((tmp_path / "rope.yml").read_text())
    rows[0]["key"] = "0" * 24
    (tmp_path / "rope.yml").write_text(yaml.safe_dump(rows))
    fresh = replace(EIGHT, build={"heads": 24})
    flipped = replace(TWELVE, expect="holds", says="prose may change", tests="correction")
    found = states([claim("slopes-halve", EIGHT, flipped, fresh), KEPT], load_evidence(tmp_path))
    assert [entry.state for entry in found] == ["agrees", "disagrees", "missing", "stale"]
    assert [record.claim for _, record in compared([HALVED], load_evidence(tmp_path))[1]] == ["norm-is-kept"]


def test_records_of_another_device_stand_beside(tmp_path):
    rows = checks.run([HALVED])
    checks.record(rows, tmp_path, date=DAY)
    checks.record([replace(row, device="cuda:0", holds=False) for row in rows], tmp_path, date=NEXT_DAY)
    evidence = load_evidence(tmp_path)
    assert [(e.device, e.date) for e in evidence["alibi"]] == [("cpu", DAY)] * 2 + [("cuda:0", NEXT_DAY)] * 2
    assert agreement([HALVED], evidence) == {"slopes-halve": "agrees"}
    assert agreement([HALVED], evidence, "cuda:0") == {"slopes-halve": "disagrees"}


def test_evidence_is_judged_without_torch(tmp_path):
    checks.record(checks.run([KEPT]), tmp_path)
    program = f"""
import sys
from pathlib import Path
from types import SimpleNamespace as N
from posatlas.evidence import agreement, load_evidence
check = N(says="", tests="statement", method="rope", build={{"head_dim": 24.0}}, property="norm_kept",
          given={{"position": 77}}, expect="holds")
evidence = load_evidence(Path({str(tmp_path)!r}))
print(agreement([N(id="norm-is-kept", checks=[check])], evidence), "torch" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{'norm-is-kept': 'agrees'} False"
