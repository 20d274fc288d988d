"""Shows the folder `site` beside this file in the browser: python3 start.py

Needs Python 3.8 or newer and nothing else. The pages are served on this machine only, and ask nobody else for
anything.
"""

import argparse
import json
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

SITE = Path(__file__).resolve().parent / "site"
LANGUAGES = ("en", "zh-Hans")  # folders with a page of their own for missing addresses


def base_path() -> str:
    """The path below which the site was made to stand, with slashes at both ends."""
    catalogue = json.loads((SITE / "api" / "index.json").read_text(encoding="utf-8"))
    return urlsplit(str(catalogue["site"])).path.rstrip("/") + "/"


class Handler(SimpleHTTPRequestHandler):
    """Files of the site below its base path."""

    # Some systems call scripts plain text, and browsers then refuse to run them.
    extensions_map: ClassVar[dict[str, str]] = {  # type: ignore[misc]  # so it is there too, but not declared
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".woff2": "font/woff2",
        ".xml": "application/xml",
    }

    def __init__(self, *args: Any, base: str, **options: Any) -> None:
        self.base = base
        super().__init__(*args, directory=str(SITE), **options)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not logged."""

    def do_GET(self) -> None:
        """Answer with a file; the bare root leads to the site."""
        if self.path == "/" and self.base != "/":
            self.send_response(302)
            self.send_header("Location", self.base)
            self.end_headers()
        else:
            super().do_GET()

    def translate_path(self, path: str) -> str:
        """The file of an address; one outside the base path is nowhere."""
        shown = urlsplit(path).path
        if not unquote(shown).startswith(self.base):
            return str(SITE / "404" / "nothing")
        return super().translate_path(shown[len(self.base) - 1 :])

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer 404 with the site's own page, in the language of the address."""
        page = self.missing() if code == 404 else None
        if page is None or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def missing(self) -> Path:
        """The page for a missing address."""
        first = self.path[len(self.base) :].split("/")[0]
        return SITE / (first if first in LANGUAGES else "") / "404.html"


def main() -> None:
    """Serve until stopped."""
    parser = argparse.ArgumentParser(description="Shows PosAtlas in the browser.")
    parser.add_argument("--port", type=int, default=0, help="port; a free one without it")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    options = parser.parse_args()
    if not (SITE / "api" / "index.json").is_file():
        parser.exit(1, f"{SITE} holds no site. Unpack the whole archive, then start this file again.\n")
    base = base_path()
    try:
        server = ThreadingHTTPServer(("127.0.0.1", options.port), partial(Handler, base=base))
    except OSError as error:
        parser.exit(1, f"Port {options.port} cannot be used: {error.strerror}. Leave --port out to take a free one.\n")
    address = f"http://127.0.0.1:{server.server_address[1]}{base}"
    print(f"{address}  (Ctrl-C)", flush=True)
    if not options.no_browser:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
