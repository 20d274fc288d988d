"""`posatlas new`: begin an entity."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from posatlas.command_line.options import KnowledgeBase, counted, knowledge_base

if TYPE_CHECKING:
    from posatlas.scaffolding import NewFile

EXAMPLE = (
    "Example:  posatlas new claim alibi-flattest-slope --about alibi --set kind=property --set source.id=press-2022"
)


def new(
    kind: Annotated[str, typer.Argument(help="Kind: method, claim, paper, model, term and so on.")],
    id: Annotated[str, typer.Argument(help="Id, in kebab-case: lower-case words joined by hyphens.")],
    kb: KnowledgeBase = None,
    about: Annotated[
        str | None, typer.Option("--about", help="Of a claim: entities it is about, parted by commas.", metavar="IDS")
    ] = None,
    values: Annotated[
        list[str] | None,
        typer.Option("--set", help="Value of a field, such as source.id=press-2022; repeat it.", metavar="FIELD=VALUE"),
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option("--with", help="Field to write though it may be left out; repeat it.", metavar="FIELD"),
    ] = None,
    ask: Annotated[
        bool | None,
        typer.Option("--ask/--no-ask", help="Ask for each value; by default if nothing is set, in a terminal."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the files; write nothing.")] = False,
) -> None:
    """Write the file of a new entity, every field explained and blanks to fill in; of a method also code and claims."""
    from posatlas.corpus import PACKAGED_KB
    from posatlas.scaffolding import begun, written

    root, _ = knowledge_base(kb)
    if root == PACKAGED_KB and not dry_run:
        raise ValueError("There is no checkout here to write to. Name a knowledge base:  --kb DIR")
    given = _given(values or [], about)
    terminal = sys.stdin.isatty() and not (values or about)
    if ask or (ask is None and terminal):
        _asked(kind, given, also or [])
    try:
        files = begun(root, kind, id, given, also or [])
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if dry_run:
        for file in files:
            typer.echo(f"# ---- {file.path}\n{file.text}")
        return
    for path in written(root, files):
        typer.echo(f"wrote {_shown(path, kb)}")
    _next(kind, id, given, files, kb)


def _shown(path: str, kb: Path | None) -> str:
    """A planned path as one finds it from here: what is planned below kb/ lies in the folder that was named."""
    top, _, rest = path.partition("/")
    if kb is None:
        return path
    if top == "kb":
        return (kb / rest).as_posix()
    beside = kb.resolve().parent
    return path if beside == Path.cwd() else (beside / path).as_posix()


def _given(values: list[str], about: str | None) -> dict[str, str]:
    given = {} if about is None else {"about": about}
    for value in values:
        path, sign, text = value.partition("=")
        if not sign or not path.strip():
            raise typer.BadParameter(f'"{value}" is not of the form FIELD=VALUE.', param_hint="--set")
        given[path.strip()] = text.strip()
    return given


def _asked(kind: str, given: dict[str, str], also: list[str]) -> None:
    """Ask for what is not given; an empty answer leaves a blank."""
    from posatlas.scaffolding import questions
    from posatlas.schema import KINDS

    if kind not in KINDS:  # told where the files are planned
        return
    typer.echo("An empty answer leaves a blank in the file.", err=True)
    for question in questions(KINDS[kind].model, also):
        if question.path in given:
            continue
        while True:
            typer.echo(f"\n{question.field.sentence()}", err=True)
            answer = typer.prompt(question.path, default="", show_default=False, err=True)
            problem = question.wrong(answer)
            if problem is None:
                break
            typer.echo(problem, err=True)
        if answer.strip():
            given[question.path] = answer.strip()


def _next(kind: str, id: str, given: dict[str, str], files: Sequence[NewFile], kb: Path | None) -> None:
    """Print how many blanks are left, and what to run."""
    from posatlas.blanks import BLANK
    from posatlas.scaffolding.beginning import registration

    lines = [line for file in files for line in file.text.splitlines() if not line.startswith("#")]
    blanks = sum(line.count(BLANK) for line in lines)
    own = "" if kind == "method" else f" {_shown(files[0].path, kb)}"
    command = f"posatlas validate{f' --kb {kb}' if kb is not None else ''}{own}"
    if blanks:
        typer.echo(f"\n{counted(blanks, 'blank')} to fill in, marked {BLANK}. This names each:  {command}")
    else:
        typer.echo(f"\nNothing is blank. Next:  {command}")
    if kind == "method":
        typer.echo("So that it runs, once the stubs are written:")
        for line in registration(id, given):
            typer.echo(f"  {line}")
