"""The built site as one archive for reading without a network: the site, a program that serves it, and a read-me."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from posatlas.writing import replacement

__all__ = ["pack"]

HERE = Path(__file__).parent / "offline"
FOLDER = "posatlas"
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # equal sites give equal archives


def pack(site: Path, file: Path) -> int:
    """Write the archive `file` of a built site, and give its size in bytes.

    Raises ValueError where there is no whole site, and where the archive would lie in it.
    """
    if not (site / "index.html").is_file() or not (site / "api" / "index.json").is_file():
        raise ValueError(f"{site} holds no whole site. Build it:  make site")
    if file.resolve().is_relative_to(site.resolve()):
        raise ValueError(f"{file} lies in the site itself. Name a file outside {site}:  posatlas pack --out FILE")
    contents = {
        f"{FOLDER}/site/{path.relative_to(site).as_posix()}": path for path in site.rglob("*") if path.is_file()
    }
    contents |= {f"{FOLDER}/{path.name}": path for path in HERE.iterdir() if path.suffix in (".py", ".txt")}
    with replacement(file) as new, ZipFile(new, "w", ZIP_DEFLATED, compresslevel=6) as archive:
        for name in sorted(contents):
            entry = ZipInfo(name, _LONG_AGO)
            entry.create_system, entry.compress_type = 3, ZIP_DEFLATED
            entry.external_attr = (0o100755 if name.endswith("start.py") else 0o100644) << 16
            archive.writestr(entry, contents[name].read_bytes())
    return file.stat().st_size
