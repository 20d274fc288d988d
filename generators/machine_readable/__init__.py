"""The atlas for other programs: a JSON file for each entity, schemas of these, a guide for models, moved ids."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from posatlas.atlas import Atlas
from posatlas.evidence import load_evidence
from posatlas.generators.machine_readable import moved
from posatlas.generators.machine_readable.documents import Documents
from posatlas.generators.machine_readable.guide import guide
from posatlas.generators.machine_readable.locations import FOLDER, Locations
from posatlas.generators.machine_readable.schemas import schemas
from posatlas.schema import KINDS, Redirect
from posatlas.versions import version_of

__all__ = ["write"]


def write(atlas: Atlas, site: Path, languages: tuple[str, ...], root: str) -> None:
    """Write below the folder `site` all that other programs read; `root` is the public address of the site."""
    locations = Locations(atlas, root, languages)
    documents = Documents(atlas, load_evidence(atlas.root / "evidence"), locations, version_of(atlas.root))
    folder = site / FOLDER
    for kind in KINDS:
        for entity in atlas.of(kind):
            _write(folder / kind / f"{entity.id}.json", documents.of(entity.id))
            if isinstance(entity, Redirect):
                for old in moved.kinds_before(atlas, entity):
                    _write(folder / old / f"{entity.id}.json", documents.of(entity.id))
        _write(folder / kind / "index.json", documents.index(kind))
    _write(folder / "index.json", documents.catalogue())
    for name, schema in schemas(locations).items():
        _write(folder / "schema" / f"{name}.json", schema)
    (site / "llms.txt").write_text(guide(locations), encoding="utf-8")
    moved.write(atlas, site, languages, root)


def _write(file: Path, value: Any) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    file.write_text(f"{text}\n", encoding="utf-8")
