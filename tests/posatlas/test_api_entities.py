"""Entities as a Python user holds them: found, typed, unchangeable, able to say more than their fields."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

import posatlas
from posatlas.entities import Entities
from posatlas.extras import MissingExtra, needed
from posatlas.schema import KINDS, Claim, Method, Paper
from posatlas.schema.frozen import FrozenDict, FrozenList, plain
from posatlas.schema.holder import Unheld

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.folder)
def test_each_kind_by_its_name_in_the_plural(whole: posatlas.Atlas, kind: Any) -> None:
    members = whole.claims() if kind.folder == "claims" else getattr(whole, kind.folder)
    assert isinstance(members, Entities)
    files = {f.stem for f in (ROOT / "kb" / kind.folder).glob("**/*.yml") if f.stem not in ("items", "parts")}
    assert set(members.ids) == files
    assert list(members.ids) == sorted(files)
    assert all(isinstance(member, kind.model) for member in members)


def test_entities_are_found_by_id_place_and_slice(small: posatlas.Atlas) -> None:
    methods = small.methods
    assert methods["turning"] is small["turning"] is methods[1]
    assert methods[-1:].ids == ("turning",)
    assert isinstance(methods[:1], Entities)
    assert "adding" in methods and methods[0] in methods and "doe-2020" not in methods
    assert methods == (small["adding"], small["turning"])
    with pytest.raises(posatlas.UnknownEntity, match=r'None of these 2 .* "turnin"; did you mean "turning"'):
        methods["turnin"]
    with pytest.raises(KeyError, match='"zzzz"'):
        methods["zzzz"]
    with pytest.raises(IndexError):
        methods[2]
    with pytest.raises(TypeError):
        methods[0] = methods[1]  # type: ignore[index]


def _lists(value: Any) -> Iterator[Any]:
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _lists(getattr(value, name))
    elif isinstance(value, list):
        yield value
        for inner in value:
            yield from _lists(inner)
    elif isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _lists(inner)


def test_no_list_or_mapping_in_any_entity_can_be_changed(whole: posatlas.Atlas) -> None:
    found = [value for entity in whole for value in _lists(entity)]
    assert len(found) > 5000
    assert {type(value) for value in found} == {FrozenList, FrozenDict}


CHANGES: dict[str, Callable[[Any], Any]] = {
    "append": lambda m: m.aliases.append("x"),
    "extend": lambda m: m.aliases.extend("x"),
    "insert": lambda m: m.aliases.insert(0, "x"),
    "remove": lambda m: m.aliases.remove("TE"),
    "pop": lambda m: m.aliases.pop(),
    "clear": lambda m: m.aliases.clear(),
    "sort": lambda m: m.aliases.sort(),
    "reverse": lambda m: m.aliases.reverse(),
    "set": lambda m: m.aliases.__setitem__(0, "x"),
    "delete": lambda m: m.aliases.__delitem__(0),
    "add": lambda m: m.aliases.__iadd__(["x"]),
    "multiply": lambda m: m.aliases.__imul__(2),
    "attribute": lambda m: setattr(m, "family", "bias"),
    "inner attribute": lambda m: setattr(m.cost, "buffers", "1"),
    "attribute of an item": lambda m: setattr(m.parents[0], "id", "x"),
    "delete attribute": lambda m: delattr(m, "family"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_changing_an_entity_raises_and_changes_nothing(small: posatlas.Atlas, change: Callable[[Any], Any]) -> None:
    before = small["turning"].model_dump_json()
    with pytest.raises((TypeError, ValueError), match=r"does not change|frozen"):
        change(small["turning"])
    assert small["turning"].model_dump_json() == before


@pytest.mark.parametrize("name", "update setdefault pop popitem clear __setitem__ __delitem__ __ior__".split())
def test_options_of_a_check_cannot_be_changed(small: posatlas.Atlas, name: str) -> None:
    check = small.claims()["turning-keeps-length"].checks[0]
    for options in (check.build, check.given):
        before = dict(options)
        with pytest.raises(TypeError, match="does not change"):
            getattr(options, name)({"heads": 4})
        assert options == before
    with pytest.raises(TypeError):
        check.given["positions"].append(3)


def test_frozen_values_are_ordinary_values_to_read() -> None:
    aliases, options = FrozenList(["b", "a"]), FrozenDict({"x": FrozenList([1])})
    assert aliases == ["b", "a"] and sorted(aliases) == ["a", "b"] and [*aliases, "c"] == ["b", "a", "c"]
    assert options | {"y": 2} == {"x": [1], "y": 2}
    assert json.loads(json.dumps({"a": aliases, "o": options})) == {"a": ["b", "a"], "o": {"x": [1]}}
    assert yaml.safe_dump(plain({"o": options})) == "o:\n  x:\n  - 1\n"
    for value in (aliases, options):
        for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert twin == value and type(twin) is type(value)


def test_an_entity_is_its_fields_whichever_atlas_holds_it(kb: Path) -> None:
    one, other = posatlas.load(kb), posatlas.load(kb)
    assert one["turning"] == other["turning"]
    assert one["turning"].model_dump() == other.entities["turning"].model_dump()
    held = pickle.loads(pickle.dumps(one["turning"]))
    assert held == one["turning"]
    for alone in (held, one["turning"].model_copy(), copy.copy(one["turning"])):
        assert repr(alone) == "<Method turning>"
        assert alone._repr_html_() is None
        for ask in (lambda e: e.provenance, lambda e: e.text(), lambda e: e.cite(), lambda e: e.build()):
            with pytest.raises(Unheld, match=r"Method 'turning' belongs to no atlas.*posatlas\.load\(\)\['turning'\]"):
                ask(alone)


def test_texts_in_every_language(kb: Path) -> None:
    atlas = posatlas.load(kb, lang="zh-Hant")
    claim = atlas.claims()["turning-keeps-length"]
    assert claim.text() == "旋轉不改變向量的長度。"
    assert claim.text("en") == "Turning keeps the length of a vector."
    assert claim.text("zh-Hans", "explanation") == "旋转是正交的。"
    assert atlas["doe-2020"].text() == "Turning Considered Useful"
    assert repr(atlas["turning"]) == "<Method turning: 旋轉編碼>"
    with pytest.raises(ValueError, match='"fr" is no language here; the languages are zh-Hant, en, zh-Hans'):
        claim.text("fr")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='has no text in "explanatio"; did you mean "explanation"'):
        claim.text(field="explanatio")
    with pytest.raises(ValueError, match='has no text in "verdict"; it has them in'):
        claim.text(field="verdict")
    with pytest.raises(ValueError, match='"de" is no language'):
        posatlas.load(kb, lang="de")  # type: ignore[arg-type]
    assert posatlas.load(kb, lang="zh-Hans")["turning"].text(field="glance") == "转动查询与键。"


@pytest.mark.parametrize(
    ("module", "code", "sentence"),
    [
        ("opencc", "posatlas.load(lang='zh-Hans')", 'pip install "posatlas[site]"'),
        ("opencc", "posatlas.load()['rope'].text('zh-Hans')", 'pip install "posatlas[site]"'),
        ("torch", "posatlas.load()['alibi'].build(heads=8)", 'pip install "posatlas[torch]"'),
        ("torch", "posatlas.load()['alibi-slopes-halve-per-head'].run()", 'pip install "posatlas[torch]"'),
        ("pandas", "posatlas.load().methods.to_pandas()", 'pip install "posatlas[pandas]"'),
    ],
)
def test_what_is_not_installed_is_named_with_its_extra(module: str, code: str, sentence: str) -> None:
    hidden = f"import sys; sys.modules['{module}'] = None; import posatlas"
    program = f"{hidden}\ntry: {code}\nexcept ImportError as e: print(e)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert sentence in run.stdout and module in run.stdout, run.stdout + run.stderr


def test_a_module_of_our_own_that_is_missing_is_not_told_as_a_package_to_install() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"posatlas\.reference_implementation") as missing:
        needed("posatlas.reference_implementation.checks", "Running a claim", "torch")
    assert not isinstance(missing.value, MissingExtra)


def test_asking_imports_nothing_heavy() -> None:
    code = (
        "import sys, posatlas; a = posatlas.load(); a.methods['rope'].text(); a['rope'].provenance; repr(a.methods); "
        "found = {'torch', 'numpy', 'jinja2', 'opencc', 'lxml', 'pandas'} & set(sys.modules); assert not found, found"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_citations(small: posatlas.Atlas, whole: posatlas.Atlas) -> None:
    assert small["doe-2020"].cite().startswith("@misc{doe-2020,\n  title = {{Turning Considered Useful}},")
    assert small["turning"].cite() == small["doe-2020"].cite()
    version = small.version
    assert small["adding"].cite() == f"“Adding”, PosAtlas {version}, method adding"
    assert small["turning-is-popular"].cite() == (
        f"“Turning is popular.”, PosAtlas {version}, claim turning-is-popular, verdict: unverifiable"
    )
    day = max(r["date"] for r in _records(ROOT / "kb/evidence/alibi.yml", "alibi-slopes-halve-per-head"))
    assert whole["alibi-slopes-halve-per-head"].cite().endswith(f"verdict: conditional, run on {day}")
    assert all(m.cite().startswith("@") or m.cite().endswith(f"method {m.id}") for m in whole.methods)


def _records(path: Path, claim: str) -> list[dict[str, Any]]:
    return [r for r in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader) if r["claim"] == claim]


def test_building_and_running(whole: posatlas.Atlas) -> None:
    rope = whole.methods["rope"].build(head_dim=4, base=100.0)
    assert rope.inverse_frequencies().tolist() == pytest.approx([1.0, 100.0**-0.5])
    rows = whole.claims()["alibi-slopes-halve-per-head"].run()
    assert [(r.expect == "holds") == r.holds for r in rows] == [True] * len(rows)
    assert len(rows) == len(whole.claims()["alibi-slopes-halve-per-head"].checks)
    with pytest.raises(ValueError, match="alibi has no option head; its options: heads"):
        whole.methods["alibi"].build(head=3)
    with pytest.raises(ValueError, match='"bloom" is a model; nothing can be built'):
        whole.build("bloom")
    with pytest.raises(ValueError, match='"rope" is a method; only claims are run'):
        whole.run("rope")
    with pytest.raises(ValueError, match='The device "cuda:99" is not there'):
        whole.run("alibi-slopes-halve-per-head", device="cuda:99")
    unrun = next(claim for claim in whole.claims(verdict="unverifiable") if not claim.checks)
    with pytest.raises(ValueError, match=r"has no checks, so nothing can be run\. It is unverifiable, because of"):
        unrun.run()


def test_a_method_without_implementation_says_so(small: posatlas.Atlas) -> None:
    with pytest.raises(ValueError, match='"adding" has no implementation yet'):
        small.methods["adding"].build()


def test_rows_for_tables(small: posatlas.Atlas) -> None:
    import pandas

    rows = small.claims().to_dicts()
    assert [row["id"] for row in rows] == list(small.claims().ids)
    assert rows[0]["statement"] == "Turning is popular." and rows[0]["about"] == ["turning", "adding"]
    assert small.claims().to_dicts("zh-Hant")[0]["statement"] == "旋轉很受歡迎。"
    assert json.loads(json.dumps(rows)) == rows
    frame = small.claims().to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.loc[frame.verdict == "supported", "id"].tolist() == ["turning-keeps-length"]
    assert small.claims(verdict="contradicted").to_pandas().empty
    rows[0]["about"].append("free to change")
    assert isinstance(small["doe-2020"], Paper) and isinstance(small["turning"], Method)
    assert all(isinstance(c, Claim) for c in small.claims())
