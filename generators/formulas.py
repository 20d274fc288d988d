"""The formulas of scripts/formulas, run while the site is built, so that pages and scripts show the same numbers."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
MODULES = HERE.resolve().parent / "node_modules"


class BadFormulas(ValueError):
    """The formulas cannot be bundled or refuse their arguments; the message says why."""


def computed(name: str, *arguments: Any) -> Any:
    """What a formula such as "t5.table" gives for arguments that JSON can hold. Raises BadFormulas."""
    call = f"formulas.{name}(...{json.dumps(arguments)})"
    outcome = json.loads(
        _engine().eval(
            "JSON.stringify((() => { try { return {value: " + call + "} }"
            " catch (error) { return {refused: String(error.message)} } })())"
        )
    )
    if "refused" in outcome:
        raise BadFormulas(f"The formula {name} refuses {json.dumps(arguments)}: {outcome['refused']}.")
    return outcome.get("value")


@cache
def _engine() -> Any:
    from py_mini_racer import MiniRacer

    command = [str(MODULES / ".bin" / "esbuild"), str(HERE / "scripts" / "formulas" / "all.js")]
    command += ["--bundle", "--format=iife", "--global-name=formulas", "--charset=utf8", "--log-level=warning"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise BadFormulas(f"The formulas of the site cannot be bundled.\n{result.stderr}")
    engine = MiniRacer()
    engine.eval(result.stdout)
    return engine
