"""Comparing the Traditional Chinese and the English of one text: formulas, code, addresses and numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from .problems import Problem
from .spans import Span, protected_spans

__all__ = ["check_pair", "loosely_said", "numbers"]

_COMPARED = {
    "maths": "formula-differs",
    "display-maths": "formula-differs",
    "code": "code-differs",
    "code-block": "code-differs",
    "url": "address-differs",
    "claim-reference": "reference-differs",
}
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_ZH_DATE = re.compile(r"(?<!\d)\d{1,2} (?:月|日)")
_EN_DATE = re.compile(rf"\b(?:\d{{1,2}} )?(?:{_MONTHS})(?: \d{{1,2}}(?!\d))?")
_NUMBER = re.compile(r"(?<![\w.])(?<![A-Za-z]-)(?:\d+(?:,\d{3})+|\d+)(?:\.\d+)?")
_ZH_SCALE = re.compile(r"(?<![\d,.])(\d[\d,.]*+) ?(百萬|千萬|十億|萬億|億|萬|千|百|兆)")
_EN_SCALE = re.compile(r"(?<![\d,.])(\d[\d,.]*+)[ -]?(hundred|thousand|million|billion|trillion)\b")
_SCALES = {
    "百": 2, "千": 3, "萬": 4, "百萬": 6, "千萬": 7, "億": 8, "十億": 9, "兆": 12, "萬億": 12,
    "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12,
}  # fmt: skip
_SMALL = 12
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*(?:[ -]?(?:[百千萬億兆十]|hundred|thousand|[mbt]r?illion))?")
_SYMBOL = re.compile(r"\$\\?[A-Za-z]+(?:_(?:\w|\{\w+\}))?\$")
_LETTER_SCALE = re.compile(r"(\d+(?:\.\d+)?) ?([KMBT])(?![A-Za-z])")
_LETTERS = {"K": (1000, 1024), "M": (10**6, 2**20), "B": (10**9,), "T": (10**12,)}
_EN_WORDS = re.compile(r"(?:\b(?:hundred|thousand|million|billion|trillion)\b ?)+")
_ZH_WORDS = re.compile("[一二兩三四五六七八九十百千萬億兆零]+")
_ZH_DIGITS = "零一二三四五六七八九兩"


def check_pair(
    zh_hant: str, en: str, zh_spans: list[Span] | None = None, en_spans: list[Span] | None = None
) -> list[Problem]:
    """Return where two languages of one text differ in what must be the same; offsets are into `zh_hant`.

    Formulas, code, addresses and claim references must occur equally often, in any order. A lone symbol such
    as $n$ must occur in both, since one language may repeat what the other calls "it". Numbers up to twelve,
    days and months are not compared, nor what the other language says in words. Pass the protected spans of
    the two texts if they are known already.
    """
    problems: list[Problem] = []
    zh_spans = protected_spans(zh_hant) if zh_spans is None else zh_spans
    en_spans = protected_spans(en) if en_spans is None else en_spans
    if zh_spans or en_spans:
        here = _compared(zh_hant, zh_spans)
        there = _compared(en, en_spans)
        if here != there:
            problems += _different_pieces(zh_hant, Counter(here), Counter(there))
    zh_digits, en_digits = _DIGITS.findall(zh_hant), _DIGITS.findall(en)
    if zh_digits != en_digits and sorted(zh_digits) != sorted(en_digits):
        problems += _different_numbers(_without(zh_hant, zh_spans), _without(en, en_spans))
    return problems


def _compared(text: str, spans: list[Span]) -> list[tuple[str, str]]:
    return sorted([(_COMPARED[kind], text[start:end]) for start, end, kind in spans if kind in _COMPARED])


def _different_pieces(
    zh_hant: str, here: Counter[tuple[str, str]], there: Counter[tuple[str, str]]
) -> Iterator[Problem]:
    for code, piece in sorted(here - there):
        if (code, piece) in there and _SYMBOL.fullmatch(piece):
            continue
        yield Problem(code, zh_hant.find(piece), f"{piece} stands in zh-Hant more often than in en")
    for code, piece in sorted(there - here):
        if (code, piece) in here and _SYMBOL.fullmatch(piece):
            continue
        yield Problem(code, 0, f"{piece} stands in en more often than in zh-Hant")


def _without(text: str, spans: list[Span]) -> str:
    for start, end, _ in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return text


def _different_numbers(zh_hant: str, en: str) -> Iterator[Problem]:
    here, there = numbers(zh_hant, "zh-Hant"), numbers(en, "en")
    if here == there:
        return
    for number in sorted(here - there - loosely_said(en, "en")):
        yield Problem("number-differs", 0, f"the number {number:f} stands in zh-Hant only")
    for number in sorted(there - here - loosely_said(zh_hant, "zh-Hant")):
        yield Problem("number-differs", 0, f"the number {number:f} stands in en only")


def loosely_said(text: str, language: str) -> set[Decimal]:
    """Return numbers that `text` says in words or with a letter for a power: 十萬, a million, 128K."""
    values: set[Decimal] = set()
    for digits, letter in _LETTER_SCALE.findall(text):
        values |= {Decimal(digits) * step for step in _LETTERS[letter]}
    if language == "en":
        words = _EN_WORDS.findall(text.lower())
        values |= {Decimal(10) ** sum(_SCALES[word] for word in phrase.split()) for phrase in words}
    else:
        values |= {value for word in _ZH_WORDS.findall(text) if (value := _chinese_number(word))}
    return {value.normalize() for value in values}


def _chinese_number(word: str) -> Decimal:
    total = section = digit = 0
    for sign in word:
        if sign in _ZH_DIGITS:
            digit = _ZH_DIGITS.index(sign) if sign != "兩" else 2
        elif sign in "十百千":
            section += (digit or 1) * 10 ** ("十百千".index(sign) + 1)
            digit = 0
        else:
            total = (total + section + digit or 1) * 10 ** {"萬": 4, "億": 8, "兆": 12}[sign]
            section = digit = 0
    return Decimal(total + section + digit)


def numbers(text: str, language: str) -> set[Decimal]:
    """Return the numbers above twelve, and those with a fraction, that `text` writes in digits.

    10 萬, 100,000 and 0.1 million are equal.
    """
    if language == "en":
        text = _EN_SCALE.sub(_scaled, _EN_DATE.sub(" ", text))
    else:
        text = _ZH_SCALE.sub(_scaled, _ZH_DATE.sub(" ", text))
    values = {Decimal(match[0].replace(",", "")) for match in _NUMBER.finditer(text)}
    return {value.normalize() for value in values if value > _SMALL or value % 1}


def _scaled(match: re.Match[str]) -> str:
    digits = match[1].rstrip(",.").replace(",", "")
    try:
        return f" {Decimal(digits).scaleb(_SCALES[match[2]]):f} "
    except ArithmeticError:
        return match[0]
