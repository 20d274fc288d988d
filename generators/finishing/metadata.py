"""What a page says of itself to other programs: title, description and picture for cards that links turn into."""

from __future__ import annotations

import re
from html import escape, unescape

from posatlas.generators.finishing.languages import absolute

__all__ = ["CARD", "with_metadata"]

CARD = "assets/social-card.png"
_CARD_TEXT = "PosAtlas 位置編碼圖譜"
_LOCALES = {"zh-Hant": "zh_TW", "en": "en_GB", "zh-Hans": "zh_CN"}
_TITLE = re.compile(r"<title>([^<]*)</title>")
_DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)">')


def with_metadata(head: str, language: str, languages: tuple[str, ...], address: str, root: str) -> str:
    """The head of a page with Open Graph tags, which say its own title and description."""
    whole = unescape(found[1].strip()) if (found := _TITLE.search(head)) else ""
    title = whole.rpartition(" - ")[0] or whole  # the theme adds the name of the site
    name = whole.rpartition(" - ")[2]
    description = unescape(found[1]) if (found := _DESCRIPTION.search(head)) else ""
    tags = {
        "og:type": "article" if address else "website",
        "og:site_name": name,
        "og:title": title,
        "og:description": description,
        "og:url": f"{root}{absolute('', language, address)}",
        "og:locale": _LOCALES[language],
        "og:image": root + CARD,
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": _CARD_TEXT,
    }
    lines = [f'<meta property="{key}" content="{escape(value)}">' for key, value in tags.items() if value]
    lines += [
        f'<meta property="og:locale:alternate" content="{_LOCALES[other]}">' for other in languages if other != language
    ]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    return head + "".join(lines)
