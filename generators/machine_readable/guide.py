"""llms.txt: what the site holds, in the form that language models are given."""

from __future__ import annotations

import re

from posatlas.describing import label
from posatlas.generators.machine_readable.locations import FOLDER, LICENCE, Locations
from posatlas.generators.navigation import MENU
from posatlas.generators.text import without_markup
from posatlas.generators.words import all_words
from posatlas.schema import KINDS, VERDICTS, Text

__all__ = ["guide"]

_LANGUAGE = "en"
_MARKED = re.compile(r"([\\`*\[\]<>])")


def guide(locations: Locations) -> str:
    """The text of llms.txt, in English: sections of links, each with a line about it."""
    return "\n".join([*_introduction(locations), *_sections(locations), *_data(locations), *_methods(locations)]) + "\n"


def _introduction(locations: Locations) -> list[str]:
    atlas, words = locations.atlas, all_words()
    topic = atlas.of("topic")
    about = _one_line(locations, topic[0].summary) if topic else ""
    claims = atlas.of("claim")
    counts = ", ".join(f"{sum(c.verdict == verdict for c in claims)} {verdict}" for verdict in VERDICTS)
    return [
        f"# {_escaped(words['site-name'].en)}",
        "",
        f"> {about}",
        "",
        f"{len(claims)} statements are judged: {counts}. A verdict holds for the scope that a statement itself claims. "
        "Where mathematics can decide, checks on reference implementations bear it out, and their records are kept. A "
        "statement that is judged wrong is shown as it was said: read the verdict and the correction with it. Each "
        f"page stands in Traditional Chinese, English and Simplified Chinese. Data and text: CC BY 4.0 ({LICENCE}).",
        "",
    ]


def _sections(locations: Locations) -> list[str]:
    words = all_words()
    lines = ["## Pages", ""]
    for word, inside in MENU:
        for title, place in ((word, inside),) if isinstance(inside, str) else inside:
            key = title or word
            line = f"- [{_escaped(words[key].en)}]({locations.page(place, _LANGUAGE)})"
            door = words.get(f"door-{key.removeprefix('menu-')}")
            lines.append(f"{line}: {_escaped(door.en)}" if door else line)
    return [*lines, ""]


def _data(locations: Locations) -> list[str]:
    lines = [
        "## Data",
        "",
        f"- [All kinds]({locations.catalogue()}): number of entities, list and JSON Schema of each kind",
    ]
    for kind in KINDS:
        count = len(locations.atlas.of(kind))
        if count:
            about = f"{count} in all; one is at {locations.root}{FOLDER}{kind}/ID.json"
            lines.append(f"- [{kind}]({locations.document(kind, 'index')}): {about}")
    return [*lines, ""]


def _methods(locations: Locations) -> list[str]:
    lines = ["## Methods", ""]
    for method in locations.atlas.of("method"):
        page = locations.pages(method.id).get(_LANGUAGE) or locations.document("method", method.id)
        lines.append(f"- [{_escaped(label(method, _LANGUAGE))}]({page}): {_one_line(locations, method.glance)}")
    return lines


def _one_line(locations: Locations, text: Text) -> str:
    plain = without_markup(text.en, lambda identifier: label(locations.atlas[identifier], _LANGUAGE))
    return _escaped(" ".join(plain.split()))


def _escaped(text: str) -> str:
    """Text in which Markdown sees no marks."""
    return _MARKED.sub(r"\\\1", text)
