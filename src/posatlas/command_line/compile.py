"""`posatlas compile`: the data of all YAML files in one file, for quick loading."""

from __future__ import annotations

import typer

from posatlas.command_line.options import KnowledgeBase, knowledge_base

EXAMPLE = "Example:  posatlas compile --kb my-kb"


def compile(kb: KnowledgeBase = None) -> None:
    """Write <folder>.compiled beside the knowledge base: `load` uses it for as long as no YAML file changes."""
    from posatlas.compiled import write_compiled

    root = knowledge_base(kb)[0]
    target = write_compiled(root)
    typer.echo(f"{target}: {target.stat().st_size:,} bytes. Used for as long as no YAML file of {root} changes.")
