"""The term list: every file is valid, every key is unique, every guard and conversion row is needed."""

import re
from collections import Counter

import pytest
import yaml

from posatlas.languages import term_list, terms, to_zh_hans, tw2s
from posatlas.languages.conversion import TermConverter
from posatlas.languages.terms import version_of_terms

TERMS = [term for term in term_list() if term.role != "unconfirmed"]
GUARD_NOTE = re.compile(r"Keeps (?P<phrase>\S+(?: \S+)*) from being read with (?P<inner>\S+)\.")
DEFINED_KEYS = ["zh-Hant", "zh-Hans", "en", "role", "definition", "aliases", "claims", "note"]


def converter_without(*words):
    return TermConverter({term.zh_hant: term.zh_hans for term in TERMS if term.zh_hant not in words})


def files():
    from importlib import resources

    folder = resources.files("posatlas").joinpath("kb", "terms")
    found = [file for file in folder.iterdir() if file.name.endswith(".yml")]
    return sorted(found, key=lambda file: file.name)


def test_every_file_has_the_fields_in_order():
    for file in files():
        row = yaml.safe_load(file.read_text(encoding="utf-8"))
        assert list(row) == [key for key in DEFINED_KEYS if key in row], file.name
        for key in ("zh-Hant", "zh-Hans", "en"):
            assert isinstance(row[key], str) and row[key] == row[key].strip() != "", file.name
        if "definition" in row:
            assert row["role"] in ("glossary", "unconfirmed"), file.name
            assert set(row["definition"]) == {"zh-Hant", "en"}, file.name
            assert row["definition"]["zh-Hant"].endswith("。"), file.name
            assert row["definition"]["en"].endswith("."), file.name
        assert re.fullmatch(r"term-[a-z0-9]+(?:-[a-z0-9]+)*\.yml", file.name), file.name


def test_english_is_a_term_and_no_sentence():
    for term in TERMS:
        assert not term.en.endswith("."), term.id
        assert len(term.en.split()) <= 8, term.id


def test_keys_are_unique():
    assert [word for word, times in Counter(term.zh_hant for term in TERMS).items() if times > 1] == []


def test_counts():
    roles = Counter(term.role for term in TERMS)
    assert roles["glossary"] >= 150
    assert roles["punctuation"] == 4
    defined = sum("definition" in yaml.safe_load(file.read_text(encoding="utf-8")) for file in files())
    assert defined >= 60


def test_every_row_converts_to_its_second_column():
    for term in TERMS:
        assert to_zh_hans(term.zh_hant) == term.zh_hans, term.id


def test_simplified_forms_are_simplified():
    for term in TERMS:
        assert tw2s(term.zh_hans) == term.zh_hans, term.id


def test_traditional_glossary_forms_keep_the_rules_of_the_house():
    from posatlas.languages.checks import check_text

    allowed = {"引數", "擴充套件", "插值", "logits", "文件", "並行"}
    for term in TERMS:
        if term.role == "glossary" and term.zh_hant not in allowed:
            codes = {problem.code for problem in check_text(term.zh_hant, "zh-Hant")}
            assert not codes & {"banned-form", "mixed-script"}, (term.id, term.zh_hant)


@pytest.mark.parametrize("term", [term for term in TERMS if term.role == "guard"], ids=lambda term: term.id)
def test_guard_is_needed(term):
    match = GUARD_NOTE.fullmatch(term.note)
    assert match, f"{term.id}: the note says which phrase it keeps from which row"
    phrase, inner = match["phrase"], match["inner"]
    assert term.zh_hant in phrase and inner in phrase
    assert any(row.zh_hant == inner for row in TERMS), f"{term.id}: there is no row {inner}"
    assert converter_without(term.zh_hant)(phrase) != to_zh_hans(phrase), f"{term.id} changes nothing"
    # Read as a whole by characters only, save for the other rows that belong to the phrase.
    assert to_zh_hans(phrase) == converter_without(term.zh_hant, inner)(phrase)


def test_every_conversion_row_is_needed():
    # Rows that give what their parts give are noise; those that readers look up belong to the glossary.
    for term in TERMS:
        if term.role == "conversion":
            assert converter_without(term.zh_hant)(term.zh_hant) != term.zh_hans, term.id


def test_the_version_follows_the_words():
    assert re.fullmatch(r"[0-9a-f]{16}", version_of_terms())


def test_a_file_that_is_no_whole_term_is_passed_over(tmp_path, monkeypatch):
    """Validation tells what is wrong with it; the words of all other files are converted meanwhile."""
    folder = tmp_path / "kb" / "terms"
    folder.mkdir(parents=True)
    whole = "zh-Hant: 檔案\nzh-Hans: 文件\nen: file\nrole: glossary\naliases: [檔]\n"
    for name, text in {
        "term-file.yml": whole,
        "term-file.yml.orig": whole,
        "notes.md": "Notes.\n",
        "term-bare.yml": "zh-Hant: 檔案\n",
        "term-empty.yml": "",
        "term-list.yml": "[檔案, 文件]\n",
        "term-open.yml": whole + "note: [never closed\n",
        "term-number.yml": whole.replace("en: file", "en: 7"),
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "term-latin.yml").write_bytes(whole.encode("utf-8") + b"note: \xe9\n")
    monkeypatch.setattr(terms.resources, "files", lambda package: tmp_path)
    found = term_list.__wrapped__()
    assert found == (terms.Term("term-file", "檔案", "文件", "file", "glossary", "", ("檔",)),)
