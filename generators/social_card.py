"""The picture that links to the site turn into, drawn with a browser: python -m posatlas.generators.social_card

The file in theme/assets is kept, so that building the site needs no browser. Its cells are cos(m θ_i) of RoPE with a
small base, one column a position and one line a pair of channels; colours follow the value.
"""

from __future__ import annotations

import base64
import math
import shutil
import struct
import zlib
from html import escape
from pathlib import Path

from posatlas.generators.site import ICONS
from posatlas.generators.words import all_words
from posatlas.writing import replace_file

__all__ = ["card", "draw"]

FILE = Path(__file__).parent / "theme" / "assets" / "social-card.png"
WIDTH, HEIGHT = 1200, 630
_POSITIONS, _PAIRS, _CELL = 50, 11, 24
_BASE = 100  # small, so that every line turns within the picture
_LOW, _MIDDLE, _HIGH = (91, 141, 239), (22, 32, 58), (242, 169, 59)
_COLOURS = ("#8fdcab", "#f2c46d", "#cfb0ee", "#ff9d9d", "#bcc7d1")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
_PIXELS = """async ([svg, width, height]) => {
  const picture = new Image();
  picture.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
  await picture.decode();
  const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const {data} = context.getImageData(0, 0, width, height);
  let text = '';
  for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(data[i], data[i + 1], data[i + 2]);
  return btoa(text);
}"""


def _colour(value: float) -> str:
    end = _HIGH if value > 0 else _LOW
    share = round(abs(value) * 4) / 4  # few colours keep the file small
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(_MIDDLE, end, strict=True))


def card() -> str:
    """The picture as SVG."""
    cells = []
    for pair in range(_PAIRS):
        rate = _BASE ** (-pair / _PAIRS)
        for position in range(_POSITIONS):
            x, y = position * _CELL, HEIGHT - (_PAIRS - pair) * _CELL
            fill = _colour(math.cos(position * rate))
            cells.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{fill}"/>')
    words = all_words()
    verdicts, x = [], 70
    for (verdict, icon), colour in zip(ICONS.items(), _COLOURS, strict=True):
        word = words[f"verdict-{verdict}"].zh_hant
        verdicts.append(f'<text x="{x}" y="312" font-size="30" fill="{colour}">{escape(icon)} {escape(word)}</text>')
        x += 60 + 30 * len(word) + 24
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="Noto Sans CJK TC">
<rect width="{WIDTH}" height="{HEIGHT}" fill="#101a33"/>
{"".join(cells)}
<text x="68" y="140" font-size="92" font-weight="700" fill="#ffffff">{escape(words["site-name"].zh_hant)}</text>
<text x="660" y="140" font-size="72" font-weight="700" fill="#f2a93b">{escape(words["site-name"].en)}</text>
<text x="70" y="205" font-size="32" fill="#dfe6f5">{escape(words["tagline"].zh_hant)}</text>
<text x="70" y="250" font-size="26" fill="#aebad4">{escape(words["tagline"].en)}</text>
{"".join(verdicts)}
</svg>"""


def draw(file: Path = FILE) -> None:
    """Draw the picture into `file`. Raises ValueError where there is no browser."""
    from playwright.sync_api import sync_playwright

    browser = next((path for name in _BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise ValueError(f"The card is drawn with Chromium, which is not found under the names {', '.join(_BROWSERS)}.")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        pixels = base64.b64decode(running.new_page().evaluate(_PIXELS, [card(), WIDTH, HEIGHT]))
        running.close()
    replace_file(file, _png(pixels))


def _png(pixels: bytes) -> bytes:
    """A PNG of the picture's red, green and blue; browsers write the same in a third more bytes."""
    lines = (pixels[start : start + 3 * WIDTH] for start in range(0, 3 * WIDTH * HEIGHT, 3 * WIDTH))
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(b"\0" + line for line in lines), 9)),
        (b"IEND", b""),
    )
    chunks = (struct.pack(">I", len(d)) + name + d + struct.pack(">I", zlib.crc32(name + d)) for name, d in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


if __name__ == "__main__":
    draw()
