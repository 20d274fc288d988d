"""Reading some files of a knowledge base: which are read, and what is said of those that cannot be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from posatlas.corpus import read_corpus, read_files


def _read(kb: Path, *names: str) -> list[str]:
    corpus = read_files(kb, [kb / name for name in names])
    assert corpus.findings == []
    return sorted(entry.source.path for entry in corpus.entries if not entry.unread)


def test_one_file_is_read_and_the_others_known_by_path(kb: Path) -> None:
    corpus = read_files(kb, [kb / "methods" / "turning.yml"])
    assert {entry.id: entry.unread for entry in corpus.entries} == {
        "turning-is-popular": True,
        "turning-keeps-length": True,
        "explainer": True,
        "adding": True,
        "turning": False,
        "doe-2020": True,
        "term-turn": True,
    }


def test_a_folder_stands_for_its_files(kb: Path) -> None:
    assert _read(kb, "methods") == ["kb/methods/adding.yml", "kb/methods/turning.yml"]
    assert len(_read(kb, "claims/turning")) == len(_read(kb, "claims")) == 2
    assert _read(kb, ".") == sorted(entry.source.path for entry in read_corpus(kb).entries)


def test_a_file_named_twice_is_read_once(kb: Path) -> None:
    assert _read(kb, "methods/adding.yml", "methods/../methods/adding.yml", "methods") == _read(kb, "methods")


def test_evidence_is_passed_over(kb: Path) -> None:
    (kb / "evidence").mkdir()
    (kb / "evidence" / "rope.yml").write_text("[]", encoding="utf-8")
    assert _read(kb, "evidence/rope.yml", "evidence") == []


def test_a_link_to_the_knowledge_base_leads_into_it(kb: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(kb)
    corpus = read_files(tmp_path / "link", [kb / "methods" / "adding.yml"])
    assert [entry.id for entry in corpus.entries if not entry.unread] == ["adding"]


@pytest.mark.parametrize("name", ["../elsewhere.yml", "/etc/hosts"])
def test_a_file_that_lies_elsewhere(kb: Path, name: str) -> None:
    (finding,) = read_files(kb, [kb / name]).findings
    assert (finding.code, "does not lie in the knowledge base" in finding.message) == ("identity/folder", True)


def test_a_file_that_is_not_there(kb: Path) -> None:
    (finding,) = read_files(kb, [kb / "methods" / "nothing.yml"]).findings
    assert (finding.path, finding.code) == ("kb/methods/nothing.yml", "yaml/unreadable")


def test_a_knowledge_base_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file.yml").touch()
    for root in (tmp_path / "nowhere", tmp_path / "file.yml"):
        for corpus in (read_corpus(root), read_files(root, [root])):
            assert [finding.code for finding in corpus.findings] == ["identity/folder"]


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read(kb: Path) -> None:
    (kb / "methods" / "adding.yml").chmod(0)
    (finding,) = read_corpus(kb).findings
    assert finding.code == "yaml/unreadable"
