"""Which files a new entity begins with, and writing them: all of them or none, and never over another."""

from __future__ import annotations

import os
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from posatlas.corpus import identifier_problem, read_folder_names
from posatlas.findings import near
from posatlas.scaffolding.code import FOLDER_OF_FAMILY, class_name, encoding, module_name, oracle
from posatlas.scaffolding.skeleton import Given, checked, skeleton
from posatlas.schema import KINDS

__all__ = ["NewFile", "begun", "written"]

_HEADINGS: Final = {
    "method": "A method may be described before it runs. Once its class exists, name it in `implementation`.",
    "claim": "Write what is said, in your own words, and judge it. The verdict is the one that the checks imply. "
    "`posatlas properties METHOD` lists what a check can ask; where nothing can be run, delete `checks`.",
}


@dataclass(frozen=True)
class NewFile:
    """A file to be written: its path below the folder that holds the knowledge base, and its text."""

    path: str
    text: str


def begun(kb: Path, kind: str, identifier: str, given: Given, also: Collection[str] = ()) -> list[NewFile]:
    """The files that a new entity begins with; the first is its own.

    A method also begins with stubs of its implementation and of its second opinion, and with two claims. Raises
    ValueError for an unknown kind, an id that is taken or is none, and a field that is not there.
    """
    if kind not in KINDS:
        guess = near(kind, KINDS)
        hint = f'did you mean "{guess}"?' if guess else f"kinds are {', '.join(KINDS)}."
        raise ValueError(f'"{kind}" is no kind; {hint}')
    if problem := identifier_problem(identifier):
        raise ValueError(problem)
    model = KINDS[kind].model
    checked(model, given, also)
    taken = {entry.id: entry.source.path for entry in read_folder_names(kb, "kb").entries}
    subject = given.get("about", "").split(",")[0].strip()
    if kind == "claim":
        for about in filter(None, map(str.strip, given.get("about", "").split(","))):
            if about not in taken and not identifier_problem(about):
                guess = near(about, taken)
                hint = f'did you mean "{guess}"?' if guess else "begin that entity first."
                raise ValueError(f'The claim would be about "{about}", which is no entity; {hint}')
    if kind == "claim" and taken.get(subject) == f"kb/methods/{subject}.yml":
        given = {"checks.method": subject, **given}
    own = NewFile(_place(kind, identifier, given), skeleton(model, given, also, _heading(kind)))
    files = [own, *_of_method(identifier, given)] if kind == "method" else [own]
    for file in files:
        name = Path(file.path).stem
        if file.path.startswith("kb/") and name in taken:
            raise ValueError(f'The id "{name}" is taken by {taken[name]}; ids are unique. Choose another.')
    return files


def _heading(kind: str) -> str:
    start = "Begun with `posatlas new`. Fill in what is marked; delete these comments when you are done."
    return f"{start} {_HEADINGS.get(kind, '')}".strip()


def _place(kind: str, identifier: str, given: Given) -> str:
    if kind != "claim":
        return f"kb/{KINDS[kind].folder}/{identifier}.yml"
    subject = given.get("about", "").split(",")[0].strip()
    if not subject:
        raise ValueError("A claim lies in the folder of what it is about: name that entity, for example  --about alibi")
    if problem := identifier_problem(subject):
        raise ValueError(problem)
    return f"kb/claims/{subject}/{identifier}.yml"


def _of_method(method: str, given: Given) -> list[NewFile]:
    """The stubs of a method's code, and the claims that every implementation needs."""
    family, hooks = given.get("family", ""), [h.strip() for h in given.get("enters_at", "").split(",") if h.strip()]
    folder, module = FOLDER_OF_FAMILY.get(family, "none"), module_name(method)
    claims: dict[str, dict[str, str]] = {
        f"{method}-equation": {
            "kind": "definition",
            "checks.property": "agrees_with_oracle",
            "checks.says": "the implementation equals the second opinion",
        },
        f"{method}-learned-parameters": {
            "kind": "cost",
            "checks.property": "parameter_count",
            "checks.given": '{equals: "____"}',
            "checks.says": "the number of learned parameters",
        },
    }
    paper = {"source.id": given["introduced_by"]} if given.get("introduced_by") else {}
    shared = {"about": method, "checks.method": method, "checks.expect": "holds", **paper}
    model = KINDS["claim"].model
    return [
        NewFile(f"reference_impl/encodings/{folder}/{module}.py", encoding(method, hooks)),
        NewFile(f"reference_impl/oracles/{module}.py", oracle(method)),
        *(
            NewFile(f"kb/claims/{method}/{identifier}.yml", skeleton(model, shared | own, (), _heading("claim")))
            for identifier, own in claims.items()
        ),
    ]


def written(kb: Path, files: Collection[NewFile]) -> list[str]:
    """Write the files beside and below a knowledge base; gives their paths.

    Raises ValueError, and writes nothing, where one exists or where code has no folder to lie in.
    """
    root = kb.resolve()
    targets = {file: _target(root, file.path) for file in files}
    for file, target in targets.items():
        if target.exists() or target.is_symlink():
            raise ValueError(f"{file.path} exists already, and nothing was written. Choose another id.")
        if file.path.endswith(".py") and not (root.parent / "reference_impl").is_dir():
            raise ValueError(f"{root.parent} holds no reference_impl for {file.path}. Run this in a checkout.")
    done: list[Path] = []
    try:
        for file, target in targets.items():
            _create(target, file.text)
            done.append(target)
    except OSError:
        for target in done:
            target.unlink(missing_ok=True)
        raise
    return [file.path for file in files]


def _target(root: Path, path: str) -> Path:
    top, _, rest = path.partition("/")
    return root / rest if top == "kb" else root.parent / path


def _create(target: Path, text: str) -> None:
    """Write a file that is not there yet, in one step; two runs at once cannot both succeed.

    A run that is killed leaves no file, or a whole one, wherever a file can have two names; elsewhere an empty one.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    new = target.with_name(f".{target.name}.{os.getpid()}-{secrets.token_hex(4)}.new")
    try:
        new.write_text(text, encoding="utf-8", newline="\n")
        try:
            os.link(new, target)  # fails where the name is taken
            return
        except FileExistsError:
            raise
        except OSError:  # file systems without a second name
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))  # reserves the name
        try:
            os.replace(new, target)
        except BaseException:
            target.unlink(missing_ok=True)
            raise
    finally:
        new.unlink(missing_ok=True)


def registration(method: str, given: Given) -> list[str]:
    """What is left to do so that a method runs, as lines for a person."""
    folder, module, name = (
        FOLDER_OF_FAMILY.get(given.get("family", ""), "none"),
        module_name(method),
        class_name(method),
    )
    return [
        f"reference_impl/registry.py: add  from .encodings.{folder}.{module} import {name}  and {name} to _CLASSES",
        "schema/properties/builds/: declare its options in a table, and a build that the laws are run on",
        f"kb/methods/{method}.yml: implementation: posatlas.reference_impl.encodings.{folder}.{module}.{name}",
    ]
