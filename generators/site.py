"""What every page needs: the atlas in one language, its addresses, markup and templates."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from html import escape
from typing import Any

import jinja2
from markupsafe import Markup as Html

from posatlas.atlas import Atlas
from posatlas.describing import in_language, label
from posatlas.evidence import Record, Verified, run_of, states
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE, NAME_OF_LANGUAGE, address, relative
from posatlas.generators.attention_figure import Shown, shown
from posatlas.generators.deployment import edit_url
from posatlas.generators.figures import figure as draw
from posatlas.generators.foreign_words import ForeignWords
from posatlas.generators.maths import BadFormula, Maths
from posatlas.generators.numbers import number_html
from posatlas.generators.page import Page
from posatlas.generators.running import RunningPages
from posatlas.generators.stale_texts import StaleTexts, stale_texts
from posatlas.generators.templating import environment
from posatlas.generators.text import Markup, Target, text_of_first_sentence, without_markup
from posatlas.generators.trail import shows_siblings, trail
from posatlas.generators.words import all_words
from posatlas.places import Places
from posatlas.schema import VERDICTS, Check, Claim, Entity, Language, Method, Reference, Text, TrainedModel
from posatlas.schema.laws import LAWS
from posatlas.schema.properties import PROPERTIES
from posatlas.schema.verdicts import source_state, status

ICONS = {"supported": "✓", "conditional": "◐", "imprecise": "≈", "contradicted": "✗", "unverifiable": "?"}


class Site:
    """The atlas in one language."""

    def __init__(
        self,
        atlas: Atlas,
        language: Language,
        maths: Maths,
        records: dict[str, list[Record]],
        places: Places | None = None,
    ) -> None:
        self.atlas, self.language, self._maths, self._records = atlas, language, maths, records
        self.places = places or Places(atlas)
        self._page = ""
        self._texts: dict[tuple[str, str, int], str] = {}
        self._bare: dict[str, str] = {}
        # Language, address, title and description of a page to HTML for its head.
        self.describe: Callable[[str, str, str, str], str] = lambda *_: ""

    def in_language(self, language: Language) -> Site:
        """The same atlas in another language; what does not depend on the language is not worked out again."""
        other = Site(self.atlas, language, self._maths, self._records, self.places)
        other.describe = self.describe
        for name in ("_verified", "_lines", "_contradictions", "running"):
            other.__dict__[name] = getattr(self, name)
        return other

    @cached_property
    def strings(self) -> dict[str, str]:
        """Words of the interface in this language."""
        return {key: in_language(text, self.language) for key, text in all_words().items()}

    @cached_property
    def markup(self) -> Markup:
        """Renders texts of the knowledge base."""
        return Markup(self.language, self._target, self._citation, self._formula)

    @cached_property
    def environment(self) -> jinja2.Environment:
        """Templates with the filters and functions they use."""
        functions = {
            "site": self,
            "atlas": self.atlas,
            "s": self.word,
            "url": self.url,
            "to": self.to,
            "name": self.name,
            "icons": ICONS,
            "verdicts": VERDICTS,
            "language_names": NAME_OF_LANGUAGE,
            "edit_url": edit_url,
            "display": lambda latex: Html(self._formula(latex, True)),
            "fenced": lambda code: Html(f"```python\n{code}```"),  # Markdown escapes what stands in a fence
            "h2": lambda text, anchor: Html(f"## {escape(str(text))} {{#{anchor}}}"),
        }
        return environment(functions, {"t": self.inline, "prose": self.prose, "plain": self.plain})

    def render(self, page: Page) -> str:
        """Markdown of a page, with front matter. Raises BadFormula that names file and line.

        Text of the knowledge base stands in HTML blocks only, which Markdown leaves alone; the theme writes
        title and description as they are, so both are escaped here.
        """
        self._page = page.address
        body = self.environment.get_template(page.template).render(page=page, **page.context).strip()
        fields: dict[str, Any] = {"description": escape(page.description or page.title)}
        if page.address:
            fields = {"title": escape(page.title)} | fields
        hidden = [] if shows_siblings(page.address) else ["navigation"]
        if page.wide or not re.search(r"^## ", body, re.MULTILINE):
            hidden.append("toc")
        if hidden:
            fields["hide"] = hidden
        fields["search"] = {"exclude": True}  # the search has an index of its own: generators/search_index.py
        if head := self.describe(self.language, page.address, page.title, page.description or page.title):
            fields["head"] = head
        if page.scripts:
            fields["scripts"] = list(page.scripts)
        front = "".join(f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in fields.items())
        shown = self._foreign_words.marked(f"{self._head(page)}\n\n{body}")
        return f"---\n{front}---\n\n{shown}\n"

    @cached_property
    def _foreign_words(self) -> ForeignWords:
        return ForeignWords(self.language, (paper.title for paper in self.atlas.of("paper")))

    def _head(self, page: Page) -> str:
        steps = "".join(
            f'<li><a href="{self.to(target)}">{escape(self.word(word))}</a></li>'
            for target, word in trail(page.address)
        )
        above = (
            f'<ol class="trail" data-search-exclude aria-label="{escape(self.word("trail"))}">{steps}</ol>'
            if steps
            else ""
        )
        marks = ' class="wide"' if page.wide else ""
        heading = page.heading or f"<h1>{self.markup.plain(page.title)}</h1>"
        return f"<header{marks}>{above}{heading}</header>{self._stale_note(page)}"

    @property
    def stale(self) -> StaleTexts:
        """Texts that are older in one language than in another."""
        return stale_texts(self.atlas)

    def _stale_note(self, page: Page) -> str:
        newer = self.stale.newer_page(page.address, self.language)
        if not newer:
            return ""
        macros = self.environment.get_template("_stale.j2").make_module()
        target = self.root_url(FOLDER_OF_LANGUAGE[newer] + page.address)
        return f"\n\n{macros.note(newer, target)}"  # type: ignore[attr-defined]

    def _with_stale_mark(self, html: str, text: Text | str, tag: str) -> str:
        if isinstance(text, str) or not self.stale.newer(text, self.language):
            return html
        mark = f'<small class="stale-mark">{escape(self.word("stale-mark"))}</small>'
        return f'<{tag} class="stale">{html} {mark}</{tag}>'

    def word(self, key: str, **values: object) -> str:
        """A word or sentence of the interface. Raises KeyError for an unknown key."""
        return self.strings[key].format(**values) if values else self.strings[key]

    def plain(self, text: Text) -> str:
        """A text in this language, as it stands."""
        return in_language(text, self.language)

    def inline(self, text: Text | str) -> Any:
        """A text as HTML without paragraphs."""
        raw = text if isinstance(text, str) else self.plain(text)
        return Html(self._with_stale_mark(self._rendered(self.markup.inline, raw), text, "span"))

    def prose(self, text: Text) -> Any:
        """A text as HTML paragraphs."""
        return Html(self._with_stale_mark(self._rendered(self.markup.blocks, self.plain(text)), text, "div"))

    def _rendered(self, render: Callable[[str], str], raw: str) -> str:
        """HTML of a text: the same on all pages that lie as deep, since its links are relative."""
        key = (render.__name__, raw, self._page.count("/"))
        if key not in self._texts:
            self._texts[key] = render(raw)
        return self._texts[key]

    def name(self, entity: Entity) -> str:
        """Name of an entity in this language."""
        return label(entity, self.language)

    def to(self, target: str) -> str:
        """Relative address of a page of this language."""
        return relative(target, self._page)

    def url(self, identifier: str) -> str:
        """Relative address of an entity's page."""
        return self.to(address(self.atlas.kind_of[identifier], identifier))

    @cached_property
    def _verified(self) -> dict[str, list[Verified]]:
        found: dict[str, list[Verified]] = {}
        for entry in states(self.atlas.of("claim"), self._records):
            found.setdefault(entry.claim, []).append(entry)
        return found

    def verified(self, claim: Claim) -> list[Verified]:
        """Each check of a claim with its record and whether that is fresh."""
        return self._verified.get(claim.id, [])

    def status(self, claim: Claim) -> str:
        """The status of a claim, by the table in the schema."""
        run = run_of(entry.state for entry in self.verified(claim))
        return status(claim.verdict, run, source_state(claim.according_to))

    def run_summary(self, claim: Claim) -> str:
        """How many checks of a claim came out as they must, and how many lack a fresh record."""
        found = [entry.state for entry in self.verified(claim)]
        agree, against = found.count("agrees"), found.count("disagrees")
        parts = [self.word("runs-all", n=len(found))]
        parts += [self.word("runs-agree", n=agree)] if agree else []
        parts += [self.word("runs-disagree", n=against)] if against else []
        missing = len(found) - agree - against
        parts += [self.word("runs-missing", n=missing)] if missing else []
        return self.word("comma").join(parts)

    @staticmethod
    def measures(check: Check) -> Text:
        """What the measured value of a check is."""
        return PROPERTIES[check.property].measures

    def value(self, value: str | float | bool) -> Any:
        """A measured value as HTML: a count whole, another number with four digits, a truth value as a word."""
        if isinstance(value, bool):
            return self.word("yes" if value else "no")
        if isinstance(value, str):
            return Html('<span lang="en">{}</span>').format(value)
        if isinstance(value, int):
            return f"{value:,}".replace("-", "−")
        return Html(number_html(value))

    @staticmethod
    def sources_of(model: TrainedModel) -> list[Reference]:
        """Where a model's encoding and windows are told, each place once."""
        values = (model.position_encoding, model.window.advertised, model.window.configured)
        found = [value.source for value in values if value is not None and value.source is not None]
        return list({source.target: source for source in found}.values())

    def mentions(self, identifier: str, *kinds: str) -> list[str]:
        """Entities of some kinds that point to one, each once, by id."""
        return list(dict.fromkeys(entity.id for _, entity in self.pointing_to(identifier, *kinds)))

    def figure(self, name: str) -> Html:
        """A figure drawn from recorded numbers. Raises ValueError where they are missing."""
        return draw(self.atlas.root, name)

    def attention_figure(self, method: Method) -> Shown | None:
        """The figure of scores of a method, or None where nothing is recorded."""
        name = self.name(method)
        return shown(
            self.atlas.root,
            method.id,
            lambda low, high: self.word("attention-figure-is", method=name, low=low, high=high),
        )

    def pointing_to(self, identifier: str, *kinds: str) -> Iterator[tuple[str, Entity]]:
        """Entities of some kinds that point to one, with the relation, by id."""
        graph = self.atlas.graph
        found = {(source, key) for source, _, key in graph.in_edges(identifier, keys=True)}
        for source, relation in sorted(found):
            if self.atlas.kind_of[source] in kinds:
                yield relation, self.atlas[source]

    def judged(self) -> list[Claim]:
        """Claims that judge statements of a document, in its order."""
        return sorted((c for c in self.atlas.of("claim") if c.source.item), key=self._place_in_document)

    def _place_in_document(self, claim: Claim) -> tuple[str, int, str]:
        line = self.line_of(claim) or 0
        return claim.source.id, line, claim.source.item or ""

    def line_of(self, claim: Claim) -> int | None:
        """Line of the document in which a claim's statement first stands."""
        return self._lines.get((claim.source.id, claim.source.item or ""))

    @cached_property
    def _lines(self) -> dict[tuple[str, str], int]:
        lines: dict[tuple[str, str], int] = {}
        for document in self.atlas.of("document"):
            for part in self.atlas.parts(document.id):
                for item in part.items:
                    lines.setdefault((document.id, item), part.line)
        return lines

    def contradicted_by(self, claim: Claim) -> list[Claim]:
        """Claims that cannot be true together with one; the relation goes both ways."""
        return [self.atlas[i] for i in sorted(self._contradictions.get(claim.id, ()))]  # type: ignore[misc]

    @cached_property
    def running(self) -> RunningPages:
        """What is known of running the methods."""
        return RunningPages(self.atlas.root / "evidence")

    @cached_property
    def _contradictions(self) -> dict[str, set[str]]:
        pairs: dict[str, set[str]] = {}
        for claim in self.atlas.of("claim"):
            for other in claim.contradicts:
                pairs.setdefault(claim.id, set()).add(other)
                pairs.setdefault(other, set()).add(claim.id)
        return pairs

    def law(self, name: str) -> str:
        """A law as a sentence."""
        return in_language(LAWS[name], self.language)

    def records(self) -> list[Record]:
        """Every record of a check, of all devices."""
        return [record for rows in self._records.values() for record in rows]

    def last_recorded(self) -> str:
        """Date of the newest record of a check."""
        return max((record.date for record in self.records()), default="—")

    def source_url(self, identifier: str, *location: Any) -> str:
        """Page that shows the YAML of an entity, at the line of a value; one for all languages."""
        path = self.atlas.path_of[identifier]
        line = f"#L{self.places.line(path, *location)}" if location else ""
        return self.root_url(f"yaml/{path.removeprefix('kb/').removesuffix('.yml')}/") + line

    def item_url(self, claim: Claim) -> str:
        """Page that shows the document's statement which a claim judges, at its line."""
        line = self.places.item(claim.source.id, claim.source.item or "")
        return self.root_url(f"yaml/documents/{claim.source.id}/items/#L{line}")

    def source_place(self, claim: Claim) -> str:
        """Where the statement of a claim is shown in its place."""
        source = self.atlas[claim.source.id]
        for section in getattr(source, "sections", ()):
            if section.holds(claim.source.locator):
                anchor = f"#{claim.source.item}" if claim.source.item else ""
                return self.to(f"document/{section.slug}/") + anchor
        return self.url(claim.source.id)

    def root_url(self, target: str) -> str:
        """Relative address of something that lies beside the languages."""
        return relative(target, FOLDER_OF_LANGUAGE[self.language] + self._page)

    def build_of(self, check: Check) -> str:
        """Method, options and arguments of a check in one line."""
        options = ", ".join(f"{k}={v}" for k, v in (check.build | check.given).items())
        return f"{check.method}({options})"

    def without_markup(self, text: Text) -> str:
        """A text as a reader would say it, without marks and LaTeX: for titles and descriptions."""
        raw = self.plain(text)
        if raw not in self._bare:
            self._bare[raw] = without_markup(raw, lambda identifier: self.name(self.atlas[identifier]))
        return self._bare[raw]

    def short(self, text: Text, limit: int = 80) -> str:
        """The beginning of a text without marks, whole where it fits."""
        whole = self.without_markup(text)
        if len(whole) <= limit:
            return whole
        cut = whole[:limit]
        return (cut.rsplit(" ", 1)[0] if self.language == "en" else cut).rstrip(" ,;:，；：、") + "…"

    def first_sentence(self, text: Text) -> Any:
        """The first sentence of a text as HTML, without the references at its end."""
        first = text_of_first_sentence(self.plain(text))
        return Html(self._rendered(self.markup.inline, first))

    def _target(self, identifier: str) -> Target:
        return Target(self.url(identifier), self.name(self.atlas[identifier]))

    def _citation(self, identifier: str, reported: bool) -> str:
        claim = self.atlas[identifier]
        assert isinstance(claim, Claim)
        verdict = self.word(f"verdict-{claim.verdict}")
        title = escape(f"{verdict}{self.word('colon')}{self.without_markup(claim.statement)}")
        icon = ICONS[claim.verdict]
        kind = " reported" if reported else ""
        return (
            f'<a class="cite v-{claim.verdict}{kind}" href="{self.url(identifier)}" title="{title}">'
            f'<span aria-hidden="true">{icon}</span><span class="sr">{escape(verdict)}</span></a>'
        )

    def _formula(self, latex: str, display: bool) -> str:
        try:
            self._maths.html(latex, display)
        except BadFormula as error:
            place = self.places.of_text(latex) or f"page {self._page}"
            raise BadFormula(f"{place}: the formula  {latex}  cannot be set: {error}") from None
        key = Maths.key(latex, display)
        shape = "maths display" if display else "maths"
        return f'<span class="{shape}" data-maths="{key}">{escape(latex)}</span>'
