"""The compiled knowledge base gives what the YAML gives, and is not used where it is stale or damaged."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import posatlas
from posatlas import compiled
from posatlas.compiled import CannotCompile, place, read_compiled, write_compiled
from posatlas.contents import Contents, contents_of
from posatlas.corpus import PACKAGED_KB, read_corpus

from .in_process import answer

Change = Callable[..., None]


def _from_yaml(root: Path) -> Contents:
    return contents_of(read_corpus(root, root.as_posix()))


def _rows(contents: Contents) -> list[tuple[Any, ...]]:
    """Everything that the contents hold; JSON tells 1, 1.0 and true apart, and which fields were written."""
    rows: list[tuple[Any, ...]] = [
        (i, contents.kind_of[i], contents.path_of[i], type(e), e.model_dump_json(exclude_unset=True))
        for i, e in contents.entities.items()
    ]
    return rows + [(k, type(m), m.model_dump_json(exclude_unset=True)) for k, m in contents.attachments.items()]


def _loaded(root: Path) -> list[tuple[Any, ...]]:
    atlas = posatlas.load(root)
    return _rows(Contents(root, atlas.entities, atlas.kind_of, atlas.path_of, atlas._attachments))


@pytest.fixture
def ready(kb: Path) -> Path:
    """The few entities, compiled."""
    write_compiled(kb)
    assert read_compiled(kb) is not None
    return kb


@pytest.fixture(scope="module")
def whole_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository's knowledge base without evidence, compiled, in a folder of its own."""
    root = tmp_path_factory.mktemp("compiled") / "kb"
    shutil.copytree(PACKAGED_KB, root, ignore=lambda folder, _: ["evidence"] if Path(folder) == PACKAGED_KB else [])
    write_compiled(root)
    return root


def test_every_entity_is_the_one_from_yaml(whole_kb: Path) -> None:
    compiled_ones, read_ones = read_compiled(whole_kb), _from_yaml(whole_kb)
    assert compiled_ones is not None
    assert len(read_ones.entities) > 1000
    assert _rows(compiled_ones) == _rows(read_ones)
    for identifier, entity in read_ones.entities.items():
        assert compiled_ones.entities[identifier] == entity
        assert compiled_ones.entities[identifier].model_fields_set == entity.model_fields_set
    assert dict(compiled_ones.kind_of) == dict(read_ones.kind_of)
    assert dict(compiled_ones.path_of) == dict(read_ones.path_of)


def test_loading_reads_no_yaml_and_makes_no_entity(ready: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("posatlas.atlas.read_corpus", lambda *_: pytest.fail("YAML was read"))
    atlas = posatlas.load(ready)
    assert repr(atlas) == "Atlas(1 document, 2 methods, 2 claims, 1 paper, 1 term)"
    assert "turning" in atlas and "nowhere" not in atlas and len(atlas) == 7
    assert repr(atlas.entities) == "<7 models, 0 of them made>"
    assert [claim.id for claim in atlas.of("claim")] == ["turning-is-popular", "turning-keeps-length"]
    assert repr(atlas.entities) == "<7 models, 2 of them made>"
    assert [item.id for item in atlas.items("explainer")] == ["C001", "C002", "C003"]
    assert atlas.graph.has_edge("turning-keeps-length", "turning", key="about")
    assert repr(atlas.entities) == "<7 models, 7 of them made>"


def test_the_mapping_is_one_to_read(ready: Path, small: posatlas.Atlas) -> None:
    entities, same = posatlas.load(ready).entities, _from_yaml(ready).entities
    first = entities["turning"]
    assert list(entities) == list(same) and list(reversed(entities)) == list(reversed(same))
    assert list(entities.values()) == list(same.values()) and entities["turning"] is first
    assert dict(entities.items()) == dict(same) and list(reversed(entities.items())) == list(reversed(same.items()))
    assert entities.get("nowhere") is None
    with pytest.raises(KeyError):
        entities["nowhere"]
    with pytest.raises(TypeError):
        entities["new"] = first  # type: ignore[index]


def test_threads_get_the_same_entity(whole_kb: Path) -> None:
    atlas = posatlas.load(whole_kb)
    ids = list(atlas.entities)

    def all_of_them(turn: int) -> list[int]:
        if turn % 3 == 2:
            atlas.entities.values()
        return [id(atlas[i]) for i in ids]

    with ThreadPoolExecutor(6) as pool:
        seen = list(pool.map(all_of_them, range(6)))
    assert all(one == seen[0] for one in seen)


def _same_size_and_time(kb: Path) -> None:
    file = kb / "methods" / "adding.yml"
    times, text = file.stat(), file.read_text(encoding="utf-8")
    file.write_text(text.replace("Adds a vector", "Sums a vector"), encoding="utf-8")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (times.st_size, times.st_mtime_ns)


EDITS: dict[str, Callable[[Path], object]] = {
    "same size and time": _same_size_and_time,
    "new file": lambda kb: shutil.copy(kb / "papers" / "doe-2020.yml", kb / "papers" / "roe-2021.yml"),
    "deleted": lambda kb: (kb / "terms" / "term-turn.yml").unlink(),
    "renamed": lambda kb: (kb / "papers" / "doe-2020.yml").rename(kb / "papers" / "doe-2021.yml"),
    "other folder": lambda kb: (kb / "claims" / "turning").rename(kb / "claims" / "adding"),
    "file beside a document": lambda kb: (kb / "documents" / "explainer" / "parts.yml").unlink(),
    "contents exchanged": lambda kb: [
        (kb / "methods" / "adding.yml").rename(kb / "kept"),
        (kb / "methods" / "turning.yml").rename(kb / "methods" / "adding.yml"),
        (kb / "kept").rename(kb / "methods" / "turning.yml"),
    ],
}


@pytest.mark.parametrize("name", EDITS)
def test_after_an_edit_the_yaml_counts(ready: Path, name: str) -> None:
    before = _loaded(ready)
    EDITS[name](ready)
    assert read_compiled(ready) is None
    assert _loaded(ready) == _rows(_from_yaml(ready)) != before
    write_compiled(ready)
    assert read_compiled(ready) is not None
    assert _loaded(ready) == _rows(_from_yaml(ready))


def test_times_and_evidence_do_not_count(ready: Path) -> None:
    for file in ready.rglob("*.yml"):
        os.utime(file, (1, 1))
    (ready / "evidence" / "claims").mkdir(parents=True)
    (ready / "evidence" / "claims" / "turning.yml").write_text("[]\n", encoding="utf-8")
    assert read_compiled(ready) is not None


def test_mistakes_are_told_as_without_it(ready: Path) -> None:
    (ready / "methods" / "wrong.yml").write_text("family: rotery\n", encoding="utf-8")
    with pytest.raises(posatlas.InvalidKnowledgeBase, match=r"wrong\.yml:1:9"):
        posatlas.load(ready)
    shutil.rmtree(ready)
    with pytest.raises(posatlas.InvalidKnowledgeBase, match="is not a folder"):
        posatlas.load(ready)


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_file_cut_short_is_not_used(ready: Path, share: float) -> None:
    whole = place(ready).read_bytes()
    for length in {int(len(whole) * share), len(whole) - 1}:
        place(ready).write_bytes(whole[:length])
        assert read_compiled(ready) is None
        assert _loaded(ready) == _rows(_from_yaml(ready))


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(where=st.integers(0, 2**20), change=st.integers(1, 255))
@example(where=0, change=1)
@example(where=len("posatlas-compiled "), change=3)
@example(where=25, change=1)
def test_a_changed_byte_is_noticed(ready: Path, where: int, change: int) -> None:
    whole = place(ready).read_bytes()
    damaged = bytearray(whole)
    damaged[where % len(whole)] ^= change
    place(ready).write_bytes(damaged)
    try:
        assert read_compiled(ready) is None
    finally:
        place(ready).write_bytes(whole)


def _written_by_a_stranger(kb: Path, head: object, lines: list[bytes]) -> None:
    """A file whose digest agrees with what it holds."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    rest = b"".join(line + b"\n" for line in (text, *lines))
    place(kb).write_bytes(b"posatlas-compiled 1\n" + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest)


def _parts(kb: Path) -> tuple[dict[str, Any], list[bytes]]:
    lines = place(kb).read_bytes().split(b"\n")
    return json.loads(lines[2]), lines[3:-1]


HEADS: dict[str, Callable[[dict[str, Any]], object]] = {
    "the same": lambda head: head,
    "no JSON": lambda head: b"\x80",
    "a list": lambda head: [],
    "a number": lambda head: 3,
    "nested deep": lambda head: b"[" * 100_000,
    "nothing in it": lambda head: {},
    "an unknown kind": lambda head: head | {"kinds": ["os.system"] * len(head["kinds"])},
    "kinds that are lists": lambda head: head | {"kinds": [[]] * len(head["kinds"])},
    "an unknown file beside": lambda head: head | {"attachments": [["explainer", "secrets"]] * 2},
    "short keys": lambda head: head | {"attachments": [[], []]},
    "an id too few": lambda head: head | {"ids": head["ids"][:-1]},
    "another version of the code": lambda head: head | {"code": "0" * 64},
    "another folder": lambda head: head | {"yaml": "0" * 64},
}


@pytest.mark.parametrize("name", HEADS)
def test_a_head_that_does_not_fit_is_not_used(ready: Path, name: str) -> None:
    head, lines = _parts(ready)
    _written_by_a_stranger(ready, HEADS[name](head), lines)
    assert (read_compiled(ready) is None) == (name != "the same")
    assert _loaded(ready) == _rows(_from_yaml(ready))


@pytest.mark.parametrize("line", [b"", b"{}", b'{"id": "turning", "family": "rotery"}', b"cos\nsystem\n(S'ls'\ntR."])
def test_data_that_do_not_fit_the_models_are_told_in_a_sentence(ready: Path, line: bytes) -> None:
    head, lines = _parts(ready)
    _written_by_a_stranger(ready, head, [line.replace(b"\n", b" ")] * len(lines))
    with pytest.raises(posatlas.InvalidKnowledgeBase, match=r'data of "turning" do not fit[\s\S]*posatlas compile'):
        posatlas.load(ready)["turning"]


def test_no_file_or_a_folder_in_its_place(kb: Path) -> None:
    assert read_compiled(kb) is None
    place(kb).mkdir()
    assert _loaded(kb) == _rows(_from_yaml(kb))
    with pytest.raises(OSError, match=r"kb\.compiled"):
        write_compiled(kb)


def test_the_code_that_reads_is_part_of_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "posatlas"
    shutil.copytree(Path(posatlas.__file__).parent / "schema", package / "schema")
    for file in Path(posatlas.__file__).parent.glob("*.py"):
        shutil.copy(file, package)
    here = compiled._code_digest()
    monkeypatch.setattr(compiled, "_PACKAGE", package)
    digest = compiled._code_digest.__wrapped__
    assert digest() == here
    for name in ("schema/claim.py", "schema/properties/builds/core.py", "reading.py", "corpus.py"):
        file = package / name
        kept = file.read_bytes()
        file.write_bytes(kept + b"\n")
        assert digest() != here, name
        file.write_bytes(kept)
    assert digest() == here


def test_the_file_is_lines_of_json(whole_kb: Path) -> None:
    name, digest, *lines, end = place(whole_kb).read_text(encoding="utf-8").split("\n")
    assert (name, len(digest), end) == ("posatlas-compiled 1", 64, "")
    head, *rows = map(json.loads, lines)
    assert len(rows) == len(head["ids"]) + len(head["attachments"])
    assert all(type(row) is dict for row in rows)


def test_two_compilations_are_the_same_bytes(ready: Path) -> None:
    first = place(ready).read_bytes()
    write_compiled(ready)
    assert place(ready).read_bytes() == first


def test_mistakes_are_not_compiled(ready: Path) -> None:
    first = place(ready).read_bytes()
    (ready / "methods" / "wrong.yml").write_text("family: rotery\n", encoding="utf-8")
    with pytest.raises(posatlas.InvalidKnowledgeBase, match=r"wrong\.yml:1:9"):
        write_compiled(ready)
    assert place(ready).read_bytes() == first


def test_files_that_change_meanwhile_are_not_compiled(kb: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read_then_changed(*arguments: Any) -> Any:
        corpus = read_corpus(*arguments)
        _same_size_and_time(kb)
        return corpus

    monkeypatch.setattr(compiled, "read_corpus", read_then_changed)
    with pytest.raises(CannotCompile, match="changed while they were compiled; compile again"):
        write_compiled(kb)
    assert not place(kb).exists()


def test_numbers_that_json_cannot_hold_are_not_compiled(kb: Path, change: Change) -> None:
    # Numbers of every kind come back as they were; that an infinite one would not is seen.
    numbers = [0, -0.0, 1, 1.0, True, 10**30, 0.1 + 0.2, 2.2250738585072014e-308, 1.7976931348623157e308]
    [check] = [{"says": "x", "method": "turning", "property": "norm_kept", "expect": "holds"}]
    change("claims/turning/turning-keeps-length.yml", checks=[check | {"given": {"numbers": numbers}}])
    write_compiled(kb)
    claim: Any = posatlas.load(kb)["turning-keeps-length"]
    assert repr(claim.checks[0].given["numbers"]) == repr(numbers)
    (kb / "claims" / "turning" / "turning-keeps-length.yml").unlink()
    text = (kb / "methods" / "turning.yml").read_text(encoding="utf-8")
    (kb / "methods" / "turning.yml").write_text(text.replace("10000.0", "1.0e+999"), encoding="utf-8")
    with pytest.raises(CannotCompile, match='Method "turning" comes back from JSON changed'):
        write_compiled(kb)


def test_links_to_a_folder_share_its_compiled_form(ready: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link").symlink_to(ready)
    assert place(tmp_path / "elsewhere" / "link") == place(ready) == ready.parent / "kb.compiled"
    assert read_compiled(tmp_path / "elsewhere" / "link") is not None


def test_command(kb: Path, tmp_path: Path) -> None:
    run = answer("compile", "--kb", kb)
    assert run.code == 0, run.err
    assert run.out.startswith(f"{place(kb)}: ")
    assert read_compiled(kb) is not None
    shown = answer("compile", "--help")
    assert "Example:  posatlas compile" in shown.out
    (kb / "methods" / "wrong.yml").write_text("family: rotery\n", encoding="utf-8")
    for arguments, code, words in ((kb, 1, "wrong.yml:1:9"), (tmp_path / "none", 1, "is not a folder")):
        refused = answer("compile", "--kb", arguments)
        assert (refused.code, refused.out) == (code, "")
        assert words in refused.err and "Traceback" not in refused.err
    assert answer("compile", "too", "many").code == 2


SOURCE = "{url: 'https://example.org', title: Page, locator: top, read: true, retrieved: 2026-11-01}"


def test_a_number_that_json_loses_is_not_compiled(kb: Path) -> None:
    (kb / "models").mkdir()
    (kb / "models" / "endless.yml").write_text(
        "name: Endless\nreleased: 2022-01\nweights: open\nas_of: 2026-11-01\n"
        f"position_encoding: {{methods: [turning], from: doc, source: {SOURCE}}}\n"
        f"rope_base: {{value: 1.0e+999, from: doc, source: {SOURCE}}}\n",
        encoding="utf-8",
    )
    with pytest.raises(CannotCompile, match='TrainedModel "endless" does not come back from JSON'):
        write_compiled(kb)
    assert not place(kb).exists()
