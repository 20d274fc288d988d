"""Pages of the real knowledge base, a small knowledge base that builds in seconds, and an audit of HTML."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import lxml.html
import pytest

import posatlas
from posatlas.evidence import load_evidence
from posatlas.generators.maths import Maths
from posatlas.generators.page import Page
from posatlas.generators.pages import pages
from posatlas.generators.site import Site
from posatlas.places import Places
from posatlas.schema import LANGUAGES

ROOT = Path(__file__).parents[2]
FORBIDDEN = {"script", "iframe", "object", "embed", "style", "link", "meta", "base", "form", "input", "img"}


@pytest.fixture(scope="session", autouse=True)
def _in_checkout() -> Iterator[None]:
    """KaTeX and the configurations of mkdocs are found from the root of the checkout."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        yield


@pytest.fixture(scope="session")
def atlas() -> posatlas.Atlas:
    return posatlas.load(ROOT / "kb")


@pytest.fixture(scope="session")
def sites(atlas: posatlas.Atlas, tmp_path_factory: pytest.TempPathFactory, _in_checkout: None) -> dict[str, Site]:
    maths = Maths(tmp_path_factory.mktemp("maths") / "maths.json", ROOT / "node_modules" / "katex")
    records = load_evidence(ROOT / "kb" / "evidence")
    places = Places(atlas)
    return {language: Site(atlas, language, maths, records, places) for language in LANGUAGES}


@pytest.fixture(scope="session")
def page_lists(sites: dict[str, Site]) -> dict[str, list[Page]]:
    return {language: list(pages(site)) for language, site in sites.items()}


@pytest.fixture(scope="session")
def markdown(sites: dict[str, Site], page_lists: dict[str, list[Page]]) -> dict[str, dict[str, str]]:
    """Markdown of every page, by language and address."""
    return {
        language: {page.address: sites[language].render(page) for page in listed}
        for language, listed in page_lists.items()
    }


@pytest.fixture(scope="session")
def audit() -> Callable[..., None]:
    """Fails where HTML could run something or load something from elsewhere.

    `like` is HTML that holds nothing bad: elements of the forbidden kinds may be as many as there.
    """

    def forbidden(tree: lxml.html.HtmlElement) -> Counter[str]:
        return Counter(e.tag for e in tree.iter(lxml.etree.Element) if e.tag in FORBIDDEN)

    def check(html: str, like: str = "") -> None:
        tree = lxml.html.fromstring(f"<div>{html}</div>")
        more = forbidden(tree) - forbidden(lxml.html.fromstring(f"<div>{like}</div>"))
        assert not more, f"{dict(more)} in {html!r}"
        for element in tree.iter(lxml.etree.Element):
            for name, value in element.attrib.items():
                assert not name.lower().startswith("on"), f"{name} in {html!r}"
                if name in ("href", "src", "action", "formaction", "xlink:href", "srcdoc"):
                    scheme = re.match(r"[\s\x00-\x20]*([a-z][a-z0-9+.-]*):", value, re.IGNORECASE)
                    allowed = scheme is None or scheme[1].lower() in ("http", "https", "mailto")
                    assert allowed, f"{value!r} in {html!r}"

    return check


@pytest.fixture(scope="session")
def small_kb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The document's sections with one statement, one topic, one method."""
    kb = tmp_path_factory.mktemp("small") / "kb"
    for path, text in SMALL.items():
        file = kb / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    shutil.copy(ROOT / "kb" / "documents" / "position-encoding-explainer.yml", kb / "documents")
    return kb


@pytest.fixture
def most_kinds(tmp_path: Path) -> Path:
    """A copy of a small knowledge base that has an entity of most kinds, and their history."""
    return Path(shutil.copytree(ROOT / "tests" / "posatlas" / "lints" / "base_kb", tmp_path / "most_kinds"))


@pytest.fixture
def site_of(tmp_path: Path) -> Callable[..., Site]:
    """`site_of(kb, language="en")`: a knowledge base in one language, with its records."""

    def made(kb: Path, language: str = "en") -> Site:
        maths = Maths(tmp_path / "maths.json", ROOT / "node_modules" / "katex")
        return Site(posatlas.load(kb), language, maths, load_evidence(kb / "evidence"))  # type: ignore[arg-type]

    return made


_TWO = "{zh-Hant: 一句中文。, en: One sentence.}"
_DOCUMENT = "documents/position-encoding-explainer"
SMALL = {
    "topics/position-encoding.yml": f"name: {_TWO}\nsummary: {_TWO}\nglance: {_TWO}\n"
    "brief: {zh-Hant: '看 [[shift]] 與 $x^2$。[@shift-is-linear]', "
    "en: 'See [[shift]] and $x^2$. [@shift-is-linear]'}\n"
    f"deep: {_TWO}\n",
    "methods/shift.yml": "name: {zh-Hant: 位移, en: Shift}\nfamily: rotary\nenters_at: [features]\n"
    f"glance: {_TWO}\nformulas:\n- name: {_TWO}\n  latex: '\\frac{{x}}{{y}}'\n"
    "cost: {learned_parameters: '0', buffers: '0', added_operations: '0'}\n",
    "claims/shift/shift-is-linear.yml": "statement: {zh-Hant: 位移是線性的。, en: Shift is linear.}\n"
    "about: [shift]\nkind: history\n"
    "source: {id: position-encoding-explainer, locator: 技術原理, item: C001}\n"
    f"verdict: unverifiable\nreason: history\nexplanation: {_TWO}\n",
    f"{_DOCUMENT}/items.yml": f"items:\n- id: C001\n  section: 技術原理\n  kind: history\n  says: {_TWO}\n",
    f"{_DOCUMENT}/parts.yml": "parts:\n- {part: one, line: 1, kind: sentence, items: [C001]}\n",
}
