"""Methods side by side: every cell says what the YAML says, worked out here from the files without the generators."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import lxml.html
import pytest
import yaml

from posatlas.comparing.dimensions import DIMENSIONS
from posatlas.generators.comparing.as_csv import harmless
from posatlas.generators.comparing.wording import WORDS
from posatlas.generators.page import Page
from posatlas.generators.site import Site

ROOT = Path(__file__).parents[2]
PLACE = "compare/methods/"
Files = dict[str, dict[str, Any]]


class Shown(NamedTuple):
    """A cell of the page: its words, how many claims its button counts, and what stands behind it."""

    words: str
    button: str
    popover: lxml.html.HtmlElement | None


def _files(pattern: str) -> Files:
    return {
        file.stem: yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
        for file in sorted((ROOT / "kb").glob(pattern))
    }


@pytest.fixture(scope="module")
def methods() -> Files:
    return _files("methods/*.yml")


@pytest.fixture(scope="module")
def claims() -> Files:
    return _files("claims/*/*.yml")


@pytest.fixture(scope="module")
def laws() -> Files:
    return _files("evidence/laws/*.yml")


@pytest.fixture(scope="module")
def tree(markdown: dict[str, dict[str, str]]) -> lxml.html.HtmlElement:
    return lxml.html.fromstring(f"<div>{markdown['en'][PLACE].split('---', 2)[2]}</div>")


def _cells(tree: lxml.html.HtmlElement) -> Iterator[tuple[str, str, Shown]]:
    behind = {box.get("id"): box for box in tree.xpath("//div[@popover]")}
    table = tree.get_element_by_id("compare-table")
    columns = [head.get("data-dimension") for head in table.xpath("./thead//th")[1:]]
    for row in table.xpath("./tbody/tr"):
        for column, cell in zip(columns, row.xpath("./td"), strict=True):
            yield row.get("data-method"), column, _shown(cell, behind)
    table = tree.get_element_by_id("compare-document")
    judged = [head.get("data-method") for head in table.xpath("./thead//th")[1:]]
    for row in table.xpath("./tbody/tr"):
        for method, cell in zip(judged, row.xpath("./td"), strict=True):
            yield method, row.get("data-dimension"), _shown(cell, behind)


def _shown(cell: lxml.html.HtmlElement, behind: dict[str, lxml.html.HtmlElement]) -> Shown:
    buttons = cell.xpath(".//button")
    for button in buttons:
        button.getparent().remove(button) if button.tail is None else button.drop_tree()
    words = " ".join(cell.text_content().split())
    target = buttons[0].get("popovertarget") if buttons else None
    return Shown(words, " ".join(buttons[0].text_content().split()) if buttons else "", behind.get(target))


@pytest.fixture(scope="module")
def cells(tree: lxml.html.HtmlElement) -> dict[tuple[str, str], Shown]:
    return {(method, column): shown for method, column, shown in _cells(tree)}


def _claims_in(shown: Shown) -> list[str]:
    if shown.popover is None:
        return []
    links = shown.popover.xpath(".//a[contains(@class, 'badge')]/@href")
    return [re.fullmatch(r"\.\./\.\./c/([a-z0-9-]+)/", link)[1] for link in links]  # type: ignore[index]


def _number(text: str) -> float:
    """A number as the pages write it: 1,234 or −0.5 or 6.7 × 10−7, where the power was set above the line."""
    found = re.search(r"(−?[\d,.]*\d)(?: × 10(−?\d+))?", text)
    assert found, text
    plain = [part.replace("−", "-").replace(",", "") for part in found.groups(default="0")]
    return float(plain[0]) * 10 ** int(plain[1])


def test_every_method_stands_in_every_dimension(cells: dict[tuple[str, str], Shown], methods: Files) -> None:
    columns = {column for _, column in cells}
    assert len(columns) == 16 + 8 + 4  # those computed, and the rows of the document's two tables
    computed = {column for method, column in cells if method == "yarn"}
    assert len(computed) == 16
    assert {method for method, column in cells if column in computed} == set(methods)
    assert all((method, column) in cells for method in methods for column in computed)


def test_values_of_methods_follow_their_files(
    cells: dict[tuple[str, str], Shown], methods: Files, sites: dict[str, Site]
) -> None:
    papers, models = _files("papers/*.yml"), _files("models/*.yml")
    word = sites["en"].word
    for name, method in methods.items():
        assert cells[name, "family"].words == word(f"family-{method['family']}")
        paper = method.get("introduced_by")
        assert cells[name, "published"].words == (str(papers[paper]["first_published"]) if paper else "—")
        enters = ", ".join(word(f"hook-{hook}") for hook in method["enters_at"]) or word("hook-nowhere")
        assert cells[name, "enters-at"].words == enters
        for field in ("learned_parameters", "buffers", "added_operations"):
            assert cells[name, field.replace("_", "-")].words == str(method["cost"][field])
        users = [model for model in models.values() if name in model["position_encoding"]["methods"]]
        assert cells[name, "models"].words == str(len(users))


def test_answers_follow_the_recorded_laws(cells: dict[tuple[str, str], Shown], methods: Files, laws: Files) -> None:
    said = {True: "yes", False: "no", None: "—"}
    above: dict[str, set[str]] = {}

    def ancestors(name: str) -> set[str]:
        if name not in above:
            parents = {parent["id"] for parent in methods[name].get("parents", [])} & set(methods)
            above[name] = parents.union(*(ancestors(parent) for parent in parents))
        return above[name]

    assert set(laws) == {name for name, method in methods.items() if method.get("implementation")}
    for name, record in laws.items():
        rows = [row for row in record["rows"] if row["device"] == "cpu"]
        interface = record["interface"]

        def holds(law: str, rows: list[dict[str, Any]] = rows) -> bool | None:
            found = [row["holds"] for row in rows if row["law"] == law]
            return all(found) if found else None

        expected = {
            "offsets-alone": said[bool(holds("shift_invariant"))],
            "order-noticed": said[holds("order_noticed")],
            "keys-can-be-cached": said[bool(holds("cached_keys"))],
            "ordinary-kernel": said[set(interface["hooks"]) <= {"embed", "features", "scale"}],
            "causal-only": said[interface["causal_only"]],
            "axes": str(max(1, interface["position_axes"])),
            "laws-held": f"{sum(row['holds'] for row in rows)}/{len(rows)}",
            "continues-a-trained-rope": said[
                methods[name]["family"] in ("extension", "remapping") and "rope" in ancestors(name)
            ],
        }
        assert {column: cells[name, column].words for column in expected} == expected, name
        limit = interface["position_limit"]
        assert (cells[name, "last-position"].words == "none") == (limit is None)
        assert limit is None or str(limit) in cells[name, "last-position"].words


def test_what_is_known_of_well_known_methods(cells: dict[tuple[str, str], Shown]) -> None:
    """From the papers: RoPE and ALiBi see offsets only, sinusoids do not; dynamic NTK changes keys as text grows;
    ALiBi learns nothing, and its bias is no factor of queries and keys; a learned table ends."""
    said = {
        ("rope", "offsets-alone"): "yes", ("alibi", "offsets-alone"): "yes", ("sinusoidal", "offsets-alone"): "no",
        ("rope", "keys-can-be-cached"): "yes", ("dynamic-ntk", "keys-can-be-cached"): "no",
        ("alibi", "learned-parameters"): "0", ("rope", "learned-parameters"): "0",
        ("rope", "ordinary-kernel"): "yes", ("alibi", "ordinary-kernel"): "no",
        ("nope", "enters-at"): "nowhere", ("yarn", "continues-a-trained-rope"): "yes",
        ("mrope", "axes"): "3", ("rope-axial-2d", "axes"): "2", ("rope", "last-position"): "none",
    }  # fmt: skip
    assert {point: cells[point].words for point in said} == said
    assert cells["learned-absolute", "last-position"].words != "none"


@pytest.mark.parametrize(
    ("column", "properties"),
    [("learned-parameters", {"parameter_count"}), ("enters-at", {"enters_at"})],
)
def test_a_cell_names_every_claim_whose_checks_run_its_point(
    cells: dict[tuple[str, str], Shown], claims: Files, methods: Files, column: str, properties: set[str]
) -> None:
    for name in methods:
        runs = {
            claim
            for claim, text in claims.items()
            if any(c["method"] == name and c["property"] in properties for c in text.get("checks", []))
        }
        shown = _claims_in(cells[name, column])
        assert set(shown) == runs and len(shown) == len(runs), (name, column)


def test_behind_a_cell_stand_only_claims_that_were_run_on_the_method(
    cells: dict[tuple[str, str], Shown], claims: Files, methods: Files
) -> None:
    computed = {column for method, column in cells if method == "yarn"}
    seen = 0
    for (name, column), shown in cells.items():
        if column not in computed:
            continue
        exceptions = {entry["claim"] for entry in methods[name].get("exceptions", [])}
        for claim in _claims_in(shown):
            run_on = {check["method"] for check in claims[claim].get("checks", [])}
            assert name in run_on or claim in exceptions, (name, column, claim)
            seen += 1
    assert seen > 300


def test_badges_are_the_verdicts_of_the_files(
    cells: dict[tuple[str, str], Shown], claims: Files, sites: dict[str, Site]
) -> None:
    icons = {"supported": "✓", "conditional": "◐", "imprecise": "≈", "contradicted": "✗", "unverifiable": "?"}
    for point, shown in cells.items():
        found = _claims_in(shown)
        if not found:
            continue
        first = claims[found[0]]["verdict"]
        assert f"{icons[first]} {sites['en'].word(f'verdict-{first}')}" in shown.button, point
        assert (f"+{len(found) - 1}" in shown.button) == (len(found) > 1)
        for claim, badge in zip(found, shown.popover.xpath(".//a[contains(@class, 'badge')]"), strict=True):
            verdict = claims[claim]["verdict"]
            assert f"v-{verdict}" in badge.get("class").split()
            assert badge.text_content().strip().startswith(icons[verdict])
        told = " ".join(shown.popover.text_content().split())
        for field, key in (("correction", "correction"), ("conditions", "condition")):
            if claims[found[0]].get(field):
                assert f"{sites['en'].word(key)}: " in told, point
                break


def test_measurements_behind_a_cell_are_those_recorded(cells: dict[tuple[str, str], Shown]) -> None:
    records: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for file in _files("evidence/*.yml").values():
        for record in file:
            key = (record["claim"], record["property"], " ".join(record["says"].split()))
            records.setdefault(key, []).append(record)
    seen = 0
    for point, shown in cells.items():
        for row in shown.popover.xpath(".//li[contains(@class, 'claim-row')]") if shown.popover is not None else []:
            claim = re.search(r"/c/([a-z0-9-]+)/", row.xpath("./p/a/@href")[0])[1]  # type: ignore[index]
            for run in row.xpath("./ul/li[code]"):
                says = " ".join(run.xpath("./span[1]")[0].text_content().split())
                told = " ".join(run.text_content().split()).partition(f"{says}: ")[2]
                if told == "no record":
                    continue
                found = [
                    record
                    for record in records.get((claim, run.xpath("./code")[0].text_content(), says), [])
                    if f"({record['device']}, {record['dtype']}, {record['date']})" in told
                ]
                assert found, (point, told)
                assert any(_tells(told, record) for record in found), (point, told)
                seen += 1
    assert seen > 300


def _tells(told: str, record: dict[str, Any]) -> bool:
    outcome, _, rest = told.partition(", ")
    measured, value = record["measured"], rest.rpartition(" (")[0]
    if outcome != ("holds" if record["holds"] else "fails"):
        return False
    if isinstance(measured, bool):
        return value == ("yes" if measured else "no")
    return value == measured if isinstance(measured, str) else _number(value) == pytest.approx(measured, rel=1e-3)


def test_violations_behind_a_cell_are_those_recorded(cells: dict[tuple[str, str], Shown], laws: Files) -> None:
    names = {"order-noticed": "order_noticed", "offsets-alone": "shift_invariant", "keys-can-be-cached": "cached_keys"}
    seen = 0
    for name, record in laws.items():
        rows = {row["law"]: row for row in record["rows"] if row["device"] == "cpu"}
        for column, law in names.items():
            box = cells[name, column].popover
            if law not in rows or box is None:
                assert law not in rows
                continue
            told = " ".join(box.xpath("./ul[1]/li")[0].text_content().split())
            row = rows[law]
            assert ("holds" if row["holds"] else "fails") in told and f"({row['device']}, {row['date']})" in told
            assert _number(told.partition("violation ")[2].partition(" (")[0]) == pytest.approx(row["worst"], rel=1e-3)
            seen += 1
        box = cells[name, "laws-held"].popover
        assert box is not None
        failing = [row for row in rows.values() if not row["holds"]]
        assert len(box.xpath("./ul[1]/li")) == len(failing) + (len(failing) < len(rows))
        told = " ".join(box.xpath("./ul[1]/li")[-1].text_content().split())
        largest = max(row["worst"] for row in rows.values() if row["holds"])
        assert _number(told.partition("violation ")[2].partition(" (")[0]) == pytest.approx(largest, rel=1e-3)
    assert seen > 120


def test_cells_of_the_document_name_its_claims(cells: dict[tuple[str, str], Shown]) -> None:
    seen = 0
    for name, comparison in _files("comparisons/*.yml").items():
        for number, row in enumerate(comparison["rows"], 1):
            for cell in row["cells"]:
                assert _claims_in(cells[cell["method"], f"{name}-{number}"]) == cell.get("claims", [])
                seen += 1
    assert seen == 48


@pytest.mark.parametrize("language", ["zh-Hant", "en", "zh-Hans"])
def test_the_file_for_spreadsheets_says_what_the_page_says(
    page_lists: dict[str, list[Page]], markdown: dict[str, dict[str, str]], sites: dict[str, Site], language: str
) -> None:
    (page,) = [page for page in page_lists[language] if page.address == PLACE]
    data = page.beside["methods.csv"]
    assert data.startswith(b"\xef\xbb\xbf") and data.endswith(b"\r\n")
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    assert {len(row) for row in rows} == {2 + 4 * 28}
    tree = lxml.html.fromstring(f"<div>{markdown[language][PLACE].split('---', 2)[2]}</div>")
    heads = [" ".join(th.text_content().split()) for th in tree.get_element_by_id("compare-table").xpath("./thead//th")]
    assert rows[0][2 : 2 + 4 * 16 : 4] == heads[1:]
    shown = {(method, column): cell for method, column, cell in _cells(tree)}
    columns = list(dict.fromkeys(column for _, column in shown))
    for row in rows[1:]:
        for at, column in enumerate(columns):
            value, verdicts, _, _ = row[2 + 4 * at : 6 + 4 * at]
            if (row[0], column) not in shown:
                assert value == "—" and not verdicts
                continue
            assert " ".join(value.removeprefix("'").split()) == shown[row[0], column].words
            assert re.findall(r"\[([a-z0-9-]+)\]", verdicts) == _claims_in(shown[row[0], column])
            assert not value.startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =cmd", "＝1+1", "＠A1"])
def test_what_a_spreadsheet_would_run_becomes_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "RoPE", "6*d*h*T", "—", "2021-04-20", "a=b", "−3"])
def test_other_words_stay_as_they_are(text: str) -> None:
    assert harmless(text) == text


def test_the_page_and_the_package_call_a_dimension_alike(sites: dict[str, Site]) -> None:
    for dimension in DIMENSIONS:
        word = WORDS[dimension.id]
        assert sites["zh-Hant"].word(word) == dimension.name.zh_hant
        assert sites["en"].word(word).casefold() == dimension.name.en.casefold()
