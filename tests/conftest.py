"""Settings for all tests: drawn inputs are the same in every run of `make test`, and new ones in `make test-full`.

A run in which every test was skipped fails: it has shown nothing. Each process computes on one thread, for several on
as many cores wait for each other: the laws take seven times as long.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when torch is imported, which is later

settings.register_profile("steady", derandomize=True)
settings.register_profile("searching", derandomize=False)
settings.load_profile("searching" if os.environ.get("POSATLAS_FULL") else "steady")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Turn a run that ran nothing into one that fails."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if exitstatus or reporter is None or session.config.option.collectonly or hasattr(session.config, "workerinput"):
        return
    if not any(reporter.stats.get(outcome) for outcome in ("passed", "failed", "error", "xfailed", "xpassed")):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
        reporter.write_line("The run ran no test: all were skipped or left out.", red=True)
