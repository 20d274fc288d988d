"""Opening a page of the built site."""

from __future__ import annotations

from typing import Any

DRAWN = """() => [...document.querySelectorAll('.explorer')].every(
  explorer => [...explorer.querySelectorAll('.controls')].some(one => one.checkVisibility()))"""


def open_page(page: Any, address: str) -> None:
    """Go to a page, and wait for what its scripts draw from files that they fetch while it opens."""
    page.goto(address)
    page.wait_for_function(DRAWN)
