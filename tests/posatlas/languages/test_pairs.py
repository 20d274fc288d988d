"""Comparing two languages of one text."""

from decimal import Decimal

import pytest

from posatlas.languages.checks import check_pair
from posatlas.languages.pairs import loosely_said, numbers

SAME = [
    ("頭數 $n$，斜率 $m = 2^{-i}$。", "Slopes $m = 2^{-i}$ for $n$ heads."),
    ("$n$ 是 2 的次方時，$n$ 個斜率等比。", "If $n$ is a power of two, the slopes are geometric."),
    ("用 `rope_theta` 設定。", "Set by `rope_theta`."),
    ("見 https://example.org/a 的說明。", "See https://example.org/a for more."),
    ("2021 年 8 月 27 日發表。", "Published on 27 August 2021."),
    ("2021 年 8 月發表。", "Published in August 2021."),
    ("共 131,072 個詞元。", "131072 tokens."),
    ("約 10 萬個詞元。", "About 100,000 tokens."),
    ("約十萬個詞元。", "About 100,000 tokens."),
    ("參數 13 億。", "1.3 billion parameters."),
    ("參數 1,300,000,000 個。", "1.3 billion parameters."),
    ("視窗 100 萬個詞元。", "A window of 1M tokens."),
    ("視窗 1,000,000 個詞元。", "A window of a million tokens."),
    ("三個頭、兩個桶。", "3 heads and 2 buckets."),
    ("LLaMA-65B 與 GPT-2。", "LLaMA-65B and GPT-2."),
    ("佔 0.5%。[@rope-cost]", "It takes 0.5%.[@rope-cost]"),
    ("第 2.0.1 百頁。", "Page 2.0.1 hundred."),
]

DIFFERENT = [
    ("斜率 $m = 2^{-i}$。", "Slopes $m = 2^{-(i+1)}$.", {"formula-differs"}),
    ("斜率 $m$。", "Slopes.", {"formula-differs"}),
    ("$a = b$，且 $a = b$。", "$a = b$.", {"formula-differs"}),
    ("設 $$a = b$$。", "Let $$a = c$$.", {"formula-differs"}),
    ("用 `rope_theta`。", "Use `theta`.", {"code-differs"}),
    ("見 https://example.org/a 。", "See https://example.org/b .", {"address-differs"}),
    ("屬實。[@rope-cost]", "True.[@rope-offset]", {"reference-differs"}),
    ("共 131,072 個。", "131,027 tokens.", {"number-differs"}),
    ("2017 年。", "In 2018.", {"number-differs"}),
    ("0.5%。", "0.05%.", {"number-differs"}),
    ("13 億。", "13 million.", {"number-differs"}),
]


@pytest.mark.parametrize(("zh_hant", "en"), SAME)
def test_same(zh_hant, en):
    assert check_pair(zh_hant, en) == []


@pytest.mark.parametrize(("zh_hant", "en", "codes"), DIFFERENT)
def test_different(zh_hant, en, codes):
    problems = check_pair(zh_hant, en)
    assert {problem.code for problem in problems} == codes
    assert all(0 <= problem.offset <= len(zh_hant) for problem in problems)


def test_the_offset_is_where_the_formula_stands():
    assert check_pair("斜率 $m = 1$。", "Slopes.")[0].offset == 3


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("13 億與 4,096 與 0.5", "zh-Hant", {1300000000, 4096, Decimal("0.5")}),
        ("1.3 billion, 4,096 and 0.5", "en", {1300000000, 4096, Decimal("0.5")}),
        ("GPT-2、12 個頭", "zh-Hant", set()),
        ("8 月 27 日", "zh-Hant", set()),
        ("2.5.1 million and 40", "en", {Decimal("2.5"), 40}),
    ],
)
def test_numbers(text, language, values):
    assert numbers(text, language) == values


def test_numbers_in_words():
    assert {100000, 25} <= loosely_said("十萬與二十五", "zh-Hant")
    assert {1000000, 100000} <= loosely_said("a million, a hundred thousand", "en")
    assert {131072, 128000} <= loosely_said("128K", "en")
