"""Words of another language are marked with it, and nothing else is."""

from __future__ import annotations

import pytest

from posatlas.generators.foreign_words import ForeignWords

TITLE = "注意力就是你所需要的一切"


@pytest.mark.parametrize(
    ("language", "given", "marked"),
    [
        ("zh-Hant", "論文 Attention Is All You Need。", '論文 <span lang="en">Attention Is All You Need</span>。'),
        ("zh-Hant", "用 RoPE 與 ALiBi 兩種", "用 RoPE 與 ALiBi 兩種"),  # names, not sentences
        ("zh-Hant", "用 Position Interpolation 方法", "用 Position Interpolation 方法"),
        ("en", "called 位置編碼 there", 'called <span lang="zh-Hant">位置編碼</span> there'),
        ("en", "Attention Is All You Need", "Attention Is All You Need"),
        ("zh-Hant", '<a title="Attention Is All You Need">甲</a>', '<a title="Attention Is All You Need">甲</a>'),
        ("zh-Hant", "<code>Attention is all you need</code>", "<code>Attention is all you need</code>"),
        ("zh-Hant", '<b lang="en">Attention is all you need</b>', '<b lang="en">Attention is all you need</b>'),
        ("zh-Hant", "```python\nfor one in all of them\n```", "```python\nfor one in all of them\n```"),
        ("zh-Hant", "<p>it&#39;s all you need</p>", '<p><span lang="en">it&#39;s all you need</span></p>'),
    ],
)
def test_words_are_marked(language: str, given: str, marked: str) -> None:
    assert ForeignWords(language, ()).marked(given) == marked


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_a_title_keeps_the_script_of_its_author(language: str) -> None:
    marked = ForeignWords(language, [TITLE]).marked(f"<p>{TITLE}</p>")
    assert marked == f'<p><span lang="zh-Hant">{TITLE}</span></p>'


def test_marking_twice_is_marking_once() -> None:
    words = ForeignWords("zh-Hant", ())
    once = words.marked("<p>論文 Attention Is All You Need 提出</p>")
    assert words.marked(once) == once
