"""The installed package is typed strictly."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_package_is_typed_strictly() -> None:
    """mypy with the settings of pyproject.toml, over all modules of the package."""
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    modules = [name for name in tracked.splitlines() if not name.startswith("tests/")]
    done = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    checked = re.search(r"no issues found in (\d+) source files", done.stdout)
    assert checked is not None, done.stdout
    assert int(checked[1]) >= len(modules) > 400, "files were passed over"
