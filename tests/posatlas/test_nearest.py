"""Hints among many words are those of comparing with each, and cost no more where there are more."""

from __future__ import annotations

import difflib
import random

import pytest

from posatlas import findings
from posatlas.nearest import Nearest

SYLLABLES = "rope bias turn head sink long ctx pos rel abs fire cope yarn shaw axial wave slope mask norm half".split()


def _ids(number: int, seed: int = 7) -> list[str]:
    pick = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < number:
        found["-".join(pick.choices(SYLLABLES, k=pick.randint(2, 5))) + f"-{pick.randrange(10_000)}"] = None
    return list(found)


def _slip(pick: random.Random, word: str) -> str:
    """A word with a letter left out, doubled, changed or exchanged with the next."""
    at = pick.randrange(1, len(word) - 1)
    return pick.choice((
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + "q" + word[at + 1 :],
        word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
    ))  # fmt: skip


def test_a_slip_leads_to_the_word_that_comparing_with_each_finds() -> None:
    known, pick = _ids(5000), random.Random(3)
    nearest = Nearest(known)
    for word in pick.sample(known, 60):
        typed = _slip(pick, word)
        found = nearest.to(typed)
        (best,) = difflib.get_close_matches(typed, known, n=1)
        assert found is not None
        ratio = difflib.SequenceMatcher(None, found, typed).ratio()
        assert ratio == pytest.approx(difflib.SequenceMatcher(None, best, typed).ratio()), (typed, found, best)


def test_few_words_are_compared_one_by_one() -> None:
    known = _ids(150)
    nearest = Nearest(known)
    for typed in ("rope-bias", "wave-half-12", "nothing like it", "", "x"):
        assert nearest.to(typed) == next(iter(difflib.get_close_matches(typed, known, n=1)), None)


@pytest.mark.parametrize("number", [3, 3000])
def test_what_is_like_none_gets_no_hint(number: int) -> None:
    nearest = Nearest(_ids(number))
    assert [nearest.to(word) for word in ("", "z", "zzzz-zzzz", "位置編碼")] == [None] * 4
    assert Nearest([]).to("rope") is None


def test_a_question_is_compared_with_few_words_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def counted(word: str, known: list[str]) -> str | None:
        compared.append(len(known))
        return findings.near(word, known)

    monkeypatch.setattr("posatlas.nearest.near", counted)
    # Words that share nearly everything are the hard case: every trigram but the last leads to all of them.
    nearest = Nearest(f"paper-{n}" for n in range(20_000))
    assert nearest.to("papper-12345") == "paper-12345"
    assert nearest.to("papper-12345") == "paper-12345"
    assert nearest.to("paper-19998x") == "paper-19998"
    assert compared == [pytest.approx(20, abs=20)] * 2
