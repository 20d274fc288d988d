"""The inline markup: what it renders, and that nothing written in YAML can run in a reader's browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from posatlas.generators.text import (
    Markup,
    Target,
    plain_maths,
    text_of_first_sentence,
    without_markup,
)

PAYLOADS = {
    "script": "<script>alert(1)</script>",
    "image": "<img src=x onerror=alert(1)>",
    "link": "[x](javascript:alert(1))",
    "link attributes": '[x](#){ onclick="alert(1)" }',
    "svg": "<svg onload=alert(1)></svg>",
    "image attributes": '![](x){ onerror="alert(1)" }',
    "entity in a scheme": "[x](java&#115;cript:alert(1))",
    "frame": "<iframe srcdoc='&lt;script>alert(1)&lt;/script>'></iframe>",
    "cell": "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
    "data": "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "autolink": "<javascript:alert(1)>",
    "attribute end": '"><a href="javascript:alert(1)" onmouseover="alert(1)">x</a>{: onclick="alert(1)" }',
}
POSITIONS = {
    "plain": "{}",
    "strong": "**{}**",
    "emphasis": "*{}*",
    "code": "`{}`",
    "inline maths": "${}$",
    "display maths": "$${}$$",
    "link label": "[[rope|{}]]",
    "link target": "[[{}]]",
    "claim": "[@{}]",
    "list": "- {}\n- {}",
    "heading": "### {}\n{}",
    "paragraph": "One.\n\n{}\n\nTwo.",
}


def _markup(language: str = "en") -> Markup:
    return Markup(
        language,
        lambda identifier: Target(f"../{identifier}/", identifier.upper()),
        lambda identifier, reported: f'<a class="cite" href="../c/x/">{"?" if reported else "!"}</a>',
        lambda latex, display: f'<span class="maths">{len(latex)}{"d" if display else ""}</span>',
    )


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_payloads_are_inert_everywhere(
    payload: str, position: str, language: str, audit: Callable[[str], None]
) -> None:
    text = POSITIONS[position].replace("{}", PAYLOADS[payload])
    audit(_markup(language).inline(text))
    audit(_markup(language).blocks(text))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a < b & c", "a &lt; b &amp; c"),
        ("**bold** and *slanted*", "<strong>bold</strong> and <em>slanted</em>"),
        ("**a `b*c` d**", "<strong>a <code>b*c</code> d</strong>"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("`x_<i>`", "<code>x_&lt;i&gt;</code>"),
        ("[[rope]]", '<a href="../rope/">ROPE</a>'),
        ("[[rope|the *rotary* one]]", '<a href="../rope/">the *rotary* one</a>'),
        ("so $x$", 'so <span class="maths">1</span>'),
        ("so $x$.", 'so <span class="glued"><span class="maths">1</span>.</span>'),
        ("$$x + y$$", '<span class="maths">5d</span>'),
        ("True. [@a; @?b]", 'True. <a class="cite" href="../c/x/">!</a><a class="cite" href="../c/x/">?</a>'),
        ("Said. [@-]", "Said. "),
        ("a $ b", "a $ b"),
    ],
)
def test_inline(text: str, html: str) -> None:
    assert _markup().inline(text) == html


def test_blocks_are_paragraphs_lists_and_headings() -> None:
    text = "One\ntwo.\n\n### Why\nBecause.\n\n- a\n- b"
    assert _markup().blocks(text) == "<p>One two.</p>\n<h3>Why</h3>\n<p>Because.</p>\n<ul><li>a</li><li>b</li></ul>"


def test_items_of_a_list_may_take_several_lines_and_follow_a_sentence() -> None:
    html = "<p>There are:</p>\n<ul><li>one two</li><li>three</li></ul>"
    assert _markup().blocks("There\nare:\n- one\n  two\n- three") == html


def test_counted_steps_become_a_list() -> None:
    assert _markup().blocks("1. Run it. 2. See 3.5 or 10. 3. Stop.") == (
        "<ol><li>Run it.</li><li>See 3.5 or 10.</li><li>Stop.</li></ol>"
    )
    assert _markup().blocks("1. One\n2. Two") == "<ol><li>One</li><li>Two</li></ol>"
    assert _markup().blocks("1. Only one.") == "<p>1. Only one.</p>"
    assert _markup().blocks("In 2. and 3. it") == "<p>In 2. and 3. it</p>"


def test_chinese_lines_join_without_a_space() -> None:
    assert _markup("zh-Hant").blocks("第一行\n第二行。") == "<p>第一行第二行。</p>"
    assert _markup("zh-Hant").inline("一句。 二句 RoPE 三") == "一句。二句 RoPE 三"
    assert _markup("en").inline("位置 編碼") == "位置 編碼"


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"m = 2^{-(i+1)}", "m = 2^(-(i+1))"),
        (r"\theta_i = b^{-2i/d}", "θ_i = b^(-2i/d)"),
        (r"\frac{d}{2} - 1", "(d)/(2) - 1"),
        (r"i = 0, \dots, n-1", "i = 0, …, n-1"),
        (r"(m-n)\theta_i \le \sqrt{x}", "(m-n)θ_i ≤ √(x)"),
        (r"\left(\frac{a}{b}\right)", "((a)/(b))"),
    ],
)
def test_formulas_in_titles_hold_no_latex(latex: str, text: str) -> None:
    assert plain_maths(latex) == text


def test_text_without_markup() -> None:
    text = "**So** $x_{i}$ of [[rope]] and [[alibi|that]] is `y`. [@a-claim]"
    assert without_markup(text, str.upper) == "So x_i of ROPE and that is y."


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One. [@a] Two.", "One."),
        ("一句。[@a]二句。", "一句。"),
        ("### Head\nnot this\n\nFirst here. Then.", "First here."),
        ("Only $x = 1. Y$ here. Then.", "Only $x = 1. Y$ here. Then."),
    ],
)
def test_first_sentence(text: str, first: str) -> None:
    assert text_of_first_sentence(text) == first
