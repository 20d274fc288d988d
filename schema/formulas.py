"""Arithmetic formulas as claims write them: `2^-(8*(i+1)/n)`, `sin(pos/10000^(2*i/d))`.

A formula is text from a YAML file, so nothing in it may run: it is parsed by the small grammar below into
nested tuples, and evaluated on floats. There are numbers, names, `+ - * / ^`, parentheses, the constant `pi`
and ten functions; there is no attribute, index, comparison, keyword or call of anything else.

    sum     = product { ("+" | "-") product }
    product = signed { ("*" | "/") signed }
    signed  = ("+" | "-") signed | power
    power   = atom [ "^" signed ]              right to left, and before a sign: -2^2 is -4, 2^-3*4 is 0.5
    atom    = number | name | name "(" sum { "," sum } ")" | "(" sum ")"
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

__all__ = ["CONSTANTS", "FUNCTIONS", "Formula", "FormulaError"]

MAX_CHARACTERS: Final = 200
MAX_DEPTH: Final = 24
MAX_ABSOLUTE: Final = 1e300

CONSTANTS: Final[Mapping[str, float]] = {"pi": math.pi}
FUNCTIONS: Final[Mapping[str, Callable[..., float]]] = {
    "sin": math.sin,
    "cos": math.cos,
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
    "abs": abs,
    "floor": lambda x: float(math.floor(x)),
    "min": min,
    "max": max,
}
_MANY: Final = frozenset({"min", "max"})
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)|(?P<sign>[-+*/^(),]))"
)
_LOOKALIKES: Final = {
    "−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "π": "pi",
    "（": "(", "）": ")", "，": ",", "[": "(", "]": ")",
}  # fmt: skip

# A parsed formula: ("number", value) | ("name", text) | (operator, left, right) | ("neg", x) | ("call", name,
# *args)
_Node = tuple[object, ...]


class FormulaError(ValueError):
    """A formula that cannot be read or evaluated.

    The message is one sentence; `column` counts from 1 and is None where the fault has no place (evaluation).
    """

    def __init__(self, message: str, column: int | None = None) -> None:
        super().__init__(message if column is None else f"{message} (column {column})")
        self.column = column


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise FormulaError(_strange(text, at), at + 1)
        kind = str(match.lastgroup)
        found.append(_Token(kind, match.group(kind), match.start(kind) + 1))
        at = match.end()
    return [*found, _Token("end", "the end", end + 1)]


def _strange(text: str, at: int) -> str:
    character = text[at]
    if character in _LOOKALIKES:
        return f"{character!r} is not part of a formula: write {_LOOKALIKES[character]!r}"
    if character == "\\":
        return "a formula is plain arithmetic, not LaTeX"
    return f"{character!r} is not part of a formula"


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0

    def parse(self) -> _Node:
        node = self.sum()
        token = self.tokens[self.at]
        if token.kind != "end":
            wanted = (
                "an operator is missing before" if token.kind != "sign" or token.text == "(" else "unexpected"
            )
            raise FormulaError(f"{wanted} {token.text!r}", token.column)
        return node

    def accept(self, *texts: str) -> _Token | None:
        token = self.tokens[self.at]
        if token.kind == "sign" and token.text in texts:
            self.at += 1
            return token
        return None

    def close(self) -> None:
        if self.accept(")") is None:
            token = self.tokens[self.at]
            raise FormulaError(f"expected ')' before {token.text!r}", token.column)

    def sum(self) -> _Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormulaError(f"nested deeper than {MAX_DEPTH} levels", self.tokens[self.at].column)
        node = self.product()
        while sign := self.accept("+", "-"):
            node = (sign.text, node, self.product())
        self.depth -= 1
        return node

    def product(self) -> _Node:
        node = self.signed()
        while sign := self.accept("*", "/"):
            node = (sign.text, node, self.signed())
        return node

    def signed(self) -> _Node:
        negative = False
        while sign := self.accept("+", "-"):
            negative ^= sign.text == "-"
        node = self.power()
        return ("neg", node) if negative else node

    def power(self) -> _Node:
        node = self.atom()
        if self.accept("^"):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise FormulaError(f"nested deeper than {MAX_DEPTH} levels", self.tokens[self.at].column)
            node = ("^", node, self.signed())
            self.depth -= 1
        return node

    def atom(self) -> _Node:
        token = self.tokens[self.at]
        if self.accept("("):
            node = self.sum()
            self.close()
            return node
        self.at += 1
        if token.kind == "number":
            value = float(token.text)
            if not abs(value) <= MAX_ABSOLUTE:
                raise FormulaError(f"the number {token.text} is too large", token.column)
            return ("number", value)
        if token.kind == "name":
            return self.call(token) if self.accept("(") else self.name(token)
        if token.text == "*" and self.tokens[self.at - 2].text == "*":
            raise FormulaError("write ^ for a power, not **", token.column)
        raise FormulaError(f"expected a number, a name or '(' and found {token.text!r}", token.column)

    def name(self, token: _Token) -> _Node:
        if token.text in FUNCTIONS:
            raise FormulaError(
                f"the function {token.text!r} needs its arguments in parentheses", token.column
            )
        return ("name", token.text)

    def call(self, token: _Token) -> _Node:
        if token.text not in FUNCTIONS:
            near = difflib.get_close_matches(token.text, FUNCTIONS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"the functions are {' '.join(FUNCTIONS)}"
            raise FormulaError(f"{token.text!r} is not a function: {hint}", token.column)
        arguments = [self.sum()]
        while self.accept(","):
            arguments.append(self.sum())
        self.close()
        if (len(arguments) < 2) if token.text in _MANY else (len(arguments) != 1):
            wanted = "two or more arguments" if token.text in _MANY else "one argument"
            raise FormulaError(f"{token.text!r} takes {wanted}, not {len(arguments)}", token.column)
        return ("call", token.text, *arguments)


def _names(node: _Node) -> frozenset[str]:
    found: set[str] = set()
    waiting = [node]
    while waiting:
        kind, *parts = waiting.pop()
        if kind == "name":
            found.add(str(parts[0]))
        else:
            waiting.extend(part for part in parts if isinstance(part, tuple))
    return frozenset(found - CONSTANTS.keys())


def _evaluate(node: _Node, symbols: Mapping[str, float]) -> float:
    kind = node[0]
    if kind == "number":
        return node[1]  # type: ignore[return-value]
    if kind == "name":
        name = str(node[1])
        if name in symbols:
            return float(symbols[name])
        if name in CONSTANTS:
            return CONSTANTS[name]
        known = ", ".join(sorted(symbols)) or "none"
        raise FormulaError(f"{name!r} has no value here; known names: {known}")
    values = [_evaluate(part, symbols) for part in node[1:] if isinstance(part, tuple)]
    if kind == "call":
        return float(FUNCTIONS[str(node[1])](*values))
    if kind == "neg":
        return -values[0]
    left, right = values
    if kind == "+":
        return left + right
    if kind == "-":
        return left - right
    if kind == "*":
        return left * right
    if kind == "/":
        return left / right
    return math.pow(left, right)


@dataclass(frozen=True)
class Formula:
    """One arithmetic expression over named floats.

    `Formula("2^-(i+1)").evaluate({"i": 0})` is 0.5. `names` are the names that must be given (without `pi`).
    Two formulas are equal when their text is. Raises FormulaError, with the column, for text that is not a
    formula.
    """

    text: str
    names: frozenset[str] = field(init=False, repr=False, compare=False)
    _node: _Node = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise FormulaError("the formula is empty")
        if len(self.text) > MAX_CHARACTERS:
            raise FormulaError(
                f"the formula has {len(self.text)} characters; at most {MAX_CHARACTERS} are read"
            )
        node = _Parser(self.text).parse()
        object.__setattr__(self, "_node", node)
        object.__setattr__(self, "names", _names(node))

    @classmethod
    def of(cls, value: object) -> Formula:
        """A formula from what YAML holds: text, or a plain number (not a boolean)."""
        if isinstance(value, Formula):
            return value
        if isinstance(value, str):
            return cls(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if not abs(value) <= MAX_ABSOLUTE:
                raise FormulaError("a formula that is a number is a finite one")
            return cls(repr(value))
        raise FormulaError(f"a formula is text or a number, not {type(value).__name__}")

    def evaluate(self, symbols: Mapping[str, float] | None = None) -> float:
        """The value with these symbols; a symbol may hide `pi`, never a function.

        Raises FormulaError for a missing name, a division by zero, a value outside a function's domain (log
        of 0, a fractional power of a negative number) and a result beyond 1e300.
        """
        try:
            value = _evaluate(self._node, symbols or {})
        except FormulaError:
            raise
        except ZeroDivisionError:
            raise FormulaError(f"{self.text!r} divides by zero here") from None
        except (ValueError, OverflowError) as error:
            raise FormulaError(f"{self.text!r} has no value here: {error}") from None
        if not abs(value) <= MAX_ABSOLUTE:
            raise FormulaError(f"{self.text!r} has no finite value here")
        return value

    def __str__(self) -> str:
        return self.text
