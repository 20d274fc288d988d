"""Contributed YAML cannot name code outside the registry, read a file, or reach the network."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
BASE = HERE / "lints" / "base_kb"
CLAIM = "claims/sinusoidal/sinusoidal-no-parameters.yml"
CHECK: dict[str, Any] = {
    "says": "none",
    "method": "sinusoidal",
    "build": {"width": 64},
    "property": "parameter_count",
    "given": {"equals": "0"},
    "expect": "holds",
}
RUNNING = (
    "os.system",
    "posatlas.reference_impl.checks",
    "../../os",
    "__import__",
    "builtins.eval",
    "torch.load",
    "rope.py",
)

# Files that would run code, read a file or call somewhere if anything took them at their word.
HOSTILE = {
    "python/object": b"name: !!python/object/apply:os.system ['touch hacked']\n",
    "python/name": b"name: !!python/name:os.system\n",
    "python/module": b"name: !!python/module:antigravity\n",
    "python/object/new": b"name: !!python/object/new:subprocess.Popen [[touch, hacked]]\n",
    "a tag by its full name": b"name: !<tag:yaml.org,2002:python/object/apply:os.system> ['touch hacked']\n",
    "a tag by a directive": b"%TAG ! tag:yaml.org,2002:python/\n---\nname: !object/apply:os.system ['touch hacked']\n",
    "include": b"name: !include /etc/passwd\n",
    "file": b"name: {zh-Hant: 'file:///etc/passwd', en: '{{ config }}{% include \"/etc/passwd\" %}'}\n",
    "address": b"name: {zh-Hant: x, en: 'http://127.0.0.1:9/'}\nurl: http://127.0.0.1:9/\n",
    "no end": b"name: !!python/object/apply:time.sleep [100]\n",
}


def _watched(kb: Path, folder: Path) -> tuple[list[str], list[str]]:
    harmless = folder / "harmless"
    shutil.copytree(BASE, harmless)
    _with_check(harmless)  # sources of implementations are parsed for the keys of evidence, once
    command = [sys.executable, str(HERE / "fuzzing" / "watched.py"), str(kb), str(harmless)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    seen, codes = json.loads(done.stdout)
    return seen, codes


@pytest.fixture
def own_kb(tmp_path: Path) -> Path:
    """A valid knowledge base to be changed."""
    return Path(shutil.copytree(BASE, tmp_path / "kb"))


def _with_check(kb: Path, **fields: Any) -> None:
    """Give the claim a check with other fields; JSON is YAML too."""
    text = (BASE / CLAIM).read_text(encoding="utf-8")
    (kb / CLAIM).write_text(f"{text}checks: {json.dumps([CHECK | fields])}\n", encoding="utf-8")


def test_hostile_files_make_nothing_run_or_open(own_kb: Path, tmp_path: Path) -> None:
    """In one process: what the interpreter reports is the reading of the folder, and nothing else."""
    secret = tmp_path / "secret.yml"
    secret.write_text("title: hunter2\n", encoding="utf-8")
    for number, content in enumerate(HOSTILE.values()):
        for folder in ("methods", "papers", "evidence", "evidence/history", "evidence/laws"):
            (own_kb / folder).mkdir(exist_ok=True)
            (own_kb / folder / f"hostile-{number}.yml").write_bytes(content)
    (own_kb / "papers" / "linked.yml").symlink_to(secret)
    (own_kb / "evidence" / "linked.yml").symlink_to(secret)
    (own_kb / "events").rename(own_kb / "moved")
    (own_kb / "events").symlink_to(tmp_path)
    for number, name in enumerate(RUNNING):
        other = own_kb / "claims" / "sinusoidal" / f"hostile-{number}.yml"
        _with_check(own_kb, method=name, property=name, build={name: name}, given={"method": name, "equals": name})
        shutil.copyfile(own_kb / CLAIM, other)
    _with_check(own_kb, given={"equals": "__import__('os').system('touch hacked')"})
    seen, codes = _watched(own_kb, tmp_path)
    assert seen == []
    assert {"yaml/tag", "truth/check", "schema/missing", "truth/evidence-unreadable"} <= set(codes)
    assert not list(tmp_path.rglob("hacked"))


def test_good_files_make_nothing_run_or_open(own_kb: Path, tmp_path: Path) -> None:
    """Valid ones come further: they are loaded, linked, and their checks are compared with evidence."""
    _with_check(own_kb)
    seen, codes = _watched(own_kb, tmp_path)
    assert seen == []
    assert "truth/evidence-missing" in codes, "the check came so far"


@pytest.mark.parametrize(
    "code",
    [
        "import socket; socket.socket().connect_ex(('127.0.0.1', 9))",
        "open('/etc/hosts').close()",
        "open(sys.argv[1] + '/new', 'w').close()",
        "import antigravity_that_is_not_there",
        "eval('1')",
        "os.system('true')",
        "os.listdir('/')",
    ],
)
def test_the_watch_would_see_it(code: str, own_kb: Path, tmp_path: Path) -> None:
    program = (
        "import os, sys; sys.path.insert(0, sys.argv[2]); import watched; watched._watch(sys.argv[1]); "
        f"watched.watching = True\ntry:\n    {code}\nexcept ImportError:\n    pass\n"
        "watched.watching = False; print(len(watched.seen))"
    )
    command = [sys.executable, "-c", program, str(own_kb), str(HERE / "fuzzing")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert int(done.stdout) > 0


@pytest.mark.parametrize("name", RUNNING)
@pytest.mark.parametrize("field", ["method", "property"])
def test_a_check_names_what_is_registered_and_nothing_else(field: str, name: str, own_kb: Path) -> None:
    from posatlas.validation import validate

    _with_check(own_kb, **{field: name})
    found = [f for f in validate(own_kb) if f.path == f"kb/{CLAIM}" and f.severity == "error"]
    line_of_the_check = (BASE / CLAIM).read_text(encoding="utf-8").count("\n") + 1
    assert {f.line for f in found} == {line_of_the_check}
    assert all(f.hint for f in found)


@pytest.mark.parametrize("name", RUNNING)
def test_the_registry_builds_and_measures_what_it_holds_and_nothing_else(name: str) -> None:
    registry = pytest.importorskip("posatlas.reference_impl.registry")
    from posatlas.reference_impl.properties import measure

    with pytest.raises((ValueError, KeyError)):
        registry.build(name)
    with pytest.raises((ValueError, KeyError)):
        measure(name, registry.build("nope"), {}, {})
