"""The real site, built once for all workers of a test run and served at the address it was built for."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[3]
SERVE = "import sys; from pathlib import Path; from posatlas.generators.server import serve; \
serve(Path(sys.argv[1]), '127.0.0.1', int(sys.argv[2]))"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]  # fmt: skip


class Built(NamedTuple):
    """A built site: its folder, and the address at which it is served."""

    folder: Path
    root: str


@contextmanager
def _locked(folder: Path) -> Iterator[Path]:
    import fcntl

    with (folder / "lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield folder / "state.json"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    """The first worker builds and starts the server; the last one to finish stops it."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "browser"
    shared.mkdir(exist_ok=True)
    with _locked(shared) as file:
        state = json.loads(file.read_text()) if file.exists() else _start(shared)
        state["users"] += 1
        file.write_text(json.dumps(state))
    if state["failure"]:
        pytest.fail(state["failure"])
    yield Built(shared / "site", state["root"])
    with _locked(shared) as file:
        state = json.loads(file.read_text())
        state["users"] -= 1
        file.write_text(json.dumps(state))
        if not state["users"]:
            os.kill(state["server"], signal.SIGTERM)
            file.unlink()


def _start(shared: Path) -> dict:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    root = f"http://127.0.0.1:{port}/"
    program = "import sys; from pathlib import Path; from posatlas.generators.build import build; \
build(Path('kb'), Path(sys.argv[1]), None, Path(sys.argv[2]))"
    command = [sys.executable, "-c", program, str(shared / "site"), str(shared / "work")]
    built = subprocess.run(command, cwd=ROOT, env=os.environ | {"SITE_URL": root}, capture_output=True, text=True)
    if built.returncode:
        return {"failure": f"The site cannot be built.\n{built.stderr[-3000:]}", "users": 0}
    command = [sys.executable, "-c", SERVE, str(shared / "site"), str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    return {"failure": "", "users": 0, "root": root, "server": server.pid}


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """A running browser; where none is found, tests skip, or fail if POSATLAS_REQUIRE_BROWSER is 1."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        reason = f"No Chromium is found under the names {', '.join(BROWSERS)}."
        if os.environ.get("POSATLAS_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()
