"""What other programs read: every file fits its schema, says what the YAML says, and points to what is there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import posatlas
from posatlas.generators import machine_readable
from posatlas.generators.machine_readable.linked_data import LinkedData, as_script
from posatlas.generators.machine_readable.locations import Locations
from posatlas.schema import KINDS, LANGUAGES

ROOT = Path(__file__).parents[2]
SITE = "https://example.org/atlas/"
Documents = dict[str, Any]


@pytest.fixture(scope="module")
def folder(atlas: posatlas.Atlas, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("api")
    machine_readable.write(atlas, made, LANGUAGES, SITE)
    return made


@pytest.fixture(scope="module")
def documents(folder: Path) -> Documents:
    """Every JSON document by its address below the root; schemas apart."""
    files = [file for file in sorted((folder / "api").rglob("*.json")) if file.parent.name != "schema"]
    return {file.relative_to(folder).as_posix(): json.loads(file.read_text(encoding="utf-8")) for file in files}


def test_every_document_fits_its_published_schema(folder: Path, documents: Documents) -> None:
    validators: dict[str, jsonschema.Draft202012Validator] = {}
    for place, document in documents.items():
        address = document["$schema"]
        if address not in validators:
            schema = json.loads((folder / address.removeprefix(SITE)).read_text(encoding="utf-8"))
            assert schema["$id"] == address
            jsonschema.Draft202012Validator.check_schema(schema)
            validators[address] = jsonschema.Draft202012Validator(schema)
        errors = [error.message for error in validators[address].iter_errors(document)]
        assert errors == [], place
    assert len(validators) >= len(KINDS) + 1


def test_a_wrong_document_does_not_fit(folder: Path, documents: Documents) -> None:
    schema = json.loads((folder / "api" / "schema" / "claim.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    good = next(document for place, document in documents.items() if place.startswith("api/claim/alibi"))
    for change in ({"status": "splendid"}, {"id": "Not An Id"}, {"licence": "none"}, {"more": 1}):
        assert list(validator.iter_errors(good | change))
    assert list(validator.iter_errors({key: value for key, value in good.items() if key != "edges"}))


def test_every_entity_has_its_document_and_every_address_leads_to_one(
    atlas: posatlas.Atlas, documents: Documents
) -> None:
    expected = {f"api/{atlas.kind_of[entity.id]}/{entity.id}.json" for entity in atlas}
    expected |= {f"api/{kind}/index.json" for kind in KINDS} | {"api/index.json"}
    assert set(documents) == expected
    for place, document in documents.items():
        assert document["url"] == SITE + place
    for kind in KINDS:
        listed = [entry["url"].removeprefix(SITE) for entry in documents[f"api/{kind}/index.json"]["entities"]]
        assert set(listed) == {f"api/{kind}/{entity.id}.json" for entity in atlas.of(kind)}
    counts = {entry["kind"]: entry["count"] for entry in documents["api/index.json"]["kinds"]}
    assert counts == {kind: len(atlas.of(kind)) for kind in KINDS}


@pytest.mark.parametrize("identifier", ["rope", "alibi", "su-2021", "llama-3-1", "alibi-slopes-halve-per-head"])
def test_a_document_says_what_the_yaml_says(atlas: posatlas.Atlas, documents: Documents, identifier: str) -> None:
    held = yaml.safe_load((ROOT / atlas.path_of[identifier]).read_text(encoding="utf-8"))
    entity = documents[f"api/{atlas.kind_of[identifier]}/{identifier}.json"]["entity"]
    for field, value in held.items():
        assert _without_zh_hans(entity[field], value) == value, field


def _without_zh_hans(made: Any, held: Any) -> Any:
    """What was made, reduced to the keys that were written, texts with their ends cut as YAML folds them."""
    if isinstance(held, dict):
        assert set(held) <= set(made)
        return {key: _without_zh_hans(made[key], value) for key, value in held.items()}
    if isinstance(held, list):
        return [_without_zh_hans(a, b) for a, b in zip(made, held, strict=True)]
    if isinstance(held, date):
        return held if made == held.isoformat() else made
    return held if isinstance(made, str) and isinstance(held, str) and made.strip() == held.strip() else made


def test_records_are_those_of_the_evidence(atlas: posatlas.Atlas, documents: Documents) -> None:
    document = documents["api/claim/alibi-slopes-halve-per-head.json"]
    rows = yaml.safe_load(next((ROOT / "kb" / "evidence").rglob("alibi.yml")).read_text(encoding="utf-8"))
    assert len(document["checks"]) == len(atlas["alibi-slopes-halve-per-head"].checks)  # type: ignore[attr-defined]
    text = json.dumps(rows, default=str)
    for check in document["checks"]:
        assert check["state"] == "agrees"
        assert check["record"]["key"] in text


def test_edges_are_mutual(documents: Documents) -> None:
    by_id = {document["id"]: document for document in documents.values() if "id" in document}
    seen = 0
    for identifier, document in by_id.items():
        for edge in document.get("edges", {}).get("out", []):
            back = [(e["relation"], e["id"]) for e in by_id[edge["id"]]["edges"]["in"]]
            assert (edge["relation"], identifier) in back
            seen += 1
    assert seen > 5000


def test_pages_of_documents_are_pages_of_the_site(documents: Documents, page_lists: dict[str, list]) -> None:
    addresses = {page.address for page in page_lists["en"]}
    for document in documents.values():
        for language, address in document.get("pages", {}).items():
            folder = {"zh-Hant": "", "en": "en/", "zh-Hans": "zh-Hans/"}[language]
            assert address.removeprefix(SITE + folder).partition("#")[0] in addresses


def test_two_runs_give_the_same_bytes(atlas: posatlas.Atlas, folder: Path, tmp_path: Path) -> None:
    machine_readable.write(atlas, tmp_path, LANGUAGES, SITE)
    made = {file.relative_to(tmp_path): file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    assert made == {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_guide_for_models_has_the_form_that_is_agreed(folder: Path, page_lists: dict[str, list]) -> None:
    """A heading, a quotation, then sections of links with a line about each."""
    text = (folder / "llms.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip()]
    assert lines[0].startswith("# ") and lines[1].startswith("> ")
    assert len(re.findall(r"^## ", text, re.MULTILINE)) >= 3
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\)(?:: .+)?$", text, re.MULTILINE)
    assert len(links) > 20
    pages = {f"{SITE}en/{page.address}" for page in page_lists["en"]}
    for link in links:
        assert link in pages or (folder / link.removeprefix(SITE)).is_file(), link


@pytest.mark.parametrize("place", ["", "methods/rope/", "c/alibi-slopes-halve-per-head/", "papers/su-2021/", "c/"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_linked_data_is_json_with_the_types_that_fit(atlas: posatlas.Atlas, place: str, language: str) -> None:
    head = LinkedData(Locations(atlas, SITE, LANGUAGES)).head(language, place, "Title", "About")
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', head)
    assert found
    data = [json.loads(text) for text in found]
    assert all(part["@context"] == "https://schema.org" for part in data)
    types = set(re.findall(r'"@type": "(\w+)"', json.dumps(data)))
    expected = {"": "Dataset", "methods/rope/": "DefinedTerm", "papers/su-2021/": "ScholarlyArticle"}
    expected["c/alibi-slopes-halve-per-head/"] = "Claim"
    assert expected.get(place, "BreadcrumbList") in types


_THING = {"@type", "name", "description", "url", "alternateName", "identifier", "mainEntityOfPage"}
_WORK = _THING | set(
    "about author citation creator creditText datePublished headline inLanguage isAccessibleForFree isPartOf license "
    "position text".split()
)
VOCABULARY = {  # of schema.org: types, and the properties that each may have
    "BlogPosting": _WORK, "BreadcrumbList": _THING | {"itemListElement"}, "Claim": _WORK | {"appearance"},
    "ClaimReview": _WORK | {"claimReviewed", "itemReviewed", "reviewRating"}, "CreativeWork": _WORK,
    "DataDownload": _WORK | {"contentUrl", "encodingFormat"}, "Dataset": _WORK | {"distribution"},
    "DefinedTerm": _THING | {"inDefinedTermSet", "termCode"}, "DefinedTermSet": _WORK | {"hasDefinedTerm"},
    "LearningResource": _WORK, "ListItem": _THING | {"item", "position"}, "Organization": _THING,
    "PropertyValue": _THING | {"propertyID", "value"}, "Rating": _THING | {"ratingExplanation"}, "Report": _WORK,
    "ScholarlyArticle": _WORK, "SoftwareSourceCode": _WORK | {"programmingLanguage"}, "Thesis": _WORK,
    "WebPage": _WORK, "WebSite": _WORK,
}  # fmt: skip


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _nodes(inner)


@pytest.mark.parametrize("language", LANGUAGES)
def test_linked_data_of_every_page_keeps_to_the_vocabulary(
    atlas: posatlas.Atlas, page_lists: dict[str, list], language: str
) -> None:
    linked, verdicts = LinkedData(Locations(atlas, SITE, LANGUAGES)), set()
    for page in page_lists[language]:
        head = linked.head(language, page.address, "A </script> title", "About & more")
        (text,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', head)
        whole = json.loads(text)
        assert set(whole) == {"@context", "@graph"}
        for node in _nodes(whole["@graph"]):
            assert set(node) <= VOCABULARY[node["@type"]], page.address
            verdicts |= {node["alternateName"]} if node["@type"] == "Rating" else set()
            assert all(value not in ("", None, [], {}) for value in node.values()), page.address
    assert len(verdicts) == 5


def test_no_text_ends_the_element_of_linked_data() -> None:
    made = as_script({"name": "</script><script>alert(1)</script>&\u2028"})
    assert made.count("<") == 2
    assert json.loads(made.partition(">")[2].rpartition("<")[0])["name"] == "</script><script>alert(1)</script>&\u2028"
