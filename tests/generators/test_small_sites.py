"""Sites of knowledge bases other than the one of the repository: what they lack, and what clashes in them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import lxml.html
import pytest

from posatlas.generators import code_pages, words
from posatlas.generators.comparing import method_table
from posatlas.generators.comparing.wording import NOTHING, Value
from posatlas.generators.machine_readable.documents import Documents
from posatlas.generators.machine_readable.locations import Locations
from posatlas.generators.pages import pages
from posatlas.generators.site import Site

Sites = Callable[..., Site]


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_without_a_topic_there_is_no_site_and_it_is_said_how_to_begin(most_kinds: Path, site_of: Sites) -> None:
    shutil.rmtree(most_kinds / "topics")
    with pytest.raises(ValueError, match=r"begins with a topic, and there is none\. Begin one:  posatlas new topic"):
        list(pages(site_of(most_kinds)))


def test_two_pages_at_one_address_are_both_named(small_kb: Path, tmp_path: Path, site_of: Sites) -> None:
    shutil.copytree(small_kb, tmp_path / "kb")
    document = tmp_path / "kb" / "documents" / "small.yml"
    document.write_text(
        "title: {zh-Hant: 小文件, en: A small document}\nlanguage: zh-Hant\nabout: {zh-Hant: 一篇。, en: One.}\n"
        "sections:\n- {name: 一, slug: one, title: {zh-Hant: 一, en: First}}\n"
        "- {name: 二, slug: one, title: {zh-Hant: 二, en: Second}}\n",
        encoding="utf-8",
    )
    (tmp_path / "kb" / "documents" / "position-encoding-explainer.yml").unlink()
    with pytest.raises(
        ValueError,
        match=r'^Two pages have the address document/one/: "First" and "Second"\. Change the id of one, or the slug',
    ):
        list(pages(site_of(tmp_path / "kb")))


def test_a_company_is_listed_with_its_models_or_without_any(most_kinds: Path, site_of: Sites) -> None:
    other = (most_kinds / "organisations" / "small-company.yml").read_text(encoding="utf-8")
    (most_kinds / "organisations" / "other-company.yml").write_text(
        other.replace("小公司", "他公司").replace("Small Company", "Other Company"), encoding="utf-8"
    )
    site = site_of(most_kinds)
    (page,) = [page for page in pages(site) if page.address == "companies/"]
    tree = lxml.html.fromstring(f"<div>{site.render(page).split('---', 2)[2]}</div>")
    listed = tree.xpath("//ul[@class='index']/li")
    rows = {row.xpath(".//a/@href")[0]: " ".join(row.text_content().split()) for row in listed}
    word = site.word
    assert f"{word('models')}{word('colon')}Small Model" in rows["../companies/small-company/"]
    assert word("models") not in rows["../companies/other-company/"]
    assert word("disclosure") in rows["../companies/other-company/"]


def test_a_cell_that_is_not_applicable_says_why_and_nothing_bears_it_out(most_kinds: Path, site_of: Sites) -> None:
    _change(
        most_kinds / "comparisons" / "two-methods.yml",
        "- {method: rope, claims: [rope-no-parameters]}",
        "- {method: rope, not_applicable: {zh-Hant: 它不加表。, en: 'It adds [[sinusoidal|no table]].'}}",
    )
    table = method_table(site_of(most_kinds))
    cell = table.cell("rope", "two-methods-1")
    assert cell.value == Value("It adds no table.", None)
    assert not cell.computed and not cell.borne_out
    judged = table.cell("sinusoidal", "two-methods-1")
    assert [bearing.claim.id for bearing in judged.claims] == ["sinusoidal-no-parameters"]
    assert table.cell("rope", "no-such-row").value == NOTHING


@pytest.mark.parametrize(
    ("sort", "number"), [(None, ""), (float("inf"), "Infinity"), (2.5, "2.5"), (20170612.0, "20170612")]
)
def test_what_orders_a_column_is_written_as_a_script_reads_it(sort: float | None, number: str) -> None:
    assert Value("shown", sort).number == number


def test_a_check_without_a_record_is_published_as_such(most_kinds: Path, site_of: Sites) -> None:
    claim = "sinusoidal-no-parameters"
    with (most_kinds / "claims" / "sinusoidal" / f"{claim}.yml").open("a", encoding="utf-8") as file:
        file.write("checks:\n- {says: none are learned, method: sinusoidal, build: {width: 64},\n")
        file.write("   property: parameter_count, given: {equals: 0}, expect: holds}\n")
    site = site_of(most_kinds)
    documents = Documents(site.atlas, {}, Locations(site.atlas, "https://example.org/", ("en",)), "1")
    published = documents.of(claim)
    assert len(published["entity"]["checks"]) == 1
    assert published["checks"] == [{"state": "missing"}]
    assert published["status"] == "sourced"  # its source was read; nothing was run


def test_a_method_without_a_second_opinion_has_the_page_of_its_implementation_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_pages, "BUILDS", {"rope": {}, "alibi": {}})
    second = code_pages.oracle_file
    monkeypatch.setattr(code_pages, "oracle_file", lambda method: None if method == "rope" else second(method))
    code_pages.write(tmp_path)
    written = {file.parent.name for file in tmp_path.rglob("index.html") if "oracles" not in file.parts}
    opinions = {file.parent.name for file in tmp_path.rglob("index.html") if "oracles" in file.parts}
    assert (written, opinions) == ({"rope", "alibi"}, {"alibi"})


def test_a_word_of_the_interface_stands_in_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the one that is read last would hide the other."""
    monkeypatch.setattr(words, "STRINGS", tmp_path)
    (tmp_path / "one.yml").write_text("home: {zh-Hant: 首頁, en: Home}\n", encoding="utf-8")
    (tmp_path / "two.yml").write_text("models: {zh-Hant: 模型, en: Models}\n", encoding="utf-8")
    assert {key: text.en for key, text in words.all_words.__wrapped__().items()} == {"home": "Home", "models": "Models"}
    (tmp_path / "two.yml").write_text("home: {zh-Hant: 家, en: House}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"^two\.yml: the word home stands in another file of strings/ too\.$"):
        words.all_words.__wrapped__()
