"""The fixed list of changes: each takes one node of the syntax tree and gives the nodes that could stand for it.

Changed are numbers, arithmetic, comparisons, indexing and elementary functions. Left alone are docstrings, messages
and types, and the validation of options and inputs (a guard that only raises, a call of a validator): those are
tested by what they refuse.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Final

__all__ = ["OPERATORS", "VALIDATORS"]

VALIDATORS: Final = frozenset(
    {
        "integer", "number_above", "at_least", "choice", "truth", "heads_of", "width_of", "no_later_key",
        "need", "needed", "positions_for", "as_positions", "angle_dtype", "at_least_float32",
    }
)  # fmt: skip

_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_COMPARISON: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
_FUNCTIONS: Final = {
    "sin": "cos",
    "cos": "sin",
    "floor": "ceil",
    "ceil": "floor",
    "minimum": "maximum",
    "maximum": "minimum",
    "min": "max",
    "max": "min",
    "amin": "amax",
    "amax": "amin",
    "log": "log1p",
    "log1p": "log",
    "exp": "expm1",
    "sigmoid": "tanh",
    "softplus": "relu",
    "tril": "triu",
    "triu": "tril",
    "sqrt": "square",
    "relu": "tanh",
    "abs": "neg",
}


def _number(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield ast.Constant(node.value + 1)
        if node.value not in (0, 1):
            yield ast.Constant(node.value - 1)


def _arithmetic(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in _ARITHMETIC:
        other = copy.deepcopy(node)
        other.op = _ARITHMETIC[type(node.op)]()
        yield other


def _sign(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert, ast.Not)):
        if not (isinstance(node.operand, ast.Constant) and isinstance(node.operand.value, str)):
            yield copy.deepcopy(node.operand)


def _comparison(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            if type(op) in _COMPARISON:
                other = copy.deepcopy(node)
                other.ops[index] = _COMPARISON[type(op)]()
                yield other


def _function(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name)):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        if name in _FUNCTIONS and (isinstance(node.func, ast.Attribute) or name in ("min", "max")):
            other = copy.deepcopy(node)
            if isinstance(other.func, ast.Attribute):
                other.func.attr = _FUNCTIONS[name]
            elif isinstance(other.func, ast.Name):
                other.func.id = _FUNCTIONS[name]
            yield other


def _index(node: ast.AST) -> Iterator[ast.AST]:
    """A slice without its lower or its upper end; a lower end of 0 is none."""
    if isinstance(node, ast.Slice):
        for end in ("lower", "upper"):
            given = getattr(node, end)
            if given is not None and not (isinstance(given, ast.Constant) and given.value == 0):
                other = copy.deepcopy(node)
                setattr(other, end, None)
                yield other


OPERATORS: Final[dict[str, Callable[[ast.AST], Iterator[ast.AST]]]] = {
    "number": _number,
    "arithmetic": _arithmetic,
    "sign": _sign,
    "comparison": _comparison,
    "function": _function,
    "index": _index,
}
