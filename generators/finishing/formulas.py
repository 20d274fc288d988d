"""Formulas in built pages: each stands as a key until the page is finished, so that Markdown never touches it."""

from __future__ import annotations

import re
from collections.abc import Mapping

_MATHS = re.compile(r'<span class="(maths(?: display)?)" data-maths="([0-9a-f]{16})">[^<]*</span>')


def with_formulas(html: str, formulas: Mapping[str, str]) -> str:
    """The page with its formulas set. Raises KeyError for one that was not rendered."""
    return _MATHS.sub(lambda match: f'<span class="{match[1]}">{formulas[match[2]]}</span>', html)
