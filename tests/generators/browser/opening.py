"""Opening a page of the built site."""

from __future__ import annotations

from typing import Any


def open_page(page: Any, address: str) -> None:
    """Go to a page, and wait for what its scripts draw from files that they fetch while it opens."""
    page.goto(address)
    if page.locator(".explorer").count():
        page.locator(".controls:visible").first.wait_for()
