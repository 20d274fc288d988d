"""Keys of evidence: changed by what decides a measurement, and by nothing else."""

import shutil
from dataclasses import dataclass, field, replace

import pytest

from posatlas.evidence import Record, check_key, compared, load_evidence, run_of
from posatlas.schema.properties import PROPERTIES
from posatlas.source_digests import PACKAGE, measuring_digest, source_without_prose


@dataclass(frozen=True)
class Check:
    says: str = "norm kept"
    tests: str = "statement"
    method: str = "rope"
    build: dict = field(default_factory=lambda: {"head_dim": 24, "pairing": "half"})
    property: str = "norm_kept"
    given: dict = field(default_factory=lambda: {"position": 77})
    expect: str = "holds"


@dataclass(frozen=True)
class Claim:
    id: str
    checks: list


BASE = Check()


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, says="other prose"),
        replace(BASE, tests="correction"),
        replace(BASE, expect="fails"),
        replace(BASE, build={"pairing": "half", "head_dim": 24}),
        replace(BASE, given={"position": 77.0}),
    ],
)
def test_the_key_is_kept(other):
    assert check_key(other) == check_key(BASE)


@pytest.mark.parametrize(
    "other",
    [
        replace(BASE, method="nope"),
        replace(BASE, build={"head_dim": 26, "pairing": "half"}),
        replace(BASE, build={"head_dim": 24}),
        replace(BASE, property="accepts_position"),
        replace(BASE, given={"position": 78}),
        replace(BASE, given={"position": True}),
    ],
)
def test_the_key_changes(other):
    assert check_key(other) != check_key(BASE)


@pytest.fixture
def package(tmp_path):
    """A copy of the sources that keys are made from."""
    for folder in ("reference_impl", "schema"):
        shutil.copytree(PACKAGE / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def edit(package, file, old, new):
    path = package / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return package.rename(package.with_name(package.name + "-edited"))  # digests are kept by path


def test_a_copy_has_the_same_key(package):
    assert check_key(BASE, package) == check_key(BASE)


CODE = (
    ("reference_impl/encodings/rotary/rope.py", "a * cos - b * sin", "a * cos + b * sin"),
    ("reference_impl/encodings/base.py", "q.shape[-1] ** -0.5", "q.shape[-1] ** -0.25"),
    ("reference_impl/attention.py", "offsets >= 0", "offsets > 0"),
    ("reference_impl/properties/general.py", '"norms", 32', '"norms", 33'),
    ("reference_impl/properties/measuring.py", "(1e-12 + 16", "(1e-12 + 32"),
    ("reference_impl/properties/draws.py", "heads or 6", "heads or 5"),
    ("schema/formulas.py", "left - right", "right - left"),
)
OTHER = (
    ("reference_impl/encodings/rotary/rope.py", 'r"""RoPE: rotate', 'r"""RoPE: turn'),
    ("reference_impl/encodings/bias/alibi.py", "-8 * h", "-7 * h"),
    ("reference_impl/encodings/rotary/rope.py", "class Rope(", "# a comment\n\n\nclass Rope("),
    ("reference_impl/properties/bias.py", "40_000", "30_000"),
    ("reference_impl/properties/general.py", "Largest relative change", "Greatest relative change"),
)


@pytest.mark.parametrize(("file", "old", "new"), CODE)
def test_code_changes_the_key(package, file, old, new):
    assert check_key(BASE, edit(package, file, old, new)) != check_key(BASE)


@pytest.mark.parametrize(("file", "old", "new"), OTHER)
def test_prose_and_other_code_do_not(package, file, old, new):
    assert check_key(BASE, edit(package, file, old, new)) == check_key(BASE)


def test_what_cannot_run_has_no_key():
    with pytest.raises(ValueError, match="has no implementation"):
        check_key(replace(BASE, method="floater"))
    with pytest.raises(ValueError, match="not a declared property"):
        check_key(replace(BASE, property="norm"))
    with pytest.raises(ValueError, match="has no implementation"):
        check_key(replace(BASE, method="../rotary/rope"))


def test_source_without_prose():
    text = (
        '"""Doc."""\n# note\nx = "# kept"  \n\n\ndef f():\n    """Two\n    lines."""\n    return 1  # kept\n'
    )
    assert source_without_prose(text) == 'x = "# kept"\ndef f():\n    return 1  # kept'


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([], "no-checks"),
        (["agrees", "agrees"], "agrees"),
        (["agrees", "stale"], "not-run"),
        (["missing"], "not-run"),
        (["missing", "disagrees", "agrees"], "disagrees"),
    ],
)
def test_run_of(entries, expected):
    assert run_of(entries) == expected


ROW = {
    "claim": "a", "says": "s", "property": "norm_kept", "build": {}, "given": {}, "measured": 1.5,
    "tolerance": None,
    "holds": True, "device": "cpu", "dtype": "float64", "versions": {}, "date": "2026-11-29", "key": "k",
}  # fmt: skip


def test_record_of_row():
    assert Record.of(ROW).measured == 1.5


@pytest.mark.parametrize(
    "wrong", [{"holds": 1}, {"date": 3}, {"extra": 1}, {"measured": []}, {"tolerance": "x"}]
)
def test_record_of_wrong_row(wrong):
    with pytest.raises(ValueError):
        Record.of(ROW | wrong)


@pytest.mark.parametrize("text", ["a: [", "just text", "- 3", "- {claim: a}", "!!python/object:os.system []"])
def test_unreadable_files_are_named(tmp_path, text):
    (tmp_path / "rope.yml").write_text(text)
    with pytest.raises(ValueError, match=r"rope\.yml"):
        load_evidence(tmp_path)


def test_no_folder_no_evidence(tmp_path):
    assert load_evidence(tmp_path / "none") == {}


PARENT = replace(BASE, property="same_as", given={"method": "alibi", "options": {"heads": 6}})
COUNT = replace(BASE, property="added_operations", given={"equals": "3*T*h*d"})
COMPARED = (
    (PARENT, "reference_impl/encodings/bias/alibi.py", "-8 * h", "-7 * h"),
    (COUNT, "reference_impl/encodings/none/nope.py", "(PositionEncoding):", "(PositionEncoding, object):"),
)


@pytest.mark.parametrize(("check", "file", "old", "new"), COMPARED)
def test_code_of_the_methods_compared_with_changes_the_key(package, check, file, old, new):
    assert check_key(check, edit(package, file, old, new)) != check_key(check)


def test_a_default_of_the_property_changes_the_key(monkeypatch):
    check = replace(BASE, property="quantity_is", given={"quantity": "mscale", "numbers": [1]})
    before = check_key(check)
    declared = PROPERTIES["quantity_is"]
    wider = {**declared.arguments, "within": replace(declared.arguments["within"], default=0.5)}
    monkeypatch.setitem(PROPERTIES, "quantity_is", replace(declared, arguments=wider))
    measuring_digest.cache_clear()
    assert check_key(check) != before
    monkeypatch.undo()
    measuring_digest.cache_clear()
    assert check_key(check) == before


def test_records_of_checks_are_told_apart():
    """Fresh, asked for by nothing, made with another implementation on this device, and on another."""
    claim = Claim("a", [BASE])
    row = ROW | {"build": BASE.build, "given": BASE.given, "key": check_key(BASE)}
    for rows, state, orphans in (
        ([row], "agrees", 0),
        ([], "missing", 0),
        ([row | {"key": "0" * 24}], "stale", 0),
        ([row | {"key": "0" * 24, "device": "cuda"}], "missing", 0),
        ([row, row | {"claim": "b"}], "agrees", 1),
        ([row | {"holds": False}], "disagrees", 0),
    ):
        found, left = compared([claim], {"rope": [Record.of(one) for one in rows]})
        assert ([entry.state for entry in found], len(left)) == ([state], orphans)


def test_a_check_that_nothing_can_run_is_missing_whatever_is_recorded():
    unknown = replace(BASE, method="floater")
    record = Record.of(ROW | {"build": BASE.build, "given": BASE.given})
    found, left = compared([Claim("a", [unknown])], {"floater": [record]})
    assert [(entry.state, entry.record) for entry in found] == [("missing", None)]
    assert left == []
