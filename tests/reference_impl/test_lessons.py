"""What a lesson says can be run here is run as it stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import posatlas

LESSONS = [lesson for lesson in posatlas.load().of("lesson") if lesson.run]


def test_lessons_have_something_to_run() -> None:
    assert {lesson.step for lesson in LESSONS} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_runs(lesson: object, tmp_path: Path) -> None:
    script = tmp_path / "lesson.py"
    script.write_text(lesson.run, encoding="utf-8")  # type: ignore[attr-defined]
    done = subprocess.run([sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "assert" in lesson.run or done.stdout  # type: ignore[attr-defined]
