"""Templates, set up so that a thousand pages in three languages cost little."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jinja2
from jinja2.runtime import Context

__all__ = ["environment"]

TEMPLATES = Path(__file__).parent / "templates"


class _Compiled(jinja2.BytecodeCache):
    """Compiled templates, which are the same in all languages, for the time of one process."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


class _PlainCalls(Context):
    """Calls functions and macros as they are. None of ours asks for the context, for which every call is searched
    otherwise; a macro then escapes as the environment does."""

    def call(
        self,
        function: Callable[..., Any],
        /,
        *args: Any,
        _loop_vars: object = None,  # these two are for the context that nobody asks for
        _block_vars: object = None,
        **values: Any,
    ) -> Any:
        return function(*args, **values)


class _Environment(jinja2.Environment):
    context_class = _PlainCalls


_COMPILED = _Compiled()


def environment(functions: Mapping[str, Any], filters: Mapping[str, Callable[..., Any]]) -> jinja2.Environment:
    """The templates of templates/, escaping, with functions and filters; what is not defined is an error."""
    made = _Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
        bytecode_cache=_COMPILED,
    )
    made.filters |= filters
    made.globals |= functions
    return made
