"""What a page is about, for search engines: JSON-LD in the words of schema.org, and links to the same as JSON.

A verdict is one of five words and no point on a scale, so a review has its word and no number.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property
from html import escape
from typing import Any

from posatlas.describing import in_language, label
from posatlas.generators.addresses import FOLDER_OF_LANGUAGE, PAGES_OF_KINDS, SHOWN_TERMS, address, relative
from posatlas.generators.code_pages import address_of
from posatlas.generators.machine_readable.locations import FOLDER, LICENCE, Locations
from posatlas.generators.text import text_of_first_sentence, without_markup
from posatlas.generators.trail import trail
from posatlas.generators.words import all_words
from posatlas.schema import Claim, Lesson, Method, Organisation, Paper, TrainedModel
from posatlas.schema.properties import BUILDS
from posatlas.schema_org import VOCABULARY, type_of
from posatlas.source_digests import implementation_file

__all__ = ["LinkedData", "as_script"]

_AUTHOR = {"@type": "Organization", "name": "The PosAtlas developers"}
_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}
_Value = dict[str, Any]


def as_script(value: Any) -> str:
    """A value as a JSON-LD element of a page; no text in it can end the element or begin another."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPED)
    return f'<script type="application/ld+json">{text}</script>'


class LinkedData:
    """Describes pages by their address."""

    def __init__(self, locations: Locations) -> None:
        self._locations, self._atlas = locations, locations.atlas
        self._kinds: dict[str, Callable[[Any, str, _Value], _Value]] = {
            "method": self._method,
            "claim": self._claim,
            "paper": self._paper,
            "model": self._model,
            "organisation": self._organisation,
            "lesson": self._lesson,
            "technique": self._term,
            "metric": self._term,
        }

    def head(self, language: str, place: str, title: str, description: str) -> str:
        """HTML for the head of the page at the address `place`: its linked data, and its entity or list as JSON."""
        page: _Value = {
            "name": title,
            "url": self._locations.page(place, language),
            "inLanguage": language,
            "description": description,
        }
        graph = [*self._things(language, place, page), *self._crumbs(language, place, title)]
        up = FOLDER_OF_LANGUAGE[language] + place
        links = [f"{kind}/{identifier}.json" for kind, identifier in self._documents(place)]
        if not place:
            links = ["index.json"]
        shown = "".join(
            f'<link rel="alternate" type="application/json" href="{escape(relative(FOLDER + link, up))}">'
            for link in links
        )
        return shown + as_script({"@context": VOCABULARY, "@graph": graph})

    @cached_property
    def _entities(self) -> dict[str, str]:
        """The entity of each page that shows one."""
        pages = ((address(kind, i), i) for i, kind in self._atlas.kind_of.items() if kind in PAGES_OF_KINDS)
        return {page: identifier for page, identifier in pages if "#" not in page}

    @cached_property
    def _lists(self) -> dict[str, list[str]]:
        """The kinds that each section lists."""
        found: dict[str, list[str]] = {}
        for kind, pattern in PAGES_OF_KINDS.items():
            if "{}" in pattern:
                found.setdefault(pattern.partition("{}")[0].removesuffix("#"), []).append(kind)
        return found

    def _documents(self, place: str) -> list[tuple[str, str]]:
        if identifier := self._entities.get(place):
            return [(self._atlas.kind_of[identifier], identifier)]
        return [(kind, "index") for kind in self._lists.get(place, ())]

    def _things(self, language: str, place: str, page: _Value) -> list[_Value]:
        if not place:
            return self._whole(page)
        if place == "glossary/":
            return [self._glossary(language, page)]
        identifier = self._entities.get(place, "")
        describe = self._kinds.get(self._atlas.kind_of.get(identifier, ""))
        if describe is None:
            return [{"@type": "WebPage"} | page | {"license": LICENCE}]
        found = [describe(self._atlas[identifier], language, page)]
        if identifier in BUILDS and self._atlas.kind_of[identifier] == "method":
            code = f"{self._locations.root}{address_of(implementation_file(identifier))}"
            about = {"name": page["name"], "url": code, "programmingLanguage": "Python", "about": page["url"]}
            found.append({"@type": "SoftwareSourceCode"} | about)
        return found

    def _crumbs(self, language: str, place: str, title: str) -> list[_Value]:
        if not place:
            return []
        words = all_words()
        steps = [("", "home"), *trail(place)]
        named = [(in_language(words[word], language), self._locations.page(up, language)) for up, word in steps]
        named.append((title, self._locations.page(place, language)))
        items = [
            {"@type": "ListItem", "position": position, "name": name, "item": url}
            for position, (name, url) in enumerate(named, 1)
        ]
        return [{"@type": "BreadcrumbList", "itemListElement": items}]

    def _whole(self, page: _Value) -> list[_Value]:
        """The site, and the data that it is made from."""
        data = {
            "license": LICENCE,
            "creator": _AUTHOR,
            "isAccessibleForFree": True,
            "distribution": {
                "@type": "DataDownload",
                "contentUrl": self._locations.catalogue(),
                "encodingFormat": "application/json",
            },
        }
        return [{"@type": "WebSite"} | page, {"@type": "Dataset"} | page | data]

    def _glossary(self, language: str, page: _Value) -> _Value:
        shown = (term for term in self._atlas.of("term") if term.role in SHOWN_TERMS)
        terms = [
            {
                "@type": "DefinedTerm",
                "name": label(term, language),
                "url": self._locations.page(address("term", term.id), language),
            }
            for term in shown
        ]
        return {"@type": "DefinedTermSet"} | page | {"hasDefinedTerm": terms}

    def _term(self, entity: Any, language: str, page: _Value) -> _Value:
        above = address(self._atlas.kind_of[entity.id], "")[:-1]
        found = {"termCode": entity.id, "inDefinedTermSet": self._locations.page(above, language)}
        if aliases := getattr(entity, "aliases", None):
            found["alternateName"] = list(aliases)
        about = {key: value for key, value in page.items() if key != "inLanguage"}  # a word of works only
        return {"@type": type_of(self._atlas.kind_of[entity.id], entity)} | about | found

    def _method(self, method: Method, language: str, page: _Value) -> _Value:
        return self._term(method, language, page)

    def _claim(self, claim: Claim, language: str, page: _Value) -> _Value:
        statement = self._bare(in_language(claim.statement, language), language)
        reason = self._bare(text_of_first_sentence(in_language(claim.explanation, language)), language)
        said_in = {
            "@type": "CreativeWork",
            "name": self._bare(label(self._atlas[claim.source.id], language), language),
            "url": self._locations.pages(claim.source.id)[language],
        }
        verdict = in_language(all_words()[f"verdict-{claim.verdict}"], language)
        rating = {"@type": "Rating", "alternateName": verdict, "ratingExplanation": reason}
        places = {r.url or self._locations.pages(r.target).get(language) for r in claim.according_to}
        found = {
            "author": _AUTHOR,
            "license": LICENCE,
            "claimReviewed": statement,
            "itemReviewed": {"@type": "Claim", "text": statement, "appearance": said_in},
            "reviewRating": rating,
        }
        if cited := sorted(place for place in places if place):
            found["citation"] = cited
        return {"@type": type_of("claim", claim)} | page | found

    def _paper(self, paper: Paper, language: str, page: _Value) -> _Value:
        """The paper itself, of which the page tells; authors as printed, since some are groups."""
        found: _Value = {
            "@type": type_of("paper", paper),
            "name": paper.title,
            "headline": paper.title,
            "creditText": ", ".join(paper.authors),
            "datePublished": paper.first_published,
            "url": paper.url,
            "mainEntityOfPage": page["url"],
        }
        if paper.doi:
            found["identifier"] = {"@type": "PropertyValue", "propertyID": "DOI", "value": paper.doi}
        if paper.venue:
            found["isPartOf"] = {"@type": "CreativeWork", "name": f"{paper.venue.name} {paper.venue.year}"}
        return found

    def _model(self, model: TrainedModel, language: str, page: _Value) -> _Value:
        about: _Value = {"@type": type_of("model", model), "name": model.name, "datePublished": model.released}
        if model.organisation is not None and model.organisation in self._atlas:
            maker = label(self._atlas[model.organisation], language)
            about["creator"] = {"@type": "Organization", "name": maker}
        return {"@type": "WebPage"} | page | {"license": LICENCE, "about": about}

    def _organisation(self, organisation: Organisation, language: str, page: _Value) -> _Value:
        about: _Value = {"@type": type_of("organisation", organisation), "name": label(organisation, language)}
        if organisation.aliases:
            about["alternateName"] = list(organisation.aliases)
        return {"@type": "WebPage"} | page | {"license": LICENCE, "about": about}

    def _lesson(self, lesson: Lesson, language: str, page: _Value) -> _Value:
        return {"@type": type_of("lesson", lesson)} | page | {"license": LICENCE, "position": lesson.step}

    def _bare(self, text: str, language: str) -> str:
        return without_markup(text, lambda identifier: label(self._atlas[identifier], language))
