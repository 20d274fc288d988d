"""How a reader cites a claim and reports a wrong fact."""

from __future__ import annotations

from dataclasses import dataclass

from posatlas.generators.addresses import address
from posatlas.generators.deployment import issue_url, permanent_url
from posatlas.generators.measured import newest
from posatlas.generators.site import Site
from posatlas.schema import Claim

__all__ = ["Report", "citation", "report"]


@dataclass(frozen=True)
class Report:
    """A report about a page, ready to send. `url`: the form for it, empty where none is known."""

    title: str
    body: str
    url: str

    @property
    def text(self) -> str:
        """Title and body without empty lines, to be copied."""
        return "\n".join(line for line in (self.title, *self.body.splitlines()) if line)


def citation(site: Site, claim: Claim) -> str:
    """A claim in one line of plain text: statement, atlas, id, verdict, day of the record, permanent address."""
    day = newest(site, [claim])
    parts = [
        site.word("cited-statement", statement=site.short(claim.statement, 120)),
        site.word("cited-atlas"),
        claim.id,
        site.word("cited-verdict", verdict=site.word(f"verdict-{claim.verdict}")),
        *([site.word("cited-record", day=day)] if day else []),
        permanent_url(site.language, address("claim", claim.id)),
    ]
    return site.word("comma").join(parts)


def report(site: Site, claim: Claim) -> Report:
    """A report of a wrong fact on a claim's page, with what is known filled in and room for the reason."""
    title = site.word("report-title", id=claim.id)
    body = "\n".join(
        [
            site.word("report-claim", id=claim.id),
            site.word("report-statement", statement=site.short(claim.statement, 160)),
            site.word("report-verdict", verdict=site.word(f"verdict-{claim.verdict}")),
            site.word("report-address", address=permanent_url(site.language, address("claim", claim.id))),
            site.word("report-language", language=site.language),
            site.word("report-file", path=site.atlas.path_of[claim.id]),
            "",
            site.word("report-what"),
            site.word("report-source"),
        ]
    )
    return Report(title, body, issue_url(title, body))
