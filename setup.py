"""The build step that pyproject.toml cannot say: a wheel holds the knowledge base compiled, made of its own YAML."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

COMPILE = "from posatlas.compiled import write_compiled; write_compiled()"


class BuildWithCompiled(build_py):
    """Copies the package as always, then compiles kb/ of the copy; not for an editable install, whose YAML changes."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        # The copy is imported by a process of its own, for this one may hold another posatlas.
        found = os.pathsep.join([str(Path(self.build_lib).resolve()), *filter(None, sys.path)])
        subprocess.run([sys.executable, "-B", "-c", COMPILE], check=True, env=os.environ | {"PYTHONPATH": found})


setup(cmdclass={"build_py": BuildWithCompiled})
