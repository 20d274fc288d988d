"""Validates and loads a folder while the interpreter reports what it does; prints what is no reading of it.

Arguments: the folder, and a harmless one, which is validated before so that all imports are done. The events are those
of sys.addaudithook: files that are opened, code that is compiled or run, imports, processes, sockets.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import posatlas
from posatlas.evidence import states
from posatlas.findings import Finding, render
from posatlas.validation import validate, validate_files

PACKAGE = Path(posatlas.__file__).resolve().parent
OWN = tuple(str((PACKAGE / name).resolve()) for name in ("", "kb", "schema", "generators", "reference_impl"))
CODE = {"exec", "compile", "import", "marshal.loads", "pickle.find_class", "code.__new__", "function.__new__"}
ELSEWHERE = ("socket.", "subprocess.", "os.", "shutil.", "ctypes.", "urllib.", "http.", "ftplib.", "smtplib.", "pty.")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
seen: list[str] = []
watching = False


def _inside(path: Any, kb: str) -> bool:
    return isinstance(path, int) or os.path.realpath(os.fsdecode(path)).startswith((kb, *OWN))


def _watch(kb: str) -> None:
    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if not watching:
            return
        if event == "open":
            if _inside(arguments[0], kb) and not (arguments[2] or 0) & WRITING:
                return
        elif event in ("os.scandir", "os.listdir"):
            if _inside(arguments[0], kb):
                return
        elif event not in CODE and not event.startswith(ELSEWHERE):
            return
        seen.append(f"{event} {arguments!r}"[:300])

    sys.addaudithook(hook)


def _everything(kb: Path) -> list[Finding]:
    findings = validate(kb)
    for file in sorted(kb.rglob("*.yml")):
        if file.is_file() and not file.is_symlink():
            findings += validate_files(kb, [file])
    try:
        atlas = posatlas.load(kb)
    except posatlas.InvalidKnowledgeBase as error:
        str(error)
    else:
        atlas.graph.number_of_edges()
        states(atlas.of("claim"), {})
    for style in ("text", "json", "github"):
        render(findings, style)  # type: ignore[arg-type]
    return findings


def main(kb: Path, harmless: Path) -> None:
    """Print what was seen, and the codes of the findings."""
    global watching
    _everything(harmless)
    _watch(str(kb))
    watching = True
    findings = _everything(kb)
    watching = False
    print(json.dumps([seen, sorted({finding.code for finding in findings})]))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
