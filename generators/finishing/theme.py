"""What the theme's scripts get wrong, put right; and its search, which is not ours, taken out."""

from __future__ import annotations

import shutil
from pathlib import Path

_MENDED = (
    # The theme asks for a sitemap below every alternate address, where there is none.
    ("assets/javascripts/bundle.*.min.js", '"link[rel=alternate]"', '"link[rel=none]"'),
)
_OUR_SEARCH = "assets/scripts/search.js"
_THEIR_SEARCH = ("assets/javascripts/workers", "assets/javascripts/lunr")


def mend_theme(site: Path) -> None:
    """Put right what the theme's scripts get wrong, and take out its search.

    Raises ValueError where a script is not as it was, or where pages do not ask for our search.
    """
    for pattern, wrong, right in _MENDED:
        for file in site.rglob(pattern):
            script = file.read_text(encoding="utf-8")
            if wrong not in script:
                raise ValueError(f"{file.name}: {wrong!r} is not where it was; look at generators/finishing/theme.py")
            file.write_text(script.replace(wrong, right), encoding="utf-8")
    for page in [site / "index.html", *site.glob("*/index.html")]:
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
        if 'id="__config"' in text and _OUR_SEARCH not in text:
            raise ValueError(f"{page}: the page does not ask for {_OUR_SEARCH}; look at generators/theme/main.html")
    for folder in _THEIR_SEARCH:
        for found in [site / folder, *site.glob(f"*/{folder}")]:
            shutil.rmtree(found, ignore_errors=True)
