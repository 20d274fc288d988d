"""Every check finds its mistake where it is, and leaves good text alone."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posatlas.languages import mask, protected_spans
from posatlas.languages.checks import RULES, check_length, check_text, count_words

BAD = [
    # language, text, code, offset, fix
    ("zh-Hant", "位置信息不變", "banned-form", 2, "資訊"),
    ("zh-Hant", "模型的數據集", "banned-form", 3, "資料"),
    ("zh-Hant", "佔用內存", "banned-form", 2, "記憶體"),
    ("zh-Hant", "緩存鍵與值", "banned-form", 0, "快取"),
    ("zh-Hant", "底數默認為 10000", "banned-form", 2, "預設"),
    ("zh-Hant", "因果掩碼", "banned-form", 2, "遮罩"),
    ("zh-Hant", "每個桶一個標量", "banned-form", 5, "純量"),
    ("zh-Hant", "滑動窗口", "banned-form", 2, "視窗"),
    ("zh-Hant", "不需要額外引數", "banned-form", 5, "參數"),
    ("zh-Hant", "視窗擴充套件", "banned-form", 2, "擴展"),
    ("zh-Hant", "通過偏置加入位置", "banned-form", 0, "透過"),
    ("zh-Hant", "支持 128K 的視窗", "banned-form", 0, "支援"),
    ("zh-Hant", "張量並行", "banned-form", 0, "…平行"),
    ("zh-Hant", "零外推訓練", "banned-form", 0, "免訓練外推"),
    ("zh-Hant", "一個代幣", "banned-form", 2, "詞元"),
    ("zh-Hant", "推理成本", "banned-form", 0, "推論"),
    ("zh-Hant", "第 $i$ 列是查詢", "unclear-word", 6, "橫列"),
    ("zh-Hant", "表只有 $L$ 列", "unclear-word", 8, "橫列"),
    ("zh-Hant", "新增的列沒有訓練過", "unclear-word", 3, "橫列"),
    ("zh-Hant", "第 $j$ 行是鍵", "unclear-word", 0, "直行"),
    ("zh-Hant", "約 2 兆次運算", "unclear-word", 2, "兆個"),
    ("zh-Hant", "旋转矩陣", "mixed-script", 1, None),
    ("zh-Hant", "为了外推", "mixed-script", 0, None),
    ("zh-Hant", "优化与训练", "mixed-script", 0, None),
    ("zh-Hant", "所謂“旋轉”編碼", "quotation-mark", 2, "「」 or 『』"),
    ("zh-Hant", '所謂"旋轉"編碼', "quotation-mark", 2, "「」 or 『』"),
    ("zh-Hant", "所謂「旋轉編碼", "quotation-mark", 2, None),
    ("zh-Hant", "所謂旋轉」編碼", "quotation-mark", 4, None),
    ("zh-Hant", "「甲「乙」」", "quotation-mark", 2, None),
    ("zh-Hant", "編碼（位移", "quotation-mark", 2, None),
    ("zh-Hant", "用RoPE 的模型", "missing-space", 1, " "),
    ("zh-Hant", "用 RoPE的模型", "missing-space", 6, " "),
    ("zh-Hant", "維度是$d$ 的頭", "missing-space", 3, " "),
    ("zh-Hant", "用 `rope`旋轉", "missing-space", 8, " "),
    ("zh-Hant", "用**RoPE** 的模型", "missing-space", 1, " "),
    ("zh-Hant", "32個桶", "missing-space", 2, " "),
    ("zh-Hant", "用  RoPE", "extra-space", 1, ""),
    ("zh-Hant", "位置 編碼", "extra-space", 2, ""),
    ("zh-Hant", "固定， 不變", "extra-space", 3, ""),
    ("zh-Hant", "約 1 %", "extra-space", 3, ""),
    ("zh-Hant", "固定,不變", "half-width-punctuation", 2, "，"),
    ("zh-Hant", "兩種:絕對與相對", "half-width-punctuation", 2, "："),
    ("zh-Hant", "不需要訓練?", "half-width-punctuation", 5, "？"),
    ("zh-Hant", "詞元(token）", "half-width-punctuation", 2, "（"),
    ("zh-Hant", "不變.", "half-width-punctuation", 2, "。"),
    ("zh-Hant", "長度 １２８", "full-width-character", 3, "128"),
    ("zh-Hant", "用 ＲｏＰＥ", "full-width-character", 2, "RoPE"),
    ("zh-Hant", "位置\u200b編碼", "invisible-character", 2, ""),
    ("zh-Hant", "位置\u202e編碼", "invisible-character", 2, ""),
    ("zh-Hant", "位置 `a\u2066b` 編碼", "invisible-character", 5, ""),
    ("zh-Hant", "用 <b>粗體</b> 寫", "raw-html", 2, None),
    ("zh-Hant", "長度是 {length} 個", "template-brace", 4, None),
    ("zh-Hant", "集合 {1, 2}", "template-brace", 3, None),
    ("zh-Hant", "維度 $d 的頭", "broken-markup", 3, None),
    ("zh-Hant", "函式 `rope 的參數", "broken-markup", 3, None),
    ("zh-Hant", "見 [[Rope]] 一節", "broken-markup", 2, None),
    ("zh-Hant", "見 [論文](x) 一節", "broken-markup", 5, None),
    ("zh-Hant", "用**粗體寫", "broken-markup", 1, None),
    ("zh-Hans", "位置资讯", "banned-form", 2, "信息"),
    ("zh-Hans", "占用记忆体", "banned-form", 2, "内存"),
    ("zh-Hans", "旋轉矩阵", "mixed-script", 1, "转"),
    ("zh-Hans", "所谓「旋转」", "quotation-mark", 2, "“ ” or ‘ ’"),
    ("zh-Hans", "所谓“旋转", "quotation-mark", 2, None),
    ("zh-Hans", "用RoPE 的模型", "missing-space", 1, " "),
    ("zh-Hans", "固定,不变", "half-width-punctuation", 2, "，"),
    ("en", "A positional encoding adds order.", "banned-form", 2, "position"),
    ("en", "Under a permissive license.", "banned-form", 8, "licence"),
    ("en", "The context size is 4K.", "banned-form", 4, "context length"),
    ("en", "Heads are normalized first.", "banned-form", 10, "-ise, -isation"),
    ("en", "The behavior beyond L.", "banned-form", 4, "behaviour"),
    ("en", "A groundbreaking method.", "banned-form", 2, "say what it does"),
    ("en", "It says 「rotate」.", "quotation-mark", 8, "“ ” or straight quotes"),
    ("en", 'It says "rotate.', "quotation-mark", 8, None),
    ("en", "It says “rotate.", "quotation-mark", 8, None),
    ("en", "Length \u200b4096.", "invisible-character", 7, ""),
    ("en", "A <b>bold</b> word.", "raw-html", 2, None),
    ("en", "The {method} rotates.", "template-brace", 4, None),
    ("en", "It costs $5.", "broken-markup", 9, None),
    ("en", "See [the paper](x).", "broken-markup", 14, None),
    ("en", "Length ４０９６.", "full-width-character", 7, "4096"),
]

GOOD = [
    ("zh-Hant", "把參數據此調整，函數組成不變。"),
    ("zh-Hant", "位置資訊存放在記憶體內存在的陣列裡。"),
    ("zh-Hant", "把通道分成數組，各自計算。"),
    ("zh-Hant", "方法通過測試，也不通過原點。"),
    ("zh-Hant", "吸引數個頭注意的詞元。"),
    ("zh-Hant", "機率質量集中在近處。"),
    ("zh-Hant", "文件寫「零外推訓練」，意思是免訓練外推。"),
    ("zh-Hant", "演算法與計算法，改變量與可變量。"),
    ("zh-Hant", "第 $i$ 橫列、第 $j$ 直行，每一列是一個位置，每一行程式碼有註解。"),
    ("zh-Hant", "序列、陣列、排列、數列、佇列與下列各項，依序列出。"),
    ("zh-Hant", "旋轉矩陣正交，行列式為 1；此論文列於附錄。"),
    ("zh-Hant", "後面的詞元只看前面，佔 0.5%，裡外都乾淨，臺灣與台灣皆可。"),
    ("zh-Hant", "用 **RoPE**（旋轉）的模型，共 32 個桶，$d = 64$、$h = 12$。"),
    ("zh-Hant", "詞元（token）長度是 128K；見 [[rope]]、[[alibi|線性偏置]]。[@alibi-slopes]"),
    ("zh-Hant", "見 [[rope]]的公式，或 [[rope|RoPE]] 的公式。"),
    ("zh-Hant", "論文說：「我們把『相對』寫進偏置。」"),
    ("zh-Hant", "價格寫成 USD 5；程式寫成 `f(x, y): {z}`；數學是 $\\{1, 2\\}$。"),
    ("zh-Hant", "甲、乙與丙——三者皆然……"),
    ("zh-Hant", "見 config.json 與 https://example.org/a?b=c 的說明。"),
    ("zh-Hans", "不说明为什么，只说“相对”与‘位移’。"),
    ("zh-Hans", "位置信息在内存里，用 RoPE 的模型著名而干净。"),
    ("en", 'The document says "零外推訓練", which reads as “without training”.'),
    ("en", "*Positional encoding* stands in titles such as “A Positional Encoding for Graphs”."),
    ("en", "They license the code; the licence is Apache-2.0; its size is a prize; tokenizers tokenize."),
    ("en", "A head's slopes, the heads' biases: $m = 2^{-8(i+1)/n}$ (see [[alibi|ALiBi]]).[@alibi-slopes]"),
]


@pytest.mark.parametrize(("language", "text", "code", "offset", "fix"), BAD)
def test_bad(language, text, code, offset, fix):
    found = [problem for problem in check_text(text, language) if problem.code == code]
    assert found, check_text(text, language)
    assert (found[0].offset, found[0].fix) == (offset, fix)
    assert found[0].message


@pytest.mark.parametrize(("language", "text"), GOOD)
def test_good(language, text):
    assert check_text(text, language) == []


def test_every_code_has_a_bad_case():
    for language, rules in RULES.items():
        codes = {code for names in rules for code in names.split(", ")}
        tried = {code for said, _, code, _, _ in BAD if said == language}
        assert tried <= codes
        if language == "zh-Hant":
            assert tried == codes


@pytest.mark.parametrize("language", ["zh-Hant", "en"])
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_the_quick_search_misses_nothing(language, data):
    pieces = [text for said, text, *_ in BAD if said == language] + [
        text for said, text in GOOD if said == language
    ]
    signs = [
        "「",
        "」",
        "『",
        "』",
        "（",
        "）",
        "《",
        "》",
        "“",
        "”",
        '"',
        "**",
        "*",
        "$",
        "`",
        "[[",
        "]]",
        "列",
        " ",
        "。",
    ]
    text = "".join(data.draw(st.lists(st.sampled_from(pieces + signs), max_size=6)))
    spans = protected_spans(text)
    masked = mask(text, spans)
    thorough = [problem for rule in RULES[language].values() for problem in rule(text, masked, spans)]
    assert set(check_text(text, language)) == set(thorough)


def test_problems_come_in_the_order_of_the_text():
    offsets = [problem.offset for problem in check_text("用RoPE,的數據“甲”", "zh-Hant")]
    assert offsets == sorted(offsets) and len(offsets) >= 4


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("位置編碼", "zh-Hant", 4),
        ("用 RoPE 的模型。", "zh-Hant", 5),
        ("維度 $d = 64$、`head_dim` 與 [[rope]]。[@rope-base]", "zh-Hant", 6),
        ("見 [[rope|旋轉位置編碼]]。", "zh-Hant", 7),
        ("Position encoding tells order.", "en", 4),
        ("Heads have $m = 2^{-i}$ as ALiBi's slope.[@alibi-slopes]", "en", 6),
        ("A long-context model.", "en", 3),
        ("", "en", 0),
    ],
)
def test_words(text, language, words):
    assert count_words(text, language) == words


@pytest.mark.parametrize(
    ("words", "language", "depth", "codes"),
    [
        (40, "zh-Hant", "glance", []),
        (41, "zh-Hant", "glance", ["too-long"]),
        (0, "zh-Hant", "glance", ["too-short"]),
        (20, "en", "glance", []),
        (21, "en", "glance", ["too-long"]),
        (599, "zh-Hant", "brief", ["too-short"]),
        (600, "zh-Hant", "brief", []),
        (1200, "zh-Hant", "brief", []),
        (1201, "zh-Hant", "brief", ["too-long"]),
        (399, "en", "brief", ["too-short"]),
        (400, "en", "brief", []),
        (701, "en", "brief", ["too-long"]),
    ],
)
def test_length(words, language, depth, codes):
    text = "位" * words if language == "zh-Hant" else "word " * words
    assert [problem.code for problem in check_length(text, language, depth)] == codes


def test_clean_text_is_checked_quickly():
    zh = "旋轉位置編碼依位置旋轉查詢與鍵，使兩者的內積只看位移 $m - n$。[@rope-offset] " * 2
    start = time.process_time()
    for _ in range(5000):
        check_text(zh, "zh-Hant")
    assert (time.process_time() - start) / 5000 < 100e-6


@pytest.mark.parametrize("text", ["”a“", "a ”b“ c", "“a” ”b“", "“a “b” c”", "“a", "a”"])
def test_curly_quotes_that_do_not_pair(text):
    assert {problem.code for problem in check_text(text, "en")} == {"quotation-mark"}


@pytest.mark.parametrize("text", ["“a”", "a “b” c “d”", "no quotes"])
def test_curly_quotes_that_pair(text):
    assert check_text(text, "en") == []


@pytest.mark.parametrize("text", ["）編碼（", "》編碼《", "』編碼『", "」編碼「", "（編碼", "編碼）", "「編「碼」」"])
def test_brackets_that_do_not_pair(text):
    assert {problem.code for problem in check_text(text, "zh-Hant")} == {"quotation-mark"}


@pytest.mark.parametrize("text", ["（編碼（位移））", "「編碼『位移』」", "《編碼》與（位移）"])
def test_brackets_that_pair(text):
    assert check_text(text, "zh-Hant") == []
