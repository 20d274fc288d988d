"""The commands of CONTRIBUTING.md, run as they stand in a copy of the repository, lead from nothing to green."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LIMIT = 600  # seconds: the promise of ten minutes


def section(title: str) -> str:
    return re.split(r"^## ", TEXT.split(f"## {title}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def commands(title: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", section(title), re.DOTALL | re.MULTILINE)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What git holds, and what is new, committed in a repository of its own; `posatlas` is first on its path."""
    folder = tmp_path / "checkout"
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0"):
        source, target = ROOT / name, folder / name
        if name and (source.is_symlink() or source.is_file()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
    bin = tmp_path / "bin"
    bin.mkdir()
    program = f'#!/bin/sh\nexec "{sys.executable}" -m posatlas "$@"\n'
    (bin / "posatlas").write_text(program, encoding="utf-8")
    (bin / "posatlas").chmod(0o755)
    named = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*named, "commit", "-qm", "before"]):
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)
    return folder


def run(checkout: Path, script: str) -> str:
    environment = os.environ | {
        "PATH": f"{checkout.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(checkout / "src"),
    }
    command = ["bash", "-e", "-o", "pipefail", "-c", script]
    ran = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{script}\n{ran.stdout}{ran.stderr}"
    assert "Traceback" not in ran.stderr
    return ran.stdout


def test_a_claim_from_nothing_to_green(checkout: Path) -> None:
    began = time.monotonic()
    blocks = commands("Worked example: a claim")
    assert len(blocks) == 5
    said = run(checkout, blocks[0])
    assert "blanks to fill in" in said
    with pytest.raises(AssertionError, match="blank/unfilled"):
        run(checkout, "posatlas validate")
    outputs = [run(checkout, block) for block in blocks[1:]]
    assert "slopes_equal" in outputs[0]
    assert re.search(r"1 check of 1 claim .* 0 disagree", outputs[2])
    assert re.search(r"1 check of 1 claim .* 1 disagree", outputs[2]), "it was seen to fail"
    assert "0 errors, 0 warnings." in outputs[3]
    assert "alibi-four-heads-quarter (claim)" in outputs[3]
    assert time.monotonic() - began < LIMIT


def test_a_method_from_nothing_to_green(checkout: Path) -> None:
    began = time.monotonic()
    blocks = commands("Worked example: a method")
    assert len(blocks) == 6
    said = run(checkout, blocks[0])
    assert "reference_impl/encodings/bias/log_bias.py" in said
    outputs = [run(checkout, block) for block in blocks[1:]]
    assert re.search(r"5 checks of 2 claims on 1 method ran on cpu; 0 disagree", outputs[3])
    assert "0 errors, 0 warnings." in outputs[3]
    assert re.search(r"log-bias +\d+ mutants +\d+ noticed", outputs[4])
    assert time.monotonic() - began < LIMIT


def test_a_sentence_in_one_language_needs_no_torch(checkout: Path) -> None:
    """Evidence stays valid, the other language shows as older, and torch is never imported."""
    (checkout.parent / "hidden" / "torch").mkdir(parents=True)
    (checkout.parent / "hidden" / "torch" / "__init__.py").write_text("raise ImportError('no torch here')\n")
    file = checkout / "kb" / "claims" / "alibi" / "alibi-slopes-halve-per-head.yml"
    text = file.read_text(encoding="utf-8")
    mended = text.replace("The typical slopes are a geometric series", "Typical slopes form a geometric series")
    assert mended != text
    file.write_text(mended, encoding="utf-8")
    hide = f'export PYTHONPATH="{checkout.parent / "hidden"}:$PYTHONPATH"; '
    said = run(checkout, hide + "posatlas validate")
    assert "0 errors, 1 warning." in said
    assert "languages/stale" in said
    listed = run(checkout, hide + "posatlas translations alibi-slopes-halve-per-head")
    assert "statement: zh-Hant is older than en." in listed
    told = run(checkout, hide + "posatlas diff HEAD")
    assert "alibi-slopes-halve-per-head statement: en; zh-Hant may be older now" in told
    assert "Measurements touched" not in told
    with pytest.raises(AssertionError, match=r"no torch here|needs the Python package"):
        run(checkout, hide + "posatlas check alibi-slopes-halve-per-head")


def test_what_the_tables_promise_is_there() -> None:
    from posatlas.command_line import application

    known = {c.name or c.callback.__name__ for c in application.registered_commands if c.callback}
    named = set(re.findall(r"posatlas ([a-z]+)", TEXT)) - {"schema"}
    assert named <= known
    assert named >= {"new", "validate", "check", "diff", "history", "translations", "mutate", "properties"}
