"""The atlas gives no advice on buying or selling, and names no tickers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.attributed import search
from posatlas.lints.rule import Lint, View

_ADVICE = {
    "zh-Hant": re.compile(
        "建議(?:買|賣|投資|持有|加碼|減碼)|(?:應該|應當|值得|適合)(?:買|賣|投資|布局|佈局)|買進|買入|賣出|加碼|減碼|逢低|抄底"
        "|進場|必買|搶購|[低高]估(?:值|的股|了股)|被[低高]估|目標價|股票代[號碼]|飆股|利多|利空|看[好漲跌]"
    ),
    "en": re.compile(
        r"\b(?:buy|sell|strong buy|should (?:invest|buy|sell)|worth investing|(?:under|over)valued|price targets?"
        r"|bullish|bearish|outperform the market|stock picks?|tickers?)\b"
        r"|\b(?:NASDAQ|NYSE|TWSE|HKEX|SSE|SZSE): ?\w+|\b[A-Z]{2,5}\.(?:US|HK|TW|SS|SZ|NYSE)\b|\b\d{4,6}\.(?:TW|HK|SS|SZ)\b",
        re.IGNORECASE,
    ),
}


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    hint = "Say what is known and who says it, without advice; the atlas recommends no investment."
    yield from search(view, lint, _ADVICE, 'The text gives advice or names a ticker: "{}".', hint)


LINT = Lint("attribution/advice", "No text advises on investments or names a ticker.", _check)
