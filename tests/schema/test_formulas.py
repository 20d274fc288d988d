"""Formulas: what they compute, what they refuse, and that they stay small and inert."""

import math
import random

import pytest

from posatlas.schema.formulas import FUNCTIONS, Formula, FormulaError

VALUES = (
    ("0", {}, 0.0),
    ("2^-(i+1)", {"i": 2}, 0.125),
    ("2^-(8*(i+1)/n)", {"i": 11, "n": 12}, 2.0**-8),
    ("2^-8*(i+1)/n", {"i": 1, "n": 4}, 2.0**-9),  # a power binds tighter than a product
    ("-2^2", {}, -4.0),
    ("(-2)^2", {}, 4.0),
    ("2^3^2", {}, 512.0),  # right to left
    ("2^-3^2", {}, 2.0**-9),
    ("7-4-2", {}, 1.0),
    ("24/4/2", {}, 3.0),
    ("1+2*3", {}, 7.0),
    ("--3", {}, 3.0),
    ("+3 - -2", {}, 5.0),
    ("1e4 + .5 + 2.", {}, 10002.5),
    ("10000^(2*i/d)", {"i": 3, "d": 12}, 100.0),
    ("sin(pi/6)", {}, 0.5),
    ("cos(0)", {}, 1.0),
    ("exp(log(5))", {}, 5.0),
    ("sqrt(abs(-16))", {}, 4.0),
    ("floor(-2.5)", {}, -3.0),
    ("min(3, n, 7) + max(1, 2)", {"n": 2}, 4.0),
    ("qk/sqrt(d) - m*abs(j-i)", {"qk": 6, "d": 4, "m": 0.5, "i": 7, "j": 3}, 1.0),
    ("2*pi*10000^(2*i/d)", {"i": 1, "d": 2}, 20000 * math.pi),
)

REFUSED = (
    ("", "empty", None),
    ("   ", "empty", None),
    ("2*", "found 'the end'", 3),
    ("(1+2", "expected ')'", 5),
    ("1+2)", "unexpected ')'", 4),
    ("2 pi", "an operator is missing before 'pi'", 3),
    ("2(3)", "an operator is missing before '('", 2),
    ("2**3", "write ^ for a power", 3),
    ("sine(3)", "did you mean 'sin'?", 1),
    ("sin", "needs its arguments in parentheses", 1),
    ("sin()", "expected a number", 5),
    ("sin(1, 2)", "takes one argument, not 2", 1),
    ("min(1)", "takes two or more arguments, not 1", 1),
    ("2 − 1", "write '-'", 3),
    ("2×3", "write '*'", 2),
    ("π", "write 'pi'", 1),
    (r"\frac{1}{2}", "not LaTeX", 1),
    ("1 if x else 2", "an operator is missing", 3),
    ("__import__('os')", "not part of a formula", 12),
    ("__import__(os)", "is not a function", 1),
    ("a.b", "not part of a formula", 2),
    ("x[0]", "write '('", 2),
    ("x == 1", "not part of a formula", 3),
    ("lambda: 1", "not part of a formula", 7),
    ("1e999", "too large", 1),
    ("(" * 30 + "1" + ")" * 30, "nested deeper", 25),
    ("2^" * 40 + "2", "nested deeper", None),
    ("1+" * 150 + "1", "characters", None),
)

WITHOUT_VALUE = (
    ("1/0", {}),
    ("1/(n-8)", {"n": 8}),
    ("0^-1", {}),
    ("(-1)^0.5", {}),
    ("log(0)", {}),
    ("sqrt(-1)", {}),
    ("9^9^9^9", {}),
    ("exp(1000)", {}),
    ("1e200*1e200", {}),
    ("sin(1e200*1e200)", {}),
    ("floor(1e200*1e200)", {}),
    ("k+1", {"i": 3}),
)


@pytest.mark.parametrize(("text", "symbols", "expected"), VALUES)
def test_value(text, symbols, expected):
    assert Formula(text).evaluate(symbols) == pytest.approx(expected, rel=1e-15, abs=1e-15)


@pytest.mark.parametrize(("text", "message", "column"), REFUSED)
def test_refused_with_a_sentence_and_a_column(text, message, column):
    with pytest.raises(FormulaError) as caught:
        Formula(text)
    assert message in str(caught.value)
    if column is not None:
        assert caught.value.column == column
        assert str(caught.value).endswith(f"(column {column})")


@pytest.mark.parametrize(("text", "symbols"), WITHOUT_VALUE)
def test_no_value(text, symbols):
    with pytest.raises(FormulaError):
        Formula(text).evaluate(symbols)


def test_a_missing_name_is_named_with_the_known_ones():
    with pytest.raises(FormulaError, match="'k' has no value here; known names: d, i"):
        Formula("k*i").evaluate({"i": 1, "d": 2})


def test_names_are_what_must_be_given():
    assert Formula("2*pi*base^(2*i/d) + sin(i)").names == {"base", "i", "d"}
    assert Formula("pi + 1").names == frozenset()


@pytest.mark.parametrize(
    ("value", "expected"), [(0, 0.0), (4096, 4096.0), (1e-9, 1e-9), ("L*d", None), (-0.5, -0.5)]
)
def test_of_yaml_values(value, expected):
    formula = Formula.of(value)
    if expected is not None:
        assert formula.evaluate() == expected


@pytest.mark.parametrize("value", [True, None, [1], {"a": 1}, float("inf"), float("nan")])
def test_of_refuses(value):
    with pytest.raises(FormulaError):
        Formula.of(value)


def test_a_formula_stays_the_formula_that_it_is_and_shows_the_text_it_was_read_from():
    formula = Formula("2^-(i+1)")
    assert Formula.of(formula) is formula
    assert str(formula) == "2^-(i+1)"


def test_equal_by_text_and_hashable():
    assert Formula("i+1") == Formula("i+1") != Formula("1+i")
    assert len({Formula("i+1"), Formula("i+1")}) == 1


def test_random_text_never_raises_anything_else():
    pieces = [
        *FUNCTIONS,
        "i",
        "n",
        "pi",
        "2",
        "0",
        "1e9",
        ".5",
        "+",
        "-",
        "*",
        "/",
        "^",
        "(",
        ")",
        ",",
        " ",
        "é",
        "'",
    ]
    draw = random.Random(20)
    values = refused = 0
    for _ in range(5000):
        text = "".join(draw.choices(pieces, k=draw.randint(1, 14)))
        try:
            assert math.isfinite(Formula(text).evaluate({"i": 3.0, "n": 12.0}))
            values += 1
        except FormulaError:
            refused += 1
    assert values > 100 and refused > 200
