"""Loading the knowledge base of the repository beside `json.loads` of the same data, and the memory it takes.

CPU time of this process after imports, best of 15. The garbage collector is on, as a user has it; what a run left is
collected before the next. "The same data" are all entities and the statements of the document as one array of JSON,
fields as they are written.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import networkx  # noqa: F401  the graph's import is no part of its making

import posatlas
from posatlas.atlas import Atlas
from posatlas.command_line.options import knowledge_base
from posatlas.compiled import place, write_compiled
from tests.benchmarks.timing import least_cpu

LIMITS = {"load": 3.0, "load, every entity and the graph": 10.0}
# What a process holds before and after, in MiB; the greatest so far where the system does not tell the present size.
_MEMORY = """
import sys, networkx, posatlas, posatlas.graph
from pathlib import Path
def held():
    status = Path("/proc/self/status")
    if status.is_file():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS")) / 1024
    import resource
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)
before = held()
atlas = posatlas.load(sys.argv[1])
loaded = held()
list(atlas), atlas.graph
print(before, loaded - before, held() - before)
"""


def run() -> None:
    """Print the times as ratios to that of `json.loads`, and the memory in MiB."""
    with tempfile.TemporaryDirectory() as folder:
        root = copied(Path(folder) / "kb")
        read = least_cpu(lambda: posatlas.load(root))
        write_compiled(root)
        data = same_data(root)
        floor, *taken = ratios(root, data)
        print(f"loading: json.loads of {len(data) / 2**20:.1f} MiB takes {floor * 1000:.1f} ms")
        for (name, limit), seconds in zip(LIMITS.items(), taken, strict=True):
            print(f"loading: {name}: {seconds * 1000:.1f} ms, {seconds / floor:.2f} times that (limit {limit:g})")
        print(f"loading: from YAML, where nothing is compiled: {read * 1000:.0f} ms, {read / floor:.1f} times that")
        print(f"loading: {memory(root)}")
        place(root).unlink()
        print(f"loading: from YAML: {memory(root)}")


def ratios(root: Path, data: bytes, rounds: int = 3) -> tuple[float, float, float]:
    """CPU seconds of `json.loads`, of loading what is compiled, and of that with everything touched."""
    things = (lambda: json.loads(data), lambda: posatlas.load(root), lambda: touch(posatlas.load(root)))
    found = [[least_cpu(thing, most=5) for thing in things] for _ in range(rounds)]
    return tuple(map(min, zip(*found, strict=True)))  # type: ignore[return-value]


def copied(root: Path) -> Path:
    """A copy of the knowledge base without evidence, so that nothing is written beside the real one."""
    here, _ = knowledge_base(None)
    shutil.copytree(here, root, ignore=lambda folder, _: ["evidence"] if Path(folder) == here else [])
    return root


def same_data(root: Path) -> bytes:
    """What the compiled form holds, as one array of JSON."""
    lines = place(root).read_bytes().split(b"\n")[3:-1]
    return b"[" + b",".join(lines) + b"]"


def touch(atlas: Atlas) -> None:
    """Make every entity, and the graph of them."""
    for _ in atlas:
        pass
    _ = atlas.graph


def memory(root: Path) -> str:
    """A sentence on what a fresh process holds after loading, and after touching everything."""
    command = [sys.executable, "-c", _MEMORY, str(root)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    before, loaded, touched = map(float, printed.split())
    return (
        f"memory grows by {loaded:.0f} MiB on load and by {touched:.0f} MiB in all with every entity and the graph, "
        f"from {before:.0f} MiB after imports"
    )
