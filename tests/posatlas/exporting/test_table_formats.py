"""SQLite and CSV: their tables give back every entity, edge and record, and answer questions as the atlas does."""

from __future__ import annotations

import json
import math
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas
import pytest

import posatlas
from posatlas.exporting import export


def _sqlite(file: Path) -> dict[str, list[dict[str, Any]]]:
    with closing(sqlite3.connect(file)) as database:
        database.row_factory = sqlite3.Row
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')] for name in names}


_READ: dict[str, Callable[[str], Any]] = {
    "string": str, "integer": int, "number": float, "boolean": lambda word: {"true": True, "false": False}[word],
}  # fmt: skip


def _csv(file: Path) -> dict[str, list[dict[str, Any]]]:
    """Tables read with pandas as the package describes them."""
    found = {}
    with zipfile.ZipFile(file) as archive:
        package = json.loads(archive.read("datapackage.json"))
        for resource in package["resources"]:
            frame = pandas.read_csv(archive.open(resource["path"]), dtype=str, keep_default_na=False)
            fields = {field["name"]: _READ[field["type"]] for field in resource["schema"]["fields"]}
            assert list(frame.columns) == list(fields)
            found[resource["path"].removesuffix(".csv")] = [
                {name: fields[name](cell) if cell else None for name, cell in row.items()}
                for row in frame.to_dict("records")
            ]
        assert len(archive.namelist()) == len(found) + 1
    return found


READERS = {"sqlite": _sqlite, "csv": _csv}


@pytest.mark.parametrize("format", READERS)
def test_everything_comes_back(
    atlas: posatlas.Atlas,
    format: str,
    made: Callable[..., Path],
    from_tables: Callable[..., Any],
    holds_everything: Callable[..., None],
) -> None:
    tables = READERS[format](made(atlas, format))
    holds_everything(atlas, *from_tables(tables))
    assert {row["id"]: (row["kind"], row["path"]) for row in tables["entities"]} == {
        entity.id: (atlas.kind_of[entity.id], atlas.path_of[entity.id]) for entity in atlas
    }
    edges = {
        (row["source"], row["target"], row["relation"]): json.loads(row["more"] or "{}")
        | {"relation": row["relation"], "field": row["field"]}
        for row in tables["edges"]
    }
    assert edges == {key: json.loads(json.dumps(data)) for key, data in atlas.graph.edges.items()}  # tuples are lists
    assert {row["entity_id"] for row in tables["statuses"]} == {claim.id for claim in atlas.of("claim")}


@pytest.mark.parametrize("format", READERS)
def test_records_come_back(
    atlas: posatlas.Atlas, format: str, made: Callable[..., Path], rows_of_evidence: Callable[..., Any]
) -> None:
    def read(name: str, value: Any) -> Any:
        if value is None or name not in ("build", "given", "measured", "tolerance", "versions"):
            return bool(value) if name == "holds" else value
        value = json.loads(value)
        return float(value["number"]) if isinstance(value, dict) and value.keys() == {"number"} else value

    tables = READERS[format](made(atlas, format))
    rows = sorted(tables["records"], key=lambda row: row["number"])
    found = [tuple(read(name, value) for name, value in row.items() if name != "number") for row in rows]
    assert list(map(repr, found)) == list(map(repr, rows_of_evidence(atlas)))  # NaN equals nothing


def test_the_database_is_sound(atlas: posatlas.Atlas, made: Callable[..., Path]) -> None:
    with closing(sqlite3.connect(made(atlas, "sqlite"))) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        keys = database.execute("SELECT count(*) FROM sqlite_master WHERE sql LIKE '%REFERENCES entities (id)%'")
        assert keys.fetchone()[0] > 50
        with pytest.raises(sqlite3.IntegrityError):
            database.execute("INSERT INTO entities VALUES ('turning', NULL, 'x')")


def test_a_query_answers_as_the_atlas(whole: posatlas.Atlas, made: Callable[..., Path]) -> None:
    query = """
        SELECT claims.entity_id, claims.statement_zh_hans, statuses.status
        FROM claims JOIN claims_about USING (entity_id) JOIN statuses USING (entity_id)
        WHERE claims_about.value = 'alibi' AND claims.verdict = 'contradicted' ORDER BY 1
    """
    with closing(sqlite3.connect(made(whole, "sqlite"))) as database:
        rows = database.execute(query).fetchall()
    claims = whole.claims(about="alibi", verdict="contradicted")
    assert [row[0] for row in rows] == sorted(claim.id for claim in claims)
    assert len(rows) > 1
    assert all("線" not in row[1] and "這" not in row[1] for row in rows)


def test_pandas_reads_the_tables_without_help(whole: posatlas.Atlas, made: Callable[..., Path]) -> None:
    with zipfile.ZipFile(made(whole, "csv")) as archive:
        claims = pandas.read_csv(archive.open("claims.csv"))
        models = pandas.read_csv(archive.open("models.csv"))
    counts = claims.groupby("verdict").size().to_dict()
    assert counts == {verdict: len(whole.claims(verdict=verdict)) for verdict in counts}
    assert sum(counts.values()) == len(whole.of("claim"))
    bases = {m.id: m.rope_base.value for m in whole.of("model") if m.rope_base is not None}
    read = models.set_index("entity_id")["rope_base_value"].dropna().to_dict()
    assert read.keys() == bases.keys()
    assert all(math.isclose(read[model], base, rel_tol=0) for model, base in bases.items())


def test_a_folder_holds_the_same_as_the_archive(
    awkward: posatlas.Atlas, made: Callable[..., Path], tmp_path: Path
) -> None:
    folder = export(awkward, "csv", tmp_path / "tables")
    with zipfile.ZipFile(made(awkward, "csv")) as archive:
        assert {file.name: file.read_bytes() for file in folder.iterdir()} == {
            name: archive.read(name) for name in archive.namelist()
        }
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_folder_with_files_is_left_alone(awkward: posatlas.Atlas, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    export(awkward, "csv", tmp_path / "mine")  # it is empty
    before = sorted(file.name for file in (tmp_path / "mine").iterdir())
    with pytest.raises(FileExistsError, match="not empty"):
        export(awkward, "csv", tmp_path / "mine")
    assert sorted(file.name for file in (tmp_path / "mine").iterdir()) == before
