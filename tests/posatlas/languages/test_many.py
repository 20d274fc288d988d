"""Searching many texts at once finds every text in which the exact checks find something."""

import random
from importlib import resources

import pytest

from posatlas.atlas import load
from posatlas.languages.checks import check_pair, check_text, count_words
from posatlas.languages.house_words import BANNED_ZH_HANT, needles
from posatlas.languages.many import counts, differing, scan, split
from posatlas.references import texts

SIGNS = [
    *"，。：；？！、（）「」『』《》,.;:?!()\"'“”‘’$`[]{}<>@|*\\ %°行列兆每一AaZ09中文么据\u00a0\u200b０　πα-_\n",
    *("**", "[[rope]]", "[[rope|標籤]]", "[@a-b]", "[@?a]", "`x`", "$x$", "$$", "[[", "]]", "[@", "](", "\\(", "<b>"),
    *("{x}", "http://a.b/c", "a@b.co", "config.json", "10.1234/ab", "  ", "a license", "Positional encoding"),
    *("modeling", "labeled", "behavior", "optimize", "Centers", "seamlessly", "context size"),
    *needles(BANNED_ZH_HANT).split("|"),
]
NUMBERS = ["1", "13", "2024", "10 萬", "128K", "$x$", "`x`", "[@a]", "[@?a]", "[[llama-3-1]]", "http://a.b", "，"]


@pytest.fixture(scope="module")
def written():
    atlas = load(resources.files("posatlas").joinpath("kb"))
    found = [text for entity in atlas for _, text in texts(entity)]
    return {"zh-Hant": [text.zh_hant for text in found], "en": [text.en for text in found]}


def broken(pick, text, signs, most):
    for _ in range(pick.randint(1, most)):
        place = pick.randrange(len(text) + 1)
        end = min(len(text), place + pick.choice((0, 0, 1, 3)))
        text = text[:place] + (pick.choice(signs) if pick.random() < 0.8 else "") + text[end:]
    return text


@pytest.mark.parametrize("language", ["zh-Hant", "en"])
def test_no_problem_of_a_text_is_missed(written, language):
    pick = random.Random(7)
    batch = [broken(pick, pick.choice(written[language]), SIGNS, 3) for _ in range(4000)]
    suspects = set(scan(batch, language).suspects)
    found = {index for index, text in enumerate(batch) if check_text(text, language)}
    assert [batch[index] for index in sorted(found - suspects)] == []
    assert len(found) > 700
    assert len(suspects) < len(batch)


def test_no_difference_of_a_pair_is_missed(written):
    pick = random.Random(8)
    pairs = []
    for _ in range(3000):
        index = pick.randrange(len(written["en"]))
        zh_hant, en = written["zh-Hant"][index], written["en"][index]
        if pick.random() < 0.5:
            place = pick.choice([at for at in range(len(zh_hant) + 1) if zh_hant[at - 1 : at] in ("", "，", "。", " ")])
            zh_hant = f"{zh_hant[:place]}{pick.choice(NUMBERS)} {zh_hant[place:]}"
        else:
            place = pick.choice([at for at in range(len(en) + 1) if en[at - 1 : at] in ("", ",", " ")])
            en = f"{en[:place]}{pick.choice(NUMBERS)} {en[place:]}"
        if "[" not in zh_hant[place - 8 : place] and "$" not in zh_hant[place - 8 : place]:
            pairs.append((zh_hant, en))
    zh_hant, en = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    suspects = set(differing(zh_hant, scan(zh_hant, "zh-Hant"), scan(en, "en")))
    found = {index for index, pair in enumerate(pairs) if check_pair(*pair)}
    assert [pairs[index] for index in sorted(found - suspects)] == []
    assert len(found) > 500


@pytest.mark.parametrize("language", ["zh-Hant", "en"])
def test_words_are_counted_nearly_as_the_exact_count_does(written, language):
    plain = [text for text in written[language] if "://" not in text]
    for text, count in zip(plain, counts(scan(plain, language).masked, language), strict=True):
        assert count == pytest.approx(count_words(text, language), rel=0.05, abs=4), text


def test_tokens():
    (tokens,) = scan(["第 $n$ 個 `x` 有 [[rope|標籤]] 與 13 億。[@a; @?b]"], "zh-Hant").tokens
    assert split(tokens) == ["$n$", "`x`", "[[rope|標籤]]", "13 億", "[@a; @?b]"]
    assert scan([], "en").tokens == []
    assert scan(["", ""], "en").tokens == ["", ""] or [split(t) for t in scan(["", ""], "en").tokens] == [[], []]


@pytest.mark.parametrize(
    ("zh_hant", "en", "named"),
    [
        ("共 13 萬億個。", "13 trillion of them.", False),
        ("共 20 千萬個。", "200 million of them.", False),
        ("共 500 萬萬個。", "500 of them.", True),  # no scale that is known
        ("共 2.5.1 萬個。", "2.5.1 of them.", True),  # no number
    ],
)
def test_numbers_with_a_scale_are_compared_by_value(zh_hant, en, named):
    assert differing([zh_hant], scan([zh_hant], "zh-Hant"), scan([en], "en")) == ([0] if named else [])
