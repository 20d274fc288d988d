"""The reference of the Python surface shows every public name with its docstring, and builds without torch."""

from __future__ import annotations

import html
import inspect
import subprocess
import sys
from typing import Any

import lxml.html
import pytest

import posatlas
from posatlas.generators.page import Page
from posatlas.generators.pages import api_reference
from posatlas.generators.site import Site
from posatlas.public_names import PUBLIC


@pytest.fixture(scope="module", params=["zh-Hant", "en", "zh-Hans"])
def page(request: pytest.FixtureRequest, sites: dict[str, Site]) -> tuple[Site, Page, lxml.html.HtmlElement]:
    site = sites[request.param]
    (page,) = api_reference.pages(site)
    return site, page, lxml.html.fromstring(f"<div>{site.render(page).split('---', 2)[2]}</div>")


def test_every_public_name_has_an_entry(page: Any) -> None:
    site, shown, tree = page
    assert shown.address == "reference/python/" and shown.title == site.word("python-reference")
    anchors = [element.get("id") for element in tree.xpath("//*[@id]")]
    assert len(anchors) == len(set(anchors))
    for module, names in PUBLIC.items():
        for name in names:
            assert f"{module}-{name}".replace(".", "-") in anchors


@pytest.mark.parametrize("name", ["path", "lineage", "users_of", "compare", "as_of", "claims", "provenance", "methods"])
def test_questions_are_shown_as_they_are_written(page: Any, name: str) -> None:
    _, _, tree = page
    (heading,) = tree.xpath(f"//h4[@id='posatlas-Atlas-{name}']")
    held = inspect.getattr_static(posatlas.Atlas, name)
    if not isinstance(held, property):
        for parameter in list(inspect.signature(held).parameters)[1:]:
            assert parameter in heading.text_content()
    doc = inspect.getdoc(held) or ""
    (paragraph,) = heading.xpath("following-sibling::p[1]")
    assert paragraph.text_content().split()[:4] == doc.replace("`", "").split()[:4]
    if ">>> " in doc:
        (example,) = heading.xpath("following-sibling::div[1]//code")
        assert example.text_content().strip() == doc[doc.index(">>> ") :].strip()


def test_docstrings_cannot_inject(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posatlas.Atlas.path, "__doc__", "See <script>alert(1)</script> `<b>`.")
    members = {m.name: m for m in api_reference.described("posatlas", "Atlas").members}
    (paragraph,) = members["path"].prose
    assert str(paragraph) == f"See {html.escape('<script>alert(1)</script>')} <code>&lt;b&gt;</code>."


def test_a_name_that_is_gone_fails() -> None:
    for module in ("posatlas", "posatlas.reference_impl"):
        with pytest.raises(AttributeError, match="nothing_of_the_kind"):
            api_reference.described(module, "nothing_of_the_kind")


def test_it_needs_no_torch() -> None:
    code = (
        "import sys; from posatlas.generators.pages.api_reference import described; "
        "from posatlas.public_names import PUBLIC; "
        "print(len([described(m, n) for m, names in PUBLIC.items() for n in names])); assert 'torch' not in sys.modules"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert int(run.stdout) == sum(map(len, PUBLIC.values()))
