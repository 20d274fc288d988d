"""Text of the knowledge base to HTML: a small inline markup, escaped, with links, claims and formulas."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import NamedTuple

from posatlas.references import CITATION

_TOKEN = re.compile(
    r"(?P<code>`[^`\n]+`)"
    r"|(?P<display>\$\$[^$]+\$\$)"
    r"|(?P<maths>\$[^$\n]+\$)"
    r"|(?P<cite>\[@[^\]\n]*\])"
    r"|(?P<link>\[\[[^\]|\n]+(?:\|[^\]\n]*)?\]\])"
    r"|(?P<strong>\*\*(?=\S).+?(?<=\S)\*\*)"
    r"|(?P<em>\*(?=\S)[^*\n]+?(?<=\S)\*)",
)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_SPACE_IN_CHINESE = re.compile(
    r"(?<=[\u3400-\u9fff\u3001\u3002\uff01-\uff1f\u300c-\u300f])\s+(?=[\u3400-\u9fff\u300c-\u300f\uff08])"
)
# Punctuation that stays on the line of the formula before it.
_CLOSING = tuple(".,;:!?)]}。，；：、！？）」』")


class Target(NamedTuple):
    """Where a link leads and what it is called."""

    url: str
    label: str


class Markup:
    """Renders texts of one language.

    `link(id)` gives a target, `cite(id, reported)` the HTML of a claim reference, and `maths(latex, display)`
    that of a formula.
    """

    def __init__(
        self,
        language: str,
        link: Callable[[str], Target],
        cite: Callable[[str, bool], str],
        maths: Callable[[str, bool], str],
    ) -> None:
        self._language, self._link, self._cite, self._maths = language, link, cite, maths

    def inline(self, text: str) -> str:
        """HTML of one run of text, without paragraphs."""
        if self._language != "en":
            text = _SPACE_IN_CHINESE.sub("", text)
        pieces, last = [], 0
        for match in _TOKEN.finditer(text):
            pieces.append(self.plain(text[last : match.start()]))
            piece, last = self._token(match), match.end()
            if match.lastgroup == "maths" and text[last : last + 1] in _CLOSING:
                piece = f'<span class="glued">{piece}{escape(text[last])}</span>'
                last += 1
            pieces.append(piece)
        pieces.append(self.plain(text[last:]))
        return "".join(pieces)

    def blocks(self, text: str) -> str:
        """HTML of prose: blocks parted by empty lines, with lists, counted steps and `### ` headings."""
        result = []
        for block in re.split(r"\n\s*\n", text.strip()):
            lines = [line.strip() for line in block.splitlines()]
            if lines[0].startswith("### "):
                result.append(f"<h3>{self.inline(lines[0][4:])}</h3>")
                lines = lines[1:]
                if not lines:
                    continue
            joint = "" if self._language != "en" and _CHINESE.search(block) else " "
            if steps := _steps(lines):
                result.append(self._list("ol", steps))
                continue
            starts = [n for n, line in enumerate(lines) if line.startswith("- ")]
            before = lines[: starts[0]] if starts else lines
            if before:
                result.append(f"<p>{self.inline(_join(before, joint))}</p>")
            if starts:
                ends = [*starts[1:], len(lines)]
                items = [_join(lines[a:b], joint)[2:] for a, b in zip(starts, ends, strict=True)]
                result.append(self._list("ul", items))
        return "\n".join(result)

    def _list(self, tag: str, items: list[str]) -> str:
        return f"<{tag}>" + "".join(f"<li>{self.inline(item)}</li>" for item in items) + f"</{tag}>"

    def plain(self, text: str) -> str:
        """HTML of words without markup."""
        return escape(text)

    def _token(self, match: re.Match[str]) -> str:
        raw = match.group()
        if match.lastgroup == "code":
            return f"<code>{escape(raw[1:-1])}</code>"
        if match.lastgroup == "display":
            return self._maths(raw[2:-2].strip(), True)
        if match.lastgroup == "maths":
            return self._maths(raw[1:-1], False)
        if match.lastgroup == "cite":
            return self._citations(raw)
        if match.lastgroup == "link":
            identifier, _, label = raw[2:-2].partition("|")
            target = self._link(identifier)
            return f'<a href="{escape(target.url)}">{self.plain(label or target.label)}</a>'
        tag, width = ("strong", 2) if match.lastgroup == "strong" else ("em", 1)
        return f"<{tag}>{self.inline(raw[width:-width])}</{tag}>"

    def _citations(self, raw: str) -> str:
        found = CITATION.match(raw)
        words = [word.strip().removeprefix("@") for word in found.group(1).split(";")] if found else []
        shown = [self._cite(w.removeprefix("?"), w.startswith("?")) for w in words if w and w != "-"]
        return "".join(shown)


def _steps(lines: list[str]) -> list[str]:
    """The steps of a block that counts `1. … 2. …`, on one line or several; empty where it does not."""
    text = " ".join(lines)
    steps: list[str] = []
    while match := re.match(rf"{len(steps) + 1}\. (.+?)(?=\s{len(steps) + 2}\. |$)", text):
        steps.append(match[1])
        text = text[match.end() :].lstrip()
    return steps if len(steps) > 1 and not text else []


def _join(lines: list[str], joint: str) -> str:
    """Lines of a paragraph as one; between two Latin ends a space is kept even in Chinese."""
    text = lines[0]
    for line in lines[1:]:
        latin = text[-1:].isascii() and line[:1].isascii()
        text += (" " if latin else joint) + line
    return text


_SENTENCE_END = re.compile(r"(?<=[。！？])|(?<=[.!?]) (?=[A-Z\u3400-\u9fff\[])")
_GREEK = dict(
    alpha="α", beta="β", gamma="γ", delta="δ", theta="θ", lambda_="λ", mu="μ", omega="ω", pi="π", sigma="σ",
    varphi="φ", phi="φ", epsilon="ε", tau="τ", Theta="Θ", Delta="Δ", Omega="Ω",
)  # fmt: skip
_SIGNS = dict(
    cdot="·", times="×", le="≤", leq="≤", ge="≥", geq="≥", ne="≠", neq="≠", approx="≈", to="→", infty="∞",
    dots="…", ldots="…", cdots="…", top="ᵀ", in_="∈", mid="|", lfloor="⌊", rfloor="⌋", quad=" ", qquad=" ",
)  # fmt: skip
_NAMES = {name.rstrip("_"): sign for name, sign in (_GREEK | _SIGNS).items()}


@lru_cache(maxsize=65_536)
def plain_maths(latex: str) -> str:
    """A formula in one line of ordinary characters, for titles; not exact in shape, readable."""
    text = re.sub(r"\\(?:left|right|,|;|!|operatorname|mathrm|mathbf|text|displaystyle)(?![a-zA-Z])", "", latex)
    for _ in range(3):
        text = re.sub(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}", r"(\1)/(\2)", text)
        text = re.sub(r"\\sqrt\{([^{}]*)\}", r"√(\1)", text)
        text = re.sub(r"([_^])\{([^{}]*)\}", lambda m: m[1] + (m[2] if len(m[2]) == 1 else f"({m[2]})"), text)
    text = re.sub(r"\\([A-Za-z]+)", lambda m: _NAMES.get(m[1], m[1]), text)
    return " ".join(re.sub(r"\\[^A-Za-z]|[{}&\\]", " ", text).split())


def without_markup(text: str, name: Callable[[str], str] = str) -> str:
    """A text without marks: formulas in ordinary characters, links as names, claim references left out."""

    def word(match: re.Match[str]) -> str:
        raw, kind = match.group(), match.lastgroup
        if kind in ("maths", "display"):
            return plain_maths(raw.strip("$"))
        if kind == "cite":
            return ""
        if kind == "link":
            identifier, _, label = raw[2:-2].partition("|")
            return label or name(identifier)
        width = 2 if kind == "strong" else 1
        return without_markup(raw[width:-width], name) if kind != "code" else raw[1:-1]

    joined = _SPACE_IN_CHINESE.sub("", _TOKEN.sub(word, text))
    return " ".join(joined.split())


def text_of_first_sentence(text: str) -> str:
    """The first sentence of a text with its markup, without claim references and headings."""
    blocks = [block for block in re.split(r"\n\s*\n", text.strip()) if not block.startswith("### ")]
    bare = " ".join(CITATION.sub("", (blocks or [text])[0]).removeprefix("- ").split())
    first = _SENTENCE_END.split(bare, maxsplit=1)[0].strip()
    cut_in_a_mark = any(first.count(sign) % 2 for sign in ("$", "`", "**")) or first.count("[[") > first.count("]]")
    return bare if cut_in_a_mark else first
