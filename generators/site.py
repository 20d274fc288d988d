"""What every page needs: the atlas in one language, its addresses, markup and templates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

import jinja2
import yaml
from markupsafe import Markup as Html

from posatlas.atlas import Atlas
from posatlas.describing import in_language, label
from posatlas.evidence import Record, Verified, run_of, states
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE, address, relative
from posatlas.generators.maths import BadFormula, Maths
from posatlas.generators.text import Markup, Target
from posatlas.schema import VERDICTS, Check, Claim, Entity, Language, Text
from posatlas.schema.verdicts import status

HERE = Path(__file__).parent
ICONS = {"supported": "✓", "conditional": "◐", "imprecise": "≈", "contradicted": "✗", "unverifiable": "?"}


@dataclass(frozen=True)
class Page:
    """One page of one language: address, template, title, and what the template is given."""

    address: str
    template: str
    title: str
    context: dict[str, Any] = field(default_factory=dict)
    description: str = ""


class Site:
    """The atlas in one language."""

    def __init__(self, atlas: Atlas, language: Language, maths: Maths, records: dict[str, list[Record]]) -> None:
        self.atlas, self.language, self._maths, self._records = atlas, language, maths, records
        self._page = ""
        self._place = ""

    @cached_property
    def strings(self) -> dict[str, str]:
        """Words of the interface in this language."""
        raw = yaml.safe_load((HERE / "strings.yml").read_text(encoding="utf-8"))
        return {key: in_language(Text.model_validate(value), self.language) for key, value in raw.items()}

    @cached_property
    def markup(self) -> Markup:
        """Renders texts of the knowledge base."""
        return Markup(self.language, self._target, self._citation, self._formula)

    @cached_property
    def environment(self) -> jinja2.Environment:
        """Templates with the filters and functions they use."""
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(HERE / "templates"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=jinja2.StrictUndefined,
        )
        environment.filters |= {"t": self.inline, "prose": self.prose, "plain": self.plain}
        environment.globals |= {
            "site": self,
            "atlas": self.atlas,
            "s": self.word,
            "url": self.url,
            "to": self.to,
            "name": self.name,
            "icons": ICONS,
            "verdicts": VERDICTS,
            "display": lambda latex: Html(self._formula(latex, True)),
        }
        return environment

    def render(self, page: Page) -> str:
        """Markdown of a page, with front matter. Raises BadFormula that names the file of the entity."""
        self._page = page.address
        self._place = page.address
        body = self.environment.get_template(page.template).render(page=page, **page.context)
        fields: dict[str, Any] = {"title": page.title, "description": page.description or page.title}
        if not page.address:
            fields["hide"] = ["navigation", "toc"]
        front = yaml.safe_dump(
            fields,
            allow_unicode=True,
            sort_keys=False,
            width=1000,
        )
        return f"---\n{front}---\n\n{body.strip()}\n"

    def word(self, key: str, **values: object) -> str:
        """A word or sentence of the interface. Raises KeyError for an unknown key."""
        return self.strings[key].format(**values) if values else self.strings[key]

    def plain(self, text: Text) -> str:
        """A text in this language, as it stands."""
        return in_language(text, self.language)

    def inline(self, text: Text | str) -> Any:
        """A text as HTML without paragraphs."""
        raw = text if isinstance(text, str) else self.plain(text)
        return Html(self.markup.inline(raw))

    def prose(self, text: Text) -> Any:
        """A text as HTML paragraphs."""
        return Html(self.markup.blocks(self.plain(text)))

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
        deciding = [source for source in claim.according_to if source.decides]
        split = claim.verdict == "supported" and any(source.stance == "disputes" for source in deciding)
        return status(claim.verdict, run, "split" if split else "decide" if deciding else "none")

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
    def _contradictions(self) -> dict[str, set[str]]:
        pairs: dict[str, set[str]] = {}
        for claim in self.atlas.of("claim"):
            for other in claim.contradicts:
                pairs.setdefault(claim.id, set()).add(other)
                pairs.setdefault(other, set()).add(claim.id)
        return pairs

    def last_recorded(self) -> str:
        """Date of the newest record of a check."""
        return max((record.date for rows in self._records.values() for record in rows), default="—")

    def source_url(self, identifier: str) -> str:
        """Page that shows the YAML of an entity; one for all languages."""
        return self.root_url(f"yaml/{self.atlas.path_of[identifier].removeprefix('kb/').removesuffix('.yml')}/")

    def source_place(self, claim: Claim) -> str:
        """Where the statement of a claim is shown in its place."""
        source = self.atlas[claim.source.id]
        for section in getattr(source, "sections", ()):
            if claim.source.locator.startswith(section.name):
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
        """A text without maths signs and marks, for descriptions."""
        return " ".join(re.sub(r"\[@[^\]]*\]|[$*`]", "", self.plain(text)).split())

    def _target(self, identifier: str) -> Target:
        return Target(self.url(identifier), self.name(self.atlas[identifier]))

    def _citation(self, identifier: str, reported: bool) -> str:
        claim = self.atlas[identifier]
        assert isinstance(claim, Claim)
        verdict = self.word(f"verdict-{claim.verdict}")
        title = escape(f"{verdict}: {self.plain(claim.statement)}".replace("\n", " "), quote=True)
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
            raise BadFormula(f"{self._where(latex)}: the formula  {latex}  cannot be set: {error}") from None
        key = Maths.key(latex, display)
        tag = "div" if display else "span"
        return f'<{tag} class="maths" data-maths="{key}">{escape(latex)}</{tag}>'

    def _where(self, latex: str) -> str:
        """File and line of the first YAML source that holds the formula."""
        for path in sorted(set(self.atlas.path_of.values())):
            file = self.atlas.root / path.removeprefix("kb/")
            if file.is_file():
                for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                    if latex in line:
                        return f"{path}:{number}:{line.index(latex) + 1}"
        return self._page
