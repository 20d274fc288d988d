"""A small server for looking at the built site on this machine."""

from __future__ import annotations

import errno
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Requests are not logged."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer 404 with the site's own page, in the language of the address."""
        page = self._missing() if code == 404 else None
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

    def _missing(self) -> Path:
        first = self.path.lstrip("/").partition("/")[0]
        folder = f"{first}/" if f"{first}/" in FOLDER_OF_LANGUAGE.values() else ""
        return Path(self.directory) / folder / "404.html"


def server(site: Path, address: str = "127.0.0.1", port: int = 0) -> ThreadingHTTPServer:
    """A server of a built site; port 0 takes a free one. Raises ValueError where there is no site."""
    if not (site / "index.html").is_file():
        raise ValueError(f"{site} holds no site. Build it:  make site")
    try:
        return ThreadingHTTPServer((address, port), partial(_Handler, directory=str(site)))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ValueError(f"Port {port} is in use. Take another:  posatlas serve --port 0") from None
        raise


def serve(site: Path, address: str, port: int) -> None:
    """Serve until interrupted; prints the address."""
    with server(site, address, port) as running:
        host, number = running.server_address[:2]
        print(f"Serving {site}/ at http://{host}:{number}/ — stop with Ctrl-C.", flush=True)
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            print()
