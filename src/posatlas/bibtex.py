"""BibTeX entries of papers, made from their fields alone."""

from __future__ import annotations

import re
from typing import Final

from posatlas.schema.literature import Paper

__all__ = ["bibtex"]

# A backslash before a brace does not take it out of BibTeX's count of braces, so braces become commands.
_SPECIAL: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}
_MONTHS: Final = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_GROUP: Final = re.compile(r"\b(team|group|project|contributors|collaboration|and)\b|,", re.IGNORECASE)


def bibtex(paper: Paper) -> str:
    """The entry of a paper, whose key is the paper's id, without a line end at its end.

    A reviewed paper is @inproceedings or @article with its venue, dated by the venue; a thesis @phdthesis; all
    else is @misc, dated by its first publication.
    """
    venue = paper.venue
    reviewed = venue is not None and paper.type in ("conference", "journal")
    kind, place = "misc", ""
    if paper.type == "thesis":
        kind, place = "phdthesis", "school"
    elif reviewed:
        kind, place = ("article", "journal") if paper.type == "journal" else ("inproceedings", "booktitle")
    date = (venue.published or str(venue.year)) if venue is not None and reviewed else paper.first_published
    year, _, month = date.partition("-")
    fields = {
        "title": f"{{{escaped(paper.title)}}}",  # the inner braces keep capitals as printed
        "author": " and ".join(_author(name) for name in paper.authors),
        place: escaped(venue.name) if venue is not None else "",
        "year": year,
        "month": _MONTHS[int(month[:2]) - 1] if month else "",
        "howpublished": "Technical report" if kind == "misc" and paper.type == "report" else "",
        "eprint": paper.arxiv.id if paper.arxiv else "",
        "archivePrefix": "arXiv" if paper.arxiv else "",
        "doi": paper.doi or "",
        "url": str(paper.url).replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D"),
    }
    lines = [
        f"  {name} = {value if name == 'month' else f'{{{value}}}'},"
        for name, value in fields.items()
        if name and value
    ]
    return "\n".join([f"@{kind}{{{paper.id},", *lines, "}"])


def escaped(text: str) -> str:
    """Text in which LaTeX sees no command, comment or brace; on one line."""
    return "".join(_SPECIAL.get(sign, sign) for sign in " ".join(text.split()))


def _author(name: str) -> str:
    """A name as BibTeX reads it: `others` for et al.; in braces what has no given and family name."""
    if name.strip() in ("et al.", "et al"):
        return "others"
    whole = len(name.split()) == 1 or _GROUP.search(name)
    return f"{{{escaped(name)}}}" if whole else escaped(name)
