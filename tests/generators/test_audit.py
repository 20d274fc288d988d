"""The last look at pages, and their policies: what may run or load from elsewhere is refused; what is ours is not."""

from __future__ import annotations

import base64
import hashlib
import re
from html import escape

import pytest

from posatlas.generators.finishing.audit import audit
from posatlas.generators.finishing.policy import UnsafePage, with_policy
from posatlas.generators.machine_readable.linked_data import as_script

from .test_text import PAYLOADS

PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body>{}</body></html>'
TAB = (
    "var target=document.getElementById(location.hash.slice(1));"
    'target&&target.name&&(target.checked=target.name.startsWith("__tabbed_"))'
)  # as the theme has it

# What browsers run or load, in the spellings that they accept.
UNSAFE = {
    "handler": '<p onclick="x()">a</p>',
    "handler in capitals": "<p OnClick = x()>a</p>",
    "handler after a slash": "<svg/onload=x()>",
    "handler after a quoted value": '<img alt="a"onerror=x()>',
    "handler after a sign in a value": '<p title="a > b" onmouseover="x()">a</p>',
    "script address": '<a href="javascript:x()">a</a>',
    "script address in capitals": '<a href="JaVaScRiPt:x()">a</a>',
    "script address without quotes": "<a href=javascript:x()>a</a>",
    "script address in single quotes": "<a href='javascript:x()'>a</a>",
    "script address with an entity": '<a href="java&#115;cript:x()">a</a>',
    "script address with a named entity": '<a href="javascript&colon;x()">a</a>',
    "script address with a tab": '<a href="java\tscript:x()">a</a>',
    "script address with a line break": '<a href="java&NewLine;script:x()">a</a>',
    "script address after a blank": '<a href=" \x01javascript:x()">a</a>',
    "script address with blanks around the sign": '<a href = "javascript:x()">a</a>',
    "script address of SVG": '<svg><a xlink:href="javascript:x()">a</a></svg>',
    "script address of a form": '<form action="javascript:x()"></form>',
    "script address of a button": '<button formaction="javascript:x()">a</button>',
    "data address": '<a href="data:text/html;base64,PHNjcmlwdD4=">a</a>',
    "basic address": '<a href="vbscript:x()">a</a>',
    "frame": '<iframe src="../x/"></iframe>',
    "frame with a document": "<iframe srcdoc='&lt;script>x()&lt;/script>'></iframe>",
    "object": '<object data="x.swf"></object>',
    "embedded": '<embed src="x.swf">',
    "base": '<base href="https://elsewhere.example/">',
    "style": "<style>@import url(https://elsewhere.example/x.css);</style>",
    "style of an element": '<p style="background: url(https://elsewhere.example/x.png)">a</p>',
    "picture from elsewhere": '<img src="https://elsewhere.example/x.png">',
    "picture from elsewhere, scheme left out": '<img src="//elsewhere.example/x.png">',
    "picture from elsewhere, with backslashes": '<img src="\\\\elsewhere.example/x.png">',
    "pictures by size": '<img srcset="https://elsewhere.example/x.png 2x">',
    "picture of SVG from elsewhere": '<svg><image href="https://elsewhere.example/x.svg"/></svg>',
    "sheet from elsewhere": '<link rel="stylesheet" href="https://elsewhere.example/x.css">',
    "sheet from elsewhere, attributes turned": '<link href="https://elsewhere.example/x.css" rel="stylesheet">',
    "form to elsewhere": '<form action="https://elsewhere.example/">a</form>',
    "sending readers on": '<meta http-equiv="refresh" content="0; url=https://elsewhere.example/">',
    "animated address": '<svg><a><animate attributeName="href" values="javascript:x()"/></a></svg>',
    "comment that ends early": "<!--><img src=x onerror=x()>-->",
    "marked section": "<svg><![CDATA[<img src=x onerror=x()>]]></svg>",
    "element in an attribute": '<p title="</noscript><img src=x onerror=x()>">a</p>',
}
SAFE = {
    "links": '<a href="../x/#L1">a</a><a href="https://example.org/?a=1&amp;b=2">b</a>',
    "address of mail": '<a href="mailto:a@example.org">a</a>',
    "comment beside an address without quotes": "<!-- a note --><a href=../x/>a</a>",
    "own files": '<img src="../x.png" alt=""><script type="module" src="../assets/scripts/page.js"></script>',
    "picture in the page": '<img src="data:image/png;base64,AAAA" alt="">',
    "alternates": '<link rel="alternate" hreflang="en" href="https://example.org/en/"><link rel="icon" href="x.png">',
    "words": "<p>one = two; on time=1, src = source, javascript: as a word, style = plain</p>",
    "formula": '<span class="katex" style="height:1em;top:-0.3em"><math><mi>x</mi></math></span>',
}


@pytest.mark.parametrize("name", UNSAFE)
def test_what_could_run_or_load_is_refused(name: str) -> None:
    with pytest.raises(UnsafePage, match=r"^en/x/index\.html, made from kb/x\.yml, holds .+\. Text of the"):
        audit(PAGE.format(UNSAFE[name]), "en/x/index.html", "kb/x.yml")


@pytest.mark.parametrize("name", SAFE)
def test_what_is_ours_passes(name: str) -> None:
    audit(PAGE.format(SAFE[name]), "x")


@pytest.mark.parametrize("text", [*UNSAFE.values(), *PAYLOADS.values()])
def test_escaped_text_passes_as_words_and_as_an_attribute(text: str) -> None:
    audit(PAGE.format(f'<p title="{escape(text)}">{escape(text)}</p>'), "x")
    audit(PAGE.format(as_script({"name": text})), "x")


def test_only_pages_of_moved_ids_send_readers_on() -> None:
    page = PAGE.format('<meta http-equiv="refresh" content="0; url=../new/">')
    audit(page, "x", moved=True)
    with pytest.raises(UnsafePage, match="the instruction refresh"):
        audit(page, "x")


def test_a_page_has_the_digests_of_its_known_scripts_only() -> None:
    page = with_policy(PAGE.format(f"<script>{TAB}</script>{as_script({'name': 'x'})}"), "x")
    head = page.partition("<title>")[0]
    policy = re.fullmatch(
        r'.*<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="([^"]*)">', head, re.DOTALL
    )
    assert policy
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    digest = base64.b64encode(hashlib.sha256(TAB.encode()).digest()).decode()
    assert rules["script-src"] == f"'self' 'sha256-{digest}'"
    assert rules["default-src"] == rules["object-src"] == rules["base-uri"] == "'none'"
    assert not [rule for name, rule in rules.items() if "http" in rule or "*" in rule or "unsafe-eval" in rule]
    assert [name for name, rule in rules.items() if "unsafe-inline" in rule] == ["style-src"]


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("<script>alert(1)</script>", "is not known"),
        (f"<script>{TAB};alert(1)</script>", "is not known"),
        (f'<script>__md_scope=new URL("{"a" * 3}");alert(1)//",location)</script>', "is not known"),
        ("<SCRIPT>alert(1)</SCRIPT >", "is not known"),
        ('<script type="module">alert(1)</script>', "is not known"),
        ('<script type="text/javascript">alert(1)</script>', "is not known"),
        ('<script src="https://elsewhere.example/x.js"></script>', "is not of this site"),
        ('<script src="//elsewhere.example/x.js"></script>', "is not of this site"),
        ('<script src=" \\\\elsewhere.example/x.js"></script>', "is not of this site"),
        ('<script src="data:text/javascript,alert(1)"></script>', "is not of this site"),
        ("<script src=https://elsewhere.example/x.js></script>", "is not known"),
        ("<script>alert(1)", "is not closed"),
        ("<script/>alert(1)", "is not closed"),
    ],
)
def test_an_unknown_script_gets_no_permission(script: str, said: str) -> None:
    with pytest.raises(UnsafePage, match=rf"^en/x/: .*{said}"):
        with_policy(PAGE.format(script), "en/x/")


def test_a_page_that_cannot_have_a_policy_is_refused() -> None:
    with pytest.raises(UnsafePage, match="no policy"):
        with_policy("<html><head></head></html>", "x")
