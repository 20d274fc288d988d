"""Whatever stands in a file, validation and loading end in findings with a place and a remedy: no traceback, no hang.

Ten thousand drawn inputs in `make test-full`, some hundreds otherwise, and slips that people make, each in every place.
"""

from __future__ import annotations

import base64
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from posatlas.corpus import PACKAGED_KB

HERE = Path(__file__).parent
BASE = HERE / "lints" / "base_kb"
FOUND = sorted(path.relative_to(BASE).as_posix() for path in BASE.rglob("*.yml"))
TEXTS = {path: (BASE / path).read_text(encoding="utf-8") for path in FOUND}
TEXTS["evidence/nope.yml"] = (PACKAGED_KB / "evidence" / "nope.yml").read_text(encoding="utf-8")
TEXTS["claims/sinusoidal/sinusoidal-no-parameters.yml"] += """checks:
- says: P = 0
  method: sinusoidal
  build: {width: 64}
  property: parameter_count
  given: {equals: 2^L * (d + 1)}
  expect: fails
"""
FILES = sorted(TEXTS)
FULL = bool(os.environ.get("POSATLAS_FULL"))
INPUTS = 10_000 if FULL else 600  # of all drawn tests together
SECONDS, MEBIBYTES = 2, 256

# What people and programs put into files, as it stands: a value, a line, or a piece of either.
SLIPS = [
    "\t", "\t\tname: x", " name: x", "    - x", "-x", "- - - x", ":", ": ", " #", "#", "：", "name：值", "name:x",
    "name : x", "'", '"', "“", "”", "'it's'", '"\\theta"', '"\\ud800"', '"\\0"', '"\\x1b[31m"', '"\\u202e"', '"\\q"',
    '"\\', "'\n", "yes", "No", "on", "~", "null", "NULL", "Null", "", "true", "True", "TRUE", "y", "Y", "=", "<<",
    "<<: *a", "&a", "*a", "&a [*a]", "!!python/name:os.system", "!!binary aGk=", "!!set {a}", "!x", "!", "!!str 1",
    "%", "%YAML 1.2", "@x", "`x`", "0x1F", "0o17", "017", "1_000", "1e3", "1e400", "-1e400", ".inf", "-.inf", ".nan",
    "1.", ".5", "1:30", "190:20:30", "9" * 30, "9" * 5000, "-" + "9" * 5000, "1" + "0" * 400 + ".5", "2026-13-45",
    "2026-02-30T25:61:00Z", "2026-1-1", "2026", "0000-00", "---", "...", "--- x\n--- y", "---\n...\n---", "|", "|2",
    "|9\n x", ">-", "> x", "? x", "? [a, b]\n: c", "{", "}", "[", "]", "{a: }", "{a}", "{a: b, a: c}", "[,]",
    "[a, , b]", "{,}", "{a: b", "[a]]", ",", "{? a : b}", "{[]: a}", "<<<<<<< HEAD", "=======", ">>>>>>> main", "\r",
    "\r\n", "\x85", "\u2028", "\u2029", "\xa0", "\u3000", "\ufeff", "\u200b", "\u202e", "\x00", "\x07", "\x1b",
    "\x7f", "\ud7ff", "\ufffe", "\U0001f600", "e\u0301" * 50, "a" * 5000, "字" * 3000, "$", "$$", "$x", "$\\frac{1}{$",
    "\\(", "\\[x\\]", "$\\" + "{" * 300 + "$", "{" * 300, "[" * 300, "(" * 300, "- " * 200, "[[", "]]", "[[rope]]",
    "[[rope|", "[[../../etc/passwd]]", "[[rope|[[rope]]]]", "[@", "[@rope", "[@?x, -]", "[@" + "a," * 500, "`", "```",
    "**", "*", "_", "<script>", "<img src=x onerror=y>", "&amp;", "&#x0;", "![x](y)", "[x](javascript:y)",
    "../../etc/passwd", "/etc/passwd", "C:\\x", "file:///etc/passwd", "http://", "https://[::1",
    "https://a/?utm_source=b", "https://x.y:99999/", "10.1/", "arXiv:2104.09864v5", "2104.99999999", "doi:",
    "\\\\host\\share", "${HOME}", "$(id)", "{{x}}", "2^(2^(2^99))", "9^9^9^9", "1/0", "0^-1", "log(0)", "sqrt(-1)",
    "1e308*1e308", "(" * 500 + ")" * 500, "-" * 3000, "a.b.c", "__import__('os')", "().__class__", "lambda: 0",
    "T*" * 800 + "d", "1" + "+1" * 1500, "ceil(log2(n))", "n!", "x" * 300, "sinusodal", "Rope", "ROPE", "rope ",
    " rope", "rope.yml", "kb/methods/rope.yml", "rope\nrope", "con", "nul",
]  # fmt: skip


class Worker:
    """The process that validates; started again after it was stopped."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._started = folder, 0
        self.asked = 0
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, path: str, content: bytes) -> dict[str, Any]:
        """What came of the file. Fails where there is no answer."""
        if self._process is None:
            folder = self._folder / str(self._started)
            folder.mkdir()
            self._started += 1
            command = [sys.executable, str(HERE / "fuzzing" / "worker.py"), str(BASE), str(folder)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        line = json.dumps({"path": path, "content": base64.b64encode(content).decode()})
        process.stdin.write(line.encode() + b"\n")
        process.stdin.flush()
        # Far more time than is allowed, for a machine that is busy; the time of the processor is what counts below.
        answer = process.stdout.readline() if select.select([process.stdout], [], [], 30 * SECONDS)[0] else b""
        self.asked += 1
        if not answer:
            self.stop()
            pytest.fail(f"{path} with {content!r}: no answer")
        found: dict[str, Any] = json.loads(answer)
        return found

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            try:
                self._process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.communicate()
            self._process = None


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    """One worker for all tests here."""
    one = Worker(tmp_path_factory.mktemp("fuzz"))
    yield one
    one.stop()


def _holds(worker: Worker, path: str, content: bytes) -> dict[str, Any]:
    found = worker.ask(path, content)
    assert found["problem"] is None, f"{path} with {content!r}:\n{found['problem']}"
    assert found["seconds"] < SECONDS, f"{path} with {content!r}: {found['seconds']:.1f} s"
    assert found["mebibytes"] < MEBIBYTES, f"{path} with {content!r}: {found['mebibytes']:.0f} MiB"
    return found


SHARES = {"edited": 0.45, "misshapen": 0.35, "anything": 0.1, "names": 0.1}


def _draw(worker: Worker, share: float, files: st.SearchStrategy[tuple[str, bytes]]) -> None:
    """Let as many files be validated as the share of all inputs says, each a path and what stands there."""

    @settings(max_examples=round(INPUTS * share), deadline=None, suppress_health_check=list(HealthCheck))
    @given(file=files)
    def every_one_ends_in_findings(file: tuple[str, bytes]) -> None:
        _holds(worker, *file)

    before = worker.asked
    every_one_ends_in_findings()
    assert worker.asked - before >= round(INPUTS * share)


_file = st.sampled_from(FILES)
_slip = st.sampled_from(SLIPS)


@st.composite
def _edited(draw: st.DrawFn) -> tuple[str, bytes]:
    """A good file with a few edits: of lines, of pieces, of bytes."""
    path = draw(_file)
    text = TEXTS[path]
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        number = draw(st.integers(0, len(lines) - 1))
        line = lines[number]
        place = draw(st.integers(0, len(line)))
        match draw(st.integers(0, 8)):
            case 0:
                del lines[number]
            case 1:
                lines.insert(number, line)
            case 2:
                lines[number] = " " * draw(st.integers(1, 3)) + line
            case 3:
                lines[number] = line.lstrip()
            case 4:
                lines[number] = line[:place] + draw(_slip) + line[place:]
            case 5:
                lines[number] = line.partition(":")[0] + ": " + draw(_slip)
            case 6:
                lines.insert(number, draw(_slip))
            case 7:
                lines[number] = line[:place]
            case _:
                other = draw(st.integers(0, len(lines) - 1))
                lines[number], lines[other] = lines[other], lines[number]
        text = "\n".join(lines)
    raw = text.encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 9)) == 0:
        place = draw(st.integers(0, len(raw)))
        raw = raw[:place] + draw(st.binary(max_size=4)) + raw[place + draw(st.integers(0, 2)) :]
    return path, raw


def test_good_files_with_slips(worker: Worker) -> None:
    _draw(worker, SHARES["edited"], _edited())


_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | _slip.map(str)
_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | _slip, inner, max_size=4),
    max_leaves=8,
)


def _parsed(path: str) -> Any:
    import yaml

    return yaml.load(TEXTS[path], Loader=yaml.BaseLoader)


_PARSED = {path: json.dumps(_parsed(path)) for path in FILES}


@st.composite
def _misshapen(draw: st.DrawFn) -> tuple[str, bytes]:
    """A good file in which one value, at any depth, is another, of any form."""
    path = draw(_file)
    root = {"": json.loads(_PARSED[path])}
    parent: Any = root
    key: Any = ""
    while True:
        inner = parent[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 3)) == 0:
            break
        parent, key = inner, draw(st.sampled_from(list(inner) if isinstance(inner, dict) else range(len(inner))))
    match draw(st.integers(0, 2)):
        case 0:
            parent[key] = draw(_values)
        case 1:
            parent[key] = [parent[key]]
        case _:
            parent[key] = {draw(st.sampled_from(["id", "en", "zh-Hant", "paper", "x"])): parent[key]}
    return path, json.dumps(root[""], ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")


def test_values_of_any_form_in_any_place(worker: Worker) -> None:
    _draw(worker, SHARES["misshapen"], _misshapen())


_bytes = st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))


def test_anything_at_all(worker: Worker) -> None:
    _draw(worker, SHARES["anything"], st.tuples(_file, _bytes))


_name = st.text("abz019-._~ %\\\n\u0301旋", min_size=1, max_size=12).filter(lambda name: name.strip(". ") != "")
_folders = {path.rpartition("/")[0] for path in FILES} | {"", "claims", "method", "kb", "methods/x"}
_folder = st.sampled_from(sorted(_folders))


@st.composite
def _named(draw: st.DrawFn) -> tuple[str, bytes]:
    """A good file under another name."""
    path = f"{draw(_folder)}/{draw(_name)}{draw(st.sampled_from(['.yml', '.yaml', '.YML', '']))}".lstrip("/")
    return path, TEXTS[draw(_file)].encode()


def test_names_of_any_form(worker: Worker) -> None:
    _draw(worker, SHARES["names"], _named().filter(lambda file: not (BASE / file[0]).exists()))


@pytest.mark.parametrize("path", FILES if FULL else FILES[1::20])
def test_every_slip_in_the_value_of_a_field(worker: Worker, path: str) -> None:
    """As the value of the first field, and as a line of its own after it."""
    lines = TEXTS[path].split("\n")
    worse = 0
    for slip in SLIPS:
        written = slip.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        for first in ([f"{lines[0].partition(':')[0]}: {written}"], [lines[0], written]):
            worse += _holds(worker, path, "\n".join([*first, *lines[1:]]).encode())["findings"] > 0
    assert worse > len(SLIPS) // 2, "most of them are mistakes"


def test_the_worker_would_notice(worker: Worker) -> None:
    """A finding without a remedy is told; a good file has none."""
    assert _holds(worker, FOUND[0], (BASE / FOUND[0]).read_bytes())["findings"] == 0
    broken = _holds(worker, "methods/rope.yml", b"name: [")
    assert broken["findings"] > 0


def test_the_shares_are_all_inputs() -> None:
    assert sum(round(INPUTS * share) for share in SHARES.values()) == INPUTS
