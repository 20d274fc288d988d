"""Files that commands wrote are not taken on trust: whatever stands in one, it is named, and nothing else happens."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from posatlas import recorded
from posatlas.attention_figures import load_attention_figures
from posatlas.corpus import PACKAGED_KB
from posatlas.curve_figures import read_curves
from posatlas.evidence import load_evidence
from posatlas.history import load_history
from posatlas.law_records import load_laws
from posatlas.mutations import load_mutations
from posatlas.recorded import NoRecord
from posatlas.translations import load_translations
from posatlas.validation import validate

EVIDENCE = PACKAGED_KB / "evidence"
LOADERS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "evidence": (load_evidence, "nope.yml"),
    "laws": (load_laws, "laws/nope.yml"),
    "mutation": (load_mutations, "mutation/nope.yml"),
    "figures": (load_attention_figures, "figures/attention/nope.yml"),
    "curves": (lambda folder: read_curves(folder / "file.yml"), "figures/bf16-positions.yml"),
    "history": (load_history, "history/methods.yml"),
    "translations": (load_translations, "translations/methods.yml"),
}
BAD = {
    "a large file": b"- x\n" * 2_000_000,
    "deep nesting": b"[" * 100_000,
    "deep blocks": b"".join(b" " * i + b"a:\n" for i in range(1500)),
    "an alias": b"a: &a [x]\nb: *a\n",
    "aliases of aliases": b"a: &a [x, x]\n" + b"".join(b"k%d: &k%d [*a, *a]\n" % (i, i) for i in range(10_000)),
    "a tag": b"a: !!python/object/apply:os.system [id]\n",
    "no YAML": b"{a: [\n",
    "no text": b"\xff\xfe\x00",
    "a scalar": b"1",
    "two documents": b"{}\n---\n{}\n",
    "a tag of YAML's own": b'a: !!int ""\n',
    "a key that stands twice": b"a: {}\na: {}\n",
    "lists in lists": b"a: " + b"[" * 200 + b"]" * 200,
    "a number as a name": b"1: {recorded: '2026-01-01'}\n",
    "a control character": b"a: '\x07'\n",
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("name", LOADERS)
def test_what_no_command_writes_is_named_at_once(name: str, bad: str, tmp_path: Path) -> None:
    (tmp_path / "file.yml").write_bytes(BAD[bad])
    started = time.process_time()
    with pytest.raises(ValueError, match=r"file\.yml"):
        LOADERS[name][0](tmp_path)
    assert time.process_time() - started < 2


_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
_values = st.recursive(
    _scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
)


@pytest.mark.parametrize("name", LOADERS)
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_value_of_any_form_is_read_or_named(name: str, data: st.DataObject, tmp_path: Path) -> None:
    """One value of a good record, at any depth, is another."""
    load, example = LOADERS[name]
    root: Any = {"": yaml.load((EVIDENCE / example).read_bytes(), Loader=yaml.CSafeLoader)}
    parent, key = root, ""
    while isinstance(inner := parent[key], dict | list) and inner and data.draw(st.integers(0, 4)):
        places = list(inner)[:12] if isinstance(inner, dict) else range(min(len(inner), 3))
        parent, key = inner, data.draw(st.sampled_from(places))
    parent[key] = data.draw(_values)
    (tmp_path / "file.yml").write_text(json.dumps(root[""]), encoding="utf-8")
    try:
        load(tmp_path)
    except ValueError as error:
        assert "file.yml" in str(error)


PLACES = [
    (b"a: 1\nb: [\n", 3, 1, "no YAML"),
    (b"a:\n  !!str b\n", 2, 3, "a tag"),
    (b'{"a":!x b}\n', 1, 6, "a tag"),
    (b"a: &x 1\nb: *x\n", 2, 4, "an alias"),
    (b"a: 1\nb: 2\na: 3\n", 3, 1, 'key "a" stands twice'),
    (b"- b: 1\n- {1: x, 01: y}\n", 2, 10, 'key "01" stands twice'),
    ("a: 1\n名: \x07\n".encode(), 2, 4, "character U\\+0007"),
    ("a: 1\n名: ".encode() + b"\xff\n", 2, 4, "not UTF-8"),
]


@pytest.mark.parametrize(("content", "line", "column", "reason"), PLACES)
def test_what_is_refused_is_told_with_its_place(
    content: bytes, line: int, column: int, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "methods.yml").write_bytes(content)
    with pytest.raises(NoRecord, match=rf"^methods\.yml:{line}:{column}: .*{reason}") as raised:
        load_history(tmp_path)
    assert (raised.value.file, raised.value.line, raised.value.column) == ("methods.yml", line, column)


@pytest.mark.parametrize(("content", "line", "column", "_reason"), PLACES)
def test_places_are_the_same_without_libyaml(
    content: bytes, line: int, column: int, _reason: str, tmp_path: Path, without_libyaml: Callable[..., Any]
) -> None:
    other = without_libyaml(recorded)
    (tmp_path / "file.yml").write_bytes(content)
    with pytest.raises(other.Misread) as raised:
        other.load_recorded(tmp_path / "file.yml")
    assert (raised.value.line, raised.value.column) == (line, column)


@pytest.mark.parametrize("form", ["- " * 39 + "[%s]", "[" * 40 + "%s" + "]" * 40, "{a: " * 40 + "%s" + "}" * 40])
def test_forty_levels_are_read_and_no_more(
    form: str, tmp_path: Path, without_libyaml: Callable[..., Any]
) -> None:
    for module in (recorded, without_libyaml(recorded)):
        (tmp_path / "file.yml").write_text(form % "5", encoding="utf-8")
        value = module.load_recorded(tmp_path / "file.yml")
        for _ in range(40):
            (value,) = value.values() if isinstance(value, dict) else value
        assert value == 5
        for deeper in ("[]", "{}", "[" * 900 + "]" * 900):
            (tmp_path / "file.yml").write_text(form % deeper, encoding="utf-8")
            with pytest.raises(module.Misread, match="nested more than 40 deep"):
                module.load_recorded(tmp_path / "file.yml")


def test_marks_of_exclamation_in_text_are_no_tags(tmp_path: Path) -> None:
    (tmp_path / "file.yml").write_text("a: x != y\nb: ' !x'\nc: [a!, 'b: !c']\n", encoding="utf-8")
    assert recorded.load_recorded(tmp_path / "file.yml") == {"a": "x != y", "b": " !x", "c": ["a!", "b: !c"]}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoRecord, match=r"^score\.yml: it cannot be read: No such file.*; delete it, then run"):
        read_curves(tmp_path / "score.yml")


def _at(value: Any, *steps: Any) -> Any:
    for step in steps:
        value = value[step]
    return value


@pytest.mark.parametrize(
    ("name", "place", "value", "reason"),
    [
        ("laws", ("rows", 0, "runs"), "many", "the field runs of a row of a law"),
        ("laws", ("rows", 0, "runs"), True, "the field runs of a row of a law"),
        ("laws", ("rows", 0, "worst"), 10**400, "the field worst of a row of a law"),
        ("laws", ("rows", 0), ["law"], "a row of a law has the fields law, holds, runs, worst, device, date"),
        ("laws", ("interface", "hooks"), "features", "the field hooks of an interface"),
        ("laws", ("interface", "hooks"), [1], "the field hooks of an interface"),
        ("laws", ("interface", "position_limit"), 2.5, "the field position_limit of an interface"),
        ("laws", ("rows",), {}, "the field rows of a record of laws"),
        ("mutation", ("lines",), float("inf"), "the field lines of a record of mutants"),
        ("mutation", ("lines",), True, "the field lines of a record of mutants"),
        ("mutation", ("survivors",), "abc", "the field survivors of a record of mutants"),
        ("mutation", ("date",), 2026, "the field date of a record of mutants"),
        ("mutation", ("killed",), 10**6, "more than there are mutants"),
        ("mutation", ("killed",), -1, "more than there are mutants"),
        ("figures", ("heads",), "6", "the field heads of the record of an attention figure"),
        ("figures", ("build",), [], "the field build of the record of an attention figure"),
        ("figures", ("rows", 0), "nan" + " 1" * 15, "finite scores"),
        ("figures", ("rows", 0), "1e999" + " 1" * 15, "finite scores"),
        ("figures", ("rows",), ["-" + " -" * 15] * 16, "not all hidden"),
        ("figures", ("grid",), [-4, -4], "of 16 tokens"),
        ("figures", ("drawn",), "colours", "logits or weights"),
        ("curves", ("at",), "16", "the field at of a record of curves"),
        ("curves", ("at", 0), "16", "lists of finite numbers"),
        ("curves", ("at", 0), 10**400, "lists of finite numbers"),
        ("curves", ("curves", "largest_position", 0), float("nan"), "lists of finite numbers"),
        ("curves", ("facts",), {"first": 3}, "lists of finite numbers"),
        ("curves", ("curves", "largest_position"), [1.0], "one value for each place"),
        ("curves", ("at",), [], "one value for each place"),
    ],
)
def test_a_value_of_another_type_is_named_with_a_remedy(
    name: str, place: tuple[Any, ...], value: Any, reason: str, tmp_path: Path
) -> None:
    load, example = LOADERS[name]
    root = yaml.load((EVIDENCE / example).read_bytes(), Loader=yaml.CSafeLoader)
    _at(root, *place[:-1])[place[-1]] = value
    (tmp_path / "file.yml").write_text(yaml.safe_dump(root), encoding="utf-8")
    remedy = f"delete it, then run: posatlas {'mutate' if name == 'mutation' else 'check'} --record"
    with pytest.raises(NoRecord, match=rf"^file\.yml: .*{reason}.*; {remedy}$"):
        load(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
@pytest.mark.parametrize("name", [name for name in LOADERS if name != "curves"])
def test_links_and_pipes_are_passed_over(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (tmp_path / "secret.yml").write_text("hunter2", encoding="utf-8")
    (folder / "file.yml").symlink_to(tmp_path / "secret.yml")
    os.mkfifo(folder / "pipe.yml")
    assert not LOADERS[name][0](folder)


@pytest.mark.parametrize("bad", ["a large file", "deep nesting", "a tag"])
@pytest.mark.parametrize("place", ["turning.yml", "history/methods.yml", "translations/methods.yml"])
def test_validation_names_the_record(bad: str, place: str, kb: Path) -> None:
    file = kb / "evidence" / place
    file.parent.mkdir(parents=True)
    file.write_bytes(BAD[bad])
    (found,) = [f for f in validate(kb) if f.severity == "error" and f.path.startswith("kb/evidence")]
    assert (found.path, found.code.endswith("/unreadable") or found.code == "truth/evidence-unreadable") == (
        f"kb/evidence/{place}",
        True,
    )
    assert found.hint
