"""Classes of characters: which belong to one script only, which are invisible, which are full width."""

from __future__ import annotations

__all__ = ["CJK", "FULL_WIDTH_FORMS", "INVISIBLE", "SIMPLIFIED_ONLY", "WIDE_PUNCTUATION"]

CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Chinese characters, as the inside of a character class."""

WIDE_PUNCTUATION = "，。：；？！、（）「」『』《》〈〉【】"
"""Full-width punctuation that takes no space beside it."""

FULL_WIDTH_FORMS = "０-９Ａ-Ｚａ-ｚ％＋－＝＜＞＊＆＄＠＃＿\u3000"
"""Digits, letters and signs that are written half width, as the inside of a character class."""

INVISIBLE = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff"
)
"""Control, bidirectional, zero-width and look-alike space characters, as the inside of a character class."""

# Simplified forms that Big5 has as rare Traditional characters, and variants that Taiwan does not use.
_ALSO_FOREIGN = frozenset(
    "与优体儿凄听坏复宁岭并庄异怀怜惊扑扰昵晒机构栖气洁洒离网羡茧蚕触赶万党厂极确种胜虫适据愿于爲裏啓衆羣"
)


def _simplified_only() -> frozenset[str]:
    """Return the characters of GB 2312, the mainland's set, that Big5, Taiwan's set, does not have."""
    rows = bytes(byte for row in range(0xB0, 0xF8) for cell in range(0xA1, 0xFF) for byte in (row, cell))
    mainland = rows.decode("gb2312", "ignore")
    used_in_taiwan = mainland.encode("big5", "ignore").decode("big5")
    return frozenset(mainland) - frozenset(used_in_taiwan) | _ALSO_FOREIGN


SIMPLIFIED_ONLY: frozenset[str] = _simplified_only()
"""Characters that Traditional Chinese as written in Taiwan does not use."""
