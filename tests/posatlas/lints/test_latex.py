r"""Formulas are read well enough to tell an author what is wrong before KaTeX refuses the page.

Every formula of SOUND is set by KaTeX; every formula of FAULTY is refused by it, but the one with a colour.
"""

import pytest

from posatlas.lints.latex import faults

SOUND = [
    "",
    "a + b",
    r"\frac{1}{2^{-i}}",
    "{{{{{{a}}}}}}",
    r"\{ i \mid i < n \}",
    r"\left( \frac{a}{b} \right)",
    r"\left\{ a \right.",
    r"\left[ \left( a \right) \right]",
    r"a \leftarrow b \rightarrow c",
    r"5\% + 7\$ \& 3\# \_",
    r"a \\\% b",
    r"a \\ b \\",
    r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
    r"\begin {matrix} a & b \end {matrix}",
    r"\begin{aligned} a &= \begin{cases} 1 & x \\ 2 & y \end{cases} \end{aligned}",
    r"\left( \begin{matrix} a \\ b \end{matrix} \right)",
]

BRACES = r"Close every { with a }; braces that readers see are \{ and \}."
SIDES = r"Pair \left with \right; an empty side is \left. or \right."
ENVIRONMENTS = r"Pair \begin with an \end of the same name."
FAULTY = [
    (r"\thetta_i", r"\thetta is no known command", "Write it with a common command of LaTeX."),
    (r"\href{http://example.org}{x}", r"\href is not allowed", "Formulas hold no links, styles or definitions;"),
    (r"\color{red} x", r"\color is not allowed", "Formulas hold no links, styles or definitions;"),
    (r"L_{位置}", '"位" stands in the maths', "Write it outside, for formulas are the same in all languages."),
    ("a，b", '"，" stands in the maths', "Write it outside, for formulas are the same in all languages."),
    ("5% of n", "a bare % stands in the maths", r"Write \%."),
    (r"a \\% b", "a bare % stands in the maths", r"Write \%."),
    ("5$", "a bare $ stands in the maths", r"Write \$."),
    ("a\\", "it ends in a backslash", "Delete the backslash."),
    ("a \\\\\\", "it ends in a backslash", "Delete the backslash."),
    ("2^{-i", "{ is never closed", BRACES),
    (r"\{ 2^{-i \}", "{ is never closed", BRACES),
    ("2^-i}", "} closes nothing", BRACES),
    ("}{", "} closes nothing", BRACES),
    (r"\left( a", r"\left is never closed", SIDES),
    (r"a \right)", r"\right closes nothing", SIDES),
    (r"\right) a \left(", r"\right closes nothing", SIDES),
    (r"{ \left( a } \right)", r"\left is never closed", SIDES),
    (r"\left( { a \right) }", "{ is never closed", BRACES),
    (r"\begin{matrix} a", r"\begin{matrix} is never closed", ENVIRONMENTS),
    (r"a \end{matrix}", r"\end{matrix} closes nothing", ENVIRONMENTS),
    (r"\begin{matrix} a \end{pmatrix}", r"\end{pmatrix} closes nothing", ENVIRONMENTS),
    (
        r"\begin{matrix} \begin{cases} a \end{matrix} \end{cases}",
        r"\begin{cases} is never closed",
        ENVIRONMENTS,
    ),
    (r"\begin{tabular} a \end{tabular}", r"\begin{tabular} names no known environment", "Use one of Bmatrix, Vmatrix,"),
    (r"\begin matrix", r"\begin{} names no known environment", "Use one of Bmatrix, Vmatrix,"),
    ("{ a & b }", "an & stands outside an environment", r"Write \&, or put the lines into an aligned environment."),
    ("a & b", "an & stands outside an environment", r"Write \&, or put the lines into an aligned environment."),
    (
        r"\begin{matrix} a \end{matrix} & b",
        "an & stands outside an environment",
        r"Write \&, or put the lines into an aligned environment.",
    ),
]


@pytest.mark.parametrize("formula", SOUND)
def test_a_sound_formula_has_no_fault(formula):
    assert faults([formula]) == {}


@pytest.mark.parametrize(("formula", "message", "hint"), FAULTY)
def test_a_fault_is_told_with_a_remedy(formula, message, hint):
    found = faults([formula])[formula]
    assert found.message == message
    assert found.hint.startswith(hint)


def test_a_fault_is_found_in_any_company():
    """What is wrong with one formula does not depend on which others are read with it, nor on their order."""
    alone = {formula: faults([formula])[formula] for formula, _, _ in FAULTY}
    for order in (1, -1):
        assert faults([*SOUND, *alone][::order]) == alone
    for formula, fault in alone.items():
        assert faults([*SOUND, formula, *SOUND]) == {formula: fault}


def test_only_an_unknown_command_is_looked_up_for_a_near_one():
    assert faults([r"a + \thetta + \bar"])[r"a + \thetta + \bar"].command == r"\thetta"
    assert {fault.command for fault in faults(["5%", r"\href{x}", "{"]).values()} == {""}
