"""Files that are made to do harm: too large, too deep, in another encoding, in disguise, leading elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import posatlas
from posatlas.findings import Finding
from posatlas.validation import validate, validate_files

HERE = Path(__file__).parent
METHOD = "methods/turning.yml"
MEBIBYTE = 1024 * 1024

# Validates a folder in a process of its own, and tells findings, seconds of CPU and the peak of memory.
MEASURED = """
import json, sys, time
from pathlib import Path
from posatlas.validation import validate
sys.path.insert(0, sys.argv[2])
from worker import peak_of_memory
started = time.process_time()
findings = validate(Path(sys.argv[1]))
seconds = time.process_time() - started
rounds = []
for _ in range(5):
    started = time.process_time()
    sum(range(1_000_000))
    rounds.append(time.process_time() - started)
print(json.dumps([[f.row() for f in findings], seconds, min(rounds), peak_of_memory()]))
"""
ORDINARY = 0.012  # seconds that an ordinary machine takes for the sum there; a slower one has more time for all

LIMIT = 512 * 1024
LARGE = {
    "a hundred megabytes of text": b"name: x\n" * (100 * MEBIBYTE // 8),
    "a hundred megabytes on one line": b"x" * (100 * MEBIBYTE),
    "a hundred megabytes of zeros": b"\0" * (100 * MEBIBYTE),
    "brackets up to the limit": b"[" * (LIMIT - 1),
    "braces up to the limit": b"{a: " * (LIMIT // 4 - 1),
    "dashes up to the limit": b"- " * (LIMIT // 2 - 1),
    "questions up to the limit": b"? " * (LIMIT // 2 - 1),
    "steps to the right up to the limit": b"".join(b" " * i + b"a:\n" for i in range(1000)),
    "steps to the right in one line each": b"".join(b" " * i + b"- a:\n" for i in range(0, 1000, 2)),
    "a wide list": b"a: [" + b"x," * (LIMIT // 2 - 10) + b"x]",
    "many keys": b"".join(b"k%d: x\n" % i for i in range(40_000)),
    "one key many times": b"name: x\n" * (LIMIT // 8 - 1),
    "wrong characters in every place": "\u202e".encode() * (LIMIT // 3 - 1),
    "aliases of aliases": b"a: &a [x, x]\n" + b"".join(b"k%d: &k%d [*a, *a]\n" % (i, i) for i in range(10_000)),
    "a merge of merges": b"a: &a {x: 1}\n" + b"".join(b"k%d: {<<: *a}\n" % i for i in range(10_000)),
    "a mapping that holds itself": b"a: &a {b: *a}\n",
    "many documents": b"---\na: b\n" * 50_000,
    "many anchors": b"".join(b"k%d: &k%d x\n" % (i, i) for i in range(20_000)),
    "a number without end": b"name: " + b"9" * (LIMIT - 10),
    "a long plain text": b"name: {zh-Hant: " + "字".encode() * 150_000 + b", en: x}\n",
    "much emphasis": b"brief: {zh-Hant: x, en: '" + b"**a " * 100_000 + b"'}\n",
    "many references": b"brief: {zh-Hant: x, en: '" + b"[@a][[b]]" * 50_000 + b"'}\n",
    "an open formula": b"brief: {zh-Hant: x, en: '" + b"$" * 400_000 + b"'}\n",
    "nested groups of a formula": b"formulas: [{name: {zh-Hant: x, en: x}, latex: '" + b"{" * 200_000 + b"'}]\n",
    "many spaces": b"name: x" + b" " * (LIMIT - 20) + b"\n",
    "many empty lines": b"\n" * (LIMIT - 1),
    "many comments": b"#\n" * (LIMIT // 2 - 1),
    "many tabs": b"\t" * (LIMIT - 1),
}


@pytest.mark.parametrize("name", LARGE)
def test_a_large_file_costs_little(name: str, kb: Path) -> None:
    """Two seconds of an ordinary machine, 256 MiB in all, and findings that say where and what to do."""
    (kb / METHOD).write_bytes(LARGE[name])
    command = [sys.executable, "-c", MEASURED, str(kb), str(HERE / "fuzzing")]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}  # tracing costs
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True, env=plain)
    findings, seconds, yardstick, mebibytes = json.loads(done.stdout)
    about = [row for row in findings if row["path"] == f"kb/{METHOD}"]
    assert any(row["severity"] == "error" for row in about)
    assert all(row["line"] >= 1 and row["column"] >= 1 and row["message"] and row["hint"] for row in about)
    assert seconds < 2 * max(1, yardstick / ORDINARY)
    assert mebibytes < 256


def _codes(findings: list[Finding], path: str) -> dict[str, tuple[int, int]]:
    return {f.code: (f.line, f.column) for f in findings if f.path == path}


def test_lines_that_end_as_on_windows_are_read_and_told(kb: Path) -> None:
    text = (kb / METHOD).read_text(encoding="utf-8")
    before = posatlas.load(kb)["turning"]
    (kb / METHOD).write_bytes(text.replace("\n", "\r\n").encode())
    assert posatlas.load(kb)["turning"] == before
    about = [f for f in validate(kb) if f.path == f"kb/{METHOD}"]
    assert {f.code for f in about if f.line == 1} >= {"style/whitespace"}
    (kb / METHOD).write_bytes(text.replace("\n", "\r\n").replace("rotary", "rotery").encode())
    line = text.partition("rotary")[0].count("\n") + 1
    assert ("schema/value", line) in {(f.code, f.line) for f in validate(kb) if f.path == f"kb/{METHOD}"}


@pytest.mark.parametrize("codec", ["big5", "gb18030", "utf-16", "utf-16-le", "utf-32", "shift_jis", "latin-1"])
def test_another_encoding_is_told_with_its_place(codec: str, kb: Path) -> None:
    (kb / METHOD).write_bytes("family: rotary\nname: 旋轉é".encode(codec, "ignore"))
    found = _codes(validate(kb), f"kb/{METHOD}")
    assert found.keys() & {"yaml/encoding", "yaml/character"}
    (line, column) = next(place for code, place in found.items() if code in ("yaml/encoding", "yaml/character"))
    assert (line, column) >= (1, 1)


def test_a_character_that_stands_for_nothing_is_told_with_its_place(kb: Path) -> None:
    """YAML itself refuses these, with a place in bytes."""
    (kb / METHOD).write_text("family: rotary\nname: 旋\ufffe轉\n", encoding="utf-8")
    assert _codes(validate(kb), f"kb/{METHOD}")["yaml/character"] == (2, 8)


def test_a_number_with_more_digits_than_python_reads(kb: Path) -> None:
    (kb / METHOD).write_text(f"family: {'9' * 5000}\n", encoding="utf-8")
    (finding,) = [f for f in validate(kb) if f.path == f"kb/{METHOD}"]
    assert (finding.code, finding.line, finding.column) == ("yaml/scalar", 1, 9)
    assert len(finding.text()) < 2000
    with pytest.raises(posatlas.InvalidKnowledgeBase, match="yaml/scalar"):
        posatlas.load(kb)


def test_text_that_would_command_a_terminal_or_a_workflow_is_written_as_escapes(kb: Path) -> None:
    (kb / METHOD).write_text('family: "\\e[2J\\n::add-mask::x"\n', encoding="utf-8")
    (kb / "methods" / "a\n::error::b,c.yml").write_text("family: rotary\n", encoding="utf-8")
    findings = validate(kb)
    shown = "\n".join(f.text() for f in findings)
    assert "\\x1b[2J\\n::add-mask" in shown
    assert "\x1b" not in shown
    for annotation in (f.annotation() for f in findings):
        assert "\n" not in annotation
        assert annotation.count("::") - annotation.partition("::")[2].partition("::")[2].count("::") == 2
    assert any("file=kb/methods/a%0A%3A%3Aerror%3A%3Ab%2Cc.yml," in f.annotation() for f in findings)


# ---- links and names that lead elsewhere


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file outside the knowledge base that nothing may show."""
    file = tmp_path / "secret.yml"
    file.write_text("title: hunter2\n", encoding="utf-8")
    return file


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_links_are_not_followed(kb: Path, secret: Path) -> None:
    (kb / "papers" / "linked.yml").symlink_to(secret)
    (kb / "topics").symlink_to(secret.parent)
    (kb / "methods" / "around").symlink_to(kb)
    (kb / "methods" / "nowhere.yml").symlink_to(kb / "missing")
    shown = "\n".join(finding.text() for finding in validate(kb))
    assert "hunter2" not in shown
    for name in ("papers/linked.yml", "topics", "methods/around", "methods/nowhere.yml"):
        assert f"kb/{name}:1:1  error  identity/path\n  A link is not followed" in shown
    assert "linked" not in posatlas.load(kb)
    assert len(posatlas.load(kb)) == 7


def test_a_folder_that_holds_nothing_is_not_found_to_be_right(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (finding,) = validate(tmp_path / "empty")
    assert (finding.severity, finding.code) == ("error", "identity/folder")
    assert "nothing was checked" in finding.message and "--kb DIR" in finding.hint


def test_what_looks_like_data_and_is_not_read_is_told(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def refusing(folder: str) -> object:
        if str(folder).endswith("papers"):
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    (kb / "terms").mkdir(exist_ok=True)
    (kb / "terms" / "term-loud.YML").write_text("en: loud\n", encoding="utf-8")
    monkeypatch.setattr(os, "scandir", refusing)
    shown = "\n".join(finding.text() for finding in validate(kb))
    assert "kb/papers:1:1  error  identity/path\n  The folder cannot be read: Permission denied." in shown
    assert "kb/terms/term-loud.YML:1:1  error  identity/path\n  A file that ends in .YML is not read." in shown


@pytest.mark.skipif(os.name != "posix", reason="files of POSIX")
def test_what_is_no_file_is_passed_over(kb: Path) -> None:
    """A named pipe would keep the reader waiting for ever; a folder may be named like a file."""
    os.mkfifo(kb / "methods" / "pipe.yml")
    (kb / "methods" / "folder.yml").mkdir()
    assert [f.path for f in validate(kb) if "pipe" in f.path or "folder" in f.path] == []


@pytest.mark.skipif(os.name != "posix", reason="files of POSIX")
@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir])
def test_what_is_no_file_but_named_is_told(make: object, kb: Path) -> None:
    make(kb / "methods" / "pipe.yml")  # type: ignore[operator]
    findings = validate_files(kb, [kb / "methods" / "pipe.yml"])
    assert make is Path.mkdir or [(f.code, f.path) for f in findings if "pipe" in f.path] == [
        ("yaml/unreadable", "kb/methods/pipe.yml")
    ]


@pytest.mark.parametrize(
    ("place", "field", "value"),
    [
        ("claims/turning/turning-is-popular.yml", "about", ["../../secret"]),
        ("claims/turning/turning-is-popular.yml", "source", {"id": "../secret", "locator": "1"}),
        ("methods/turning.yml", "introduced_by", "../../secret.yml"),
        ("methods/turning.yml", "parents", [{"id": "../secret"}]),
        ("methods/turning.yml", "brief", {"zh-Hant": "見 [[../../secret]]。[@../secret]", "en": "[[../secret]] [@/x]"}),
        ("papers/doe-2020.yml", "introduces", ["/etc/passwd"]),
    ],
)
def test_an_id_that_is_a_path_names_no_file(
    place: str, field: str, value: object, kb: Path, secret: Path, change: object
) -> None:
    change(place, **{field: value})  # type: ignore[operator]
    findings = validate(kb)
    assert [f for f in findings if f.path == f"kb/{place}" and f.severity == "error"]
    assert "hunter2" not in "\n".join(f.text() for f in findings)


_NO_IDS = ["..", "...", "a..b", "-a", "a-", "a--b", "A", "1a", "ａ", "a b", "con.x", "a" * 90, "é"]


@pytest.mark.parametrize("name", _NO_IDS)
def test_a_name_that_is_no_id_is_told(name: str, kb: Path) -> None:
    (kb / "methods" / f"{name}.yml").write_bytes((kb / "methods" / "adding.yml").read_bytes())
    expected = set() if name.startswith(".") else {"identity/id"}
    assert {f.code for f in validate(kb) if f.path == f"kb/methods/{name}.yml"} == expected
