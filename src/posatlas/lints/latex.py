"""Quick checks of LaTeX formulas, before the site sets them: a small grammar, not a typesetter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

COMMANDS = frozenset(
    "\\" + name
    for name in """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi omicron pi varpi rho
    varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi
    Omega hbar ell Re Im imath jmath partial nabla infty emptyset varnothing aleph forall exists nexists neg lnot top
    bot angle triangle square Box diamond star bullet circ cdot cdots ldots dots dotsc dotsb dotsm vdots ddots times
    div pm mp ast oplus ominus otimes odot oslash wedge vee land lor cap cup sqcap sqcup setminus backslash mid nmid
    parallel nparallel perp le leq leqslant ge geq geqslant lt gt ll gg lll ggg ne neq equiv cong sim simeq approx
    asymp doteq propto prec succ preceq succeq subset supset subseteq supseteq nsubseteq subsetneq in ni notin to
    gets mapsto longmapsto rightarrow leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow longrightarrow
    longleftarrow Longrightarrow Longleftarrow Longleftrightarrow uparrow downarrow updownarrow Uparrow Downarrow
    nearrow searrow swarrow nwarrow hookrightarrow hookleftarrow rightharpoonup leftharpoonup rightleftharpoons implies
    impliedby iff
    therefore because coloneqq colon frac dfrac tfrac cfrac binom dbinom tbinom sqrt sum prod coprod int iint iiint
    oint bigcup bigcap bigoplus bigotimes bigodot bigwedge bigvee lim limsup liminf inf sup max min argmax argmin arg
    det dim exp gcd hom ker lg ln log Pr deg sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth mod
    bmod pmod pod operatorname hat widehat check tilde widetilde acute grave dot ddot breve bar vec mathring overline
    underline overbrace underbrace overrightarrow overleftarrow overset underset stackrel substack boxed cancel
    mathrm mathbf mathbb mathcal mathfrak mathsf mathtt mathit mathscr mathnormal boldsymbol bm pmb text textbf
    textit textrm textsf texttt textnormal displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits left
    right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm langle rangle lfloor rfloor
    lceil rceil lvert rvert lVert rVert vert Vert lbrace rbrace lbrack rbrack begin end quad qquad enspace thinspace
    medspace thickspace negthinspace hspace mkern mskip kern phantom hphantom vphantom smash mathop mathbin mathrel
    mathord mathopen mathclose mathpunct mathinner not prime dagger ddagger S P tag hline cr triangleq complement
    blacksquare checkmark odv vartriangle leadsto upharpoonright restriction atop choose over
    """.split()
) | frozenset("\\" + sign for sign in ",;:!>|{}%$&#_ \\")
"""Commands that a formula may use."""

_FORBIDDEN = frozenset(
    "\\" + name
    for name in """
    href url includegraphics htmlClass htmlId htmlStyle htmlData class style cssId unicode require def gdef edef xdef
    let futurelet newcommand renewcommand providecommand DeclareMathOperator global long char input include write
    openin openout read catcode csname endcsname expandafter label ref eqref color textcolor colorbox fcolorbox
    """.split()
)
_ENVIRONMENTS = frozenset(
    "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix array cases rcases aligned alignedat gathered split "
    "align align* equation equation* gather gather*".split()
)
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)
_OUTSIDE_LATIN = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_COMMENT = re.compile(r"(?<!\\)%")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}")
_ESCAPED = re.compile(r"\\(?:[^A-Za-z]|$)", re.DOTALL)
_SEPARATOR = "\x1e"


class Fault(NamedTuple):
    """What is wrong with a formula, the command that is unknown, and what to do."""

    message: str
    hint: str
    command: str = ""


def faults(formulas: Iterable[str]) -> dict[str, Fault]:
    """The first fault of each formula that has one.

    All are searched at once: a formula is looked at by itself only if something in the whole is unusual.
    """
    formulas = list(formulas)
    whole = _SEPARATOR.join(formulas)
    usual = (
        set(_COMMAND.findall(whole)) <= COMMANDS
        and not _OUTSIDE_LATIN.search(whole)
        and not _COMMENT.search(whole)
        and "$" not in whole
    )
    paired = "\\left" in whole or "\\begin" in whole
    found = {}
    for formula in formulas:
        if usual and formula.count("{") == formula.count("}") and not (paired and "\\" in formula):
            if "{" not in formula or _nested(formula):
                continue
        fault = _fault(formula)
        if fault is not None:
            found[formula] = fault
    return found


_SHALLOW = re.compile(r"(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{[^{}\\]*\})*+\})*+\})*+", re.DOTALL)


def _nested(formula: str) -> bool:
    return _SHALLOW.fullmatch(formula) is not None


def _fault(formula: str) -> Fault | None:
    match = _OUTSIDE_LATIN.search(formula)
    if match:
        hint = "Write it outside, for formulas are the same in all languages."
        return Fault(f'"{match[0]}" stands in the maths', hint)
    if _COMMENT.search(formula) or "$" in formula:
        return Fault("a bare % or $ stands in the maths", r"Write \% or \$.")
    for command in _COMMAND.findall(formula):
        if command in _FORBIDDEN:
            return Fault(f"{command} is not allowed", "Formulas hold no links, styles or definitions; delete it.")
        if command not in COMMANDS:
            return Fault(f"{command} is no known command", "Write it with a common command of LaTeX.", command)
    if formula.endswith("\\") and not formula.endswith("\\\\"):
        return Fault("it ends in a backslash", "Delete the backslash.")
    return _unbalanced(formula)


def _unbalanced(formula: str) -> Fault | None:
    depth = 0
    for sign in _BRACE.findall(formula):
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return Fault("a } closes nothing", "Delete it, or open the brace.")
    if depth:
        return Fault("a { is never closed", "Close the brace.")
    left, right = (len(re.findall(rf"\\{side}(?![A-Za-z])", formula)) for side in ("left", "right"))
    if left != right:
        hint = r"Pair \left with \right; an empty side is \left. or \right."
        return Fault(f"{left} \\left and {right} \\right", hint)
    waiting: list[str] = []
    for which, name in _ENVIRONMENT.findall(formula):
        if name not in _ENVIRONMENTS:
            return Fault(f'"{name}" is no known environment', f"Use one of {', '.join(sorted(_ENVIRONMENTS))}.")
        if which == "begin":
            waiting.append(name)
        elif not waiting or waiting.pop() != name:
            return Fault(f"\\end{{{name}}} closes nothing", r"Pair \begin with \end.")
    if waiting:
        return Fault(f"\\begin{{{waiting[-1]}}} is never closed", r"Pair \begin with \end.")
    if "&" in _ESCAPED.sub("", formula) and "\\begin" not in formula:
        return Fault("an & stands outside an environment", r"Write \&, or put the lines into an aligned environment.")
    return None
