"""What the lints of texts share: reading marks, ends of sentences, and Simplified Chinese without its converter."""

import datetime
import shutil
from pathlib import Path

import pytest

from posatlas.languages import conversion
from posatlas.languages.spans import MASKED_CONTENT, MASKED_MARKUP
from posatlas.lints.texts import citation, uncited
from posatlas.validation import validate

BASE = Path(__file__).parent / "base_kb"
TODAY = datetime.date(2026, 11, 29)
OF_WORDS = {"languages/banned-form", "languages/mixed-script"}
KEPT = """name: {zh-Hant: KV 快取, en: KV cache}
about:
  zh-Hant: 網絡保存鍵與值。[@-]
  en: The cache keeps keys and values. [@-]
  zh-Hans: 缓存保存鍵与值。[@-]
"""


@pytest.mark.parametrize(
    ("mark", "claims", "reported", "malformed"),
    [
        ("[@a-1]", ("a-1",), set(), ()),
        ("[@a; @?b;@ c]", ("a", "b", "c"), {"b"}, ()),
        ("[@-]", (), set(), ()),
        ("[@-; @a]", ("a",), set(), ("-",)),
        ("[@]", (), set(), ("",)),
        ("[@A; @a-; @1a; @a]", ("a",), set(), ("A", "@a-", "@1a")),
    ],
)
def test_a_mark_gives_claims_and_what_cannot_be_read(mark, claims, reported, malformed):
    assert citation(mark) == (claims, frozenset(reported), malformed)


@pytest.mark.parametrize(
    ("pieces", "language", "ends"),
    [
        ([f"It runs. {MASKED_MARKUP}", f"它會跑。{MASKED_MARKUP}"], "en", []),
        (["It runs. It stops. It rests."], "en", [(0, "It runs.")]),
        ([f"A. {MASKED_MARKUP}", "B runs. C stops."], "en", [(1, "B runs.")]),
        (["甲走。乙停。", f"丙走。{MASKED_MARKUP}丁停。"], "zh-Hant", [(0, "甲走。"), (1, "丁停。")]),
        ([f"It runs. {MASKED_MARKUP}\n\nno full stop here"], "en", [(0, "stop here")]),
        ([f"# A heading\n\n{MASKED_CONTENT}\n\nIt runs. {MASKED_MARKUP}", ""], "en", []),
    ],
)
def test_a_text_is_named_once_with_the_end_of_a_sentence_that_no_mark_follows(pieces, language, ends):
    found = list(uncited(pieces, language))
    assert [index for index, _ in found] == [index for index, _ in ends]
    assert all(told.endswith(end) for (_, told), (_, end) in zip(found, ends, strict=True)), found


def test_without_the_converter_only_written_simplified_chinese_goes_unchecked(tmp_path, monkeypatch):
    kb = tmp_path / "kb"
    shutil.copytree(BASE, kb)
    (kb / "techniques" / "kv-cache.yml").write_text(KEPT, encoding="utf-8")

    def found():
        return [(f.line, f.column, f.code) for f in validate(kb, "kb", TODAY) if f.code in OF_WORDS]

    assert found() == [(3, 12, "languages/banned-form"), (5, 16, "languages/mixed-script")]

    def missing():
        raise conversion.MissingConverter("not installed")

    monkeypatch.setattr(conversion, "_opencc", missing)
    conversion.tw2s.cache_clear()
    assert found() == [(3, 12, "languages/banned-form")]
