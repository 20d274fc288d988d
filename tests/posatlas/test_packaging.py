"""The wheel holds what git holds, adds one top-level name, and works where nothing else is installed."""

from __future__ import annotations

import compileall
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINKED = ("kb", "schema", "reference_impl", "generators")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the source distribution, as releases are: a wheel made in place takes up old files of build/lib."""
    out = tmp_path_factory.mktemp("wheel")
    assert compileall.compile_dir(ROOT / "generators", quiet=2)  # compiled files lie about and must not get in
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def _tracked() -> set[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    return set(listed.stdout.splitlines())


def test_wheel_holds_what_git_holds(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = {n for n in archive.namelist() if not n.partition("/")[0].endswith(".dist-info")}
    expected = {f"posatlas/{name}" for name in _tracked() if name.startswith(tuple(f"{top}/" for top in LINKED))}
    expected |= {
        name.removeprefix("src/")
        for name in _tracked()
        if name.startswith("src/posatlas/") and name.removeprefix("src/posatlas/") not in LINKED
    }
    expected.add("posatlas/kb.compiled")  # made by setup.py
    assert {n for n in inside if not n.startswith("posatlas/")} == set()
    assert expected - inside == set()
    assert inside - expected == set()


def test_wheel_works_alone(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    constraints = ROOT / "constraints.txt"
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", constraints, wheel]
    subprocess.run(install, check=True, cwd=tmp_path)
    script = (
        "import sys, posatlas; atlas = posatlas.load(); print(len(atlas.of('claim')), atlas['alibi'].id); "
        "assert not {'torch', 'jinja2', 'mkdocs', 'numpy'} & set(sys.modules), sys.modules"
    )
    run = subprocess.run([python, "-c", script], check=True, cwd=tmp_path, capture_output=True, text=True)
    count, name = run.stdout.split()
    assert int(count) >= 251
    assert name == "alibi"
    _check_compiled(python, tmp_path)
    command = tmp_path / "venv" / "bin" / "posatlas"
    shown = subprocess.run([command, "--help"], check=True, cwd=tmp_path, capture_output=True, text=True)
    for name in ("validate", "trace", "check", "build", "serve", "show", "find", "compile"):
        assert name in shown.stdout
    refused = subprocess.run([command, "check", "alibi"], cwd=tmp_path, capture_output=True, text=True)
    assert refused.returncode == 1
    assert 'posatlas[torch]' in refused.stderr
    assert "Traceback" not in refused.stderr


def _check_compiled(python: Path, folder: Path) -> None:
    """The wheel's compiled data are fresh where it is installed, and it works without them."""
    script = (
        "from posatlas.compiled import place, read_compiled; from posatlas.corpus import PACKAGED_KB; import posatlas; "
        "compiled = read_compiled(PACKAGED_KB); place(PACKAGED_KB).unlink(); atlas = posatlas.load(); "
        "assert type(atlas.entities) is not type(compiled.entities); "
        "assert list(atlas.entities.items()) == list(compiled.entities.items()); print(len(atlas))"
    )
    run = subprocess.run([python, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 1000


@pytest.mark.parametrize("name", LINKED)
def test_folders_are_linked_into_the_package(name: str) -> None:
    link = ROOT / "src" / "posatlas" / name
    assert link.is_symlink()
    assert link.readlink() == Path("../..") / name
