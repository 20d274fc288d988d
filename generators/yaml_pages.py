"""Every YAML file as a page with line anchors, so that a line can be shown anywhere."""

from __future__ import annotations

from html import escape
from pathlib import Path

from posatlas.atlas import Atlas

_PAGE = """<!doctype html>
<html lang="zh-Hant">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{path}</title><meta name="robots" content="noindex"><link rel="stylesheet" href="{root}assets/yaml.css"></head>
<body><header><a href="{root}">PosAtlas</a> <code>{path}</code></header>
<main><ol class="yaml">
{lines}
</ol></main></body></html>
"""


def write(atlas: Atlas, site: Path) -> None:
    """Write one page an entity below yaml/, and one for each list of a document."""
    for path in set(atlas.path_of.values()):
        file = atlas.root / path.removeprefix("kb/")
        _write_one(file, path, site)
    for extra in sorted((atlas.root / "documents").glob("*/*.yml")):
        _write_one(extra, f"kb/{extra.relative_to(atlas.root).as_posix()}", site)


def _write_one(file: Path, path: str, site: Path) -> None:
    target = site / "yaml" / path.removeprefix("kb/").removesuffix(".yml") / "index.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    lines = "\n".join(
        f'<li id="L{number}"><code>{escape(line) or " "}</code></li>'
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    )
    root = "../" * (len(target.parent.relative_to(site).parts))
    target.write_text(_PAGE.format(path=escape(path), root=root, lines=lines), encoding="utf-8")
