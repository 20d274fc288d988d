"""A text file as a page with an anchor at each line, so that a line can be shown anywhere."""

from __future__ import annotations

from html import escape
from pathlib import Path

from posatlas.generators.finishing.policy import POLICY_WITHOUT_SCRIPT

__all__ = ["root_of", "write_lines"]

_PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8">{policy}<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{path} - PosAtlas</title><meta name="robots" content="noindex">
<link rel="icon" href="{root}assets/images/favicon.png">
<link rel="stylesheet" href="{root}assets/yaml.css"></head>
<body><header><a href="{root}">PosAtlas</a> <h1>{path}</h1> {links}</header>
<main><ol class="yaml">
{lines}
</ol></main></body></html>
"""


def root_of(target: Path, site: Path) -> str:
    """The root of the site as seen from the page `target`."""
    return "../" * len(target.parent.relative_to(site).parts)


def write_lines(file: Path, path: str, target: Path, site: Path, links: str = "") -> None:
    """Write the page `target` that shows `file`, called `path`, with HTML `links` in its head line."""
    target.parent.mkdir(parents=True, exist_ok=True)
    lines = "\n".join(
        f'<li id="L{number}"><code>{escape(line) or " "}</code></li>'
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    )
    page = _PAGE.format(
        path=escape(path), root=root_of(target, site), lines=lines, links=links, policy=POLICY_WITHOUT_SCRIPT
    )
    target.write_text(page, encoding="utf-8")
