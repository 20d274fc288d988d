"""Validates and loads a small knowledge base again and again, one file after another changed: a process of its own.

Reads a JSON line {"path", "content" (base64)} and answers with one: `problem` (null where all is well), `findings`,
`seconds` of CPU, `mebibytes` at the peak. The process that asks can stop it where it hangs.
"""

from __future__ import annotations

import base64
import json
import shutil
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from posatlas.atlas import InvalidKnowledgeBase, load
from posatlas.findings import Finding, render
from posatlas.lints import CODES
from posatlas.validation import validate, validate_files


def peak_of_memory() -> float:
    """MiB that this process had at most. What getrusage says begins with that of the process which started this one."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="utf-8").splitlines() if status.is_file() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")), 0.0)


def _wrong(findings: Sequence[Finding], kb: Path) -> str | None:
    """What is wrong with the findings themselves: a place that is none, no sentence, no remedy, text that no terminal
    can show."""
    for style in ("text", "json", "github"):
        printed = render(findings, style)  # type: ignore[arg-type]
        printed.encode()
    for finding in findings:
        file = kb / finding.path.removeprefix("kb/")
        lines = file.read_bytes().decode("utf-8", "replace").splitlines() if file.is_file() else []
        if finding.code not in CODES:
            return f"the code is not listed: {finding}"
        if finding.line < 1 or finding.column < 1 or finding.line > max(len(lines), 1) + 1:
            return f"the place is not in the file: {finding}"
        if not finding.path.startswith("kb/") or not finding.message.strip() or not finding.hint.strip():
            return f"no file, sentence or remedy: {finding}"
        shown = [*finding.text().split("\n"), finding.annotation()]
        if len(shown) > 6 or not all(line.replace("\u3000", "").isprintable() for line in shown):
            return f"it does not stand on its lines: {shown}"
    return None


def _tried(kb: Path, file: Path) -> dict[str, Any]:
    started = time.process_time()
    problem, findings = None, []
    try:
        findings = validate(kb)
        problem = _wrong(findings, kb) or _wrong(validate_files(kb, [file]), kb)
        try:
            atlas = load(kb)
        except InvalidKnowledgeBase as error:
            str(error).encode()
        else:
            repr(atlas).encode()
            atlas.graph.number_of_edges()
            problem = problem or (f"{len(atlas)} entities" if len(atlas) < 15 else None)
    except BaseException:
        problem = traceback.format_exc()
    return {
        "problem": problem,
        "findings": len(findings),
        "seconds": time.process_time() - started,
        "mebibytes": peak_of_memory(),
    }


def main(base: Path, folder: Path) -> None:
    """Answer until the input ends."""
    kb = folder / "kb"
    shutil.copytree(base, kb)
    for line in sys.stdin:
        asked = json.loads(line)
        file = kb / asked["path"]
        before = file.read_bytes() if file.is_file() else None
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(asked["content"]))
        print(json.dumps(_tried(kb, file)), flush=True)
        if before is None:
            file.unlink()
        else:
            file.write_bytes(before)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
