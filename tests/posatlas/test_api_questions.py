"""Questions between entities: paths, lineage, users, tables, the past; and where every answer comes from."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import networkx
import pytest
import yaml

import posatlas
from posatlas.dating import known_by
from posatlas.evidence import agreement, load_evidence
from posatlas.weights import step_weight

ROOT = Path(__file__).parents[2]


def _yaml(path: str) -> Any:
    return yaml.load((ROOT / path).read_text(encoding="utf-8"), yaml.CSafeLoader)


def _line_of(path: str, number: int) -> str:
    return (ROOT / path).read_text(encoding="utf-8").splitlines()[number - 1]


def test_edges_carry_their_source_and_claims(whole: posatlas.Atlas) -> None:
    for source, target, data in whole.graph.edges(data=True):
        assert data["file"] == whole.path_of[source]
        assert isinstance(data["claims"], tuple) and all(whole.kind_of[c] == "claim" for c in data["claims"])
        if "claim" in (whole.kind_of[source], whole.kind_of[target]):
            assert data["claims"] == ((source if whole.kind_of[source] == "claim" else target),)
    parent = _yaml("kb/methods/yarn.yml")["parents"][0]
    assert whole.graph.edges["yarn", parent["id"], "descends_from"]["claims"] == (parent["claim"],)


def test_a_path_is_a_lightest_one_by_another_library(whole: posatlas.Atlas) -> None:
    simple = networkx.Graph()
    for source, target, data in whole.graph.edges(data=True):
        weight = step_weight(data["relation"], [whole.statuses[c] for c in data["claims"]])
        if not simple.has_edge(source, target) or weight < simple.edges[source, target]["weight"]:
            simple.add_edge(source, target, weight=weight)
    chosen = ["sinusoidal", "yarn", "bloom", "press-2022", "fire", "cope-contextual", "llama-3-1", "t5-relative-bias"]
    for start, end in itertools.permutations(chosen, 2):
        path = whole.path(start, end)
        assert path is not None
        assert path.weight == networkx.dijkstra_path_length(simple, start, end), (start, end)
        assert path.ids[0] == start and path.ids[-1] == end
        for step, after in itertools.pairwise(path):
            assert step.end == after.start


def test_steps_say_what_bears_them_out(whole: posatlas.Atlas) -> None:
    path = whole.path("sinusoidal", "yarn")
    assert path is not None
    assert path.ids == ("sinusoidal", "rope", "yarn")
    for step in path:
        assert {step.start, step.end} == {step.source, step.target}
        assert step.target in _line_of(step.file, step.line)
        assert step.statuses == ("verified-by-run",)
        assert step.weight == 2
        assert step.provenance.evidence and all(m.date and m.device for m in step.provenance.evidence)
    assert [row["forward"] for row in path.to_dicts()] == [False, False]
    assert "←descends_from—" in repr(path) and "kb/methods/rope.yml" in repr(path)


def test_a_verified_way_is_preferred_to_a_shorter_one_that_is_not() -> None:
    assert 2 * step_weight("descends_from", ["verified-by-run"]) < step_weight("descends_from", ["untestable"])
    assert step_weight("uses", ["untestable", "sourced"]) == 3
    assert step_weight("uses", []) == 4
    assert step_weight("mentions", []) > step_weight("about", ["sourced"]) > step_weight("about", ["refuted-by-run"])


def test_paths_that_are_none_or_empty(small: posatlas.Atlas) -> None:
    path = small.path("turning", "turning")
    assert path == () and path is not None and path.ids == () and path.weight == 0 and repr(path) == "<no step>"
    assert small.path("term-turn", "turning") is None
    assert small.path("doe-2020", "adding", kinds=["paper"]) is None
    assert small.path("doe-2020", "adding", kinds=["method"]) is not None
    with pytest.raises(posatlas.UnknownEntity, match='did you mean "turning"'):
        small.path("turnin", "adding")
    with pytest.raises(ValueError, match='"methods" is no kind'):
        small.path("turning", "adding", kinds=["methods"])


def _closure(identifier: str) -> set[str]:
    above = {parent["id"] for parent in _yaml(f"kb/methods/{identifier}.yml").get("parents", [])}
    return above.union(*(_closure(parent) for parent in above))


def test_lineage_is_the_closure_of_the_parents_in_the_files(whole: posatlas.Atlas) -> None:
    above = {method.id: _closure(method.id) for method in whole.methods}
    for method in ("yarn", "rope", "alibi", "nope"):
        lineage = whole.lineage(method)
        assert set(lineage.ancestors.ids) == above[method]
        assert set(lineage.descendants.ids) == {other for other, names in above.items() if method in names}
        for step in lineage:
            assert step.parent in _line_of(step.provenance.file, step.provenance.line)
            assert {step.parent, step.child} <= {method, *lineage.ancestors.ids, *lineage.descendants.ids}
            assert lineage.dates[step.parent] <= lineage.dates[step.child]
    assert len(whole.lineage("yarn")) == len(whole.lineage("yarn").to_dicts()) >= 4
    with pytest.raises(ValueError, match='"bloom" is a model; only methods have a lineage'):
        whole.lineage("bloom")


def test_users_are_those_that_the_files_name(whole: posatlas.Atlas) -> None:
    files = {f.stem: _yaml(f"kb/models/{f.name}") for f in (ROOT / "kb/models").glob("*.yml")}
    for method in ("alibi", "rope", "yarn", "kerple"):
        users = whole.users_of(method)
        assert set(users.ids) == {i for i, m in files.items() if method in m["position_encoding"]["methods"]}
        assert [u.released for u in users] == sorted(u.released for u in users)
        assert all(p.sources for p in users.provenance)
    with pytest.raises(ValueError, match="only methods have models"):
        whole.users_of("bloom")


def test_comparing_methods(whole: posatlas.Atlas) -> None:
    table = whole.compare(["rope", "alibi", "rope"])
    assert table.columns == ("rope", "alibi")
    alibi = _yaml("kb/methods/alibi.yml")
    assert table["family", "alibi"].value == alibi["family"]
    assert table["buffers", "alibi"].value == alibi["cost"]["buffers"]
    assert table["enters-at", "alibi"].value == tuple(alibi["enters_at"])
    day = _yaml(f"kb/papers/{alibi['introduced_by']}.yml")["first_published"]
    assert table["published", "alibi"].value == day.isoformat()
    laws = _yaml("kb/evidence/laws/rope.yml")["rows"]
    cached = [row for row in laws if row["law"] == "cached_keys" and row["device"] == "cpu"]
    assert table["keys-can-be-cached", "rope"].value is all(row["holds"] for row in cached)
    assert [law.date for law in table["keys-can-be-cached", "rope"].laws] == [row["date"] for row in cached]
    cell = table["learned-parameters", "rope"]
    assert cell.claims and set(cell.claims.ids) <= {p.id for p in cell.provenance}
    assert cell.provenance[0].field == "cost.learned_parameters"
    assert "learned_parameters" in _line_of(cell.provenance[0].file, cell.provenance[0].line)
    for row in table.rows:
        assert all(table[row, column].provenance for column in table.columns), row
    with pytest.raises(KeyError, match='no row "buffer"; did you mean "buffers"'):
        table["buffer", "rope"]
    for wrong, sentence in (
        ("rope", r'Give a list of ids:  compare\(\["rope"'),
        ([], "There is no method"),
        (["bloom"], "only methods are compared"),
        (["rop"], 'did you mean "rope"'),
    ):
        with pytest.raises((ValueError, KeyError), match=sentence):
            whole.compare(wrong)


def test_tables_of_the_document_are_read_cell_by_cell(whole: posatlas.Atlas) -> None:
    for comparison in whole.comparisons:
        table, raw = whole.table(comparison.id), _yaml(f"kb/comparisons/{comparison.id}.yml")
        assert table.columns == tuple(raw["methods"]) and len(table.rows) == len(raw["rows"])
        for number, row in enumerate(raw["rows"], 1):
            for cell in row["cells"]:
                found = table[str(number), cell["method"]]
                assert list(found.claims.ids) == cell.get("claims", [])
                assert (found.value is None) == ("not_applicable" in cell)
                assert bool(found.note) == ("not_applicable" in cell)
    with pytest.raises(ValueError, match="the tables are"):
        whole.table("rope")


def test_tables_become_pandas(whole: posatlas.Atlas) -> None:
    frame = whole.compare(["rope", "alibi"]).to_pandas()
    assert list(frame.columns) == ["rope", "alibi"] and frame.loc["family", "rope"] == "rotary"
    path = whole.path("sinusoidal", "yarn")
    assert path is not None and list(path.to_pandas()["end"]) == ["rope", "yarn"]


@pytest.mark.parametrize(
    ("date", "when", "known"),
    [
        ("2022-06-30", "2022-06", True),
        ("2022-07-01", "2022-06", False),
        ("2022-06", "2022-06-01", True),
        ("2022-12-31", "2022", True),
        ("2023-01", "2022", False),
        ("2022-06-02", "2022-06-01", False),
        ("2021-12", "2022", True),
    ],
)
def test_the_coarser_date_decides(date: str, when: str, known: bool) -> None:
    assert known_by(date, when) is known


def test_the_past_holds_what_was_public_then(whole: posatlas.Atlas) -> None:
    then = whole.as_of("2022-06")
    for paper in whole.papers:
        assert (paper.id in then) == (paper.first_published[:7] <= "2022-06"), paper.id
    for model in whole.models:
        assert (model.id in then) == (model.released[:7] <= "2022-06"), model.id
    for method in whole.methods:
        if method.introduced_by and paper_date(whole, method.introduced_by) > "2022-06":
            assert method.id not in then
    assert {"rope", "alibi"} <= set(then.methods.ids) and "yarn" not in then
    assert set(then.entities) < set(whole.entities)
    assert all(not then.date_of(i).date for i in then.undated) and "term" in {then.kind_of[i] for i in then.undated}
    assert set(then.graph) == set(then.entities)
    assert then["rope"] == whole["rope"] and then["su-2021"].provenance == whole["su-2021"].provenance
    assert set(then["rope"].provenance.claims) < set(whole["rope"].provenance.claims)
    with pytest.raises(posatlas.UnknownEntity):
        then["yarn"]
    assert whole["yarn"].text().startswith("YaRN")  # asking a view changes nothing of the whole


def paper_date(atlas: posatlas.Atlas, identifier: str) -> str:
    return atlas.papers[identifier].first_published[:7]


def test_claims_of_the_past_are_about_what_was_there(whole: posatlas.Atlas) -> None:
    then = whole.as_of("2021-06")
    dated = {i for i in whole.entities if whole.date_of(i).date}
    for claim in then.claims():
        for subject in (*claim.about, *(check.method for check in claim.checks)):
            assert subject in then or subject not in dated, (claim.id, subject)
    assert not [c for c in then.claims() if "alibi" in c.about]
    assert 0 < len(then.claims()) < len(whole.claims())


def test_answers_of_the_past_stay_in_it(whole: posatlas.Atlas) -> None:
    then = whole.as_of("2021-06")
    assert then.lineage("rope").descendants == ()
    assert then.users_of("sinusoidal").ids == ("transformer-2017",)
    assert then.compare(["sinusoidal"])["models", "sinusoidal"].value == ("transformer-2017",)
    assert then.path("sinusoidal", "rope") is not None
    assert len(then.as_of("2018")) < len(then)
    assert whole.as_of("2100").entities.keys() == whole.entities.keys()
    assert repr(then).startswith("<as of 2021-06: Atlas(")
    assert then.items("position-encoding-explainer") == whole.items("position-encoding-explainer")


def test_dates_say_which_they_are(whole: posatlas.Atlas) -> None:
    assert whole.date_of("alibi").because == "first public date of press-2022"
    for identifier in whole.entities:
        dated = whole.date_of(identifier)
        assert dated.because and (dated.date is None) == (dated.because == "nothing gives it a date")
    for method in whole.methods:
        own = whole.date_of(method).date
        assert all(known_by(whole.date_of(p.id).date or "", own or "") for p in method.parents), method.id


@pytest.mark.parametrize("wrong", ["22", "2022-13", "2022-02-30", "June 2022", "", "2022-6", None])
def test_what_is_no_date(small: posatlas.Atlas, wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"is no date|no day of the calendar"):
        small.as_of(wrong)


def test_provenance_of_an_entity(whole: posatlas.Atlas) -> None:
    claim = whole.claims()["alibi-slopes-halve-per-head"]
    found, raw = claim.provenance, _yaml(whole.path_of[claim.id])
    assert [s.locator for s in found.sources] == [s["locator"] for s in raw["according_to"]]
    records = [r for r in _yaml("kb/evidence/alibi.yml") if r["claim"] == claim.id]
    key = lambda r: (r["device"], r["says"], r["date"], r["measured"], r["holds"])  # noqa: E731
    assert sorted(map(key, found.to_dict()["evidence"])) == sorted(map(key, records))
    assert (found.verdict, found.status, found.version) == (raw["verdict"], "verified-by-run", whole.version)
    assert whole.version == posatlas.__data_version__ == (ROOT / "kb" / "VERSION").read_text(encoding="utf-8").strip()
    assert found.recorded == _yaml("kb/evidence/history/claims/alibi.yml")[claim.id]["recorded"]


def test_provenance_of_a_value(whole: posatlas.Atlas) -> None:
    found = whole.provenance("yarn", "parents.0.id")
    parent = _yaml("kb/methods/yarn.yml")["parents"][0]
    assert parent["id"] in _line_of(found.file, found.line)
    assert found.claims == (parent["claim"],)
    assert {m.claim for m in found.evidence} == {parent["claim"]}
    assert whole.provenance("bloom", "position_encoding.from").sources == whole.models["bloom"].provenance.sources[:1]
    for wrong, sentence in (
        ("cost.bufers", 'nothing at cost.bufers. Did you mean "buffers"'),
        ("parents.99.id", "nothing at parents.99"),
        ("family.x", "nothing at family.x"),
        ("zzz", "The fields here are"),
    ):
        with pytest.raises(ValueError, match=sentence):
            whole.provenance("rope", wrong)


def test_the_place_of_every_edge_can_be_asked(whole: posatlas.Atlas) -> None:
    edges = [e for e in whole.graph.edges(data=True) if whole.kind_of[e[0]] in ("method", "model", "comparison")]
    assert len(edges) > 300
    for source, target, data in edges:
        found = whole.provenance(source, data["field"])
        if data["relation"] not in ("mentions", "rests_on"):
            assert target in _line_of(found.file, found.line), (source, target, data)


def test_a_status_alone_is_that_of_all(kb: Path, whole: posatlas.Atlas) -> None:
    run = agreement(whole.claims(), load_evidence(whole.root / "evidence"))
    fresh = posatlas.load()
    chosen = fresh.claims()[::40]
    assert {c.id: fresh.status(c) for c in chosen} == {c.id: whole.statuses[c.id] for c in chosen}
    assert {run[c.id] for c in chosen} <= {"agrees", "no-checks", "not-run", "disagrees"}
    small = posatlas.load(kb)
    assert small.status("turning-is-popular") == "untestable"
    with pytest.raises(ValueError, match="only claims have a status"):
        small.status("turning")


def test_a_view_of_the_past_has_the_whole_document(small: posatlas.Atlas) -> None:
    then = small.as_of("2019")
    assert [part.part for part in then.parts("explainer")] == ["1/0", "1/1", "1/2", "1/3"]
    assert then.parts("turning") == ()


def test_a_parent_that_is_not_there_is_left_out_of_the_lineage(small: posatlas.Atlas) -> None:
    lineage = small.lineage("turning")
    assert [(step.parent, step.child) for step in lineage] == [("adding", "turning")]
    assert (lineage.ancestors.ids, lineage.descendants.ids) == (("adding",), ())
    assert repr(lineage[0]).startswith("adding → turning  (kb/methods/turning.yml:")


def test_cells_of_a_table(kb: Path) -> None:
    """A cell shows its own words, else those of its first claim, else why it is empty; each says where it stands."""
    (kb / "comparisons").mkdir()
    (kb / "comparisons" / "two.yml").write_text(
        """name: {zh-Hant: 兩種, en: Two}
about: {zh-Hant: 比較。, en: Compared.}
section: 一
methods: [turning, adding]
rows:
- name: {zh-Hant: 長度, en: Length}
  cells:
  - {method: turning, claims: [turning-keeps-length]}
  - {method: adding, not_applicable: {zh-Hant: 沒有長度。, en: There is no length.}}
- name: {zh-Hant: 愛好, en: Liking}
  cells:
  - {method: turning, claims: [turning-is-popular], text: {zh-Hant: 受歡迎, en: Liked}}
""",
        encoding="utf-8",
    )
    table = posatlas.load(kb).table("two")
    assert {place: (cell.value, cell.note) for place, cell in ((p, table[p]) for p in table.provenance)} == {
        ("1", "turning"): ("Turning keeps the length of a vector.", ""),
        ("1", "adding"): (None, "There is no length."),
        ("2", "turning"): ("Liked", ""),
        ("2", "adding"): (None, ""),
    }
    assert {place: held[0].line for place, held in table.provenance.items()} == {
        ("1", "turning"): 8, ("1", "adding"): 9, ("2", "turning"): 12, ("2", "adding"): 1,
    }  # fmt: skip
    written = table._repr_html_()
    said = ("Turning keeps the length of a vector. [1 supported]", "There is no length.", "Liked [1 unverifiable]", "—")
    assert all(f">{shown}<" in written for shown in said)


def test_words_that_cite_nothing_have_no_claims(small: posatlas.Atlas) -> None:
    for field in ("aliases", "aliases.0", "family"):
        found = small.provenance("turning", field)
        assert (found.claims, found.field) == ((), field)
    assert small.provenance("turning", "brief").claims == ("turning-keeps-length",)
