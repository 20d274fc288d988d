"""Simplified Chinese: exact sentences, protected spans, one pass, speed, a clear error without OpenCC."""

import builtins
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posatlas.languages import MissingConverter, protected_spans, to_zh_hans, tw2s, unfold
from posatlas.languages import conversion as conversion_module
from posatlas.languages.conversion import TermConverter

from .sentences import SENTENCES

PIECES = st.sampled_from(
    [
        "`檔案 = load()`",
        "```\n# 檔案\nx\n```",
        "$\\text{檔案}_i$",
        "$$位元 + 1$$",
        "https://example.org/檔案?q=位元",
        "team@example.org",
        "[[rope]]",
        "[[kv-cache|",
        "]]",
        "[@rope-base; @?alibi-claim]",
        "[@-]",
        "{window_length}",
        '<a title="檔案">',
        "</a>",
        "config.json",
        "arXiv:2104.09864v5",
        "10.48550/arXiv.2108.12409",
        "檔案",
        "推論",
        "列向量",
        "「",
        "」",
        "，",
        " 用 RoPE ",
        "$",
        "`",
        "{",
        "<",
        "其實作者",
        "\n",
    ]
)


def kept(text):
    return [(span.kind, text[span.start : span.end]) for span in protected_spans(text)]


def test_there_are_forty_sentences():
    assert len({source for source, _ in SENTENCES}) >= 40


@pytest.mark.parametrize(("source", "expected"), SENTENCES)
def test_sentence(source, expected):
    assert to_zh_hans(source) == expected


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
def test_protected_spans_stay_byte_for_byte(text):
    assert kept(to_zh_hans(text)) == kept(text)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80))
def test_any_text_converts_and_keeps_its_spans(text):
    assert kept(to_zh_hans(text)) == kept(text)


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(max_codepoint=127), max_size=80))
def test_text_without_chinese_is_returned_as_it_is(text):
    assert to_zh_hans(text) == text


def test_it_is_not_idempotent_and_need_not_be():
    # The list is matched on Traditional Chinese. Words of its result are keys too, with other meanings: a
    # second pass would turn files into documents and swap rows with columns once more.
    assert to_zh_hans("檔案") == "文件"
    assert to_zh_hans(to_zh_hans("檔案")) == "文档"
    assert to_zh_hans("列向量") == "行向量"
    assert to_zh_hans(to_zh_hans("列向量")) == "列向量"


def test_the_longest_row_wins_and_its_result_is_final():
    convert = TermConverter({"位元": "位", "位元組": "字节", "字节": "wrong", "組": "wrong"})
    assert convert("位元組與位元") == "字节与位"


def test_no_row_matches_across_a_protected_span():
    assert to_zh_hans("檔$x$案") == "档$x$案"
    assert to_zh_hans("位`x`元組") == "位`x`元组"


def test_a_row_that_begins_with_latin_letters_needs_a_word_border():
    assert to_zh_hans("MKV 快取") == "MKV 缓存"
    assert to_zh_hans("用 KV 快取的模型") == "用 KV 缓存的模型"


def test_characters_alone_follow_opencc():
    assert tw2s("資訊與檔案") == "资讯与档案"


def test_thousands_of_texts_a_second():
    texts = [f"{source}（{number}）" for number in range(50) for source, _ in SENTENCES]
    tw2s.cache_clear()
    to_zh_hans("檔案")
    start = time.process_time()
    for text in texts:
        to_zh_hans(text)
    seconds = time.process_time() - start
    assert len(texts) / seconds > 3000, f"{len(texts)} texts in {seconds:.2f} s"


@pytest.mark.parametrize(
    ("folded", "expected"),
    [
        ("斜率固定； 距離會變。", "斜率固定；距離會變。"),
        ("第一行末 接著下一行", "第一行末接著下一行"),
        ("用 RoPE 的模型，共 32 個桶", "用 RoPE 的模型，共 32 個桶"),
        ("句末。 [@rope-base] 下一句", "句末。[@rope-base] 下一句"),
        ("程式 `甲 乙` 與 $甲 乙$", "程式 `甲 乙` 與 $甲 乙$"),
        ("plain words", "plain words"),
    ],
)
def test_folded_lines_leave_no_space_inside_chinese(folded, expected):
    assert unfold(folded) == expected


def test_a_missing_converter_is_a_sentence(monkeypatch):
    real_import = builtins.__import__

    def without_opencc(name, *arguments, **options):
        if name == "opencc":
            raise ImportError(name)
        return real_import(name, *arguments, **options)

    conversion_module._opencc.cache_clear()
    tw2s.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without_opencc)
    with pytest.raises(MissingConverter, match="opencc-python-reimplemented"):
        tw2s("檔")
    monkeypatch.undo()
    conversion_module._opencc.cache_clear()
    assert tw2s("檔") == "档"
