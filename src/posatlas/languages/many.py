"""Checking many texts at once: which of them may have problems, at a fraction of the cost of each check.

`suspects(texts, language)` joins all texts, blots out maths, code and links, and searches the whole a few
times. It names every text in which `check_text` finds something, and a few more. `differing(pairs)` does the
same for `check_pair`. Both are tested against the checks that they stand before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from .characters import CJK, FULL_WIDTH_FORMS, INVISIBLE, WIDE_PUNCTUATION
from .checks import _NEEDLES, _NESTED, _QUOTES, _SIMPLIFIED, _WORD
from .pairs import _DIGITS
from .spans import MASKED_CONTENT, MASKED_MARKUP, MASKED_NAME

__all__ = ["SEPARATOR", "counts", "differing", "suspects", "tokens"]

SEPARATOR = "\x1e"
"""Stands between texts; no file may hold it."""

_MATHS_OR_CODE = re.compile(
    r"[$`](?:(?<=\$)(?<!\\\$)\$[^$`\x1e]+\$\$|(?<=`)(?!`)[^`\x1e]+`(?!`)|(?<=\$)(?<!\\\$)(?![\s$])(?:\\[^\x1e]|[^$\\\n\x1e]|\n(?!\s*\n))+?(?<!\s)\$)"
)
_LINK = re.compile(r"\[\[[a-z0-9-]+\]\]")
_LABELLED = re.compile(r"\[\[[a-z0-9-]+\|([^\[\]|\x1e\ue000-\ue002]+)\]\]")
_CITATION = re.compile(r"\[@[^\[\]\x1e]*\]")

_INVISIBLE = re.compile("[" + INVISIBLE.replace("\x0b-\x1f", "\x0b-\x1d\x1f") + "]")
_SIGNS = {
    "zh-Hant": re.compile(rf"[{FULL_WIDTH_FORMS}{{}}$`<{_SIMPLIFIED}“”‘’'\"＂\]\[\\]"),
    "en": re.compile(rf"[{FULL_WIDTH_FORMS}{{}}$`<「」『』＂\]\[\\]"),
}
_M = f"[{MASKED_MARKUP}*]"
_LATIN = f"A-Za-z0-9\u0370-\u03ff{MASKED_CONTENT}"
_DIGIT = re.compile("[0-9]")
_TOKEN = re.compile(
    _MATHS_OR_CODE.pattern
    + r"|\[(?:@[^\[\]\x1e]*\]|\[[^\[\]|\x1e]+(?:\|[^\[\]\x1e]*)?\]\])|"
    + _DIGITS.pattern.replace(r"\d+", "[0-9]+")
    + "|"
    + SEPARATOR
)
# Each border is looked for from its rarer side, with a single character first, for such searches are the quickest.
_AFTER_CHINESE = "".join(f"|(?<=[{CJK}]{_M * n}.)" for n in range(1, 5)) + f"|(?<={_M * 5}.)"
_BORDERS = (
    re.compile(f"[{_LATIN})](?:[{CJK}]|{_M}+[{CJK}])"),
    re.compile(f"[_~/{_LATIN}-](?<=[{MASKED_MARKUP}*{CJK}].)(?:(?<=[{CJK}].){_AFTER_CHINESE})"),
    re.compile(f"[,;:?!(.](?<=[{CJK}」』）{MASKED_MARKUP}*].)"),
    re.compile(
        f" (?:[ %°{WIDE_PUNCTUATION}]|(?<=[{CJK}{WIDE_PUNCTUATION}] )[{CJK}]|(?<=[{WIDE_PUNCTUATION}] ))"
    ),
    re.compile(
        f"列(?![出舉表於為在入向印數優成了明名式])(?<![序陣系排數佇串並下上羅橫隊逐每條所已這那此另應可將被稱前]列)"
        f"|每一?行|[行兆](?<=[{_LATIN}].)|[行兆](?<=[{_LATIN}] .)"
    ),
)
# A literal is found many times faster than an alternative of a pattern; together they find all of EN_NEEDLES.
_ENGLISH = tuple(
    "ositional e|ositional-e|ontext s|ontext-s|icense|ehavior|olor|center|Center|eighbor|avor|odeling|odeled|odeler|abeling"
    "|abeled|nalyz|ize|izing|iza|evolutionary|ame-chang|roundbreaking|utting-edge|eamless".split("|")
)


def suspects(texts: Sequence[str], language: str) -> list[int]:
    """Return the indices of the texts in which `check_text` may find problems; all others have none."""
    if language not in _SIGNS:
        return list(range(len(texts)))
    whole = SEPARATOR.join(texts)
    masked = _mask(whole)
    pieces = masked.split(SEPARATOR)
    found = {i for i, piece in enumerate(pieces) if _uneven(piece, language)}
    starts = list(accumulate((len(piece) + 1 for piece in pieces), initial=0))
    searches = [_SIGNS[language]]
    if language == "en":
        near = {bisect_right(starts, place) - 1 for word in _ENGLISH for place in _places(word, masked)}
        found.update(index for index in near if _NEEDLES["en"].search(pieces[index]))
    else:
        searches += [_NEEDLES[language], *_BORDERS]
    found.update(whole.count(SEPARATOR, 0, match.start()) for match in _INVISIBLE.finditer(whole))
    if "://" in whole:  # an address may hold signs that read like markup
        found.update(index for index, text in enumerate(texts) if "://" in text)
    for pattern in searches:
        found.update(bisect_right(starts, match.start()) - 1 for match in pattern.finditer(masked))
    return sorted(found)


def tokens(texts: Sequence[str]) -> list[list[str]]:
    """Return the maths, code, links, claim references and numbers of every text, in order, as written."""
    found: list[list[str]] = [[]]
    append = found[-1].append
    for token in _TOKEN.findall(SEPARATOR.join(texts)):
        if token == SEPARATOR:
            found.append([])
            append = found[-1].append
        else:
            append(token)
    return found


def differing(
    zh_hant: Sequence[str], en: Sequence[str], zh_tokens: Sequence[list[str]], en_tokens: Sequence[list[str]]
) -> list[int]:
    """Return the indices of the pairs in which `check_pair` may find problems; all others have none.

    The tokens are those of `tokens`, for they are needed elsewhere too.
    """
    found = [
        index
        for index, (here, there) in enumerate(zip(zh_tokens, en_tokens, strict=True))
        if here != there and _compared(here) != _compared(there)
    ]
    if "://" in SEPARATOR.join(zh_hant) or "://" in SEPARATOR.join(en):  # rare: left to the exact check
        found += [i for i, pair in enumerate(zip(zh_hant, en, strict=True)) if "://" in pair[0] + pair[1]]
    return sorted(set(found))


def _compared(found: list[str]) -> list[str]:
    """What both languages must hold: all but links without a digit, for a pronoun may stand in their place."""
    return sorted(token for token in found if token[:2] != "[[" or _DIGIT.search(token))


def _mask(whole: str) -> str:
    """The text with one sign for each formula, code, link or mark, as `spans.mask` has one for each character."""
    masked = _MATHS_OR_CODE.sub(MASKED_CONTENT, whole)
    masked = _CITATION.sub(MASKED_MARKUP, masked)
    masked = _LINK.sub(MASKED_NAME, masked)
    if "|" in masked:
        masked = _LABELLED.sub(rf"{MASKED_MARKUP}\1{MASKED_MARKUP}", masked)
    return masked


def counts(texts: Sequence[str], language: str) -> list[int]:
    """Return how many words each text has, nearly as `count_words` counts: addresses and names of files differ."""
    masked = _mask(SEPARATOR.join(texts)).replace(MASKED_MARKUP, "").replace(MASKED_NAME, MASKED_CONTENT)
    word = _WORD["en" if language == "en" else "zh"]
    return [len(word.findall(piece)) for piece in masked.split(SEPARATOR)]


def _places(word: str, text: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)


def _uneven(piece: str, language: str) -> bool:
    if "**" in piece and piece.count("**") % 2:
        return True
    if language == "en":
        return ('"' in piece and piece.count('"') % 2 == 1) or piece.count("“") != piece.count("”")
    if any(piece.count(opening) != piece.count(closing) for opening, closing in _QUOTES[language]):
        return True
    return ("「" in piece or "『" in piece or "《" in piece) and _NESTED.search(piece) is not None
