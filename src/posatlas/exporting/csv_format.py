"""CSV: the tables of `exporting/tables.py`, a file each, and a datapackage.json that describes them.

UTF-8 without a byte-order mark, commas, a line feed after each row, quotes where a value needs them; an empty field
is a missing value. Truth values are true and false. The description is a Tabular Data Package.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import shutil
import zipfile
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from posatlas.exporting.dataset import LICENCE, Dataset
from posatlas.exporting.table_shapes import Column, Table
from posatlas.exporting.tables import Row, Tables
from posatlas.writing import replacement

__all__ = ["write"]

_TYPES: Final = {"text": "string", "integer": "integer", "number": "number", "boolean": "boolean", "json": "string"}
_TIME: Final = (1980, 1, 1, 0, 0, 0)  # of every file in the archive, so that equal data give equal bytes
_OTHER_FILES: Final = frozenset({".csv", ".tsv", ".gz", ".tgz", ".tar", ".bz2", ".xz", ".zst", ".7z", ".xlsx"})


def write(dataset: Dataset, target: Path) -> None:
    """Write an archive, or for a target that does not end in .zip a folder, which must be new or empty.

    Raises FileExistsError for another folder, which cannot be replaced in one step, and ValueError for a single .csv
    or another kind of archive.
    """
    if target.suffix.lower() in _OTHER_FILES and not target.is_dir():
        raise ValueError(f"{target}: the atlas is many tables. Name an archive that ends in .zip, or a folder.")
    if target.suffix.lower() == ".zip":
        _archive(dataset, target)
    else:
        _folder(dataset, target)


def _archive(dataset: Dataset, target: Path) -> None:
    with replacement(target) as new, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _files(dataset).items():
            member = zipfile.ZipInfo(name, _TIME)
            member.external_attr = 0o644 << 16
            archive.writestr(member, content, zipfile.ZIP_DEFLATED)


def _folder(dataset: Dataset, target: Path) -> None:
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        what = "this folder is not empty" if target.is_dir() else "this file would become a folder"
        raise FileExistsError(errno.EEXIST, f"{what}; name a new one, or an archive that ends in .zip", str(target))
    beside = Path(mkdtemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent))
    try:
        for name, content in _files(dataset).items():
            with (beside / name).open("wb") as out:
                out.write(content.encode())
                out.flush()
                os.fsync(out.fileno())
        beside.chmod(0o755)
        if target.is_dir():
            target.rmdir()  # it is empty
        beside.rename(target)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def _files(dataset: Dataset) -> dict[str, str]:
    """Text of each file by name; the description first."""
    made = Tables(dataset)
    tables = {table.name: table for table in made.tables()}
    written = {name: io.StringIO() for name in tables}
    writers = {name: csv.writer(out, lineterminator="\n") for name, out in written.items()}
    for name, table in tables.items():
        writers[name].writerow([column.name for column in table.columns])
    for name, group in groupby(made.rows(), itemgetter(0)):
        booleans = [number for number, column in enumerate(tables[name].columns) if column.type == "boolean"]
        writers[name].writerows(_shown(row, booleans) for _, rows in group for row in rows)
    description = json.dumps(_package(dataset, tables), ensure_ascii=False, indent=1) + "\n"
    return {"datapackage.json": description} | {f"{name}.csv": out.getvalue() for name, out in written.items()}


def _shown(row: Row, booleans: list[int]) -> Row:
    if not booleans:
        return row
    cells = list(row)
    for number in booleans:
        cells[number] = {True: "true", False: "false", None: None}[cells[number]]
    return tuple(cells)


def _package(dataset: Dataset, tables: dict[str, Table]) -> dict[str, Any]:
    return {
        "profile": "tabular-data-package",
        "name": "posatlas",
        "version": dataset.version,
        "licenses": [{"name": "CC-BY-4.0", "path": LICENCE}],
        "resources": [
            {
                "profile": "tabular-data-resource",
                "name": name.replace("_", "-"),
                "path": f"{name}.csv",
                "description": table.about,
                "encoding": "utf-8",
                "schema": _schema(table),
            }
            for name, table in tables.items()
        ],
    }


def _schema(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {"fields": [_field(column) for column in table.columns], "primaryKey": list(table.key)}
    if table.refers:
        to = {"resource": table.refers, "fields": "id"}
        found["foreignKeys"] = [{"fields": table.columns[0].name, "reference": to}]
    return found


def _field(column: Column) -> dict[str, Any]:
    found: dict[str, Any] = {"name": column.name, "type": _TYPES[column.type]}
    about = f"{column.about} JSON text.".strip() if column.type == "json" else column.about
    if about:
        found["description"] = about
    if not column.optional:
        found["constraints"] = {"required": True}
    return found
