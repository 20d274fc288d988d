"""Each lint finds its bad fixture, at the right line, and lets its good one pass; both lie over one small kb.

A fixture is tests/posatlas/lints/fixtures/<code>/{good,bad}/<path below kb>; the file `expected` beside them lists
`path:line` of what must be found in the bad one, each with words of the message or remedy where it has several kinds.
A record of evidence whose key is `fresh` gets its true key here.
"""

import datetime
import re
import shutil
from pathlib import Path

import pytest
import yaml

from posatlas.evidence import check_key
from posatlas.lints import CODES as DOCUMENTED
from posatlas.lints import LINTS
from posatlas.schema import Check
from posatlas.validation import validate

HERE = Path(__file__).parent
BASE, FIXTURES = HERE / "base_kb", HERE / "fixtures"
TODAY = datetime.date(2026, 11, 29)
CODES = {lint.code: lint for lint in LINTS}


def folder(code):
    return FIXTURES / re.sub("[/-]", "_", code)


def laid_over_base(fixture, kb):
    shutil.copytree(BASE, kb)
    shutil.copytree(fixture, kb, dirs_exist_ok=True)
    for file in (kb / "evidence").glob("*.yml"):
        text = file.read_text(encoding="utf-8")
        for row in yaml.safe_load(text):
            if row.get("key") == "fresh":
                fields = {name: row[name] for name in ("says", "build", "property", "given")}
                check = Check(method=file.stem, expect="holds", **fields)
                text = text.replace("key: fresh", f"key: {check_key(check)}", 1)
        file.write_text(text, encoding="utf-8")
    return kb


def found(fixture, tmp_path):
    return validate(laid_over_base(fixture, tmp_path / "kb"), "kb", TODAY)


def test_the_base_has_no_findings():
    assert validate(BASE, "kb", TODAY) == []


@pytest.mark.parametrize("code", CODES)
def test_bad_is_found_at_its_line_and_told_with_a_remedy(code, tmp_path):
    findings = [f for f in found(folder(code) / "bad", tmp_path) if f.code == code]
    said = [(f"{f.path.removeprefix('kb/')}:{f.line}", f"{f.message} {f.hint}") for f in findings]
    rows = [line.split(" ", 1) for line in (folder(code) / "expected").read_text(encoding="utf-8").splitlines()]
    assert {place for place, _ in said} == {place for place, *_ in rows}
    for place, *words in rows:
        told = [sentence for at, sentence in said if at == place]
        assert all(any(word in sentence for sentence in told) for word in words), (place, words, told)
    for finding in findings:
        assert finding.severity == CODES[code].severity
        assert finding.message.endswith((".", "?", '"')) and len(finding.message.split()) > 2, finding.message
        assert finding.hint, finding.message
        assert finding.column >= 1


@pytest.mark.parametrize("code", CODES)
def test_good_passes(code, tmp_path):
    findings = found(folder(code) / "good", tmp_path)
    assert [f.text() for f in findings if f.code == code] == []
    assert [f.text() for f in findings if f.code.startswith(("yaml/", "schema/"))] == []


@pytest.mark.parametrize(("method", "width", "line"), [("sinusoidals", 64, 6), ("sinusoidal", 7, 7)])
def test_what_is_wrong_with_the_other_method_is_found_where_it_is_named(method, width, line, tmp_path):
    """And not at the method, or the option of the same name, that the check builds."""
    kb = laid_over_base(folder("truth/check") / "good", tmp_path / "kb")
    file = kb / "claims" / "sinusoidal" / "sinusoidal-no-parameters.yml"
    lines = file.read_text(encoding="utf-8").splitlines()[:-1]
    check = ["- says: none are learned", "  method: sinusoidal", "  build: {width: 64}", "  property: same_as",
             "  given:", f"    method: {method}", f"    options: {{width: {width}}}", "  expect: holds"]  # fmt: skip
    file.write_text("\n".join([*lines, *check, ""]), encoding="utf-8")
    (finding,) = [f for f in validate(kb, "kb", TODAY) if f.code == "truth/check"]
    assert finding.line == len(lines) + line


def test_every_lint_has_fixtures_and_every_fixture_a_lint():
    assert {p.name for p in FIXTURES.iterdir()} == {folder(code).name for code in CODES}
    for code in CODES:
        for kind in ("good", "bad"):
            assert list((folder(code) / kind).rglob("*.yml")), f"{code} has no {kind} fixture"


def test_codes_are_unique_and_name_their_files():
    assert len(CODES) == len(LINTS)
    for lint in LINTS:
        module = lint.check.__module__
        if module.endswith("lints.texts"):  # made by a function that several rules share
            continue
        assert module.rpartition(".")[2] == re.sub("[/-]", "_", lint.code)


def test_one_file_alone_gives_the_findings_that_concern_it(tmp_path):
    from posatlas.validation import validate_files

    kb = laid_over_base(folder("reference/unresolved") / "bad", tmp_path / "kb")
    alone = validate_files(kb, [kb / "methods" / "rope.yml"], "kb")
    assert [(f.path, f.code) for f in alone] == [("kb/methods/rope.yml", "reference/unresolved")]
    assert 'Did you mean "sinusoidal"?' in alone[0].hint
    for file in sorted(BASE.rglob("*.yml")):
        assert validate_files(BASE, [file], "kb") == [], file


def test_every_code_is_documented():
    import posatlas

    package = Path(posatlas.__file__).parent
    used = set()
    for name in ("blanks.py", "reading.py", "corpus.py", "lints/exceptions.py"):
        text = (package / name).read_text(encoding="utf-8")
        used |= set(re.findall(r'"((?:blank|yaml|schema|identity|exceptions)/[a-z-]+)"', text))
    assert used | set(CODES) == set(DOCUMENTED)
    for code, demands in DOCUMENTED.items():
        assert re.fullmatch(r"[a-z]+/[a-z-]+", code)
        assert demands.endswith(".") and demands[0].isupper() and 3 <= len(demands.split()) <= 20, demands
