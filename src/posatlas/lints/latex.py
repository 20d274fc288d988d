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
    blacksquare checkmark vartriangle leadsto upharpoonright restriction atop choose over
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
_COMMAND = re.compile(r"\\(?:[A-Za-z]+|.|\Z)", re.DOTALL)
_OUTSIDE_LATIN = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
# What comes in pairs, and signs that must be escaped; an escaped sign is read as a whole and passed over.
_STRUCTURE = re.compile(
    r"\\(?P<which>begin|end)(?![A-Za-z])(?:\s*\{(?P<name>[^{}]*)\})?|\\(?:left|right)(?![A-Za-z])|\\.|[{}&%$]",
    re.DOTALL,
)
_STRUCTURED = re.compile(r"\\(?:begin|end|left|right)|[{}&%$]")
_OPENER = {"}": "{", "\\right": "\\left"}
_PAIR = {
    "{": r"Close every { with a }; braces that readers see are \{ and \}.",
    "\\left": r"Pair \left with \right; an empty side is \left. or \right.",
}
_PAIR_OF_ENVIRONMENTS = r"Pair \begin with an \end of the same name."
_SEPARATOR = "\x1e"


class Fault(NamedTuple):
    """What is wrong with a formula, the command that is unknown, and what to do."""

    message: str
    hint: str
    command: str = ""


def faults(formulas: Iterable[str]) -> dict[str, Fault]:
    """The first fault of each formula that has one.

    Commands are looked up for all at once: a formula is read by itself only where it holds what comes in pairs, or
    where something in the whole is unusual.
    """
    formulas = list(formulas)
    whole = _SEPARATOR.join(formulas)
    usual = COMMANDS.issuperset(_COMMAND.findall(whole)) and not _OUTSIDE_LATIN.search(whole)
    found = {}
    for formula in formulas:
        if usual and not _STRUCTURED.search(formula):
            continue
        fault = (None if usual else _unusual(formula)) or _unbalanced(formula)
        if fault is not None:
            found[formula] = fault
    return found


def _unusual(formula: str) -> Fault | None:
    """The first sign or command that no formula may hold."""
    match = _OUTSIDE_LATIN.search(formula)
    if match:
        hint = "Write it outside, for formulas are the same in all languages."
        return Fault(f'"{match[0]}" stands in the maths', hint)
    for command in _COMMAND.findall(formula):
        if command == "\\":
            return Fault("it ends in a backslash", "Delete the backslash.")
        if command in _FORBIDDEN:
            return Fault(f"{command} is not allowed", "Formulas hold no links, styles or definitions; delete it.")
        if command not in COMMANDS:
            return Fault(f"{command} is no known command", "Write it with a common command of LaTeX.", command)
    return None


def _unbalanced(formula: str) -> Fault | None:
    """The first brace, side or environment without a partner, or sign that must be escaped."""
    waiting: list[str] = []
    for match in _STRUCTURE.finditer(formula):
        word, which, name = match[0], match["which"], match["name"]
        if which:
            if name not in _ENVIRONMENTS:
                known = f"Use one of {', '.join(sorted(_ENVIRONMENTS))}."
                return Fault(f"\\{which}{{{name or ''}}} names no known environment", known)
            word = f"\\{which}{{{name}}}"
        if word in _PAIR or which == "begin":
            waiting.append(word)
        elif word in _OPENER or which == "end":
            opener = f"\\begin{{{name}}}" if which else _OPENER[word]
            if opener not in waiting:
                return Fault(f"{word} closes nothing", _PAIR.get(opener, _PAIR_OF_ENVIRONMENTS))
            if waiting[-1] != opener:
                break
            waiting.pop()
        elif word in ("%", "$"):
            return Fault(f"a bare {word} stands in the maths", f"Write \\{word}.")
        elif word == "&" and not any(opened.startswith("\\begin") for opened in waiting):
            hint = r"Write \&, or put the lines into an aligned environment."
            return Fault("an & stands outside an environment", hint)
    if waiting:
        return Fault(f"{waiting[-1]} is never closed", _PAIR.get(waiting[-1], _PAIR_OF_ENVIRONMENTS))
    return None
