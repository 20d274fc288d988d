"""A small server for looking at the built site on this machine, with pages as the YAML says at the moment."""

from __future__ import annotations

import errno
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Protocol
from urllib.parse import unquote

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE


class Pages(Protocol):
    """Gives pages that stand in place of the built ones."""

    def page(self, path: str) -> bytes | None:
        """HTML for a path below the root; None where the built page is right."""


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *arguments: Any, pages: Pages | None = None, **options: Any) -> None:
        self._pages = pages
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        """Answer with the page of the moment where there is one, else with the built file."""
        path = unquote(self.path.partition("?")[0]).lstrip("/")
        made = self._pages.page(path) if self._pages and (not path or path.endswith(("/", "/index.html"))) else None
        if made is None:
            super().do_GET()
        else:
            self._answer(200, made)

    def log_message(self, *_: object) -> None:
        """Requests are not logged."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer 404 with the site's own page, in the language of the address."""
        page = self._missing() if code == 404 else None
        if page is None or not page.is_file():
            super().send_error(code, message, explain)
            return
        self._answer(404, page.read_bytes())

    def _answer(self, code: int, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _missing(self) -> Path:
        first = self.path.lstrip("/").partition("/")[0]
        folder = f"{first}/" if f"{first}/" in FOLDER_OF_LANGUAGE.values() else ""
        return Path(self.directory) / folder / "404.html"


def server(site: Path, address: str = "127.0.0.1", port: int = 0, pages: Pages | None = None) -> ThreadingHTTPServer:
    """A server of a built site, where `pages` come first; port 0 takes a free one.

    Raises ValueError where there is no site.
    """
    if not (site / "index.html").is_file():
        raise ValueError(f"{site} holds no site. Build it:  make site")
    try:
        return ThreadingHTTPServer((address, port), partial(_Handler, directory=str(site), pages=pages))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ValueError(f"Port {port} is in use. Take another:  posatlas serve --port 0") from None
        said = f"{address}:{port} cannot be listened on: {(error.strerror or str(error)).lower()}"
        raise ValueError(f"{said}. Take another:  posatlas serve --address 127.0.0.1 --port 0") from None


def serve(site: Path, address: str, port: int, kb: Path | None = None) -> None:
    """Serve until interrupted; prints the address. With `kb`, pages follow its files."""
    preview = None
    if kb is not None:
        from posatlas.generators.preview import Preview  # mkdocs takes long to import

        preview = Preview(kb)
    with server(site, address, port, preview) as running:
        number = running.server_address[1]
        if preview is not None:
            Thread(target=preview.warm, daemon=True).start()
            print(f"A changed file of {kb}/ shows on its pages when they are loaded again; search and menu lag.")
        print(f"Serving {site}/ at http://{address}:{number}/ — stop with Ctrl-C.", flush=True)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            print()
