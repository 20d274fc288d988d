"""The nearest of many known words, for hints: time a question does not grow with their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from posatlas.findings import near

_FEW = 200  # so many words are compared one by one
_LOOKED_AT = 4000  # entries of the index that one question reads, the rarest trigrams first
_COMPARED = 40  # words that are then compared


class Nearest:
    """Known words, indexed by their trigrams where they are many; made once, asked often.

    >>> Nearest(["sinusoidal", "rope", "alibi"]).to("sinusodal")
    'sinusoidal'
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._known = list(known)
        self._found: dict[str, str | None] = {}
        self._holding: dict[str, list[int]] = {}
        if len(self._known) > _FEW:
            for index, word in enumerate(self._known):
                for trigram in _trigrams(word):
                    self._holding.setdefault(trigram, []).append(index)

    def to(self, word: str) -> str | None:
        """The known word most like the given one, or None where none is like it."""
        if word not in self._found:
            self._found[word] = near(word, self._candidates(word) if self._holding else self._known)
        return self._found[word]

    def _candidates(self, word: str) -> list[str]:
        """Words that share most of the rare trigrams."""
        lists = sorted((self._holding.get(trigram, []) for trigram in _trigrams(word)), key=len)
        shared: Counter[int] = Counter()
        left = _LOOKED_AT
        for holding in lists:
            shared.update(holding[:left])
            left -= len(holding)
            if left <= 0:
                break
        return [self._known[index] for index, _ in shared.most_common(_COMPARED)]


def _trigrams(word: str) -> Iterator[str]:
    """Each three neighbouring characters once; both ends count as characters."""
    marked = f"\0{word}\0"
    return iter(dict.fromkeys(marked[i : i + 3] for i in range(len(marked) - 2)))
