"""Checks of one text in one language, and of a text in two languages. Pure functions; nothing is read or run.

`check_text(text, language)` runs every rule of a language; `check_pair(zh_hant, en)` compares two languages
of one text; `check_length(text, language, depth)` measures it. Each returns problems with an offset into the
text. A text without problems, the usual case, costs a few searches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from . import house_words
from .characters import CJK, FULL_WIDTH_FORMS, INVISIBLE, SIMPLIFIED_ONLY, WIDE_PUNCTUATION
from .house_words import Forms
from .pairs import check_pair
from .problems import Problem
from .spans import MASKED_CONTENT, MASKED_MARKUP, Span, mask, protected_spans

__all__ = ["LENGTHS", "RULES", "Problem", "check_length", "check_pair", "check_text", "count_words"]

_M = f"[{MASKED_MARKUP}*]*"
_LATIN = f"A-Za-z0-9\u0370-\u03ff{MASKED_CONTENT}"
_SIMPLIFIED = "".join(sorted(SIMPLIFIED_ONLY))

_SIMPLIFIED_TOO = "么"  # tw2s takes it for 幺, but it is also the simplified 麼

# Quick searches, so that a text without problems is soon done. They find all that the rules find, and more.
_SIGN = f"{FULL_WIDTH_FORMS}{INVISIBLE}{{}}$`"
_SUSPICIOUS_SIGN = {
    "zh-Hant": re.compile(rf"[{_SIGN}{_SIMPLIFIED}“”‘’'\"＂\]\[\\]"),
    "en": re.compile(rf"[{_SIGN}「」『』＂\]\[\\]"),
}
_SUSPICIOUS_BORDER = re.compile(
    f"[{CJK}」』）]{_M}[{_LATIN},;:?!(.]|[{_LATIN})]{_M}[{CJK}]|[A-Za-z0-9{MASKED_CONTENT}] ?[行兆]|每一?行"
    f"|列(?![出舉表於為在入向印數優成了明名式])(?<![序陣系排數佇串並下上羅橫隊逐每條所已這那此另應可將被稱前]列)"
    f"| (?:[ %°{WIDE_PUNCTUATION}]|(?<=[{CJK}] )[{CJK}])|[{WIDE_PUNCTUATION}] "
)

_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_MIXED = re.compile(f"[{_SIMPLIFIED}]+")
_FULL_WIDTH = re.compile(f"[{FULL_WIDTH_FORMS}]+")
_HALF_WIDTH = re.compile(
    f"(?<=[{CJK}」』）]){_M}[,;:?!(]|(?<=[{CJK}」』）]){_M}\\.(?![A-Za-z0-9.])|\\)(?={_M}[{CJK}])"
)
_NO_SPACE = re.compile(f"(?<=[{CJK}]){_M}(?=[{_LATIN}])|(?<=[{_LATIN}]){_M}(?=[{CJK}])")
_EXTRA_SPACE = re.compile(
    f"(?<=[{CJK}]) ++(?=[{CJK}])|(?<=[{WIDE_PUNCTUATION}]) ++|(?<! ) ++(?=[{WIDE_PUNCTUATION}])"
    f"|(?<=\\S)  ++(?=\\S)|(?<=[0-9]) ++(?=[%°])"
)
_BRACES = re.compile(r"[{}]+")
_LEFTOVER = re.compile(r"\$|`|\[\[|\]\]|\[@|\]\(|\\\(|\\\[")
_FOREIGN_QUOTES = {
    "zh-Hant": re.compile("[“”‘’\"＂]|'(?=[" + CJK + "])|(?<=[" + CJK + "])'"),
    "zh-Hans": re.compile('[「」『』"＂]'),
    "en": re.compile("[「」『』＂]"),
}
_OWN_QUOTES = {"zh-Hant": "「」 or 『』", "zh-Hans": "“ ” or ‘ ’", "en": "“ ” or straight quotes"}
_QUOTES = {
    "zh-Hant": (("「", "」"), ("『", "』"), ("（", "）"), ("《", "》")),
    "zh-Hans": (("“", "”"), ("（", "）"), ("《", "》")),
    "en": (("“", "”"),),
}
_QUOTED = {
    "zh-Hant": re.compile("「[^「」]*(?:「[^「」]*」[^「」]*)*」|《[^《》]*》|『[^『』]*』"),
    "zh-Hans": re.compile("“[^“”]*”|《[^《》]*》"),
    "en": re.compile(r"“[^”]*”|\"[^\"]*\"|(?<![*\w])\*[^*\n]+\*(?![*\w])|‘[^’]*’(?!\w)"),
}


_NESTED = re.compile("「[^」]*「|」[^「]*」|』[^『]*』|》[^《]*》|『[^』]*『|^[^「]*」")


def _one_of(forms: Forms) -> re.Pattern[str]:
    return re.compile("|".join(form for form, _ in forms), re.MULTILINE)


_BANNED_FORMS = {
    "zh-Hant": house_words.BANNED_ZH_HANT,
    "zh-Hans": house_words.BANNED_ZH_HANS,
    "en": house_words.BANNED_EN,
}
_BANNED = {language: _one_of(forms) for language, forms in _BANNED_FORMS.items()}
_NEEDLES = {
    "zh-Hant": re.compile(house_words.needles(house_words.BANNED_ZH_HANT)),
    "zh-Hans": re.compile(house_words.needles(house_words.BANNED_ZH_HANS)),
    "en": re.compile(house_words.EN_NEEDLES),
}
_UNCLEAR = _one_of(house_words.UNCLEAR_ZH_HANT)

Rule = Callable[[str, str, list[Span]], Iterator[Problem]]
"""A rule takes the text, its masked form and its protected spans."""


def _instead(forms: Forms, text: str, start: int) -> str:
    return next((fix for form, fix in forms if re.compile(form, re.MULTILINE).match(text, start)), "")


def _banned(language: str) -> Rule:
    def rule(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
        if not _NEEDLES[language].search(masked) or not _BANNED[language].search(masked):
            return
        unquoted = _QUOTED[language].sub(lambda quotation: MASKED_CONTENT * len(quotation[0]), masked)
        for match in _BANNED[language].finditer(unquoted):
            fix = _instead(_BANNED_FORMS[language], unquoted, match.start())
            message = f'"{match[0].strip()}" is not a house word'
            yield Problem("banned-form", match.start(), message, fix.strip())

    return rule


def _unclear(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
    for match in _UNCLEAR.finditer(masked):
        fix = _instead(house_words.UNCLEAR_ZH_HANT, masked, match.start())
        said = text[match.start() : match.end()]
        message = f'"{said}" means different things across the strait'
        yield Problem("unclear-word", match.start(), message, fix)


def _mixed_traditional(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
    for match in _MIXED.finditer(masked):
        yield Problem("mixed-script", match.start(), f'"{match[0]}" is not written so in Taiwan')


def _mixed_simplified(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
    from .conversion import tw2s

    converted = tw2s(masked)
    if converted != masked and len(converted) == len(masked):
        for offset, (said, meant) in enumerate(zip(masked, converted, strict=True)):
            if said != meant and said not in _SIMPLIFIED_TOO:
                yield Problem("mixed-script", offset, f'"{said}" is a Traditional character', meant)


def _quotation_marks(language: str) -> Rule:
    def rule(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
        for match in _FOREIGN_QUOTES[language].finditer(masked):
            if language == "en" or match[0] not in "‘’'" or _beside_chinese(masked, match.start()):
                message = f"{match[0]} is not a quotation mark of {language}"
                yield Problem("quotation-mark", match.start(), message, _OWN_QUOTES[language])
        for opening, closing in _QUOTES[language]:
            if opening in masked or closing in masked:
                yield from _unbalanced(masked, opening, closing)
        if language == "en" and masked.count('"') % 2:
            yield Problem("quotation-mark", masked.rindex('"'), "a straight quotation mark has no partner")

    return rule


def _beside_chinese(masked: str, offset: int) -> bool:
    return bool(re.search(f"[{CJK}]", masked[max(0, offset - 1) : offset + 2]))


def _unbalanced(masked: str, opening: str, closing: str) -> Iterator[Problem]:
    waiting: list[int] = []
    for offset, character in enumerate(masked):
        if character == opening:
            if waiting and opening in "「『“":
                message = f"{opening} stands inside {opening}: nest the other kind"
                yield Problem("quotation-mark", offset, message)
            waiting.append(offset)
        elif character == closing:
            if not waiting:
                yield Problem("quotation-mark", offset, f"{closing} has no {opening} before it")
            else:
                waiting.pop()
    for offset in waiting:
        yield Problem("quotation-mark", offset, f"{opening} is never closed")


def _spaces(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
    for match in _NO_SPACE.finditer(masked):
        message = f'no space between Chinese and Latin in "{_around(text, match)}"'
        yield Problem("missing-space", match.start(), message, " ")
    for match in _EXTRA_SPACE.finditer(masked):
        yield Problem("extra-space", match.start(), f'a space too many in "{_around(text, match)}"', "")


def _around(text: str, match: re.Match[str]) -> str:
    return text[max(0, match.start() - 4) : match.end() + 4]


def _half_width(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
    for match in _HALF_WIDTH.finditer(masked):
        sign = match[0][-1]
        fix = dict(zip(",;:?!().", "，；：？！（）。", strict=True))[sign]
        message = f'"{sign}" beside Chinese is written full width'
        yield Problem("half-width-punctuation", match.end() - 1, message, fix)


def _full_width(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
    for match in _FULL_WIDTH.finditer(masked):
        fix = "".join(" " if sign == "\u3000" else chr(ord(sign) - 0xFEE0) for sign in match[0])
        yield Problem("full-width-character", match.start(), f'"{match[0]}" is written half width', fix)


def _invisible(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
    for match in _INVISIBLE.finditer(text):
        yield Problem("invisible-character", match.start(), f"U+{ord(match[0]):04X} cannot be seen", "")


def _markup(text: str, masked: str, spans: list[Span]) -> Iterator[Problem]:
    for start, end, kind in spans:
        if kind == "html":
            yield Problem("raw-html", start, f"{text[start:end]} is HTML, which texts do not hold")
        elif kind == "placeholder":
            yield Problem("template-brace", start, f"{text[start:end]} looks like a template", None)
    for match in _BRACES.finditer(masked):
        yield Problem("template-brace", match.start(), "a brace outside code and maths")
    for match in _LEFTOVER.finditer(masked):
        message = {
            "$": "$ has no partner (write money as USD)",
            "`": "` has no partner",
            "](": "a Markdown link; write [[id]] or [[id|label]]",
        }.get(match[0], f"{match[0]} opens or closes nothing")
        yield Problem("broken-markup", match.start(), message)
    if "**" in masked and masked.count("**") % 2:
        yield Problem("broken-markup", masked.rindex("**"), "** has no partner")


RULES: Mapping[str, Mapping[str, Rule]] = {
    "zh-Hant": {
        "banned-form": _banned("zh-Hant"),
        "unclear-word": _unclear,
        "mixed-script": _mixed_traditional,
        "quotation-mark": _quotation_marks("zh-Hant"),
        "missing-space, extra-space": _spaces,
        "half-width-punctuation": _half_width,
        "full-width-character": _full_width,
        "invisible-character": _invisible,
        "raw-html, template-brace, broken-markup": _markup,
    },
    "zh-Hans": {
        "banned-form": _banned("zh-Hans"),
        "mixed-script": _mixed_simplified,
        "quotation-mark": _quotation_marks("zh-Hans"),
        "missing-space, extra-space": _spaces,
        "half-width-punctuation": _half_width,
        "full-width-character": _full_width,
        "invisible-character": _invisible,
        "raw-html, template-brace, broken-markup": _markup,
    },
    "en": {
        "banned-form": _banned("en"),
        "quotation-mark": _quotation_marks("en"),
        "full-width-character": _full_width,
        "invisible-character": _invisible,
        "raw-html, template-brace, broken-markup": _markup,
    },
}
"""The rules of each language; a key names the codes of the problems that the rule reports."""


def check_text(text: str, language: str, spans: list[Span] | None = None) -> list[Problem]:
    """Return the problems of `text`, written in `language` (zh-Hant, zh-Hans or en), ordered by offset.

    Pass the protected spans of the text if they are known already.
    """
    spans = protected_spans(text) if spans is None else spans
    masked = mask(text, spans)
    if language in _SUSPICIOUS_SIGN and not _suspicious(text, masked, spans, language):
        return []
    problems = [problem for rule in RULES[language].values() for problem in rule(text, masked, spans)]
    problems.sort(key=lambda problem: problem.offset)
    return problems


def badly_paired(text: str, language: str) -> bool:
    """Whether brackets or quotation marks of zh-Hant or English are unpaired, out of order or wrongly nested."""
    if language == "en":
        signs = "".join(sign for sign in text if sign in "“”") if "“" in text or "”" in text else ""
        return text.count('"') % 2 == 1 or signs != "“”" * (len(signs) // 2)
    for opening, closing in _QUOTES[language]:
        if opening not in text and closing not in text:
            continue
        depth = 0
        for sign in text:
            depth += (sign == opening) - (sign == closing)
            if depth < 0:
                return True
        if depth:
            return True
    return _NESTED.search(text) is not None


def _suspicious(text: str, masked: str, spans: list[Span], language: str) -> bool:
    if _SUSPICIOUS_SIGN[language].search(masked) or _NEEDLES[language].search(masked):
        return True
    if spans and (_INVISIBLE.search(text) or any(kind in ("html", "placeholder") for _, _, kind in spans)):
        return True
    if masked.count("**") % 2:
        return True
    if language == "en":
        return badly_paired(masked, "en")
    return bool(_SUSPICIOUS_BORDER.search(masked)) or badly_paired(masked, language)


LENGTHS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "glance": {"zh-Hant": (1, 40), "zh-Hans": (1, 40), "en": (1, 20)},
    "brief": {"zh-Hant": (600, 1200), "zh-Hans": (600, 1200), "en": (400, 700)},
}
"""Fewest and most words of a depth in each language."""

_WORD = {
    "zh": re.compile(f"[{CJK}]|{MASKED_CONTENT}+|[A-Za-z0-9\u0370-\u03ff]+(?:[-.'’][A-Za-z0-9]+)*"),
    "en": re.compile(f"[\\w{MASKED_CONTENT}]+(?:[-.'’/][\\w{MASKED_CONTENT}]+)*"),
}


def count_words(text: str, language: str) -> int:
    """Count words: in Chinese each character, Latin word, formula and link is one; in English each word."""
    masked = mask(text).replace(MASKED_MARKUP, "").replace("\ue002", MASKED_CONTENT)
    return sum(1 for _ in _WORD["en" if language == "en" else "zh"].finditer(masked))


def check_length(text: str, language: str, depth: str) -> list[Problem]:
    """Return a problem if `text` is shorter or longer than its depth (glance or brief) allows."""
    fewest, most = LENGTHS[depth][language]
    words = count_words(text, language)
    unit = "words" if language == "en" else "characters"
    if words > most:
        return [Problem("too-long", 0, f"{words} {unit}; a {depth} has at most {most}")]
    if words < fewest:
        return [Problem("too-short", 0, f"{words} {unit}; a {depth} has at least {fewest}")]
    return []
