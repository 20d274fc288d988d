"""What a page may run and load: a Content-Security-Policy for each page, with digests of its inline scripts.

Only scripts that stand in the list below get a digest. A page that holds another is refused, so that what was
written into a page by mistake or with ill will can never make its own permission.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

__all__ = ["POLICY_WITHOUT_SCRIPT", "UnsafePage", "inline_scripts", "with_policy"]

# Digests of the theme's inline scripts, the folder in `new URL("../..",location)` left out: it changes with the page.
KNOWN_SCRIPTS = {
    "411c342bb9284cd2": "functions for what the browser remembers",
    "0eb10c249dbdb0be": "colours that the reader chose",
    "ffcc0f7735fdab43": "tab that the address names",
}
DATA_TYPES = ("application/json", "application/ld+json")
_FOLDER = re.compile(r'^__md_scope=new URL\("[A-Za-z0-9_./~-]*",location\)')
_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script\s*>", re.DOTALL | re.IGNORECASE)
_SCRIPT_OPENED = re.compile(r"<script\b", re.IGNORECASE)
_SOURCE = re.compile(r'(?:^|\s)src="([^"]*)"')
_TYPE = re.compile(r'(?:^|\s)type="([^"]*)"')
_CHARACTER_SET = re.compile(r'<meta charset="utf-8">')
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|\\", re.IGNORECASE)
_RULES = (
    "default-src 'none'; script-src {}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
)
_META = '<meta http-equiv="Content-Security-Policy" content="{}">'
POLICY_WITHOUT_SCRIPT = _META.format(_RULES.format("'none'"))


class UnsafePage(ValueError):
    """A built page holds something that could run or load what is not ours."""


def inline_scripts(html: str, place: str) -> list[str]:
    """The inline scripts of a page, each once. Raises UnsafePage for one that is not known or comes from elsewhere."""
    found: dict[str, None] = {}
    scripts = _SCRIPT.findall(html)
    if len(scripts) != len(_SCRIPT_OPENED.findall(html)):
        raise UnsafePage(f"{place}: a script element is not closed, or stands inside another; look at its template.")
    for attributes, text in scripts:
        source, kind = _SOURCE.search(attributes), _TYPE.search(attributes)
        if kind and kind[1] in DATA_TYPES and not source:
            continue
        if source:
            if _ELSEWHERE.match(source[1].strip()) or text.strip():
                raise UnsafePage(
                    f"{place}: the script {source[1]} is not of this site; bundle it in generators/scripts/."
                )
        elif not _known(text):
            raise UnsafePage(
                f"{place}: the inline script that begins with {text.strip()[:60]!r} is not known. Put scripts of ours "
                f"in generators/scripts/. If a new version of the theme brought it, read it, then write its digest "
                f"{_digest(text)} into generators/finishing/policy.py."
            )
        else:
            found[text] = None
    return list(found)


def with_policy(html: str, place: str) -> str:
    """The page with its policy right after its character set. Raises UnsafePage."""
    allowed = " ".join(["'self'", *(_permission(text) for text in inline_scripts(html, place))])
    policy = _META.format(_RULES.format(allowed))
    mended, count = _CHARACTER_SET.subn(lambda match: match[0] + policy, html, count=1)
    if not count:
        raise UnsafePage(f'{place}: no <meta charset="utf-8"> is found, so the page would have no policy.')
    return mended


@cache
def _digest(text: str) -> str:
    return hashlib.sha256(_FOLDER.sub("", text).encode()).hexdigest()[:16]


def _known(text: str) -> bool:
    return _digest(text) in KNOWN_SCRIPTS


@cache
def _permission(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
