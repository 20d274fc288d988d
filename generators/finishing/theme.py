"""What the theme's scripts get wrong, put right."""

from __future__ import annotations

from pathlib import Path

_MENDED = (
    # The theme asks for a sitemap below every alternate address, where there is none.
    ("assets/javascripts/bundle.*.min.js", '"link[rel=alternate]"', '"link[rel=none]"'),
    # lunr tells states of its word automaton apart by a string in which labels and numbers run together: among words
    # with digits two states may look alike, and a query such as "RoPE" then ends in an error (lunr.js issue 503).
    ("assets/javascripts/workers/search.*.min.js", "e=e+s+o.id}return e}", 'e=e+s+o.id+","}return e}'),
)


def mend_theme(site: Path) -> None:
    """Put right what the theme's scripts get wrong. Raises ValueError where a script is not as it was."""
    for pattern, wrong, right in _MENDED:
        for file in site.rglob(pattern):
            script = file.read_text(encoding="utf-8")
            if wrong not in script:
                raise ValueError(f"{file.name}: {wrong!r} is not where it was; look at generators/finishing/theme.py")
            file.write_text(script.replace(wrong, right), encoding="utf-8")
