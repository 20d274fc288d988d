"""All pages of the real knowledge base, as generated: addresses, contents, counts, disclaimer, leftovers."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin

import lxml.html
import pytest
import yaml

import posatlas
from posatlas.describing import in_language
from posatlas.generators.addresses import PAGES_OF_KINDS, SHOWN_TERMS, address
from posatlas.generators.page import Page
from posatlas.generators.site import ICONS, Site
from posatlas.generators.trail import boost
from posatlas.generators.words import all_words
from posatlas.schema import LANGUAGES, VERDICTS
from posatlas.schema.properties import PROPERTIES

ROOT = Path(__file__).parents[2]
Pages = dict[str, dict[str, str]]


def _body(markdown: str) -> str:
    return markdown.split("\n---\n", 1)[1]


def _front(markdown: str) -> dict[str, object]:
    return yaml.safe_load(markdown.split("\n---\n", 1)[0].removeprefix("---\n"))


def _html(markdown: str) -> lxml.html.HtmlElement:
    """The HTML blocks of a page; its Markdown headings stay as text between them."""
    return lxml.html.fromstring(f"<div>{_body(markdown)}</div>")


def test_addresses_are_unique_and_equal_in_all_languages(page_lists: dict[str, list[Page]]) -> None:
    lists = {language: [page.address for page in listed] for language, listed in page_lists.items()}
    assert set(lists) == set(LANGUAGES)
    assert lists["zh-Hant"] == lists["en"] == lists["zh-Hans"]
    assert len(set(lists["en"])) == len(lists["en"]) > 100
    assert all(re.fullmatch(r"([a-z0-9-]+/)*", one) for one in lists["en"])


def test_every_entity_has_its_page_or_its_place(atlas: posatlas.Atlas, markdown: Pages) -> None:
    terms = {t.id for t in atlas.of("term") if t.role not in SHOWN_TERMS}
    missing = []
    for entity in atlas:
        kind = atlas.kind_of[entity.id]
        if kind == "redirect" or entity.id in terms:
            continue
        page, _, anchor = address(kind, entity.id).partition("#")
        if page not in markdown["en"] or (anchor and f'id="{anchor}"' not in markdown["en"][page]):
            missing.append(entity.id)
    assert missing == []
    assert set(PAGES_OF_KINDS) | {"redirect"} == set(posatlas.schema.KINDS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_the_markup_is_left(markdown: Pages, language: str) -> None:
    left = {}
    for place, text in markdown[language].items():
        hidden = r'<span class="maths[^>]*>[^<]*</span>|<pre.*?</pre>|<code>.*?</code>|```.*?```'
        shown = re.sub(hidden, "", text, flags=re.S)
        if found := re.search(r".{0,40}(\$|\[@|\[\[|\]\]|\*\*|\{\{|\{%).{0,40}", shown):
            left[place] = found.group()
    assert left == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cell_of_both_tables_shows_verdict_and_link(
    atlas: posatlas.Atlas, sites: dict[str, Site], markdown: Pages, language: str
) -> None:
    counted = []
    for comparison in atlas.of("comparison"):
        tree = _html(markdown[language][address("comparison", comparison.id)])
        cells = tree.xpath("//table[contains(@class, 'comparison')]/tbody//td")
        expected = [cell for row in comparison.rows for cell in row.cells]
        assert len(cells) == len(expected)
        for shown, cell in zip(cells, expected, strict=True):
            badges = shown.xpath(".//a[contains(@class, 'badge')]")
            if cell.not_applicable:
                assert sites[language].word("not-applicable") in shown.text_content()
                continue
            assert len(badges) == len(cell.claims) >= 1
            for badge, claim in zip(badges, cell.claims, strict=True):
                assert badge.get("href") == f"../../c/{claim}/"
                verdict = sites[language].word(f"verdict-{atlas[claim].verdict}")  # type: ignore[attr-defined]
                assert verdict in badge.text_content()
            assert re.search(r"/yaml/comparisons/.+/#L\d+$", shown.xpath(".//a[@class='to-yaml']/@href")[0])
        counted.append(len(expected))
    assert sorted(counted) == [16, 32]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_disclaimer_stands_where_it_belongs_and_nowhere_else(
    sites: dict[str, Site], markdown: Pages, language: str
) -> None:
    line = sites[language].word("disclaimer")
    wanted = re.compile(r"(document/)?(market|companies|theses)/|(companies|theses)/[a-z0-9-]+/")
    for place, text in markdown[language].items():
        assert text.count(line) == (1 if wanted.fullmatch(place) else 0), place


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_shows_what_is_counted(
    atlas: posatlas.Atlas, sites: dict[str, Site], markdown: Pages, language: str
) -> None:
    site, text = sites[language], _body(markdown[language][""])
    first = text.partition("\n## ")[0]
    assert 'class="maths' not in first
    tree = lxml.html.fromstring(f"<div>{first}</div>")
    judged = site.judged()
    verdicts = Counter(claim.verdict for claim in judged)
    numbers = tree.xpath("//ul[@class='counts']//span[@class='number']/text()")
    assert [int(n) for n in numbers] == [verdicts[v] for v in VERDICTS]
    assert sum(verdicts.values()) == len(judged) == 251
    counted = tree.xpath("//p[@class='counted']")[0].text_content()
    assert "251" in counted
    assert str(sum(len(claim.checks) for claim in atlas.of("claim"))) in counted
    assert site.last_recorded() in counted
    shown = [int(n) for n in tree.xpath("//ul[@class='reasons']/li/b/text()")]
    assert sum(shown) == verdicts["unverifiable"]
    topic = atlas.of("topic")[0]
    assert site.without_markup(topic.glance) in " ".join(tree.text_content().split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_reached_from_home(markdown: Pages, language: str) -> None:
    links = {
        place: {
            urljoin(f"http://x/{place}", href).removeprefix("http://x/").partition("#")[0]
            for href in _html(text).xpath("//a/@href")
            if not href.startswith("http")
        }
        for place, text in markdown[language].items()
    }
    seen, waiting = {""}, [""]
    menu = {f"{path}/" for path in "topic methods compare metrics techniques timeline chain market companies".split()}
    menu |= {f"{path}/" for path in "theses models misconceptions learn document c sources glossary".split()}
    waiting += sorted(menu)
    while waiting:
        place = waiting.pop()
        seen.add(place)
        waiting += [target for target in links[place] if target in links and target not in seen]
    assert set(links) - seen == set()


def test_the_list_of_claims_holds_every_claim_once(atlas: posatlas.Atlas, markdown: Pages) -> None:
    tree = _html(markdown["en"]["c/"])
    listed = tree.xpath("//div[contains(@class, 'claim-list')]//li/a/@href")
    assert Counter(listed) == Counter(f"../c/{claim.id}/" for claim in atlas.of("claim"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_claim_page_is_headed_by_its_statement(
    atlas: posatlas.Atlas, sites: dict[str, Site], markdown: Pages, language: str
) -> None:
    for claim in atlas.of("claim"):
        page = markdown[language][address("claim", claim.id)]
        assert page.count("<h1") == 1
        title = str(_front(page)["title"])
        assert "\\" not in title and len(title) < 90
        assert claim.source.item is None or title.startswith(claim.source.item)
        verdict = sites[language].word(f"verdict-{claim.verdict}")
        assert verdict in _html(page).xpath("//a[contains(@class, 'badge')]")[0].text_content()
        if claim.correction is not None:
            assert sites[language].word("correction") in page
        if claim.conditions is not None:
            assert sites[language].word("condition") in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_claim_page_says_what_each_measured_value_is(
    atlas: posatlas.Atlas, sites: dict[str, Site], markdown: Pages, language: str
) -> None:
    shown = 0
    for claim in atlas.of("claim"):
        entries = [e for e in sites[language].verified(claim) if e.state in ("agrees", "disagrees")]
        phrases = [in_language(PROPERTIES[e.check.property].measures, language) for e in entries]
        tree = _html(markdown[language][address("claim", claim.id)])
        assert [p.text_content() for p in tree.xpath("//td/small/span[@class='measures']")] == phrases, claim.id
        shown += len(phrases)
    assert shown > 100


def test_measured_values_are_readable(sites: dict[str, Site]) -> None:
    values = {
        361.039: "361", 2.22045e-16: "2.22 × 10<sup>−16</sup>", 0.000366211: "0.0003662", -3.71427: "−3.714",
        0.0: "0", 7.5: "7.5", 12345.6: "12,350", 4.0e7: "4 × 10<sup>7</sup>", 393216: "393,216",
        "half_apart": '<span lang="en">half_apart</span>', "<b>": '<span lang="en">&lt;b&gt;</span>',
    }  # fmt: skip
    assert {value: str(sites["en"].value(value)) for value in values} == values
    assert [sites["zh-Hant"].value(truth) for truth in (True, False)] == ["是", "否"]


def test_titles_are_meaningful_and_differ(markdown: Pages) -> None:
    for language in LANGUAGES:
        titles = Counter(
            str(_front(text)["title"])
            for place, text in markdown[language].items()
            if place and not place.startswith(("c/", "document/"))
        )
        assert all(title.strip() for title in titles)
        assert {title: n for title, n in titles.items() if n > 1} == {}


def test_index_pages_say_one_line_about_each_entity(markdown: Pages) -> None:
    for language in LANGUAGES:
        for place in (
            "compare/",
            "metrics/",
            "techniques/",
            "misconceptions/",
            "companies/",
            "theses/",
            "learn/",
        ):
            entries = _html(markdown[language][place]).xpath("//ul[@class='index']/li")
            assert entries, place
            for entry in entries:
                words = "".join(entry.xpath("./p[1]")[0].itertext()).strip() if entry.xpath("./p") else ""
                assert len(words) >= 8, (language, place, entry.text_content())


def test_companies_show_method_windows_source_and_date(atlas: posatlas.Atlas, markdown: Pages) -> None:
    shown = 0
    for company in atlas.of("organisation"):
        tree = _html(markdown["en"][address("organisation", company.id)])
        assert company.as_of in tree.text_content()
        assert "Disclosure" in tree.text_content()
        for row in tree.xpath("//table[contains(@class, 'models')]/tbody/tr"):
            cells = row.xpath("./td")
            assert [c.get("data-label") for c in cells] == [
                "Position encoding", "Window advertised", "Window configured", "Sources", "Released", "As of",
            ]  # fmt: skip
            assert all(c.text_content().strip() for c in cells)
            assert "disclosed" in cells[0].text_content()
            shown += 1
    assert shown >= 15


def test_search_puts_entities_before_statements(page_lists: dict[str, list[Page]]) -> None:
    weights = {p.address: boost(p.address) if p.boost is None else p.boost for p in page_lists["zh-Hant"]}
    claims = [weight for place, weight in weights.items() if re.fullmatch(r"c/.+", place)]
    assert weights["methods/rope/"] > weights["metrics/"] >= 1.0 > max(claims)


def test_methods_have_anchors_for_their_depths(atlas: posatlas.Atlas, markdown: Pages) -> None:
    for language in LANGUAGES:
        for method in atlas.of("method"):
            page = markdown[language][address("method", method.id)]
            anchors = {"formula", "lineage", "claims"}
            anchors |= {depth for depth in ("brief", "deep") if getattr(method, depth)}
            assert {f"{{#{a}}}" for a in anchors} <= set(re.findall(r"^## .* (\{#[a-z-]+\})$", page, re.M))
            assert bool(method.implementation) == ('<p class="awaiting"' not in page)


def test_words_of_the_interface_exist_in_both_languages_and_are_used() -> None:
    words = all_words()
    assert all(text.zh_hant and text.en for text in words.values())
    sources = [*(ROOT / "generators").rglob("*.j2"), *(ROOT / "generators").rglob("*.py")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in sources)
    families = ("verdict-", "means-", "status-", "reason-", "kind-", "family-", "hook-", "origin-",
                "criterion-", "weights-", "disclosure-", "window-", "door-", "figure-",
                "entity-", "mark-", "relation-", "inverse-", "plots-",
                "attention-figure-", "lane-")  # fmt: skip
    unused = [w for w in words if not re.search(rf"""['"]{re.escape(w)}['"]""", text) and not w.startswith(families)]
    assert unused == []
    assert {f"verdict-{v}" for v in VERDICTS} | {f"means-{v}" for v in VERDICTS} <= set(words)
    assert set(ICONS) == set(VERDICTS)


def test_templates_hold_no_event_handlers_and_nothing_from_elsewhere() -> None:
    for file in (ROOT / "generators").rglob("*"):
        if file.suffix not in (".j2", ".html", ".css", ".js"):
            continue
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"\son[a-z]+\s*=", text), file
        assert not re.search(r"""(src|@import|url\()\s*=?\s*["']?(https?:)?//""", text), file
        assert "|safe" not in text.replace(" ", ""), file


def test_method_pages_show_what_running_them_gave(atlas: posatlas.Atlas, markdown: Pages) -> None:
    evidence = atlas.root / "evidence"
    for method in (m for m in atlas.of("method") if m.implementation):
        text = markdown["en"][address("method", method.id)]
        tree = _html(text)
        laws = yaml.safe_load((evidence / "laws" / f"{method.id}.yml").read_text(encoding="utf-8"))["rows"]
        rows = tree.xpath("//table[contains(@class, 'laws')]/tbody/tr")
        shown = [" ".join(row.xpath("./td[1]")[0].text_content().split()) for row in rows]
        assert len(rows) == len([row for row in laws if row["device"] == "cpu"]) > 15
        assert sum(outcome.startswith("fails") for outcome in shown) == len(method.exceptions)
        mutants = yaml.safe_load((evidence / "mutation" / f"{method.id}.yml").read_text(encoding="utf-8"))
        assert bool(mutants["mutants"]) == (f"{mutants['mutants']} in all" in text)
        assert "```python\nimport torch\n" in text and f'build("{method.id}"' in text
        links = tree.xpath("//dl[@class='facts']//a/@href")
        stem = method.id.replace("-", "_")
        for part in (f"/{stem}/", f"oracles/{stem}/"):
            assert any("code/reference_impl/" in link and link.endswith(part) for link in links), (method.id, part)
        assert 'class="awaiting"' not in text


def test_choices_follow_from_the_records(atlas: posatlas.Atlas, sites: dict[str, Site], markdown: Pages) -> None:
    tree = _html(markdown["en"]["choose/"])
    head = [cell.text_content() for cell in tree.xpath("//table[contains(@class, 'criteria')]/thead//th")]
    table = {}
    for row in tree.xpath("//table[contains(@class, 'criteria')]/tbody/tr"):
        cells = [cell.text_content() for cell in row.xpath("./td")]
        table[row.xpath("./th")[0].text_content()] = dict(zip(head[1:], cells, strict=True))
    assert len(table) == len([m for m in atlas.of("method") if m.implementation])
    name = {m.id: sites["en"].name(m) for m in atlas.of("method")}
    word = sites["en"].word
    offsets, cached = word("criterion-offsets-alone"), word("criterion-keys-can-be-cached")
    assert table[name["rope"]][offsets] == table[name["rope"]][cached] == "yes"
    assert table[name["sinusoidal"]][offsets] != "yes" and table[name["dynamic-ntk"]][cached] != "yes"
    assert table[name["yarn"]][word("criterion-continues-a-trained-rope")] == "yes"
    assert table[name["learned-row-interpolation"]][word("criterion-continues-a-trained-rope")] != "yes"
    for case in atlas.of("case"):
        wanted = {word(f"criterion-{want}") for want in case.wants}
        expected = {method for method, has in table.items() if all(has[want] == "yes" for want in wanted)}
        block = tree.xpath(f"//h2[@id='{case.id}']/following::dl[1]/dd[2]/a")
        assert {link.text_content() for link in block} == expected and expected
