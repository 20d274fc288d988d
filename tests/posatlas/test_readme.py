"""What the README shows is so: its Python runs, its commands answer, and the folders it names are there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^posatlas .*?(?=  #|$)", README, re.MULTILINE)


def test_python() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, Any] = {}
    exec(block, names)
    claim = names["claim"]
    said = re.search(r"^claim\.verdict.*# \((.*)\)$", block, re.MULTILINE)
    assert said is not None
    verdict, condition = (part.strip("'") for part in said[1].split(", ", 1))
    assert claim.verdict == verdict
    assert claim.conditions.en.startswith(condition.rstrip("…").rstrip())
    assert names["rope"].options() == {"head_dim": 64, "base": 10000.0, "pairing": "half"}


@pytest.mark.parametrize("command", COMMANDS)
def test_commands(command: str) -> None:
    code = "import sys; from posatlas.command_line import main; sys.argv[0] = 'posatlas'; main()"
    arguments = [sys.executable, "-c", code, *command.split()[1:]]
    run = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout


def test_folders_and_links() -> None:
    assert len(COMMANDS) >= 4
    for folder in re.findall(r"^\| `([^`]+)`", README, re.MULTILINE):
        assert (ROOT / folder).is_dir(), folder
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).is_file(), target
