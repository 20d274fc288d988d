"""The atlas gives no prices, valuations or rankings of companies."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.attributed import search
from posatlas.lints.rule import Lint, View

_PRICES = {
    "zh-Hant": re.compile(
        "市值|股價|本益比|營收|估值|[0-9萬億] ?(?:美元|歐元|日圓|新[台臺]幣|人民幣)"
        "|(?:排名|名列|位居)(?:第|前|榜)|龍頭|領頭羊|業界第一|最強的公司"
    ),
    "en": re.compile(
        r"\b(?:market cap(?:italisation)?|share price|stock price|revenues?|valuations?|earnings"
        r"|ranks? (?:first|second|third|top|number)|ranked|number one|market leader|No\. ?1)\b"
        r"|(?:USD|US\$|NT\$|€|£) ?[0-9]|[0-9] ?(?:dollars|euros|USD|yuan)\b",
        re.IGNORECASE,
    ),
}
_NEEDLES = {
    "zh-Hant": tuple(
        "市值 股價 本益比 營收 估值 美元 歐元 日圓 新台幣 新臺幣 人民幣 排名 名列 位居 龍頭 領頭羊 "
        "業界第一 最強的公司".split()
    ),
    "en": tuple(
        "market cap|price|revenue|valuation|earnings|rank|number one|market leader|no. 1|no.1|usd|us$|nt$|€|£|dollars"
        "|euros|yuan".split("|")
    ),
}


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    hint = "Leave prices, valuations and rankings out; they date at once and are not what the atlas is about."
    yield from search(view, lint, _PRICES, _NEEDLES, 'The text gives a price, valuation or ranking: "{}".', hint)


LINT = Lint("attribution/price", "No text gives prices, valuations or rankings of companies.", _check)
