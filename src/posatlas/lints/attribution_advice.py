"""The atlas gives no advice on buying or selling, and names no tickers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from posatlas.findings import Finding
from posatlas.lints.attributed import search
from posatlas.lints.rule import Lint, View

_ADVICE = {
    "zh-Hant": re.compile(
        "建議(?:買|賣|投資|持有)|(?:應該|應當|值得|適合)(?:買|賣|投資|布局|佈局)|買進|買入|賣出|加碼|減碼|逢低|抄底|進場|必買"
        "|搶購|[低高]估(?:值|的股|了股)|被[低高]估|目標價|股票代[號碼]|飆股|利多|利空|看[好漲跌]"
    ),
    "en": re.compile(
        r"\b(?:buy|sell|hold)\b(?=[^.]{0,60}\b(?:stocks?|shares|equit))|\bshould (?:invest|buy|sell)\b"
        r"|\bworth investing\b|\b(?:under|over)valued\b|\bprice targets?\b|\bbullish\b|\bbearish\b"
        r"|\boutperforms? the market\b|\bstock picks?\b|\btickers?\b"
        r"|\b(?:NASDAQ|NYSE|TWSE|HKEX|SSE|SZSE): ?\w+|\b\w{2,6}\.(?:US|HK|TW|SS|SZ)\b",
        re.IGNORECASE,
    ),
}
_NEEDLES = {
    "zh-Hant": tuple(
        "買 賣 投資 布局 佈局 建議持有 加碼 減碼 逢低 抄底 進場 搶購 低估 高估 目標價 股票 飆股 利多 利空 "
        "看好 看漲 看跌".split()
    ),
    "en": tuple(
        "stock|shares|equit|invest|should buy|should sell|valued|price target|bullish|bearish|outperform|ticker|nasdaq"
        "|nyse|twse|hkex|sse:|szse|.us|.hk|.tw|.ss|.sz".split("|")
    ),
}


def _check(view: View, lint: Lint) -> Iterator[Finding]:
    hint = "Say what is known and who says it, without advice; the atlas recommends no investment."
    yield from search(view, lint, _ADVICE, _NEEDLES, 'The text gives advice or names a ticker: "{}".', hint)


LINT = Lint("attribution/advice", "No text advises on investments or names a ticker.", _check)
