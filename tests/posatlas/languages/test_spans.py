"""Which pieces of a text are protected."""

import pytest

from posatlas.languages import mask, protected_spans

KINDS = [
    ("`code`", "code"),
    ("``a ` b``", "code"),
    ("```python\nx = 1  # 註解\n```", "code-block"),
    ("$x_1$", "maths"),
    (r"$\frac{1}{2}\$ x$", "maths"),
    ("$$\na = b\n$$", "display-maths"),
    ("https://example.org/a?b=c#d", "url"),
    ("team@example.org", "e-mail"),
    ("[[rope]]", "entity-link"),
    ("[@rope-base]", "claim-reference"),
    ("[@a-b; @?c-d]", "claim-reference"),
    ("[@-]", "claim-reference"),
    ("{length}", "placeholder"),
    ("{{ page.title }}", "placeholder"),
    ('<a href="x">', "html"),
    ("</strong>", "html"),
    ("<!-- 註 -->", "html"),
    ("src/models/modeling_bloom.py", "file-name"),
    ("config.json", "file-name"),
    ("10.48550/arXiv.2108.12409", "doi"),
    ("arXiv:2104.09864v5", "arxiv"),
]


@pytest.mark.parametrize(("piece", "kind"), KINDS)
@pytest.mark.parametrize("around", ["{}", "見 {}，再看。", "位置{}編碼", "「{}」"])
def test_kind(piece, kind, around):
    before, after = around.split("{}")
    if kind == "url" and after.startswith("編"):
        after = " " + after  # an address may hold Chinese letters, so a space ends it
    spans = protected_spans(before + piece + after)
    assert spans == [(len(before), len(before) + len(piece), kind)]


@pytest.mark.parametrize(
    "text",
    [
        "位置編碼",
        "一個 $ 符號",
        "價格是 $5，不是 $ 6",
        "a < b 而且 c > d",
        "集合 {1, 2}",
        "一個 ` 反引號",
        "[位置] 與 (括號)",
        "第 3.14 節",
        "e.g. 例如",
        "@提及",
    ],
)
def test_nothing_to_protect(text):
    assert protected_spans(text) == []


def test_the_label_of_a_link_is_text():
    text = "見 [[rope|旋轉位置編碼]] 與 [[alibi]]。"
    assert [text[start:end] for start, end, _ in protected_spans(text)] == ["[[rope|", "]]", "[[alibi]]"]


def test_a_label_may_hold_code():
    text = "[[rope|用 `rope` 的方法]]"
    assert [text[start:end] for start, end, _ in protected_spans(text)] == ["[[rope|", "`rope`", "]]"]


def test_an_address_ends_before_punctuation():
    text = "見 https://example.org/a。然後（https://example.org/b）與 https://example.org/c."
    found = [text[start:end] for start, end, _ in protected_spans(text)]
    assert found == ["https://example.org/a", "https://example.org/b", "https://example.org/c"]


def test_masking_keeps_every_offset():
    text = "用 $x$ 與 [[rope|旋轉]]。[@a-b]"
    masked = mask(text)
    assert len(masked) == len(text)
    assert masked.index("旋轉") == text.index("旋轉")
    assert "$" not in masked and "@" not in masked
