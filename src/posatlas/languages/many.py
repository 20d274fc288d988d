"""Checking many texts at once: which of them may have problems, at a fraction of the cost of each check.

`suspects(texts, language)` joins all texts, blots out maths, code and links, and searches the whole a few
times. It names every text in which `check_text` finds something, and a few more. `differing(pairs)` does the
same for `check_pair`. Both are tested against the checks that they stand before.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from .characters import CJK, FULL_WIDTH_FORMS, INVISIBLE, WIDE_PUNCTUATION
from .checks import _BANNED, _NEEDLES, _NESTED, _QUOTES, _SIMPLIFIED, _WORD
from .pairs import _SCALES, _SMALL, _SYMBOL
from .spans import MASKED_CONTENT, MASKED_MARKUP, MASKED_NAME

__all__ = ["JOINT", "SEPARATOR", "counts", "differing", "masked", "split", "suspects", "tokens"]

SEPARATOR = "\x1e"
"""Stands between texts; no file may hold it."""

JOINT = "\x1f"
"""Stands between the tokens of a text."""

_MATHS_OR_CODE = re.compile(
    r"[$`](?:(?<=\$)(?<!\\\$)\$[^$`\x1e]+\$\$|(?<=`)(?!`)[^`\x1e]+`(?!`)|(?<=\$)(?<!\\\$)(?![\s$])(?:\\[^\x1e]|[^$\\\n\x1e]|\n(?!\s*\n))+?(?<!\s)\$)"
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
_PAIRED = {"zh-Hant": re.compile(f"[「」『』（）《》{SEPARATOR}]"), "en": re.compile(f"[“”\"{SEPARATOR}]")}
_SIGNS = re.compile(rf"[{FULL_WIDTH_FORMS}{{}}$`<{_SIMPLIFIED}“”‘’'\"＂]|\[[\[@]|\][\](]|\\[\[(]")
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
    re.compile(f"[{_LATIN})](?:[{CJK}]|{_M}+[{CJK}])"),
    re.compile(f"[{_LATIN}](?<=[{MASKED_MARKUP}*{CJK}].)(?:(?<=[{CJK}].){_AFTER_CHINESE})"),
    re.compile(f"[_~/-](?<=[{CJK}{MASKED_MARKUP}].)[A-Za-z0-9_.~/-]*[A-Za-z0-9_-]\\.[a-z]"),
    re.compile(f"[,;:?!(.](?<=[{CJK}」』）{MASKED_MARKUP}*].)"),
    re.compile(
        f" (?:[ %°{WIDE_PUNCTUATION}]|(?<=[{CJK}{WIDE_PUNCTUATION}] )[{CJK}]|(?<=[{WIDE_PUNCTUATION}] ))"
    ),
    re.compile(
        f"[列每行兆](?:(?<=列)(?![出舉表於為在入向印數優成了明名式])"
        f"(?<![序陣系排數佇串並下上羅橫隊逐每條所已這那此另應可將被稱前]列)"
        f"|(?<=每)一?行|(?<=[行兆])(?:(?<=[{_LATIN}].)|(?<=[{_LATIN}] .)))"
    ),
)
# A literal is found many times faster than an alternative of a pattern; together they find all of EN_NEEDLES.
_ENGLISH = tuple(
    "ositional|ontext s|ontext-s|icense|ehavior|olor|enter|eighbor|avor|elin|eled|odeler|z|evolutionary|ame-chang"
    "|roundbreaking|utting-edge|eamless".split("|")
)
_REACH = 20
_GROUP = 20_000


def _groups(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Ranges of texts that are searched at once: as much as stays in the processor's cache."""
    start = length = 0
    for index, text in enumerate(texts):
        length += len(text)
        if length > _GROUP:
            yield start, index + 1
            start, length = index + 1, 0
    if start < len(texts):
        yield start, len(texts)


def masked(texts: Sequence[str]) -> list[str]:
    """Return every text with one sign for each formula, code, link or mark, where `spans.mask` has many."""
    return [piece for start, end in _groups(texts) for piece in _masked(texts[start:end])]


def _masked(texts: Sequence[str]) -> list[str]:
    whole = _MATHS_OR_CODE.sub(MASKED_CONTENT, SEPARATOR.join(texts))
    whole = _CITATION.sub(MASKED_MARKUP, whole)
    whole = _LINK.sub(MASKED_NAME, whole)
    if "|" in whole:
        whole = _LABELLED.sub(rf"{MASKED_MARKUP}\1{MASKED_MARKUP}", whole)
    return whole.split(SEPARATOR)


def suspects(texts: Sequence[str], language: str, pieces: Sequence[str] | None = None) -> list[int]:
    """Return the indices of the texts in which `check_text` may find problems; all others have none.

    Pass what `masked` gives for the texts if it is known already.
    """
    if language not in _PAIRED:
        return list(range(len(texts)))
    pieces = masked(texts) if pieces is None else pieces
    return [
        start + index
        for start, end in _groups(texts)
        for index in _suspects(texts[start:end], language, pieces[start:end])
    ]


def _suspects(texts: Sequence[str], language: str, pieces: Sequence[str]) -> list[int]:
    starts = list(accumulate((len(piece) + 1 for piece in pieces), initial=0))

    def of(place: int) -> int:
        return bisect_right(starts, place) - 1

    whole = SEPARATOR.join(texts)
    joined = SEPARATOR.join(pieces)
    found = {index for index, piece in enumerate(pieces) if "**" in piece and piece.count("**") % 2}
    if "://" in whole:  # an address may hold signs that read like markup
        found.update(index for index, text in enumerate(texts) if "://" in text)
    if language == "en":
        found.update(_suspects_in_english(whole, joined, of))
    else:
        found.update(_unpaired("".join(_PAIRED[language].findall(joined)), language))
        found.update(whole.count(SEPARATOR, 0, match.start()) for match in _INVISIBLE.finditer(whole))
        banned = _BANNED[language].match
        # One sign stands for a whole formula here, so the rule of 通過, which looks farther ahead, is not asked.
        found.update(
            of(match.start())
            for match in _NEEDLES[language].finditer(joined)
            if match[0] == "通過" or banned(joined, match.start())
        )
        for pattern in (_SIGNS, *_BORDERS):
            found.update(of(match.start()) for match in pattern.finditer(joined))
    return sorted(found)


def _suspects_in_english(
    whole: str, joined: str, of: Callable[[int], int]
) -> Iterator[int]:
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
            if needle(joined, max(0, place - _REACH), place + _REACH):
                yield of(place)


def tokens(texts: Sequence[str]) -> list[str]:
    """Return the maths, code, links, claim references and numbers of every text, as they are written.

    Those of one text are joined by `JOINT`, which may also stand at either end; `split` takes them apart.
    """
    found: list[str] = []
    for start, end in _groups(texts):
        found += JOINT.join(_TOKEN.findall(SEPARATOR.join(texts[start:end]))).split(SEPARATOR)
    return found


def split(joined: str) -> list[str]:
    """The tokens of one text."""
    stripped = joined.strip(JOINT)
    return stripped.split(JOINT) if stripped else []


def differing(
    zh_hant: Sequence[str], en: Sequence[str], zh_tokens: Sequence[str], en_tokens: Sequence[str]
) -> list[int]:
    """Return the indices of the pairs in which `check_pair` may find problems; all others have none.

    The tokens are those of `tokens`, for they are needed elsewhere too.
    """
    found = [
        index
        for index, (here, there) in enumerate(zip(zh_tokens, en_tokens, strict=True))
        if here != there and _differ(split(here), split(there), zh_hant[index])
    ]
    # Addresses and double back-ticks are rare, and left to the exact check.
    found += [i for texts in (zh_hant, en) for i, text in enumerate(texts) if "://" in text or "``" in text]
    return sorted(set(found))


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
                if int(token) > _SMALL and ("月" in zh_hant or "日" in zh_hant):
                    return True  # perhaps a day
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
    """Return how many words each masked text has, nearly as `count_words` counts, within a tenth."""
    if language == "en":  # words between blanks
        return [len(piece.replace(MASKED_MARKUP, "").split()) for piece in pieces]
    joined = SEPARATOR.join(pieces).replace(MASKED_MARKUP, "").replace(MASKED_NAME, MASKED_CONTENT)
    return [len(_WORD["zh"].findall(piece)) for piece in joined.split(SEPARATOR)]


def _places(word: str, text: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)


def _unpaired(held: str, language: str) -> list[int]:
    """Indices of the texts whose brackets and quotation marks, here with nothing else, are not paired or nested."""
    signs_of = held.split(SEPARATOR)
    wrong = {signs for signs in set(signs_of) if signs and _badly_paired(signs, language)}
    return [index for index, signs in enumerate(signs_of) if signs in wrong] if wrong else []


def _badly_paired(signs: str, language: str) -> bool:
    if language == "en":
        return signs.count('"') % 2 == 1 or signs.count("“") != signs.count("”")
    for opening, closing in _QUOTES[language]:
        depth = 0
        for sign in signs:
            depth += (sign == opening) - (sign == closing)
            if depth < 0:
                return True
        if depth:
            return True
    return _NESTED.search(signs) is not None
