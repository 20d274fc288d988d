"""`posatlas diff`: one change of the data gives one row, however its lines look; the older state comes from git."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from posatlas.differing import DataDiff, Snapshot, at_revision, changelog, compare, report, snapshot
from posatlas.differing.changes import ChangedEntity, ItemChange, TouchedText, VerdictChange
from posatlas.differing.revisions import RevisionError
from posatlas.differing.snapshot import Edge

from .in_process import answer

Change = Callable[..., None]
CLAIM = "claims/turning/turning-keeps-length.yml"


def git(folder: Path, *arguments: str) -> str:
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    named = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    command = ["git", "-C", str(folder), *named, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | quiet).stdout.strip()


@pytest.fixture
def repository(kb: Path) -> Path:
    """A repository with the small knowledge base as its first commit, tagged `first`."""
    folder = kb.parent
    (folder / "schema").mkdir()
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "first")
    git(folder, "tag", "first")
    return folder


def difference(kb: Path, revision: str = "first") -> DataDiff:
    with at_revision(kb, revision) as (folder, _):
        return compare(snapshot(folder), snapshot(kb))


def rows(found: DataDiff) -> dict[str, Any]:
    """What is told, without what is empty."""
    return {name: value for name, value in vars(found).items() if value and name not in ("before", "after")}


def test_lines_that_are_written_otherwise_are_no_change(repository: Path, kb: Path) -> None:
    path = kb / CLAIM
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8"))), encoding="utf-8")
    found = difference(kb)
    assert rows(found) == {}
    assert found.level == "none"
    assert "The data are the same." in report(found, "text")


def test_a_verdict_that_changed(repository: Path, kb: Path, change: Change) -> None:
    change(CLAIM, verdict="contradicted")
    assert rows(difference(kb)) == {
        "changed": [ChangedEntity("turning-keeps-length", "claim", ("verdict",))],
        "verdicts": [VerdictChange("turning-keeps-length", "supported", "contradicted")],
    }
    assert difference(kb).level == "minor"


def test_an_id_that_means_another_thing_is_a_major_change(repository: Path, kb: Path, change: Change) -> None:
    """As docs/versions.md says: a method that another paper introduced. One that loses its paper says nothing."""
    change("methods/turning.yml", introduced_by="roe-2021")
    found = difference(kb)
    assert found.redefined == {
        "turning": ("method with introduced_by doe-2020", "method with introduced_by roe-2021")
    }
    assert found.level == "major"
    change("methods/turning.yml", introduced_by=None)
    assert difference(kb).redefined == {} and difference(kb).level == "minor"


def test_a_text_in_one_language_leaves_the_other_older(repository: Path, kb: Path, change: Change) -> None:
    change("methods/adding.yml", glance={"zh-Hant": "加上向量；見 [[adding|此處]]。", "en": "It adds a vector."})
    found = difference(kb)
    assert found.texts == [TouchedText("adding", "glance", ("en",), ("zh-Hant",))]
    assert [c.fields for c in found.changed] == [("glance",)]


def test_edges_added_removed_and_changed(repository: Path, kb: Path, change: Change) -> None:
    change("methods/turning.yml", parents=[{"id": "adding", "setting": "rate = 0"}], introduced_by=None)
    found = difference(kb)
    assert found.edges_added == []
    assert found.edges_removed == [
        Edge("turning", "descends_from", "nowhere"),
        Edge("turning", "introduced_by", "doe-2020"),
    ]
    assert found.edges_changed == [Edge("turning", "descends_from", "adding")]
    change(CLAIM, contradicts=["turning-is-popular"])
    assert difference(kb).edges_added == [Edge("turning-keeps-length", "contradicts", "turning-is-popular")]


def test_ids_removed_moved_redefined_and_added(repository: Path, kb: Path, change: Change) -> None:
    (kb / "terms" / "term-turn.yml").unlink()
    (kb / "methods" / "adding.yml").unlink()
    (kb / "redirects").mkdir()
    text = 'to: [turning]\nreason: {zh-Hant: "改名。", en: "Renamed."}\n'
    (kb / "redirects" / "adding.yml").write_text(text, encoding="utf-8")
    (kb / "papers" / "doe-2020.yml").unlink()
    (kb / "libraries").mkdir()
    library = 'name: Doe\nurl: https://example.org/\nabout: {zh-Hant: "甲。", en: "A."}\n'
    (kb / "libraries" / "doe-2020.yml").write_text(library, encoding="utf-8")
    (kb / "libraries" / "other.yml").write_text(library, encoding="utf-8")
    found = difference(kb)
    assert found.removed == {"term-turn": "term"}
    assert found.moved == {"adding": ("turning",)}
    assert found.redefined == {"doe-2020": ("paper", "library")}
    assert found.added == {"other": "library"}
    assert found.level == "major"


def test_a_file_that_moved_to_another_folder_is_the_same_entity(repository: Path, kb: Path) -> None:
    (kb / "claims" / "adding").mkdir()
    (kb / CLAIM).rename(kb / "claims" / "adding" / "turning-keeps-length.yml")
    found = difference(kb)
    assert rows(found) == {"changed": [ChangedEntity("turning-keeps-length", "claim", ("path",))]}
    assert found.level == "patch"


def test_claims_that_were_measured_anew() -> None:
    before = Snapshot(measured={("same", "cpu k"): True, ("turned", "cpu k"): True, ("gone", "cpu k"): True})
    after = Snapshot(measured={("same", "cpu k"): True, ("turned", "cpu k"): False, ("new", "cpu k"): True})
    found = compare(before, after)
    told = [(change.name, change.what) for change in found.measured]
    assert told == [("gone", "removed"), ("new", "added"), ("turned", "changed")]
    assert found.level == "patch"


def test_what_is_only_new_is_a_minor_release(repository: Path, kb: Path) -> None:
    shutil.copy(kb / "terms" / "term-turn.yml", kb / "terms" / "term-spin.yml")
    assert difference(kb).level == "minor"


def test_statements_and_cells(repository: Path, kb: Path, change: Change) -> None:
    cell = {"method": "turning", "claims": ["turning-keeps-length"]}
    name = {"zh-Hant": "長度", "en": "Length"}
    table = {"name": name, "about": name, "section": "一", "methods": ["turning", "adding"]}
    other = {"method": "adding", "not_applicable": name}
    path = kb / "comparisons" / "table.yml"
    path.parent.mkdir()
    path.write_text(json.dumps(table | {"rows": [{"name": name, "cells": [cell, other]}]}), encoding="utf-8")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "second")
    cell["claims"] = ["turning-is-popular"]
    path.write_text(json.dumps(table | {"rows": [{"name": name, "cells": [cell, other]}]}), encoding="utf-8")
    items = json.loads((kb / "documents" / "explainer" / "items.yml").read_text(encoding="utf-8"))["items"]
    items[0]["says"]["en"] = "Otherwise"
    change("documents/explainer/items.yml", items=items[:2])
    found = difference(kb, "HEAD")
    assert found.cells == [ItemChange("table / Length / turning", "changed")]
    assert found.items == [ItemChange("explainer / C001", "changed"), ItemChange("explainer / C003", "removed")]


def test_files_that_cannot_be_read_are_told_and_compared_as_far_as_they_go(repository: Path, kb: Path) -> None:
    path = kb / CLAIM
    values = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(values | {"kind": "poem", "verdict": "contradicted"}), encoding="utf-8")
    (kb / "terms" / "term-turn.yml").write_text("a: [", encoding="utf-8")
    found = difference(kb)
    assert [v.id for v in found.verdicts] == ["turning-keeps-length"]
    assert [row.partition(": ")[0].split(":")[0] for row in found.unreadable_after] == [
        f"kb/{CLAIM}",
        "kb/terms/term-turn.yml",
    ]
    assert found.unreadable_before == []


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("rows: 5\n", {}),
        ("rows: [x, {name: 3, cells: 4}]\n", {}),
        ("rows: [{name: {en: A}, cells: [y, {method: turning, text: t}]}, {cells: [{}]}]\n",
         {("table", "A", "turning"): {"method": "turning", "text": "t"}, ("table", "?", "?"): {}}),
    ],
)  # fmt: skip
def test_cells_of_a_table_that_the_schema_refuses_are_taken_as_far_as_they_go(
    text: str, cells: dict[tuple[str, str, str], Any], kb: Path
) -> None:
    (kb / "comparisons").mkdir()
    (kb / "comparisons" / "table.yml").write_text(text, encoding="utf-8")
    found = snapshot(kb)
    assert found.cells == cells
    assert {row.split(":")[0] for row in found.unreadable} == {"kb/comparisons/table.yml"}


def test_a_reference_to_nothing_is_no_edge(kb: Path, change: Change) -> None:
    change("methods/turning.yml", parents=[{"id": 3}, {"id": "adding"}])
    edges = [edge for edge in snapshot(kb).edges if edge.relation == "descends_from"]
    assert edges == [Edge("turning", "descends_from", "adding")]


def test_evidence_that_cannot_be_read_hides_no_other_change(repository: Path, kb: Path, change: Change) -> None:
    """`posatlas validate` tells of it."""
    (kb / "evidence").mkdir()
    (kb / "evidence" / "turning.yml").write_text("a: [", encoding="utf-8")
    change(CLAIM, verdict="contradicted")
    found = difference(kb)
    assert (found.measured, [v.id for v in found.verdicts]) == ([], ["turning-keeps-length"])


def test_links_of_a_revision_are_not_followed(repository: Path, kb: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yml"
    outside.write_text("zh-Hant: 外\nzh-Hans: 外\nen: out\nrole: guard\n", encoding="utf-8")
    (kb / "terms" / "term-out.yml").symlink_to(outside)
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "link")
    with at_revision(kb, "HEAD") as (folder, _):
        assert "term-out" not in snapshot(folder).entities
        assert not (folder / "terms" / "term-out.yml").exists()


def test_a_revision_without_a_knowledge_base_is_empty(repository: Path, kb: Path) -> None:
    git(repository, "checkout", "-q", "--orphan", "empty")
    git(repository, "rm", "-rfq", "--cached", ".")
    git(repository, "commit", "-qm", "empty", "--allow-empty")
    assert difference(kb, "HEAD").added["turning"] == "method"


@pytest.mark.parametrize("revision", ["no-such-branch", "--upload-pack=touch x", "", "HEAD:kb", "first^{tree}", "a\nb"])
def test_a_bad_revision_is_told_in_a_sentence(revision: str, repository: Path) -> None:
    found = answer("diff", "--", revision, folder=repository)
    assert found.code == 1
    assert "is no revision of this repository" in found.err
    assert "Traceback" not in found.err
    assert found.out == ""


def test_a_character_that_no_argument_holds_is_told_too(repository: Path, kb: Path) -> None:
    with pytest.raises(RevisionError, match=r"no revision of this repository\. It holds a character"):
        difference(kb, "fir\0st")


def test_without_a_repository_or_git(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RevisionError, match="lies in no git repository"), at_revision(kb, "HEAD"):
        pass
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RevisionError, match="git is not installed"), at_revision(kb, "HEAD"):
        pass


def test_text_json_and_markdown_tell_the_same(repository: Path, change: Change) -> None:
    change(CLAIM, verdict="contradicted")
    text = answer("diff", "first", folder=repository).out
    assert "turning-keeps-length: supported -> contradicted" in text
    read = json.loads(answer("diff", "first", "--format", "json", folder=repository).out)
    assert read["verdicts"] == [{"id": "turning-keeps-length", "before": "supported", "after": "contradicted"}]
    assert read["level"] == "minor"
    markdown = answer("diff", "first", "--format", "markdown", folder=repository).out
    assert markdown.startswith("<!-- posatlas diff -->\n")
    assert "**Verdicts changed**\n\n- turning-keeps-length: supported -&#62; contradicted\n" in markdown


def test_markdown_shows_hostile_text_as_it_is(repository: Path, kb: Path, change: Change) -> None:
    name = {"zh-Hant": "甲", "en": "<img src=x onerror=alert(1)> @everyone [x](javascript:1)"}
    cells = [{"method": m, "not_applicable": name} for m in ("turning", "adding")]
    path = kb / "comparisons" / "table.yml"
    path.parent.mkdir()
    table = {"name": name, "about": name, "section": "一", "methods": ["turning", "adding"]}
    path.write_text(json.dumps(table | {"rows": [{"name": name, "cells": cells}]}), encoding="utf-8")
    shown = report(difference(kb), "markdown")
    body = shown.removeprefix("<!-- posatlas diff -->")
    assert "everyone" in body
    for live in ("<img", "@everyone", "](", "onerror=alert("):
        assert live not in body


def test_a_text_of_which_one_language_may_be_older_says_so() -> None:
    one, both = TouchedText("a", "glance", ("en",), ("zh-Hant",)), TouchedText("b", "brief", ("zh-Hant", "en"), ())
    shown = report(DataDiff("x", "y", texts=[one, both]), "text").splitlines()
    assert shown[-3:] == [
        "Texts touched (2)",
        "  a glance: en; zh-Hant may be older now",
        "  b brief: zh-Hant and en",
    ]


def test_long_sections_are_folded_and_the_longest_cut() -> None:
    """A comment on a pull request has room for 40 rows of a section; more than 10 are folded."""

    def shown(number: int) -> list[str]:
        diff = DataDiff("main (0123456789ab)", "working tree", added={f"id-{n:02}": "term" for n in range(number)})
        return report(diff, "markdown").splitlines()

    assert "**Entities added**" in shown(10) and "</details>" not in shown(10)
    folded = shown(11)
    assert "<details><summary>Entities added (11)</summary>" in folded and folded[-1] == "</details>"
    assert [line for line in shown(40) if "more" in line] == []
    cut = shown(42)
    assert sum(line.startswith("- id-") for line in cut) == 40
    assert cut[-3] == "- … and 2 more: `posatlas diff main --format json`"


def test_an_entry_without_a_change_says_so() -> None:
    entry = changelog(DataDiff("x", "y"), "1.0.1", "2026-01-02")
    assert entry == "## 1.0.1 — 2026-01-02\n\nNo change of the data.\n"


def test_an_entry_tells_of_statements_and_measurements_which_have_no_file_of_their_own() -> None:
    items = [ItemChange("explainer / C001", "removed"), ItemChange("explainer / C002", "removed"),
             ItemChange("explainer / C003", "added"), ItemChange("explainer / C004", "changed")]  # fmt: skip
    measured = [ItemChange("a", "changed"), ItemChange("b", "added")]
    diff = DataDiff("x", "y", moved={"old": (), "other": ("new",)}, items=items, measured=measured)
    assert [line for line in changelog(diff, "2.0.0", "2026-01-02").splitlines() if line] == [
        "## 2.0.0 — 2026-01-02",
        "### Removed",
        "- `old`, now ?",
        "- `other`, now `new`",
        "- statement: `explainer / C001`, `explainer / C002`",
        "### Added",
        "- statement: `explainer / C003`",
        "### Changed",
        "- measurement: 2 entries",
        "- statement: 1 entry",
    ]


def test_the_entry_of_the_changelog(repository: Path, kb: Path, change: Change) -> None:
    (kb / "terms" / "term-turn.yml").unlink()
    change(CLAIM, verdict="contradicted")
    change("methods/adding.yml", aliases=["sum"])
    change("claims/turning/turning-is-popular.yml", as_="claims/turning/turning-is-liked.yml")
    found = answer("diff", "first", "--changelog", "--release", "2.0.0", folder=repository)
    assert found.code == 0, found.err
    lines = [line for line in found.out.splitlines() if line]
    assert lines[0].startswith("## 2.0.0 — 20")
    assert lines[1:] == [
        "### Removed",
        "- term: `term-turn`",
        "### Verdicts",
        "- `turning-keeps-length`: supported → contradicted",
        "### Added",
        "- claim: `turning-is-liked`",
        "### Changed",
        "- method: 1 entry",
    ]
    assert answer("diff", "first", "--release", "2.0.0", folder=repository).code == 2


def test_what_cannot_be_read_is_not_told_as_removed(repository: Path, kb: Path) -> None:
    (kb / "terms" / "term-turn.yml").write_text("en: [", encoding="utf-8")
    found = answer("diff", "first", "--changelog", folder=repository)
    assert found.code == 1 and found.out == ""
    assert "kb/terms/term-turn.yml" in found.err and "posatlas validate" in found.err


def test_the_command_for_the_rest_can_be_run(repository: Path, kb: Path) -> None:
    term = (kb / "terms" / "term-turn.yml").read_text(encoding="utf-8")
    for number in range(50):
        (kb / "terms" / f"term-{number}.yml").write_text(term, encoding="utf-8")
    shown = answer("diff", "first", "--format", "markdown", folder=repository).out
    command = shown.partition(" more: `posatlas ")[2].partition("`")[0].split()
    found = answer(*command, folder=repository)
    assert len(json.loads(found.out)["added"]) == 50, found.err
