"""Comparing dates of which some are only months."""

from __future__ import annotations


def earlier(one: str, other: str) -> bool:
    """Whether a date lies before another, as far as both are known: 2021-08 is not before 2021-08-27."""
    known = min(len(one), len(other))
    return one[:known] < other[:known]


def months(date: str) -> int:
    """Months since the year 0."""
    return int(date[:4]) * 12 + int(date[5:7])
