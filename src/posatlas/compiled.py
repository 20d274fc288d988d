"""The compiled knowledge base: one file with the data of all YAML files, from which entities are made on access.

It lies beside the folder of the YAML (`kb.compiled` beside `kb/`): the build of the wheel makes one, and so does
`posatlas compile`. Three lines of text begin it, and a line of JSON for each entity follows:

    posatlas-compiled <format>
    <SHA-256 of all that follows>
    {"yaml": <digest>, "code": <digest>, "ids": […], "kinds": […], "paths": […], "attachments": [[id, name], …]}

It is used only where it is whole and fresh: its own digest, the digest of every YAML file's path and bytes, and the
digest of the code that turns YAML into entities must agree with what is there now. Times and sizes of files decide
nothing, for installers and version control set them as they like. In every other case the YAML is read. The file is
data alone: nothing in it names code, and each entity is validated when it is made.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from posatlas.collecting import without_collecting
from posatlas.contents import Contents, contents_of
from posatlas.corpus import DOCUMENT_FILES, PACKAGED_KB, read_corpus
from posatlas.folders import yaml_files
from posatlas.made_on_access import MadeOnAccess
from posatlas.schema.kinds import KINDS
from posatlas.writing import replace_file

_FORMAT = b"posatlas-compiled 1"
_PACKAGE = Path(__file__).parent
# What an entity is made of its file by: the models, and the modules that read a file and name its entity.
_READERS = ("blanks.py", "compiled.py", "corpus.py", "folders.py", "reading.py")


class CannotCompile(ValueError):
    """The knowledge base cannot be compiled now; the message says why and what to do."""


def place(root: Path) -> Path:
    """Where the compiled form of a folder lies: beside the folder, links resolved."""
    folder = Path(os.path.realpath(root))
    return folder.with_name(f"{folder.name}.compiled")


def read_compiled(root: Path) -> Contents | None:
    """Contents from the compiled form of a folder, or None where there is none, or none that is whole and fresh."""
    try:
        if not root.is_dir():
            return None
        with open(place(root), "rb") as file:
            start, digest, rest = file.readline(80), file.readline(80), file.read()
        if start.rstrip(b"\n") != _FORMAT or digest.rstrip(b"\n") != hashlib.sha256(rest).hexdigest().encode():
            return None
        lines = rest.split(b"\n")
        head = json.loads(lines[0])
        if head["code"] != _code_digest() or head["yaml"] != yaml_digest(root):
            return None
        return _contents(root, head, lines[1:-1])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None  # made by a hand or another program


def write_compiled(root: Path = PACKAGED_KB) -> Path:
    """Compile a folder and return the file, which replaces an older one whole.

    Raises InvalidKnowledgeBase for YAML with mistakes, CannotCompile where files change meanwhile or a value does not
    come back from JSON as it was, and OSError where the file cannot be written.
    """
    before = yaml_digest(root)
    contents = contents_of(read_corpus(root, Path(root).as_posix()))
    if yaml_digest(root) != before:
        raise CannotCompile(f"Files of {root} changed while they were compiled; compile again.")
    with without_collecting():
        models = [*contents.entities.values(), *contents.attachments.values()]
        lines = [_line(model) for model in models]
    head = {
        "yaml": before,
        "code": _code_digest(),
        "ids": list(contents.entities),
        "kinds": list(contents.kind_of.values()),
        "paths": list(contents.path_of.values()),
        "attachments": list(contents.attachments),
    }
    rest = b"".join(line + b"\n" for line in (json.dumps(head, ensure_ascii=False).encode(), *lines))
    target = place(root)
    replace_file(target, b"\n".join((_FORMAT, hashlib.sha256(rest).hexdigest().encode(), rest)))
    return target


def yaml_digest(root: Path) -> str:
    """SHA-256 over paths and bytes of the YAML files that hold entities; evidence holds none."""
    return _digest((path, "/".join(parts)) for path, parts in yaml_files(root) if parts[0] != "evidence")


@cache
def _code_digest() -> str:
    files = [*_READERS, *glob.glob("schema/**/*.py", root_dir=_PACKAGE, recursive=True)]
    return _digest((os.fspath(_PACKAGE / name), name.replace(os.sep, "/")) for name in sorted(files))


def _digest(files: Iterable[tuple[str, str]]) -> str:
    """SHA-256 over names and contents, each with its length, so that no two lists of files run into one."""
    total = hashlib.sha256()
    for path, name in files:
        with open(path, "rb", buffering=0) as file:
            content = file.read()
        total.update(f"{len(name)} {len(content)} {name}\n".encode())
        total.update(content)
    return total.hexdigest()


def _contents(root: Path, head: dict[str, Any], lines: list[bytes]) -> Contents:
    ids, kinds, paths = head["ids"], head["kinds"], head["paths"]
    attachments = [tuple(key) for key in head["attachments"]]
    if not len(ids) == len(kinds) == len(paths) == len(lines) - len(attachments):
        raise ValueError("the lists are not of one length")
    model_of = {kind: KINDS[kind].model for kind in set(kinds)}
    entities = {i: (model_of[kind], line) for i, kind, line in zip(ids, kinds, lines, strict=False)}
    beside = {key: (DOCUMENT_FILES[key[1]], line) for key, line in zip(attachments, lines[len(ids) :], strict=True)}
    return Contents(
        root,
        MadeOnAccess(entities),
        MappingProxyType(dict(zip(ids, kinds, strict=True))),
        MappingProxyType(dict(zip(ids, paths, strict=True))),
        MadeOnAccess(beside),
    )


def _line(model: BaseModel) -> bytes:
    """An entity as a line of JSON, from which an equal one is made: that is tried here."""
    line = model.model_dump_json(by_alias=True, exclude_unset=True)
    try:
        again = type(model).model_validate_json(line)
    except ValueError as error:
        raise CannotCompile(f"{_named(model)} does not come back from JSON: {error}") from None
    # The second comparison sees what == does not: 1, 1.0 and true, and which fields were written.
    if again != model or again.model_dump_json(by_alias=True, exclude_unset=True) != line:
        raise CannotCompile(f"{_named(model)} comes back from JSON changed; leave out numbers that are not finite.")
    return line.encode()


def _named(model: BaseModel) -> str:
    return f'{type(model).__name__} "{getattr(model, "id", "")}"'
