"""The table of methods as CSV (RFC 4180): a line a method; a dimension's value, verdicts, measurements, sources."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from posatlas.comparing.bearing import Bearing
from posatlas.generators.comparing.table import Cell, Column, MethodTable
from posatlas.generators.site import Site
from posatlas.schema import Reference

__all__ = ["as_csv", "harmless"]

# A spreadsheet takes a cell that begins so for a formula and may run it; set to Chinese, the wide forms too.
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def harmless(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_STARTS_A_FORMULA) else text


def as_csv(site: Site, table: MethodTable) -> bytes:
    """The whole table: id, name, and four fields for each dimension. UTF-8, with the mark by which spreadsheets
    know it."""
    columns = [*table.columns, *table.document]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([harmless(field) for field in _header(site, columns)])
    for facts in table.facts:
        fields = [facts.method.id, site.name(facts.method)]
        for column in columns:
            fields += _fields(site, table.cell(facts.method.id, column.id))
        writer.writerow([harmless(field) for field in fields])
    return out.getvalue().encode("utf-8-sig")


def _header(site: Site, columns: list[Column]) -> Iterator[str]:
    yield from ("id", site.word("method"))
    for column in columns:
        yield column.name
        for key in ("verdict", "measured", "sources"):
            yield f"{column.name}{site.word('colon')}{site.word(key)}"


def _fields(site: Site, cell: Cell) -> tuple[str, str, str, str]:
    verdicts = "; ".join(f"{site.word(f'verdict-{b.claim.verdict}')} [{b.claim.id}]" for b in cell.claims)
    runs = [_run(site, bearing) for bearing in cell.claims]
    laws = [
        f"{row.law}: {site.word('holds' if row.holds else 'fails')}, {row.worst:g} ({row.device}, {row.date})"
        for row in cell.laws
    ]
    sources = dict.fromkeys(_source(site, s) for bearing in cell.claims for s in bearing.claim.according_to)
    if cell.paper:
        sources[f"{cell.paper.title}, {cell.paper.url}"] = None
    if cell.models:
        sources |= dict.fromkeys(site.name(model) for model in cell.models)
    measured = "; ".join(part for part in [*laws, *runs] if part)
    return cell.value.text, verdicts, measured, "; ".join(sources)


def _run(site: Site, bearing: Bearing) -> str:
    found = [
        f"{run.check.property}={run.record.measured} ({run.record.device}, {run.record.date})"
        for run in bearing.runs
        if run.record and run.state in ("agrees", "disagrees")
    ]
    return f"[{bearing.claim.id}] {', '.join(found)}" if found else ""


def _source(site: Site, reference: Reference) -> str:
    where = f"{reference.title} {reference.url}" if reference.url else site.name(site.atlas[reference.target])
    unread = "" if reference.read else f" ({site.word('not-read')})"
    return f"{where}, {reference.locator}{unread}"
