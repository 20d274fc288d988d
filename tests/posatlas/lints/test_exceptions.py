"""An exception suppresses its finding; one that is not needed, or that names no lint, is an error."""

from pathlib import Path

from posatlas.corpus import read_corpus
from posatlas.findings import Finding
from posatlas.lints.exceptions import FILE, SHOWN_AS, without_exempt

BASE = Path(__file__).parent / "base_kb"
CODES = ["style/key-order", "time/future"]
FOUND = Finding("kb/methods/rope.yml", 3, 1, "error", "style/key-order", "Wrong order.", "Sort.")


def judged(tmp_path, text, findings=(FOUND,)):
    file = tmp_path / "exceptions.yml"
    file.write_text(text, encoding="utf-8")
    return without_exempt(findings, read_corpus(BASE), CODES, file)


def test_a_needed_exception_suppresses_its_finding(tmp_path):
    listed = "exceptions:\n- {code: style/key-order, path: methods/rope.yml, reason: shown so in the paper}\n"
    assert judged(tmp_path, listed) == []


def test_an_exception_for_another_file_or_code_suppresses_nothing(tmp_path):
    listed = "exceptions:\n- {code: style/key-order, path: methods/sinusoidal.yml, reason: none}\n"
    first, second = judged(tmp_path, listed)
    assert first is FOUND
    assert (second.path, second.line, second.code) == (SHOWN_AS, 2, "exceptions/unneeded")
    assert second.hint == "Delete it."


def test_an_exception_that_is_no_longer_needed_is_an_error(tmp_path):
    listed = "exceptions:\n- {code: time/future, path: methods/rope.yml, reason: it was a preprint}\n"
    (finding,) = judged(tmp_path, listed, ())
    assert (finding.severity, finding.code, finding.line) == ("error", "exceptions/unneeded", 2)


def test_an_exception_of_an_unknown_lint_names_a_near_one(tmp_path):
    listed = "exceptions:\n- {code: style/key-odrer, path: methods/rope.yml, reason: typing}\n"
    assert 'Did you mean "style/key-order"?' in judged(tmp_path, listed, ())[0].hint


def test_a_reason_is_required(tmp_path):
    listed = "exceptions:\n- {code: time/future, path: methods/rope.yml, reason: a preprint}\n- {code: a, path: b}\n"
    kept, finding = judged(tmp_path, listed)
    assert kept is FOUND
    assert (finding.path, finding.line, finding.column) == (SHOWN_AS, 3, 3)
    assert (finding.severity, finding.code) == ("error", "exceptions/unreadable")
    assert finding.message == "The exceptions cannot be read: exceptions[1].reason: Field required."
    assert finding.hint == "Each exception is {code: …, path: …, reason: …}."


def test_a_list_of_another_form_suppresses_nothing(tmp_path):
    kept, finding = judged(tmp_path, "- {code: style/key-order, path: methods/rope.yml, reason: shown so}\n")
    assert kept is FOUND
    assert (finding.line, finding.code) == (1, "exceptions/unreadable")
    assert finding.message.startswith("The exceptions cannot be read: the file: ")


def test_a_list_that_is_no_yaml_is_a_finding_at_its_place(tmp_path):
    kept, finding = judged(tmp_path, "exceptions:\n- {code: style/key-order\n")
    assert kept is FOUND
    assert (finding.path, finding.code) == (SHOWN_AS, "yaml/syntax")
    assert finding.line > 1 and finding.hint


def test_our_own_list_is_short_and_can_be_read():
    assert without_exempt([], read_corpus(BASE), CODES) == []
    assert FILE.read_text(encoding="utf-8").count("reason:") <= 5
