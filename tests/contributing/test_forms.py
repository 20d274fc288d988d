"""Forms, citation, licences, owners and hooks say what the schema, the package and the folders say."""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import posatlas
from posatlas.fields import fields_of
from posatlas.schema import KINDS

ROOT = Path(__file__).parents[2]
FORMS = {"wrong-fact": "claim", "new-method": "method", "new-model": "model"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def form(name: str) -> dict[str, Any]:
    return yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / f"{name}.yml").read_text(encoding="utf-8"))


def inputs(name: str) -> dict[str, dict[str, Any]]:
    return {part["id"]: part for part in form(name)["body"] if part["type"] != "markdown"}


@pytest.mark.parametrize("name", FORMS)
def test_a_form_is_one_that_github_takes(name: str) -> None:
    found = form(name)
    assert {"name", "description", "body"} <= found.keys() <= {"name", "description", "title", "labels", "body"}
    named = [part["id"] for part in found["body"] if "id" in part]
    assert len(named) == len(set(named))
    for part in found["body"]:
        assert part["type"] in ("markdown", "input", "textarea", "dropdown")
        assert part["attributes"].get("label") or part["type"] == "markdown"


@pytest.mark.parametrize(("name", "kind"), FORMS.items())
def test_fields_of_a_form_are_fields_of_the_schema(name: str, kind: str) -> None:
    fields = {field.key: field for field in fields_of(KINDS[kind].model)}
    found = inputs(name)
    assert set(found) - {"id"} <= set(fields)
    if name != "wrong-fact":
        assert {key for key, field in fields.items() if field.required} <= set(found)
    for key, part in found.items():
        offered = part["attributes"].get("options")
        if key != "id":
            assert tuple(offered or ()) == fields[key].choices, key
        if key != "id" and part.get("validations", {}).get("required") and name != "wrong-fact":
            assert fields[key].required or key in ("introduced_by", "organisation"), key


def test_the_citation_names_this_version_and_these_licences() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= cited.keys()
    assert cited["version"] == PROJECT["version"] == posatlas.__version__
    assert cited["license"] == PROJECT["license"].split(" AND ")
    assert [author["name"] for author in cited["authors"]] == [author["name"] for author in PROJECT["authors"]]
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").lstrip().startswith("Apache License")
    assert "Attribution 4.0 International" in (ROOT / "LICENSE-DATA").read_text(encoding="utf-8")


def test_every_path_with_an_owner_exists() -> None:
    lines = (ROOT / ".github" / "CODEOWNERS").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    assert rows[0][0] == "*"
    for path, *owners in rows:
        assert owners and all(re.fullmatch(r"@[\w-]+(/[\w-]+)?", owner) for owner in owners), path
        assert path == "*" or (ROOT / path.strip("/")).exists(), path
    protected = {path for path, *owners in rows if owners == ["@posatlas/maintainers"]}
    assert {"/.github/", "/.ci/", "/Makefile"} <= protected


def test_the_hook_for_other_repositories_reads_their_folder(tmp_path: Path) -> None:
    """Beside their kb/ there is no schema/, by which the command knows a checkout of this repository."""
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (tmp_path / "kb" / "papers").mkdir(parents=True)
    shutil.copy(ROOT / "kb" / "papers" / "press-2022.yml", tmp_path / "kb" / "papers")
    command = [sys.executable, "-m", *shlex.split(hook["entry"]), "kb/papers/press-2022.yml"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert "posatlas new method alibi" in ran.stdout and ran.returncode == 1, ran.stdout + ran.stderr


@pytest.mark.parametrize("name", [".pre-commit-config.yaml", ".pre-commit-hooks.yaml"])
def test_hooks_run_validate_on_the_files_of_the_knowledge_base(name: str) -> None:
    held = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))
    hooks = held if isinstance(held, list) else held["repos"][0]["hooks"]
    (hook,) = [hook for hook in hooks if hook["id"] == "posatlas-validate"]
    assert re.search(" validate --fix( --kb kb)?$", hook["entry"])
    chosen = [p for p in ("kb/methods/rope.yml", "kb/evidence/rope.yml", "mkdocs.yml") if re.search(hook["files"], p)]
    assert [path for path in chosen if not re.search(hook["exclude"], path)] == ["kb/methods/rope.yml"]


def test_the_hook_of_this_repository_runs_with_what_is_installed_for_it(tmp_path: Path) -> None:
    """Nothing stands for the repository in `additional_dependencies`: there "." is a package of pre-commit's own."""
    held = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (hook,) = [h for repo in held["repos"] for h in repo["hooks"] if h["id"] == "posatlas-validate"]
    assert hook["additional_dependencies"] == PROJECT["dependencies"]
    program, *arguments = shlex.split(hook["entry"])
    assert program == "python"
    for name in ("src", "schema"):
        (tmp_path / name).symlink_to(ROOT / name)
    paper = tmp_path / "kb" / "papers" / "press-2022.yml"
    paper.parent.mkdir(parents=True)
    shutil.copy(ROOT / "kb" / "papers" / paper.name, paper)
    # With -S the interpreter has what is installed, and not this repository, which .pth files lead to.
    environment = {**os.environ, "PYTHONPATH": sysconfig.get_path("purelib")}
    command = [sys.executable, "-S", *arguments, f"kb/papers/{paper.name}"]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8")
    assert "posatlas new method alibi" in ran.stdout and ran.returncode == 1, ran.stdout + ran.stderr


def test_the_hook_for_python_has_the_version_that_is_pinned() -> None:
    held = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (ruff,) = [h for repo in held["repos"] for h in repo["hooks"] if h["id"] == "ruff-check"]
    assert ruff["additional_dependencies"][0] in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()


def test_supported_pythons_are_the_same_everywhere() -> None:
    stated = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", c)]
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8"))
    matrix = workflow["jobs"]["platforms"]["strategy"]["matrix"]
    assert matrix["python"] == stated
    assert PROJECT["requires-python"] == f">={stated[0]}"
    support = (ROOT / "docs" / "support.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| Python (3\.\d+) \|", support, re.MULTILINE) == stated
    for system in ("Linux", "macOS", "Windows"):
        assert f"| {system} |" in support
    assert [s.split("-")[0] for s in matrix["system"]] == ["ubuntu", "macos", "windows"]


def test_no_text_for_contributors_names_what_is_not_there() -> None:
    """Links and paths in backquotes lead to files of the repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    folders = {path.rpartition("/")[0] for path in listed}
    for name in ("CONTRIBUTING.md", "docs/support.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
            assert ((ROOT / name).parent / target).exists(), (name, target)
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        for path in re.findall(r"`((?:kb|schema|src|reference_impl|docs|tests|\.github|\.vscode)/[\w./*-]+)`", prose):
            plain = path.rstrip("/")
            assert plain in folders or fnmatch.filter(listed, plain) or (ROOT / plain).exists(), (name, path)
