"""Hostile text in a knowledge base, built and opened in a browser: escaping alone keeps it inert, the policy too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from posatlas.generators.server import server

from ..conftest import SMALL
from ..test_text import PAYLOADS

ROOT = Path(__file__).parents[3]
MORE = {
    "mixed case": "[x](JaVaScRiPt:window.pwned=1)",
    "blanks in a scheme": "<a href=' java\tscript:window.pwned=1'>x</a>",
    "end of JSON": "</script><script>window.pwned=1</script>",
    "end of an attribute": "'\"><svg/onload=window.pwned=1>",
    "template": "{{ 7*7 }}{% include 'x' %}",
    "front matter": "\n---\nscripts: [evil]\n---\n<script>window.pwned=1</script>",
    "comment": "--><script>window.pwned=1</script><!--",
    "marked section": "]]><script>window.pwned=1</script>",
    "style": "<style>@import url(http://elsewhere.invalid/x.css)</style>",
    "picture elsewhere": "![x](http://elsewhere.invalid/x.png)<img src=http://elsewhere.invalid/y.png>",
    "form": "<form action=http://elsewhere.invalid><button>x</button></form>",
    "refresh": "<meta http-equiv=refresh content='0;url=http://elsewhere.invalid/'>",
}
ALL = [text.replace("alert(1)", "window.pwned=1") for text in (PAYLOADS | MORE).values()]
PAGES = ("", "methods/shift/", "methods/", "topic/", "c/shift-is-linear/", "c/", "document/principles/", "open/",
         "explore/", "compare/methods/", "timeline/", "cheat-sheet/", "changes/", "glossary/")  # fmt: skip


class Hostile(NamedTuple):
    """A built site whose texts are hostile, and where it is served."""

    folder: Path
    root: str


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def _poisoned(text: str) -> str:
    """YAML in which every English text begins with all payloads, and every Chinese one ends with them."""
    many = " ".join(ALL)
    for held in ("One sentence.", "Shift is linear.", "Shift", "One"):
        text = text.replace(f"en: {held}", f"en: {_quoted(many + ' ' + held)}")
    for held in ("一句中文。", "位移是線性的。", "位移"):
        text = text.replace(f"zh-Hant: {held}", f"zh-Hant: {_quoted(held + many)}")
    return text


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hostile]:
    folder = tmp_path_factory.mktemp("hostile")
    kb = folder / "kb"
    for path, text in SMALL.items():
        file = kb / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_poisoned(text) if "items" not in path else text, encoding="utf-8")
    document = "documents/position-encoding-explainer.yml"
    (kb / document).write_text((ROOT / "kb" / document).read_text(encoding="utf-8"), encoding="utf-8")
    program = "import sys; from pathlib import Path; from posatlas.generators.build import build; \
build(Path(sys.argv[1]), Path(sys.argv[2]), ('zh-Hant', 'en'), Path(sys.argv[3]))"
    command = [sys.executable, "-c", program, str(kb), str(folder / "site"), str(folder / "work")]
    done = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    with server(folder / "site") as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield Hostile(folder / "site", f"http://127.0.0.1:{running.server_address[1]}/")
        running.shutdown()


def _opened(chromium, hostile: Hostile, address: str, change) -> list[str]:
    """What runs or is asked for elsewhere when a page with changed HTML is opened and its links are pointed at."""
    context = chromium.new_context()
    page = context.new_page()
    said: list[str] = []
    page.on("dialog", lambda dialog: (said.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    asked = []
    page.on("request", lambda r: asked.append(r) if not r.url.startswith((hostile.root, "data:", "blob:")) else None)

    def served(route) -> None:
        if route.request.resource_type != "document" or not route.request.url.startswith(hostile.root):
            route.continue_()
            return
        answer = route.fetch()
        route.fulfill(response=answer, body=change(answer.text()))

    page.route("**/*", served)
    page.goto(hostile.root + address)
    page.wait_for_timeout(200)
    for link in page.locator("article a[href]").all()[:40]:
        link.dispatch_event("mouseover")
    if page.evaluate("window.pwned !== undefined"):
        said.append("a script ran")
    # A request that the policy stops is told of too, and fails before it leaves.
    said += [request.url for request in asked if "csp" not in (request.failure or "").lower()]
    page.unroute_all(behavior="ignoreErrors")
    context.close()
    return said


def _without_policy(html: str) -> str:
    head, mark, rest = html.partition('<meta http-equiv="Content-Security-Policy"')
    return head + rest.partition(">")[2] if mark else html


@pytest.mark.parametrize("folder", ["", "en/"])
@pytest.mark.parametrize("address", PAGES)
def test_escaping_alone_keeps_every_payload_inert(hostile: Hostile, chromium, folder: str, address: str) -> None:
    file = hostile.folder / folder / address / "index.html"
    assert "Content-Security-Policy" in file.read_text(encoding="utf-8")
    assert _opened(chromium, hostile, folder + address, _without_policy) == []


@pytest.mark.parametrize(
    "injected",
    [
        "<script>window.pwned=1</script>",
        "<img src=x onerror='window.pwned=1'>",
        "<svg onload='window.pwned=1'></svg>",
        "<iframe srcdoc='<script>parent.pwned=1</script>'></iframe>",
        "<script src='http://elsewhere.invalid/x.js'></script>",
        "<base href='http://elsewhere.invalid/'><script src='x.js'></script>",
        "<link rel=stylesheet href='http://elsewhere.invalid/x.css'>",
    ],
)
def test_the_policy_alone_stops_what_is_put_into_a_page(hostile: Hostile, chromium, injected: str) -> None:
    """The request of a blocked thing is not made, or fails before it leaves."""
    ran = _opened(
        chromium, hostile, "en/methods/shift/", lambda html: html.replace("<article", f"{injected}<article", 1)
    )
    assert ran == []
    without = _opened(
        chromium,
        hostile,
        "en/methods/shift/",
        lambda html: _without_policy(html).replace("<article", f"{injected}<article", 1),
    )
    assert without, "without the policy it would have run: the test sees what it should see"


def test_the_payloads_are_many_and_reach_the_pages(hostile: Hostile) -> None:
    assert len(ALL) >= 20
    text = (hostile.folder / "en" / "methods" / "shift" / "index.html").read_text(encoding="utf-8")
    assert text.count("window.pwned=1") > 20
