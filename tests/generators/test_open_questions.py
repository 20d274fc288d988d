"""Open questions and the cheat sheet against the files of the knowledge base, read by themselves."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import lxml.html
import pytest
import yaml

import posatlas
from posatlas.generators.maths import Maths
from posatlas.generators.pages import cheat_sheet
from posatlas.generators.pages.open_questions import not_on_gpu
from posatlas.generators.site import Site
from posatlas.schema import LANGUAGES

ROOT = Path(__file__).parents[2]
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Pages = dict[str, dict[str, str]]


def _tree(markdown: str) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(f"<div>{markdown.split(chr(10) + '---' + chr(10), 1)[1]}</div>")


def _claims() -> dict[str, dict]:
    files = sorted((ROOT / "kb" / "claims").rglob("*.yml"))
    return {file.stem: yaml.load(file.read_text(encoding="utf-8"), Loader=LOADER) for file in files}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_counts_are_those_of_the_files(markdown: Pages, language: str) -> None:
    tree = _tree(markdown[language]["open/"])
    counts = {
        item.xpath("./a/@href")[0]: int(item.xpath(".//span[@class='number']/text()")[0])
        for item in tree.xpath("//ul[contains(@class, 'open-counts')]/li")
    }
    claims = _claims()
    assert counts["#unverifiable"] == sum(claim["verdict"] == "unverifiable" for claim in claims.values()) > 0
    unread = [c for c in claims.values() if any(not source["read"] for source in c.get("according_to", ()))]
    assert counts["#unread"] == len(unread) > 0
    mutants = [yaml.load(f.read_text(), Loader=LOADER) for f in (ROOT / "kb" / "evidence" / "mutation").glob("*.yml")]
    assert counts["#survivors"] == sum(len(record["survivors"]) for record in mutants)
    models = [yaml.load(f.read_text(), Loader=LOADER) for f in (ROOT / "kb" / "models").glob("*.yml")]
    assert counts["#undisclosed"] == sum(m["position_encoding"]["from"] == "undisclosed" for m in models) > 0
    done = set()
    for file in (ROOT / "kb" / "evidence").glob("*.yml"):
        rows = yaml.load(file.read_text(encoding="utf-8"), Loader=LOADER)
        done |= {(row["claim"], row["key"]) for row in rows if row["device"].startswith("cuda")}
    assert counts["#gpu"] == sum(len(claim.get("checks", ())) for claim in claims.values()) - len(done)


def test_every_unverifiable_statement_is_listed_under_its_reason(sites: dict[str, Site], markdown: Pages) -> None:
    tree = _tree(markdown["en"]["open/"])
    listed: dict[str, set[str]] = {}
    for row in tree.xpath("//li[contains(@class, 'claim-row')][preceding::h3]"):
        heading = row.getparent().getprevious()
        if heading is not None and heading.tag == "h3":
            claim = row.xpath(".//a[contains(@class, 'badge')]/@href")[0].rstrip("/").split("/")[-1]
            listed.setdefault(heading.text.strip(), set()).add(claim)
    expected: dict[str, set[str]] = {}
    for name, claim in _claims().items():
        if claim["verdict"] == "unverifiable":
            expected.setdefault(sites["en"].word(f"reason-{claim['reason']}"), set()).add(name)
    assert listed == expected


def test_a_run_on_a_gpu_takes_a_check_off_the_list(sites: dict[str, Site], monkeypatch: pytest.MonkeyPatch) -> None:
    site = sites["en"]
    before = {method.id: count for method, count in not_on_gpu(site)}
    record = next(r for r in site.records() if r.device == "cpu" and r.claim == "alibi-slopes-halve-per-head")
    monkeypatch.setattr(site, "records", lambda: [replace(record, device="cuda:0 some card")])
    after = {method.id: count for method, count in not_on_gpu(site)}
    assert after["alibi"] == before["alibi"] - 1
    assert {m: n for m, n in after.items() if m != "alibi"} == {m: n for m, n in before.items() if m != "alibi"}


def test_the_cheat_sheet_holds_the_methods_that_matter(atlas: posatlas.Atlas, markdown: Pages) -> None:
    used: dict[str, int] = {}
    for model in atlas.of("model"):
        for method in model.position_encoding.methods:
            used[method] = used.get(method, 0) + 1
    expected = {m.id for m in atlas.of("method") if m.deep or used.get(m.id, 0) >= 3}
    rows = _tree(markdown["en"]["cheat-sheet/"]).xpath("//table[contains(@class, 'cheat')]/tbody/tr")
    assert {row.xpath("./th/a/@href")[0].split("/")[-2] for row in rows} == expected
    for row in rows:
        method = atlas[row.xpath("./th/a/@href")[0].split("/")[-2]]
        cells = row.xpath("./td")
        assert cells[0].xpath(".//span[contains(@class, 'maths')]")
        assert cells[2].text_content() == method.cost.learned_parameters
        for link in cells[-1].xpath("./a"):
            claim = atlas[link.get("href").split("/")[-2]]
            assert claim.verdict in link.get("class") and claim.verdict in link.text_content()
            assert method.id in claim.about


def test_what_lies_beyond_training_is_written_with_the_method(atlas: posatlas.Atlas) -> None:
    named = [method for method in atlas.of("method") if method.beyond_training]
    assert len(named) >= 11
    assert [method.id for method in named if method.id not in atlas[method.beyond_training].about] == []


@pytest.mark.parametrize("said", [True, False])
def test_a_new_method_comes_onto_the_cheat_sheet_by_its_file_alone(small_kb: Path, tmp_path: Path, said: bool) -> None:
    kb = tmp_path / "kb"
    shutil.copytree(small_kb, kb)
    file = kb / "methods" / "shift.yml"
    text = file.read_text(encoding="utf-8").replace("shift", "new").replace("Shift", "New way")
    text += "deep: {zh-Hant: 深入。, en: In depth.}\n" + ("beyond_training: shift-is-linear\n" if said else "")
    (kb / "methods" / "new-way.yml").write_text(text, encoding="utf-8")
    atlas = posatlas.load(kb)
    site = Site(atlas, "en", Maths(tmp_path / "maths.json", ROOT / "node_modules" / "katex"), {})
    sheet = next(page for page in cheat_sheet.pages(site) if page.address == "cheat-sheet/")
    (row,) = _tree(site.render(sheet)).xpath("//table[contains(@class, 'cheat')]/tbody/tr")
    assert row.xpath("./th/a/@href") == ["../methods/new-way/"]
    assert row.xpath("./td[last()]/a/@href") == (["../c/shift-is-linear/"] if said else [])
    assert ("Shift is linear." in row.xpath("./td[last()]")[0].text_content()) is said


def test_misconceptions_stand_on_the_cheat_sheet_with_what_is_right(
    atlas: posatlas.Atlas, sites: dict[str, Site], markdown: Pages
) -> None:
    text = _tree(markdown["en"]["cheat-sheet/"]).xpath("//ul[@class='slogans']")[0].text_content()
    for belief in atlas.of("misconception"):
        assert sites["en"].name(belief) in text
        assert atlas[belief.claim].correction.en.split("$")[0][:60] in text
