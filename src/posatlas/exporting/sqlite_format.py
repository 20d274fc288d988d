"""SQLite: the tables of `exporting/tables.py`, with keys, so that a query can join them."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

from posatlas.exporting.dataset import Dataset
from posatlas.exporting.table_shapes import Column, Table
from posatlas.exporting.tables import Tables
from posatlas.writing import replacement

__all__ = ["write"]

_TYPES: Final = {"text": "TEXT", "integer": "INTEGER", "number": "REAL", "boolean": "INTEGER", "json": "TEXT"}
_LOOKUPS: Final = (("edges", "target"), ("records", "claim"), ("entities", "kind"))


def write(dataset: Dataset, target: Path) -> None:
    """Write the database to a file. Raises OSError where it cannot be written."""
    try:
        with replacement(target) as new:
            _fill(new, Tables(dataset))
    except sqlite3.OperationalError as error:  # such as a full disk
        raise OSError(errno.EIO, str(error), str(target)) from error


def _fill(file: Path, made: Tables) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = OFF")  # the file takes its place only when it is whole
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        insert = {}
        for table in made.tables():
            database.execute("\n".join(_creation(table)))
            insert[table.name] = f"INSERT INTO {_quoted(table.name)} VALUES ({', '.join('?' * len(table.columns))})"
        for name, group in groupby(made.rows(), itemgetter(0)):
            database.executemany(insert[name], (row for _, rows in group for row in rows))
        for looked_in, column in _LOOKUPS:
            database.execute(f"CREATE INDEX {looked_in}_by_{column} ON {looked_in} ({column})")
        database.execute("COMMIT")


def _creation(table: Table) -> Iterator[str]:
    """The statement that makes a table; what a column means stands beside it, and `.schema` shows it."""
    yield f"CREATE TABLE {_quoted(table.name)} ( -- {_comment(table.about)}"
    for column in table.columns:
        yield f"  {_quoted(column.name)} {_TYPES[column.type]}{_conditions(table, column)},{_remark(column)}"
    yield f"  PRIMARY KEY ({', '.join(map(_quoted, table.key))})"
    yield ")"


def _conditions(table: Table, column: Column) -> str:
    name, found = _quoted(column.name), "" if column.optional else " NOT NULL"
    if column.type == "boolean":
        found += f" CHECK ({name} IN (0, 1))"
    if table.refers and column is table.columns[0]:
        found += f" REFERENCES {table.refers} (id)"
    if table.name == "edges" and column.name == "target":
        found += " REFERENCES entities (id)"
    return found


def _remark(column: Column) -> str:
    return f" -- {_comment(column.about)}" if column.about else ""


def _comment(text: str) -> str:
    return " ".join(text.split())


def _quoted(name: str) -> str:
    return f'"{name}"'
