"""Checking many texts at once: which of them may have problems, at a fraction of the cost of each check.

`scan(texts, language)` joins texts, blots out maths, code and links, and searches the whole a few times. It names
every text in which `check_text` finds something, and a few more. `differing` does the same for `check_pair`. Both
are tested against the checks that they stand before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from .characters import CJK, FULL_WIDTH_FORMS, INVISIBLE, WIDE_PUNCTUATION
from .checks import _BANNED, _NEEDLES, _SIMPLIFIED, _WORD, badly_paired
from .house_words import BANNED_ZH_HANT, UNCLEAR_ZH_HANT, needles
from .pairs import _SCALES, _SMALL, _SYMBOL
from .spans import MASKED_CONTENT, MASKED_MARKUP, MASKED_NAME

__all__ = ["JOINT", "SEPARATOR", "Scan", "counts", "differing", "scan", "split"]

SEPARATOR = "\x1e"
"""Stands between texts; no file may hold it."""

JOINT = "\x1f"
"""Stands between the tokens of a text."""

_MATHS_OR_CODE = re.compile(
    r"[$`](?:(?<=\$)(?<!\\\$)\$[^$`\x1e]+\$\$|(?<=`)(?!`)[^`\x1e]+`(?!`)"
    r"|(?<=\$)(?<!\\\$)(?![\s$])(?:[^$\\\n\x1e]++|\\[^\x1e]|\n(?!\s*\n))++(?<!\s)\$)"
)
_LINK = re.compile(r"\[\[[a-z0-9-]+\]\]")
_LABELLED = re.compile(r"\[\[[a-z0-9-]+\|([^\[\]|\x1e\ue000-\ue002]+)\]\]")
_CITATION = re.compile(r"\[@[^\[\]\x1e]*\]")

_INVISIBLE = re.compile("[" + INVISIBLE.replace("\x0b-\x1f", "\x0b-\x1d\x1f") + "]")
_FOREIGN = re.compile(f"[{FULL_WIDTH_FORMS}「」『』＂]")
_MARKUP = ("{", "}", "$", "`", "<", "[[", "[@", "]]", "](", "\\(", "\\[")
_PRINTABLE = bytes([*b"\n\x1e", *range(0x20, 0x7F)])
_NO_QUOTES = bytes(set(range(0x80)) - set(b'"\x1e'))
_NO_MARKUP = bytes(set(range(0x100)) - set(b"{}$`<[]\\"))
_BRACKETS = f"「」『』（）《》{SEPARATOR}"
_BRACKET = frozenset(_BRACKETS)
_SIGNS = re.compile(  # brackets, and what no sound Chinese text holds
    rf"[{_BRACKETS}{INVISIBLE}{FULL_WIDTH_FORMS}{{}}$`<{_SIMPLIFIED}“”‘’'\"＂\[\]\\]"
    r"(?:(?<![\[\]\\])|(?<=\[)[\[@]|(?<=\])[\](]|(?<=\\)[\[(])"
)
_M = f"[{MASKED_MARKUP}*]"
_LATIN = f"A-Za-z0-9\u0370-\u03ff{MASKED_CONTENT}"
_DIGITS_ONLY = frozenset("0123456789")
_LAST_DAY = 31
_DIGIT = re.compile("[0-9]")
_UNIT = "[百千萬億兆十]+|hundred|thousand|[mbt]r?illion"
_TOKEN = re.compile(  # a single character first, for such searches are the quickest
    r"[$`\[0-9\x1e](?:(?<=[$`])"
    + _MATHS_OR_CODE.pattern.removeprefix("[$`]")
    + r"|(?<=\[)(?:@[^\[\]\x1e]*\]|\[[^\[\]|\x1e]+(?:\|[^\[\]\x1e]*)?\]\])"
    + rf"|(?<=[0-9])[0-9]*(?:[.,][0-9]+)*(?:[ -]?(?:{_UNIT}))?|(?<=\x1e))"
)
_QUANTITY = re.compile(rf"([0-9][0-9,.]*)[ -]?({_UNIT})")
# Each border is looked for from its rarer side, with a single character first, for such searches are the quickest.
_AFTER_CHINESE = "".join(f"|(?<=[{CJK}]{_M * n}.)" for n in range(1, 5)) + f"|(?<={_M * 5}.)"
_BORDERS = (
    re.compile(f"[{_LATIN})](?:[{CJK}]|{_M}+[{CJK}]|(?<=[{MASKED_MARKUP}*{CJK}].)(?:(?<=[{CJK}].){_AFTER_CHINESE}))"),
    re.compile(
        f"[ ,;:?!(._~/-](?:(?<= )(?:[ %°{WIDE_PUNCTUATION}]|(?<=[{CJK}{WIDE_PUNCTUATION}] )[{CJK}]"
        f"|(?<=[{WIDE_PUNCTUATION}] ))|(?<=[{CJK}」』）{MASKED_MARKUP}*][,;:?!(.])"
        f"|(?<=[{CJK}{MASKED_MARKUP}][_~/-])[A-Za-z0-9_.~/-]*[A-Za-z0-9_-]\\.[a-z])"
    ),
    re.compile(
        f"[列每行兆](?:(?<=列){UNCLEAR_ZH_HANT[0][0].removeprefix('列')}"
        f"|(?<=每)一?行|(?<=[行兆])(?:(?<=[{_LATIN}].)|(?<=[{_LATIN}] .)))"
    ),
)
# A literal is found many times faster than an alternative of a pattern; together they find all of EN_NEEDLES.
_ENGLISH = tuple(
    "ositional|ontext s|ontext-s|icense|ehavior|olor|enter|eighbor|avor|elin|eled|odeler|z|evolutionary|ame-chang"
    "|roundbreaking|utting-edge|eamless".split("|")
)
# Needles whose form begins before them, or looks so far ahead that a formula in between, here one sign, matters.
_FAR = {"通過"} | {w for form in BANNED_ZH_HANT if form[0].startswith("(?:") for w in needles((form,)).split("|")}
_REACH = 20
_GROUP = 20_000


class Scan(NamedTuple):
    """What one search of many texts of a language gives.

    `masked`: each text with one sign for each formula, code, link or mark, where `spans.mask` has many. `tokens`:
    maths, code, links, claim references and numbers of each text, as they are written, joined by `JOINT`, which may
    stand at either end too; `split` takes them apart. `suspects`: indices of the texts in which `check_text` may
    find problems; all others have none. `unusual`: indices of texts with an address or a double back-tick.
    `distinct`: every token of any text.
    """

    masked: list[str]
    tokens: list[str]
    suspects: list[int]
    unusual: list[int]
    distinct: set[str]


def scan(texts: Sequence[str], language: str) -> Scan:
    """Search many texts of a language (zh-Hant or en) at once."""
    result = Scan([], [], [], [], set())
    start = length = 0
    for index, text in enumerate(texts):
        length += len(text)
        if length > _GROUP or index == len(texts) - 1:
            _scan(texts[start : index + 1], language, start, result)
            start, length = index + 1, 0
    return result


def _scan(texts: Sequence[str], language: str, first: int, result: Scan) -> None:
    """Search as many texts as stay in the processor's cache; the first of them has the index `first`."""
    whole = SEPARATOR.join(texts)
    tokens = _TOKEN.findall(whole)
    result.distinct.update(tokens)
    result.tokens.extend(JOINT.join(tokens).split(SEPARATOR))
    joined = _MATHS_OR_CODE.sub(MASKED_CONTENT, whole)
    joined = _CITATION.sub(MASKED_MARKUP, joined)
    joined = _LINK.sub(MASKED_NAME, joined)
    if "|" in joined:
        joined = _LABELLED.sub(rf"{MASKED_MARKUP}\1{MASKED_MARKUP}", joined)
    pieces = joined.split(SEPARATOR)
    result.masked.extend(pieces)
    starts: list[int] = []

    def of(place: int) -> int:
        if not starts:
            starts.extend(accumulate((len(piece) + 1 for piece in pieces), initial=0))
        return bisect_right(starts, place) - 1

    found: set[int] = set()
    if "**" in joined:
        found.update(index for index, piece in enumerate(pieces) if piece.count("**") % 2)
    if "://" in joined:  # an address may hold signs that read like markup
        found.update(index for index, text in enumerate(texts) if "://" in text)
    if "://" in joined or f"{MASKED_CONTENT}{MASKED_CONTENT}" in joined or "``" in joined:
        result.unusual.extend(first + i for i, text in enumerate(texts) if "://" in text or "``" in text)
    if language == "en":
        found.update(_suspects_in_english(whole, joined, of))
    else:
        signs = _SIGNS.findall(joined)
        if not _BRACKET.issuperset(signs):
            found.update(of(match.start()) for match in _SIGNS.finditer(joined) if match[0] not in _BRACKET)
            signs = [sign for sign in signs if sign in _BRACKET]
        found.update(_unpaired("".join(signs), language))
        if _INVISIBLE.search("".join(tokens)):  # what the masks hide
            found.update(index for index, text in enumerate(texts) if _INVISIBLE.search(text))
        found.update(of(place) for place in _banned_places(joined, language))
        for pattern in _BORDERS:
            found.update(of(match.start()) for match in pattern.finditer(joined))
    result.suspects.extend(first + index for index in sorted(found))


def _banned_places(joined: str, language: str) -> Iterator[int]:
    """Where a banned form may stand in masked text; words may overlap, so the search goes on one character further."""
    needle, banned = _NEEDLES[language].search, _BANNED[language].match
    match = needle(joined)
    while match:
        if match[0] in _FAR or banned(joined, match.start()):
            yield match.start()
        match = needle(joined, match.start() + 1)


def _suspects_in_english(whole: str, joined: str, of: Callable[[int], int]) -> Iterator[int]:
    """English is mostly ASCII: deleting its plain letters at once leaves little to search."""
    odd = whole.encode().translate(None, _PRINTABLE).decode()
    if _INVISIBLE.search(odd):
        yield from (whole.count(SEPARATOR, 0, match.start()) for match in _INVISIBLE.finditer(whole))
    if _FOREIGN.search(odd):
        yield from (of(match.start()) for match in _FOREIGN.finditer(joined))
    encoded = joined.encode()
    yield from _unpaired(encoded.translate(None, _NO_QUOTES).decode(), "en")
    plain = joined.encode("ascii", "replace").decode("ascii")  # searched faster, and places stay
    left = encoded.translate(None, _NO_MARKUP)
    for sign in _MARKUP:
        if sign[0].encode() in left:
            yield from map(of, _places(sign, plain))
    needle = _NEEDLES["en"].search
    for word in _ENGLISH:
        for place in _places(word, plain):
            if word == "z" and (plain[place - 1 : place] not in "iy" or plain[place - 2 : place] == "si"):
                continue  # size, and words in which z is no ending
            if needle(joined, max(0, place - _REACH), place + _REACH):
                yield of(place)


def split(joined: str) -> list[str]:
    """The tokens of one text."""
    stripped = joined.strip(JOINT)
    return stripped.split(JOINT) if stripped else []


def differing(zh_hant: Sequence[str], zh: Scan, en: Scan) -> list[int]:
    """Return the indices of the pairs in which `check_pair` may find problems; all others have none."""
    found = {
        index
        for index, (here, there) in enumerate(zip(zh.tokens, en.tokens, strict=True))
        if here != there and _differ(split(here), split(there), zh_hant[index])
    }
    return sorted(found.union(zh.unusual, en.unusual))


def _differ(here: list[str], there: list[str], zh_hant: str) -> bool:
    """Whether two languages differ in what both must hold.

    Links may be missing where the other says "it", small numbers may be words, a lone symbol may be repeated.
    """
    left = Counter(here)
    left.subtract(there)
    numbers: dict[bool, set[str]] = {}
    for token, surplus in left.items():
        if surplus == 0 or (token[:2] == "[[" and not _DIGIT.search(token)):
            continue
        if token[:1] in _DIGITS_ONLY:
            if token.isdigit() and int(token) <= _LAST_DAY:
                if "月" in zh_hant or "日" in zh_hant:
                    return True  # perhaps a day, or what parts one from its month
                if int(token) <= _SMALL:
                    continue
            numbers.setdefault(surplus > 0, set()).add(_value(token))
        elif not (_SYMBOL.fullmatch(token) and token in here and token in there):
            return True
    if numbers:
        both = {_value(token) for token in here if token[:1] in _DIGITS_ONLY}
        both &= {_value(token) for token in there if token[:1] in _DIGITS_ONLY}
        return any(not values <= both for values in numbers.values())
    return False


def _value(token: str) -> str:
    """A number with a scale as its value: 13 億 and 1.3 billion are equal."""
    match = _QUANTITY.fullmatch(token)
    if match is None:
        return token.replace(",", "")
    try:
        return f"{float(match[1].replace(',', '')) * 10 ** _SCALES[match[2]]:.12g}"
    except (KeyError, ValueError):
        return token


def counts(pieces: Sequence[str], language: str) -> list[int]:
    """Return how many words each masked text has, nearly as `count_words` counts: names of files differ."""
    words = _WORD["en" if language == "en" else "zh"].findall
    return [len(words(piece.replace(MASKED_MARKUP, "").replace(MASKED_NAME, MASKED_CONTENT))) for piece in pieces]


def _places(word: str, text: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)


def _unpaired(held: str, language: str) -> list[int]:
    """Indices of the texts whose brackets and quotation marks, here with nothing else, are not paired or nested."""
    signs_of = held.split(SEPARATOR)
    wrong = {signs for signs in set(signs_of) if signs and badly_paired(signs, language)}
    return [index for index, signs in enumerate(signs_of) if signs in wrong] if wrong else []
