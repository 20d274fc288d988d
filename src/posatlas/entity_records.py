"""Files that commands keep about entities: one file a folder of the knowledge base, one row an entity, by id.

The file of `kb/claims/rope/rope-no-parameters.yml` is `<folder>/claims/rope.yml`: two branches that add to different
folders, or far from each other in one, merge without a conflict.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from posatlas.folders import yaml_files
from posatlas.recorded import NoRecord, load_recorded, named
from posatlas.writing import replace_file

__all__ = ["Row", "file_of", "read_rows", "write_rows"]

_DUMPER: Final = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class Row(NamedTuple):
    """What is kept about one entity, and the file that holds it, below the folder of records."""

    file: str
    value: Any


def file_of(path: str) -> str:
    """The file, below the folder of records, for an entity whose path begins with the knowledge base's name."""
    return f"{path.partition('/')[2].rpartition('/')[0]}.yml"


def read_rows(folder: Path) -> dict[str, Row]:
    """Rows by id, of every file below the folder; empty where it is missing.

    Raises NoRecord for a file that is no mapping of ids, and for an id that two files hold.
    """
    found: dict[str, Row] = {}
    for path, parts in yaml_files(folder):
        file = "/".join(parts)
        with named(file):
            rows = load_recorded(path)
        if not isinstance(rows, dict) or not all(isinstance(identifier, str) for identifier in rows):
            raise NoRecord(file, "it holds no rows by id")
        for identifier, value in rows.items():
            if identifier in found:
                raise NoRecord(file, f"{identifier} stands in {found[identifier].file} too")
            found[identifier] = Row(file, value)
    return found


def write_rows(folder: Path, rows: Mapping[str, Row], header: str, flow: bool | None) -> list[str]:
    """Write the rows, in order of id, and delete files that hold none any more. Gives the files that changed.

    `flow` is the style of YAML: None sets innermost values on one line, False each on its own.
    """
    files: dict[str, dict[str, Any]] = {}
    for identifier in sorted(rows):
        files.setdefault(rows[identifier].file, {})[identifier] = rows[identifier].value
    changed = []
    for file, values in sorted(files.items()):
        body = yaml.dump(
            values, Dumper=_DUMPER, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=flow
        )
        target = folder / file
        if not target.is_file() or target.read_text(encoding="utf-8") != header + body:
            replace_file(target, header + body)
            changed.append(file)
    for path, parts in list(yaml_files(folder)):
        if "/".join(parts) not in files:
            Path(path).unlink()
            changed.append("/".join(parts))
    return changed
