"""Finding by words: what a reader types, in any of three written forms, leads to the entity that is meant."""

from __future__ import annotations

import pytest

from posatlas import Atlas, finding_entities
from posatlas.finding_entities import find
from posatlas.languages import MissingConverter
from posatlas.schema import KINDS

WANTED = {
    "RoPE": "rope",
    "ＲｏＰＥ": "rope",
    "  rotary   position-embedding ": "rope",
    "旋轉位置編碼": "rope",
    "旋转位置编码": "rope",
    "ALiBi": "alibi",
    "線性偏置": "alibi",
    "线性偏置": "alibi",
    "sinusoid": "sinusoidal",
    "正弦位置编码": "sinusoidal",
    "learned absolute": "learned-absolute",
    "可学习位置编码": "learned-absolute",
    "位置插值": "position-interpolation",
    "yarn": "yarn",
    "dynamic ntk": "dynamic-ntk",
    "KV cache": "kv-cache",
    "FlashAttention": "flashattention",
    "perplexity": "perplexity",
    "困惑度": "perplexity",
    "OpenAI": "openai",
    "LLaMA": "llama",
    "Attention Is All You Need": "vaswani-2017",
    "2108.12409": "press-2022",
    "C085": "alibi-slopes-halve-per-head",
    "c085": "alibi-slopes-halve-per-head",
    "大海撈針": "needle-in-a-haystack",
    "大海捞针": "needle-in-a-haystack",
    "位置編碼": "position-encoding",
    "位置编码": "position-encoding",
    "position encoding": "position-encoding",
}


@pytest.mark.parametrize(("words", "identifier"), WANTED.items())
def test_what_is_meant_comes_first(whole: Atlas, words: str, identifier: str) -> None:
    assert find(whole, words)[0].id == identifier


@pytest.mark.parametrize("words", ["", " ", "\u3000\t\n", "qqqq-nothing", "🤯", "[[[", "(?:", "\udcff", "\x00"])
def test_nothing(whole: Atlas, words: str) -> None:
    assert find(whole, words) == []


@pytest.mark.parametrize("words", ["rope", "線性", "the", "2017", "("])
def test_order_is_by_score_and_then_fixed(whole: Atlas, words: str) -> None:
    found = find(whole, words)
    assert found
    assert [m.score for m in found] == sorted((m.score for m in found), reverse=True)
    assert all(0 < m.score <= 100 for m in found)
    assert len({m.id for m in found}) == len(found)
    assert found == find(whole, words)


@pytest.mark.parametrize("kind", KINDS)
def test_every_entity_is_found_by_its_id_and_name(whole: Atlas, kind: str) -> None:
    for entity in whole.of(kind)[:4]:
        assert {m.id: m.score for m in find(whole, entity.id, kind)}[entity.id] == 100
        for language in ("en", "zh-Hant", "zh-Hans"):
            name = finding_entities.label(entity, language)
            assert {m.id: m.score for m in find(whole, name, kind)}[entity.id] == 100


def test_of_a_kind(whole: Atlas) -> None:
    every = find(whole, "rope")
    claims = find(whole, "rope", "claim")
    assert claims == [match for match in every if match.kind == "claim"] != []
    with pytest.raises(ValueError, match="is no kind; the kinds are document"):
        find(whole, "rope", "claims")


def test_scores(small: Atlas) -> None:
    def scores(words: str) -> dict[str, float]:
        return {match.id: match.score for match in find(small, words)}

    assert scores("Turning (TE)") == {"turning": 100}
    whole_name = scores("turning")  # an id; a part of names; running text
    assert whole_name["turning"] == 100
    assert 50 < whole_name["doe-2020"] < whole_name["term-turn"] < 100
    inside = scores("urning")  # within a word
    assert 30 < inside["turning"] < 50
    assert scores("useful turning")["doe-2020"] == 25  # all words, another order
    assert scores("orthogonal") == {"turning-keeps-length": 10}  # running text
    assert scores("rthogonal") == {}
    assert scores("orthogonal length") == {"turning-keeps-length": 5}
    assert scores("orthogonal popular") == {}


def test_equal_matches_put_what_is_meant_before_what_is_about_it(small: Atlas) -> None:
    assert [match.id for match in find(small, "旋轉編碼")][:2] == ["turning", "term-turn"]


def test_names_in_the_language_asked_for(small: Atlas) -> None:
    assert [find(small, "te", language=language)[0].name for language in ("en", "zh-Hant", "zh-Hans")] == [
        "Turning (TE)",
        "旋轉編碼",
        "旋转编码",
    ]


def test_numbers_of_papers_and_statements(small: Atlas) -> None:
    assert find(small, "2002.01234")[0].id == find(small, "10.1000/turn")[0].id == "doe-2020"
    assert find(small, "C002")[0].id == "turning-is-popular"


def test_without_the_converter_each_script_still_finds_itself(small: Atlas, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(text: str) -> str:
        raise MissingConverter("not installed")

    monkeypatch.setattr(finding_entities, "to_zh_hans", missing)
    assert [match.id for match in find(small, "旋轉編碼")][:2] == ["turning", "term-turn"]
    assert [match.id for match in find(small, "旋转编码")] == ["term-turn"]
