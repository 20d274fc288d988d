"""Scripts of the site: bundled once for one content, and refused with the place of the mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from posatlas.generators import assets
from posatlas.generators.assets import BadScript, bundled_scripts


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of sources: one page's script, what it imports, and one worker."""
    folder = tmp_path / "sources" / "scripts"
    (folder / "workers").mkdir(parents=True)
    (folder / "shared").mkdir()
    (folder / "page.js").write_text('import {said} from "./shared/words.js";\ndocument.title = said;\n')
    (folder / "shared" / "words.js").write_text('export const said = "一句話";\n')
    (folder / "workers" / "search.js").write_text("onmessage = () => postMessage(1);\n")
    monkeypatch.setattr(assets, "HERE", folder.parent)
    return folder


def test_scripts_are_bundled_again_only_where_a_source_changed(
    scripts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    first = bundled_scripts(cache)
    assert sorted(file.name for file in first.iterdir()) == ["page.js", "search.js"]
    assert "一句話" in (first / "page.js").read_text(encoding="utf-8")  # what it imports is in it
    with monkeypatch.context() as patch:
        patch.setattr(assets, "_bundle", None)  # would fail
        assert bundled_scripts(cache) == first
    (scripts / "shared" / "words.js").write_text('export const said = "另一句";\n')
    second = bundled_scripts(cache)
    assert "另一句" in (second / "page.js").read_text(encoding="utf-8")
    assert list(cache.iterdir()) == [second]  # the old ones are not kept


def test_a_mistake_in_a_script_is_told_with_its_place(scripts: Path, tmp_path: Path) -> None:
    (scripts / "page.js").write_text('import {said} from "./shared/wrods.js";\n')
    with pytest.raises(BadScript, match=r"(?s)^The scripts of the site cannot be bundled\.\n.*scripts/page\.js:1:"):
        bundled_scripts(tmp_path / "cache")
    (scripts / "page.js").write_text("document.title = 1;\n")
    assert (bundled_scripts(tmp_path / "cache") / "page.js").is_file()
