"""Style sheets and scripts of the site, from their sources in styles/ and scripts/.

Every file directly in scripts/ becomes one module that pages load by name; what several of them import is put in
shared chunks, so that a page with two charts loads the chart library once. Those in workers/ become whole scripts, for
the theme starts workers that cannot import.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
MODULES = Path("node_modules")


class BadScript(ValueError):
    """A script cannot be bundled; the message says why."""


def write_assets(folder: Path, cache: Path) -> None:
    """Fill `folder` with styles, scripts and fonts; `cache` keeps bundled scripts. Raises BadScript."""
    shutil.copytree(HERE / "theme" / "assets", folder, dirs_exist_ok=True)
    sheets = sorted((HERE / "styles").glob("*.css"), key=lambda sheet: (sheet.name != "base.css", sheet.name))
    (folder / "posatlas.css").write_text("".join(s.read_text(encoding="utf-8") for s in sheets), encoding="utf-8")
    katex = folder / "katex"
    (katex / "fonts").mkdir(parents=True, exist_ok=True)
    shutil.copy2(MODULES / "katex" / "dist" / "katex.min.css", katex / "katex.min.css")
    for font in (MODULES / "katex" / "dist" / "fonts").glob("*.woff2"):
        shutil.copy2(font, katex / "fonts" / font.name)
    target = folder / "scripts"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(bundled_scripts(cache), target)


def bundled_scripts(cache: Path) -> Path:
    """Folder of the bundled scripts, made anew where a source or a library changed. Raises BadScript."""
    sources = sorted((HERE / "scripts").rglob("*.js"))
    seen = hashlib.sha256((MODULES / ".package-lock.json").read_bytes())
    for source in sources:
        seen.update(f"{source.relative_to(HERE)}\0".encode() + source.read_bytes() + b"\0")
    target = cache / f"scripts-{seen.hexdigest()[:16]}"
    if target.is_dir():
        return target
    new = cache / f"scripts.{os.getpid()}"
    cache.mkdir(parents=True, exist_ok=True)
    own, workers = (
        [str(source) for source in sources if source.parent == folder]
        for folder in (HERE / "scripts", HERE / "scripts" / "workers")
    )
    _bundle(own, new, ["--splitting", "--format=esm", "--chunk-names=[name]-[hash]"])
    _bundle(workers, new, ["--format=iife"])
    for old in cache.glob("scripts-*"):
        shutil.rmtree(old, ignore_errors=True)
    new.rename(target)
    return target


def _bundle(entries: list[str], folder: Path, how: list[str]) -> None:
    command = [str(MODULES.resolve() / ".bin" / "esbuild"), *entries, f"--outdir={folder.resolve()}", *how]
    command += ["--bundle", "--minify", "--charset=utf8", "--target=es2022", "--entry-names=[name]"]
    command += ["--legal-comments=none", "--log-level=warning"]
    environment = os.environ | {"NODE_PATH": str(MODULES.resolve())}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode:
        raise BadScript(f"The scripts of the site cannot be bundled.\n{result.stderr}")
