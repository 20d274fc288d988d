"""The command `posatlas`: each command's module is imported only when the command runs."""

from __future__ import annotations

import sys

import typer

from posatlas.command_line import (
    build,
    bump,
    check,
    compare,
    compile,
    diff,
    export,
    find,
    history,
    mutate,
    new,
    pack,
    path,
    properties,
    schema,
    serve,
    show,
    trace,
    translations,
    validate,
)

application = typer.Typer(
    name="posatlas",
    help="The atlas of Transformer position encodings in which every statement can be run.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_COMMANDS = (
    *(validate, trace, check, mutate, history, translations, build, serve, pack, show, find, path, compare),
    *(compile, properties, new, diff, export, schema, bump),
)
for module in _COMMANDS:
    application.command(epilog=module.EXAMPLE)(getattr(module, module.__name__.rpartition(".")[2]))


@application.callback(invoke_without_command=True)
def _options(version: bool = typer.Option(False, "--version", help="Print the version and exit.")) -> None:
    if version:
        from posatlas import __version__

        typer.echo(__version__)
        raise typer.Exit


def main() -> None:
    """Run the command line; bad input ends in a sentence and exit code 1, wrong usage in exit code 2."""
    from posatlas.atlas import UnknownEntity

    try:
        application()
    except (UnknownEntity, ValueError, OSError, ImportError) as error:
        if isinstance(error, ImportError) and (error.name or "").startswith("posatlas"):
            raise
        print(f"posatlas: {_sentence(error)}", file=sys.stderr)
        sys.exit(1)


def _sentence(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.partition(".")[0]
        extra = "torch" if package in ("torch", "numpy") else "site"
        return f'this command needs the Python package "{package}". Install it:  pip install "posatlas[{extra}]"'
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {(error.strerror or str(error)).lower()}."
    return str(error)
