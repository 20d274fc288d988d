"""`posatlas new`: every skeleton is right but for its blanks, each blank is named, and no file is ever lost."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml

from posatlas.blanks import BLANK, CODE
from posatlas.reading import LONGEST_LINE
from posatlas.scaffolding import begun, questions, written
from posatlas.schema import KINDS
from posatlas.validation import validate, validate_files

from .in_process import answer

GIVEN = {
    "claim": {"about": "turning"},
    "method": {"family": "relative", "enters_at": "bias", "introduced_by": "doe-2020"},
}


@pytest.fixture
def checkout(kb: Path) -> Path:
    """A folder that holds the small knowledge base and folders for code."""
    (kb.parent / "reference_impl" / "encodings").mkdir(parents=True)
    (kb.parent / "reference_impl" / "oracles").mkdir()
    (kb.parent / "schema").mkdir()
    return kb


@pytest.mark.parametrize("kind", KINDS)
def test_a_skeleton_is_right_but_for_its_blanks_and_each_is_named(kind: str, checkout: Path) -> None:
    files = begun(checkout, kind, "new-one", GIVEN.get(kind, {}))
    written(checkout, files)
    for file in files:
        path = checkout.parent / file.path
        text = path.read_text(encoding="utf-8")
        places = {
            (number, match.start() + 1)
            for number, line in enumerate(text.splitlines(), 1)
            for match in list(re.finditer(BLANK, line))[: None if file.path.endswith(".yml") else 1]
            if not line.startswith("#")
        }
        assert places, file.path
        if file.path.endswith(".yml"):
            found = validate_files(checkout, [path])
        else:
            found = [f for f in validate(checkout) if f.path == file.path]
        assert {f.code for f in found} == {CODE}, [f.text() for f in found]
        assert {(f.line, f.column) for f in found} == places
        assert all(f.hint and f.path == file.path for f in found)


def test_comments_explain_every_field(checkout: Path) -> None:
    for kind, its in KINDS.items():
        text = begun(checkout, kind, "new-one", GIVEN.get(kind, {}))[0].text
        unwrapped = re.sub(r"\n# ", " ", text)
        for name, info in its.model.model_fields.items():
            if name != "id":
                assert re.search(rf"^(# )?{info.alias or name}:", text, re.MULTILINE), (kind, name)
                assert (info.description or "?") in unwrapped, (kind, name)


@pytest.mark.parametrize(
    "value",
    [
        "plain words",
        "yes",
        "null",
        "12",
        "a: b",
        "# no comment",
        "- dash",
        "{x}",
        '"quoted"',
        "旋轉。",
        "back\\slash",
        "2024-05",
    ],
)
def test_a_value_that_is_given_is_read_back_as_it_was(value: str, checkout: Path) -> None:
    text = begun(checkout, "library", "new-one", {"name": value, "about.en": value})[0].text
    read = yaml.load(text, Loader=yaml.BaseLoader)
    assert read["name"] == value
    assert read["about"]["en"] == value


def test_a_file_without_blanks_is_valid(checkout: Path) -> None:
    given = {"to": "turning", "reason.zh-Hant": "改名。", "reason.en": "It was renamed."}
    written(checkout, begun(checkout, "redirect", "spinning", given))
    assert validate_files(checkout, [checkout / "redirects" / "spinning.yml"]) == []


def test_nothing_is_written_over_another_file(checkout: Path) -> None:
    files = begun(checkout, "method", "new-one", GIVEN["method"])
    stub = checkout.parent / files[1].path
    stub.parent.mkdir()
    stub.write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="exists already, and nothing was written"):
        written(checkout, files)
    assert stub.read_text(encoding="utf-8") == "mine"
    assert not (checkout.parent / files[0].path).exists()


def test_a_disk_that_is_full_leaves_no_half_of_a_file(checkout: Path, full_disk: Callable[[], Any]) -> None:
    before = sorted(path for path in checkout.parent.rglob("*") if path.is_file())
    files = begun(checkout, "paper", "new-one", {})
    with full_disk(), pytest.raises(OSError):
        written(checkout, files)
    assert sorted(path for path in checkout.parent.rglob("*") if path.is_file()) == before
    assert written(checkout, files) == ["kb/papers/new-one.yml"]


def test_a_file_that_cannot_be_written_takes_back_those_before_it(checkout: Path) -> None:
    """The folder of a method's claims is a file here: its entry and its stubs are written before."""
    (checkout / "claims" / "new-one").write_text("mine", encoding="utf-8")
    before = sorted(path for path in checkout.parent.rglob("*") if path.is_file())
    with pytest.raises(OSError):
        written(checkout, begun(checkout, "method", "new-one", GIVEN["method"]))
    assert sorted(path for path in checkout.parent.rglob("*") if path.is_file()) == before


def test_of_two_that_begin_the_same_entity_at_once_one_succeeds(checkout: Path) -> None:
    def begin(name: str) -> str | None:
        try:
            written(checkout, begun(checkout, "library", "new-one", {"name": name}))
        except (ValueError, OSError):
            return None
        return name

    with ThreadPoolExecutor(8) as pool:
        (winner,) = [name for name in pool.map(begin, [f"name {n}" for n in range(8)]) if name is not None]
    assert yaml.safe_load((checkout / "libraries" / "new-one.yml").read_text(encoding="utf-8"))["name"] == winner
    assert [p.name for p in (checkout / "libraries").iterdir()] == ["new-one.yml"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["clam", "new-one"], '"clam" is no kind; did you mean "claim"?'),
        (["paper", "new-one", "--with", "dio"], '"dio" is no field of a paper; did you mean "doi"?'),
        (["model", "new-one", "--set", "rope_base=500000"], "set one of them, such as rope_base.value"),
        (["method", "new-one", "--set", "name=New"], "set one of them, such as name.zh-Hant"),
        (["paper", "New_One"], '"New_One" is not an id'),
        (["paper", "../../outside"], "is not an id"),
        (["paper", "x" * 81], "81 characters"),
        (["paper", "turning"], "taken by kb/methods/turning.yml"),
        (["claim", "new-one"], "--about alibi"),
        (["claim", "new-one", "--about", "../x"], "is not an id"),
        (["claim", "new-one", "--about", "turning", "--set", "knid=cost"], 'did you mean "kind"?'),
        (["claim", "new-one", "--about", "turning", "--set", "kind=price"], '"price" is not one of \'property'),
        (["claim", "new-one", "--about", "turning", "--set", "kind=propperty"], 'Did you mean "property"?'),
        (["paper", "new-one", "--set", "first_published=2021-13"], '"2021-13" is not a date. Write YYYY-MM-DD'),
        (["paper", "new-one", "--set", "checked.date=2021-02-30"], "no day of the calendar"),
        (["paper", "new-one", "--set", "arxiv.id=2104.09864v5"], "such as 2104.09864."),
        (["paper", "new-one", "--set", "introduces=alibi, RoPE"], 'introduces[1] = "RoPE" is not an id. Write it in'),
        (["paper", "new-one", "--set", "venue.year=late"], "it must be a whole number."),
        (["paper", "new-one", "--set", "venue.year=1800"], "it must be at least 1950."),
        (["paper", "new-one", "--set", "url=press.org"], 'url = "press.org" is no web address. Write one with http'),
        (["paper", "new-one", "--set", f"title={'x' * 401}"], "title has more than 400 characters; leave it"),
        (["claim", "new-one", "--about", "turning", "--set", "checks.given={a: [}"], "is no mapping"),
        (["claim", "new-one", "--about", "turning", "--set", "checks.given=a: 1"], "checks.given: a: 1 is no mapping"),
        (["claim", "new-one", "--about", "turning", "--set", "checks.given=a: 1\nb: 2"], "is no mapping; write it as"),
        (["claim", "new-one", "--about", "turning", "--set", "checks.given={a: 1, a: 2}"], 'Key "a" stands twice'),
        (["claim", "new-one", "--about", "turning", "--set", "checks.given={a: !t 1}"], "checks.given: Tag !t is not"),
        (["paper", "new-one", "--set", "title=x\u202ey"], "title: Character U+202E is not allowed"),
        (["paper", "new-one", "--set", "title"], "FIELD=VALUE"),
    ],
)
def test_bad_input_is_told_in_a_sentence_and_writes_nothing(arguments: list[str], said: str, checkout: Path) -> None:
    before = sorted(checkout.parent.rglob("*"))
    found = answer("new", *arguments, folder=checkout.parent)
    assert found.code == 2, found.err
    assert said in re.sub(r"\s+", " ", found.err)
    assert "Traceback" not in found.err
    assert sorted(checkout.parent.rglob("*")) == before


def test_questions_are_asked_again_until_the_answer_fits(checkout: Path) -> None:
    asked = [question.path for question in questions(KINDS["term"].model)]
    assert asked == ["zh-Hant", "zh-Hans", "en", "role"]
    found = answer("new", "term", "term-new", "--ask", folder=checkout.parent, typed="斜率\n斜率\n\nnoun\nguard\n")
    assert found.code == 0, found.err
    assert 'role = "noun" is not one of ' in found.err
    assert "1 blank to fill in" in found.out
    read = yaml.safe_load((checkout / "terms" / "term-new.yml").read_text(encoding="utf-8"))
    assert read == {"zh-Hant": "斜率", "zh-Hans": "斜率", "en": BLANK, "role": "guard"}


ASKED = {
    "paper": ["title", "authors", "type", "first_published", "url", "checked.against", "checked.date"],
    "event": ["name.zh-Hant", "name.en", "date", "paper", "about.zh-Hant", "about.en"],
    # The arguments of a check are mappings, for which a line is no place.
    "claim": ["statement.zh-Hant", "statement.en", "scope.zh-Hant", "scope.en", "about", "kind", "source.id",
              "source.locator", "verdict", "explanation.zh-Hant", "explanation.en", "according_to.paper",
              "according_to.locator", "according_to.read", "checks.says", "checks.method", "checks.property",
              "checks.expect"],
}  # fmt: skip


@pytest.mark.parametrize("kind", ASKED)
def test_what_is_asked_for_is_what_a_skeleton_leaves_blank(kind: str, checkout: Path) -> None:
    found = list(questions(KINDS[kind].model))
    assert [question.path for question in found] == ASKED[kind]
    forms = {"first_published": "2021-04", "date": "2021-04", "checked.date": "2021-04-20", "about": "turning",
             "url": "https://example.org/", "according_to.read": "true"}  # fmt: skip
    answers = {q.path: forms.get(q.path, q.field.choices[0] if q.field.choices else "x") for q in found}
    text = begun(checkout, kind, "new-one", answers)[0].text
    assert [line for line in text.splitlines() if BLANK in line and not line.startswith("#")] == []


def test_an_answer_that_is_longer_than_a_line_is_asked_again() -> None:
    (title, *_) = questions(KINDS["paper"].model)
    assert title.wrong("x" * LONGEST_LINE) is None
    assert title.wrong("x" * (LONGEST_LINE + 1)) == (
        "title has more than 400 characters; leave it empty here and write it in the file."
    )


def test_numbers_and_truth_are_written_as_such_and_words_as_words(checkout: Path) -> None:
    stage = {"order": "3", "side": "upstream", "name.en": "3"}
    text = begun(checkout, "stage", "new-one", stage)[0].text
    assert (yaml.safe_load(text)["order"], yaml.safe_load(text)["name"]["en"]) == (3, "3")
    assert yaml.safe_load(begun(checkout, "paper", "new-one", {"title": "3"})[0].text)["title"] == "3"
    claim = {"about": "turning", "according_to.read": "true", "according_to.locator": "true"}
    (source,) = yaml.safe_load(begun(checkout, "claim", "new-one", claim)[0].text)["according_to"]
    assert (source["read"], source["locator"]) == (True, "true")


def test_what_is_set_is_not_asked_for_and_without_blanks_the_next_step_is_named(checkout: Path) -> None:
    arguments = ("new", "term", "term-new", "--ask", "--set", "en=slope")
    found = answer(*arguments, folder=checkout.parent, typed="斜率\n斜率\nguard\n")
    assert found.out.lstrip() == (
        "wrote kb/terms/term-new.yml\n\nNothing is blank. Next:  posatlas validate kb/terms/term-new.yml\n"
    )
    assert found.err.count("One of:") == 1 and "role" in found.err
    assert "en: " not in found.err
    read = yaml.safe_load((checkout / "terms" / "term-new.yml").read_text(encoding="utf-8"))
    assert read == {"zh-Hant": "斜率", "zh-Hans": "斜率", "en": "slope", "role": "guard"}


def test_an_unknown_kind_is_told_before_anything_is_asked(checkout: Path) -> None:
    found = answer("new", "clam", "new-one", "--ask", "--kb", checkout)
    assert (found.code, found.out) == (2, "")
    assert '"clam" is no kind; did you mean "claim"?' in found.err
    assert "An empty answer" not in found.err


def test_of_a_method_it_is_said_what_is_left_so_that_it_runs(checkout: Path) -> None:
    found = answer("new", "method", "new-one", "--kb", checkout.name, "--set", "family=rotary", folder=checkout.parent)
    lines = found.out.splitlines()
    assert lines[:5] == [
        "wrote kb/methods/new-one.yml",
        "wrote reference_impl/encodings/rotary/new_one.py",
        "wrote reference_impl/oracles/new_one.py",
        "wrote kb/claims/new-one/new-one-equation.yml",
        "wrote kb/claims/new-one/new-one-learned-parameters.yml",
    ]
    assert lines[6].endswith(f"This names each:  posatlas validate --kb {checkout.name}")
    assert lines[7:] == [
        "So that it runs, once the stubs are written:",
        "  reference_impl/registry.py: add  from .encodings.rotary.new_one import NewOne  and NewOne to _CLASSES",
        "  schema/properties/builds/: declare its options in a table, and a build that the laws are run on",
        "  kb/methods/new-one.yml: implementation: posatlas.reference_impl.encodings.rotary.new_one.NewOne",
    ]


def test_a_dry_run_prints_what_would_be_written(checkout: Path) -> None:
    before = sorted(checkout.parent.rglob("*"))
    found = answer("new", "method", "new-one", "--set", "family=rotary", "--dry-run", folder=checkout.parent)
    assert "kb/methods/new-one.yml" in found.out
    assert "reference_impl/encodings/rotary/new_one.py" in found.out
    assert sorted(checkout.parent.rglob("*")) == before


def test_a_knowledge_base_with_a_blank_does_not_load(checkout: Path) -> None:
    import posatlas

    posatlas.load(checkout)
    written(checkout, begun(checkout, "library", "new-one", {}))
    with pytest.raises(posatlas.InvalidKnowledgeBase, match=r"libraries/new-one.yml:\d+:\d+  error  blank/unfilled"):
        posatlas.load(checkout)


def test_code_is_written_in_a_checkout_alone(kb: Path) -> None:
    with pytest.raises(ValueError, match="holds no reference_impl"):
        written(kb, begun(kb, "method", "new-one", GIVEN["method"]))
    assert not (kb / "methods" / "new-one.yml").exists()


def test_an_id_that_leads_nowhere_is_told_how_to_begin_it(kb: Path, change: Callable[..., None]) -> None:
    change("methods/turning.yml", parents=[{"id": "adding"}], introduced_by="press-and-others-2031")
    hints = [f.hint for f in validate(kb) if f.code == "reference/unresolved"]
    assert hints == ["Correct the id, or begin it:  posatlas new paper press-and-others-2031"]


def test_properties_of_a_method(tmp_path: Path) -> None:
    rows = json.loads(answer("properties", "alibi", "--format", "json", folder=tmp_path).out)
    named = {row["property"]: row for row in rows}
    assert {"slopes_equal", "parameter_count"} <= set(named)
    assert "wavelengths_equal" not in named
    assert all("alibi" in row["methods"] for row in rows)
    assert named["slopes_equal"]["arguments"]["formula"]["required"] is True
    text = answer("properties", "alibi", folder=tmp_path).out
    assert "slope_rule (choice)" in text
    assert text.rstrip().endswith(f"{len(rows)} properties of alibi.")
    wrong = answer("properties", "alibbi", folder=tmp_path)
    assert (wrong.code, wrong.out) == (1, "")
    assert 'did you mean "alibi"?' in wrong.err


def test_a_folder_of_another_name_is_called_by_it(checkout: Path) -> None:
    other = checkout.rename(checkout.with_name("knowledge"))
    found = answer("new", "library", "new-one", "--kb", str(other), folder=checkout.parent)
    assert f"wrote {other.as_posix()}/libraries/new-one.yml" in found.out, found.err
    line = found.out.partition("This names each:  posatlas ")[2].split()
    named = answer(*line, folder=checkout.parent)
    assert "blank/unfilled" in named.out, named.out + named.err


def test_a_method_that_is_called_as_a_word_of_python_can_be_imported(checkout: Path) -> None:
    found = answer("new", "method", "lambda", folder=checkout.parent)
    assert "from .encodings.none.lambda_ import Lambda" in found.out, found.err
    assert (checkout.parent / "reference_impl" / "encodings" / "none" / "lambda_.py").is_file()


def test_a_run_that_is_killed_leaves_no_empty_file(checkout: Path) -> None:
    """At each step on the way the name stands for nothing yet, or for the whole text."""
    program = (
        "import os, sys; from pathlib import Path; from posatlas.scaffolding.beginning import NewFile, written\n"
        "steps = iter(range(int(sys.argv[2])))\n"
        "sys.addaudithook(lambda event, _: event in ('open', 'os.link', 'os.rename') and next(steps, None) is None "
        "and os._exit(9))\n"
        "written(Path(sys.argv[1]), [NewFile('kb/terms/term-new.yml', 'en: whole')])"
    )
    target = checkout / "terms" / "term-new.yml"
    ended = 9
    for step in range(12):
        target.unlink(missing_ok=True)
        ended = subprocess.run([sys.executable, "-c", program, str(checkout), str(step)]).returncode
        assert ended in (0, 9) and (not target.exists() or target.read_text(encoding="utf-8") == "en: whole")
        if ended == 0:
            break
    assert ended == 0 and step > 1


@pytest.mark.parametrize(
    ("about", "says"),
    [
        ("turnign", '"turnign", which is no entity; did you mean "turning"?'),
        ("turning, qqqq", '"qqqq", which is no entity; begin that entity first.'),
    ],
)
def test_a_claim_about_nothing_is_not_begun(checkout: Path, about: str, says: str) -> None:
    before = sorted(checkout.rglob("*"))
    found = answer("new", "claim", "new-one", "--kb", checkout, "--about", about)
    assert (found.code, found.out) == (2, "")
    assert says in found.err
    assert sorted(checkout.rglob("*")) == before
