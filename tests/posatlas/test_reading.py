"""Broken files are told with file, line, column, a sentence and a remedy, exit code 1, and never a traceback.

Each case is broken in one way, laid over a small valid knowledge base, and goes through the command line.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from posatlas.command_line import application

BASE = Path(__file__).parent / "lints" / "base_kb"
CLAIM = "claims/sinusoidal/sinusoidal-no-parameters.yml"
METHOD = "methods/rope.yml"
PAPER = "papers/new-2021.yml"
CHECK = (
    "checks:\n- {says: none, method: sinusoidal, build: {width: 64}, property: %s, given: {equals: %s}, expect: %s}\n"
)


def edited(path, old, new):
    text = (BASE / path).read_text(encoding="utf-8")
    assert old in text
    return {path: text.replace(old, new, 1).encode()}


def added(path, more):
    return {path: (BASE / path).read_bytes() + more.encode()}


def aliases(levels):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, levels)]
    return "\n".join(lines).encode()


# name: files, code, path, line, column, a piece of the sentence, a piece of the remedy
CASES = {
    "wrong type": (
        edited(METHOD, "enters_at: [features]", "enters_at: features"),
        "schema/type", METHOD, 5, 12, "must be a list", "list",
    ),
    "missing field": (
        edited(PAPER, "type: preprint\n", ""), "schema/missing", PAPER, 1, 1, '"type"', "Add  type",
    ),
    "unknown field with a near match": (
        edited(METHOD, "family: rotary", "familly: rotary"),
        "schema/unknown-field", METHOD, 3, 1, "familly", 'Did you mean "family"?',
    ),
    "unknown reference with a near match": (
        edited(METHOD, "{id: sinusoidal, claim", "{id: sinusodal, claim"),
        "reference/unresolved", METHOD, 12, 8, '"sinusodal" is not a method', 'Did you mean "sinusoidal"?',
    ),
    "duplicate id": (
        {"claims/rope/rope.yml": (BASE / "claims/rope/rope-no-parameters.yml").read_bytes()},
        "identity/duplicate-id", METHOD, 1, 1, "claims/rope/rope.yml", "Rename",
    ),
    "duplicate key": (
        edited(METHOD, "family: rotary\n", "family: rotary\nfamily: relative\n"),
        "yaml/duplicate-key", METHOD, 4, 1, "twice", "Delete one",
    ),
    "tab": (
        edited(METHOD, "  latex:", "\tlatex:"), "yaml/tab", METHOD, 9, 1, "tab", "two spaces",
    ),
    "wrong date order": (
        edited("papers/old-2017.yml", "year: 2017", "year: 2016"),
        "time/venue-year", "papers/old-2017.yml", 5, 27, "2016", "Correct",
    ),
    "missing translation": (
        edited(METHOD, "glance: {zh-Hant: 依位置旋轉查詢與鍵。, en: Queries and keys are rotated by position.}",
               "glance: {zh-Hant: 依位置旋轉查詢與鍵。}"),
        "schema/missing", METHOD, 6, 9, 'translation "en"', "Add  en",
    ),
    "bad formula in maths": (
        edited(METHOD, r"\theta_i = b^{-2i/d}", r"\theta_i = b^{-2i/d"),
        "text/formula", METHOD, 9, 10, "never closed", "Close",
    ),
    "bad formula in a check": (
        added(CLAIM, CHECK % ("parameter_count", '"2^(L"', "holds")),
        "truth/check", CLAIM, 11, 99, "expected ')'", "posatlas properties sinusoidal",
    ),
    "verdict at odds with its checks": (
        added(CLAIM, CHECK % ("parameter_count", '"0"', "fails")),
        "truth/verdict", CLAIM, 6, 10, "imply contradicted", "Write contradicted",
    ),
    "unknown property": (
        added(CLAIM, CHECK % ("parameter_counts", '"0"', "holds")),
        "truth/check", CLAIM, 11, 66, "parameter_counts", "'parameter_count'",
    ),
    "oversize": (
        {METHOD: b"# " + b"x" * (513 * 1024)}, "yaml/oversize", METHOD, 1, 1, "more than 524,288 bytes", "Split",
    ),
    "alias bomb": (
        {METHOD: aliases(9)}, "yaml/alias", METHOD, 2, 10, "alias", "Write the value out",
    ),
    "not UTF-8": (
        {METHOD: "name: 旋轉".encode("big5")}, "yaml/encoding", METHOD, 1, 7, "not UTF-8", "Save the file as UTF-8",
    ),
    "NUL byte": (
        edited(METHOD, "family: rotary", "family: ro\0tary"),
        "yaml/character", METHOD, 3, 11, "U+0000", "Delete U+0000",
    ),
    "deep nesting of lists": (
        {METHOD: b"a: " + b"[" * 5000 + b"]" * 5000}, "yaml/depth", METHOD, 1, 1003, "more than 40 deep", "Flatten",
    ),
    "deep nesting of mappings": (
        {METHOD: b"{a: " * 5000 + b"1" + b"}" * 5000}, "yaml/depth", METHOD, 1, 161, "more than 40 deep", "Flatten",
    ),
    "deep nesting of blocks": (
        {METHOD: b"".join(b" " * i + b"a:\n" for i in range(700))},
        "yaml/depth", METHOD, 41, 41, "more than 40 deep", "Flatten",
    ),
    "deep nesting of dashes": (
        {METHOD: b"- " * 5000 + b"a"}, "yaml/depth", METHOD, 1, 81, "more than 40 deep", "Flatten",
    ),
    "bidi control": (
        edited(METHOD, "family: rotary", "family: \u202erotary"),
        "yaml/character", METHOD, 3, 9, "U+202E", "Delete U+202E",
    ),
    "byte-order mark": (
        {METHOD: b"\xef\xbb\xbf" + (BASE / METHOD).read_bytes()},
        "yaml/character", METHOD, 1, 1, "U+FEFF", "Delete U+FEFF",
    ),
    "empty file": ({METHOD: b""}, "yaml/empty", METHOD, 1, 1, "empty", "Write the fields"),
    "only a comment": ({METHOD: b"# nothing\n"}, "yaml/empty", METHOD, 1, 1, "empty", "Write the fields"),
    "a list instead of fields": ({METHOD: b"- a\n"}, "schema/type", METHOD, 1, 1, "not a mapping", "field: value"),
    "a tag that would run code": (
        {METHOD: b"name: !!python/object/apply:os.system [\"true\"]\n"},
        "yaml/tag", METHOD, 1, 7, "not allowed", "Delete the tag",
    ),
    "a key without a value": (
        edited(METHOD, "family: rotary", "family:"), "yaml/null", METHOD, 3, 8, "missing", "Write the value",
    ),
    "a truth value of YAML 1.1": (
        edited(METHOD, "family: rotary", "family: yes"), "yaml/scalar", METHOD, 3, 9, "bool", "true or false",
    ),
    "an unclosed bracket": (
        edited(METHOD, "[features]", "[features"), "yaml/syntax", METHOD, 6, 7, "YAML", "Quote",
    ),
    "an unclosed bracket, and the remedy for it": (
        edited(METHOD, "[features]", "[features"), "yaml/syntax", METHOD, 6, 7, "YAML", "Close the [",
    ),
    "an unclosed brace": (
        {METHOD: b"name: {zh-Hant: a\nfamily: rotary\n"}, "yaml/syntax", METHOD, 2, 7, "YAML", "Close the {",
    ),
    "a list inside forty others": (
        {METHOD: b"a: " + b"[" * 40 + b"]" * 40}, "yaml/depth", METHOD, 1, 43, "more than 40 deep", "Flatten",
    ),
    "a year that cannot be": (
        edited("papers/old-2017.yml", "year: 2017", "year: 1800"), "schema/value", "papers/old-2017.yml", 5, 27,
        "venue.year = 1800 is out of range; it must be at least 1950.", "Year of the venue",
    ),
    "a year that is far away": (
        edited("papers/old-2017.yml", "year: 2017", "year: 20170"), "schema/value", "papers/old-2017.yml", 5, 27,
        "venue.year = 20170 is out of range; it must be at most 2100.", "Year of the venue",
    ),
    "a cell that says nothing": (
        edited("comparisons/two-methods.yml", "{method: rope, claims: [rope-no-parameters]}", "{method: rope}"),
        "schema/value", "comparisons/two-methods.yml", 11, 5, "rows[0].cells[1]: a cell has claims", "neighbours",
    ),
    "fields at odds with each other": (
        edited("models/small-model.yml", "weights: open", "weights: closed"),
        "schema/value", "models/small-model.yml", 1, 1, "The file: a closed model has no", "neighbours",
    ),
    "an empty text": (
        edited(PAPER, "authors: [Bea New]", 'authors: [""]'),
        "schema/value", PAPER, 2, 11, "authors[0] is empty", "Write the text",
    ),
    "a list with too few entries": (
        edited(PAPER, "authors: [Bea New]", "authors: []"),
        "schema/value", PAPER, 2, 10, "authors has too few entries: at least 1", "Add what is missing",
    ),
    "an id that is too long": (
        edited(METHOD, "introduced_by: new-2021", f"introduced_by: {'a' * 81}"),
        "schema/value", METHOD, 4, 16, "introduced_by is longer than 80", "Shorten",
    ),
    "a date of another form": (
        edited(PAPER, "first_published: 2021-04-20", "first_published: 20.4.2021"),
        "schema/value", PAPER, 4, 18, '"20.4.2021" is not a date', "Write YYYY-MM-DD",
    ),
    "an id that is a name": (
        edited(METHOD, "introduced_by: new-2021", "introduced_by: New 2021"),
        "schema/value", METHOD, 4, 16, '"New 2021" is not an id', "such as new-2021",
    ),
    "an address of another form": (
        edited(PAPER, "url: https:", "url: ftp:"),
        "schema/value", PAPER, 6, 6, 'url = "ftp:', "Write one with http or https, without blanks and quotes.",
    ),
    "a number of another form": (
        added(PAPER, "doi: 10.1162/TACL\n"), "schema/value",
        PAPER, 9, 6, 'doi = "10.1162/TACL" does not have the form', "such as 10.1162/tacl_a_00446",
    ),
    "an unknown field inside a list": (
        edited(METHOD, "{id: sinusoidal, claim:", "{id: sinusoidal, proof:"), "schema/unknown-field", METHOD, 12, 20,
        '"parents[0].proof" is no field here', "Delete it; the fields are id, setting, claim",
    ),
    "an unknown language": (
        edited(METHOD, "en: rotary position encoding", "en: rotary position encoding, fr: rotation"),
        "schema/unknown-field", METHOD, 1, 55, '"name.fr" is no field here', "the fields are zh-Hant, en, zh-Hans",
    ),
    "a value of none of the types that it may have": (
        added(METHOD, "hyper_parameters:\n- {name: base, default: [1], unit: ratio, meaning: {zh-Hant: 底, en: b}}\n"),
        "schema/type", METHOD, 14, 25, "default is a list; it must be text, a whole number or a number", "Write text",
    ),
    "a truth value where text or a number stands": (
        added(METHOD, "hyper_parameters:\n- {name: base, default: true, unit: ratio, meaning: {zh-Hant: 底, en: b}}\n"),
        "schema/type", METHOD, 14, 25, "default is true or false; it must be text, a whole", "in quotes",
    ),
    "an unclosed quotation mark, and where it was opened": (
        {METHOD: b"family: rotary\nname: \"a\nx: y\n"}, "yaml/syntax", METHOD, 4, 1, "YAML", "opened in line 2",
    ),
    "an escape that stands for nothing": (
        {METHOD: b'name: "\\ud800"\n'}, "yaml/syntax", METHOD, 1, 10, "escape", "backslash in double quotes twice",
    ),
    "a second document": (
        {METHOD: b"name: x\n---\nname: y\n"}, "yaml/syntax", METHOD, 2, 1, "document", "a file of its own",
    ),
    "a line separator, which would move the lines after it": (
        {METHOD: "name: a\u2028b\nx: y\n".encode()}, "yaml/character", METHOD, 1, 8, "U+2028", "Delete U+2028",
    ),
    "a file in no folder": (
        {"method/rope2.yml": b"name: x\n"}, "identity/folder", "method/rope2.yml", 1, 1, "no folder", "kb/methods/",
    ),
    "a name that is no id": (
        {"methods/RoPE 2.yml": b"name: x\n"}, "identity/id", "methods/RoPE 2.yml", 1, 1, "not an id", "rope-2.yml",
    ),
}  # fmt: skip


def knowledge_base(files, tmp_path):
    kb = tmp_path / "kb"
    shutil.copytree(BASE, kb)
    for path, content in files.items():
        (kb / path).parent.mkdir(parents=True, exist_ok=True)
        (kb / path).write_bytes(content)
    return kb


def validated(kb, *options):
    result = CliRunner().invoke(application, ["validate", "--kb", str(kb), *options])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("name", CASES)
def test_broken_file(name, tmp_path):
    files, code, path, line, column, sentence, remedy = CASES[name]
    kb = knowledge_base(files, tmp_path)
    result = validated(kb)
    assert result.exit_code == 1
    assert f"{kb.as_posix()}/{path}:{line}:{column}  error  {code}" in result.output, result.output
    block = result.output.split(f"{path}:{line}:{column}  error  {code}\n", 1)[1].split("\n\n")[0]
    assert sentence in block
    assert remedy in block.split("  fix: ", 1)[1]


def test_a_value_of_several_types_is_told_once(tmp_path):
    files = CASES["a value of none of the types that it may have"][0]
    output = validated(knowledge_base(files, tmp_path)).output
    assert output.count("hyper_parameters[0].default") == 1


@pytest.mark.parametrize("name", CASES)
def test_broken_file_as_json(name, tmp_path):
    files, code, path, line, column, *_ = CASES[name]
    kb = knowledge_base(files, tmp_path)
    result = validated(kb, "--format", "json")
    assert result.exit_code == 1
    rows = json.loads(result.output)
    assert rows
    for row in rows:
        assert list(row) == ["path", "line", "column", "severity", "code", "message", "hint"]
        assert row["severity"] in ("error", "warning")
        assert row["message"] and row["hint"], row
        assert row["line"] >= 1 and row["column"] >= 1
    places = {(row["path"], row["line"], row["column"], row["code"]) for row in rows}
    assert (f"{kb.as_posix()}/{path}", line, column, code) in places


def test_all_mistakes_of_all_files_are_told_in_one_run(tmp_path):
    files = {}
    for name in ("missing field", "unknown reference with a near match", "wrong date order"):
        files |= CASES[name][0]
    output = validated(knowledge_base(files, tmp_path)).output
    for name in ("missing field", "unknown reference with a near match", "wrong date order"):
        assert CASES[name][1] in output


def test_annotations_for_github(tmp_path):
    files, code, path, line, column, *_ = CASES["unknown reference with a near match"]
    kb = knowledge_base(files, tmp_path)
    output = validated(kb, "--format", "github").output
    assert f"::error file={kb.as_posix()}/{path},line={line},col={column},title={code}::" in output


def test_a_sound_knowledge_base_exits_with_0():
    result = validated(BASE)
    assert result.exit_code == 0
    assert "0 errors, 0 warnings." in result.output


def test_deep_nesting_ends_in_a_sentence_in_a_process_of_its_own(tmp_path):
    kb = knowledge_base({METHOD: b"[" * 250_000}, tmp_path)
    command = [sys.executable, "-m", "posatlas", "validate", "--kb", str(kb)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "yaml/depth" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
