"""The declared vocabulary: complete, readable, and clear about what is wrong with a check."""

import re
import subprocess
import sys

import pytest

from posatlas.languages.checks import check_pair, check_text
from posatlas.languages.conversion import to_zh_hans
from posatlas.schema.properties import BUILDS, PROPERTIES, Argument, check_problems, complete_build

ROPE = {"head_dim": 64}

WRONG = (
    ("slopes_equl", "alibi", {"heads": 12}, {"formula": "1"}, "did you mean 'slopes_equal'?"),
    (
        "slopes_equal",
        "alibi",
        {"heads": 12},
        {"formla": "1"},
        "'formla' is not an argument of slopes_equal; did you",
    ),
    ("slopes_equal", "alibi", {"heads": 12}, {}, "formula is missing"),
    ("slopes_equal", "alibi", {"heads": 12}, {"formula": "2^-(k+1)"}, "'k' is not a symbol here"),
    (
        "slopes_equal",
        "alibi",
        {"heads": 12},
        {"formula": "2^-(i+1"},
        "expected ')' before 'the end' (column 8)",
    ),
    ("slopes_equal", "alibi", {"heads": 12}, {"formula": True}, "a formula is text or a number, not bool"),
    ("slopes_equal", "alibi", {}, {"formula": "1"}, "heads is missing"),
    (
        "slopes_equal",
        "alibi",
        {"head": 12},
        {"formula": "1"},
        "'head' is not an option of alibi; did you mean 'heads'?",
    ),
    ("slopes_equal", "alibi", {"heads": "12"}, {"formula": "1"}, "heads is a whole number, not '12'"),
    ("slopes_equal", "alibi", {"heads": True}, {"formula": "1"}, "heads is a whole number, not True"),
    (
        "slopes_equal",
        "rope",
        ROPE,
        {"formula": "1"},
        "slopes_equal cannot be asked of rope; it applies to alibi",
    ),
    ("slopes_geometric", "alibi", {"heads": 2}, {}, "take 3 heads or more"),
    (
        "norm_kept",
        "ropes",
        ROPE,
        {"position": 3},
        "has no implementation that a check can build; did you mean 'rope'?",
    ),
    ("norm_kept", "floater", {}, {"position": 3}, "has no implementation"),
    ("norm_kept", "rope", {"head_dim": 63}, {"position": 3}, "head_dim is an even number"),
    ("norm_kept", "rope", {"head_dim": 1 << 20}, {"position": 3}, "head_dim is at most"),
    (
        "norm_kept",
        "rope",
        ROPE | {"pairing": "split"},
        {"position": 3},
        "pairing is one of interleaved, half",
    ),
    ("norm_kept", "rope", ROPE, {"position": -1}, "position is at least 0"),
    ("norm_kept", "rope", ROPE, {"position": 2.5}, "position is a whole number"),
    ("offset_only", "alibi", {"heads": 112}, {"length": 400, "shift": 3}, "17,920,000 logits are too many"),
    ("parameter_count", "learned-absolute", {"width": 8192, "length": 90_000}, {"equals": 0}, "is too large"),
    ("offset_only", "rope", ROPE, {"length": 9, "shift": 10**9}, "shift is at most"),
    (
        "offset_only",
        "learned-absolute",
        {"width": 8, "length": 12},
        {"length": 9, "shift": 4},
        "looks at 13 positions",
    ),
    ("permutation_equivariant", "nope", {}, {"length": 9, "causal": 1}, "causal is true or false"),
    (
        "permutation_equivariant",
        "alibi",
        {"heads": 6},
        {"length": 9, "causal": False},
        "built with symmetric: true",
    ),
    ("enters_at", "rope", ROPE, {"hooks": "features"}, "hooks is a list"),
    ("enters_at", "rope", ROPE, {"hooks": ["feature"]}, "did you mean 'features'?"),
    ("enters_at", "rope", ROPE, {"hooks": ["bias", "bias"]}, "names an entry twice"),
    ("features_change_with_position", "rope", ROPE, {"positions": [3]}, "positions has 2 entries, not 1"),
    (
        "shift_is_linear",
        "sinusoidal",
        {"width": 64},
        {"length": 100, "shift": 3},
        "length must be at least 3 * width",
    ),
    (
        "product_equals_relative_rotation",
        "rope",
        ROPE,
        {"m": 4, "n": 4, "rotation": "n-m"},
        "m and n must differ",
    ),
    ("added_operations", "rope", ROPE, {"equals": "6*d*h*T", "head_dim": 32}, "leave it out of given"),
    (
        "mean_score_decays",
        "alibi",
        {"heads": 6},
        {"from": 1, "to": 9, "measure": "bound"},
        "defined for rope alone",
    ),
    ("mean_score_decays", "rope", ROPE, {"from": 9, "to": 9}, "from must be less than to"),
)

RIGHT = (
    ("slopes_equal", "alibi", {"heads": 12}, {"formula": "2^(-8*(i+1)/n)"}),
    ("parameter_count", "learned-absolute", {"width": 8, "length": 5}, {"equals": "L*d"}),
    ("parameter_count", "rope", ROPE, {"equals": 0}),
    ("table_equals", "sinusoidal", {"width": 8}, {"even": "sin(pos/base^(2*i/d))", "odd": "0", "length": 9}),
    ("enters_at", "nope", {}, {"hooks": []}),
    ("rejects_position", "learned-absolute", {"width": 8, "length": 5}, {"position": 5}),
    ("permutation_equivariant", "alibi", {"heads": 6, "symmetric": True}, {"length": 9, "causal": False}),
)


@pytest.mark.parametrize(("name", "method", "build", "given", "sentence"), WRONG)
def test_what_is_wrong_is_said(name, method, build, given, sentence):
    found = check_problems(name, method, build, given)
    assert any(sentence in problem for problem in found), found


@pytest.mark.parametrize(("name", "method", "build", "given"), RIGHT)
def test_nothing_wrong(name, method, build, given):
    assert check_problems(name, method, build, given) == []


def test_every_mistake_is_reported_at_once():
    found = check_problems("slopes_equal", "rope", {"head_dim": 7, "heads": 3}, {"formla": "1"})
    assert len(found) == 5


def test_declarations_read_as_sentences():
    for name, declaration in PROPERTIES.items():
        assert name == declaration.name and re.fullmatch(r"[a-z][a-z_]*", name)
        assert declaration.description.endswith(".") and declaration.description[0].isupper()
        assert declaration.methods and declaration.methods <= set(BUILDS)
        for argument, declared in declaration.arguments.items():
            assert isinstance(declared, Argument) and declared.description.endswith("."), (name, argument)
            assert bool(declared.choices) == (declared.type in ("choice", "choices")), (name, argument)


def test_every_property_says_what_it_measures():
    for name, declaration in PROPERTIES.items():
        phrase = declaration.measures
        assert re.search("[\u4e00-\u9fff]", phrase.zh_hant) and re.match("[a-z]", phrase.en), name
        assert not phrase.zh_hant.endswith("。") and not phrase.en.endswith("."), name
        assert check_text(phrase.zh_hant, "zh-Hant") == check_text(phrase.en, "en") == [], name
        assert check_text(to_zh_hans(phrase.zh_hant), "zh-Hans") == [], name
        assert check_pair(phrase.zh_hant, phrase.en) == [], name


def test_defaults_are_values_of_their_argument():
    tables = [*BUILDS.values(), *(declaration.arguments for declaration in PROPERTIES.values())]
    for name, argument in (pair for table in tables for pair in table.items()):
        if not argument.required and argument.default is not None:
            assert argument.problem(name, argument.default) is None


def test_a_build_is_completed_with_the_defaults_of_its_method():
    assert complete_build("rope", {"head_dim": 64}) == {"head_dim": 64, "base": 10000.0, "pairing": "interleaved"}
    with pytest.raises(ValueError, match="'ropes' has no implementation that a check can build; did you mean 'rope'"):
        complete_build("ropes", {"head_dim": 64})


def test_the_vocabulary_loads_without_torch():
    program = "import sys, posatlas.schema.properties, posatlas.evidence; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
