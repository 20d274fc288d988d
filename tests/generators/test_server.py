"""The server of a built site: its own page for what is missing, sentences for what cannot be served, a quiet end."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from posatlas.generators import preview
from posatlas.generators.server import serve, server


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site in three languages, of which Simplified Chinese has no page for what is missing."""
    for folder in ("", "en/", "zh-Hans/"):
        (tmp_path / "site" / folder).mkdir(exist_ok=True, parents=True)
        (tmp_path / "site" / folder / "index.html").write_text(f"home of {folder or 'zh-Hant'}", encoding="utf-8")
    (tmp_path / "site" / "404.html").write_text("找不到這一頁", encoding="utf-8")
    (tmp_path / "site" / "en" / "404.html").write_text("This page is missing", encoding="utf-8")
    return tmp_path / "site"


@pytest.fixture
def running(site: Path) -> Iterator[ThreadingHTTPServer]:
    with server(site) as made:
        thread = Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def _asked(running: ThreadingHTTPServer, method: str, place: str) -> tuple[int, str, str]:
    """Status, length that the answer announces, and its text."""
    connection = HTTPConnection("127.0.0.1", running.server_address[1], timeout=30)
    connection.request(method, place)
    answer = connection.getresponse()
    found = answer.status, answer.headers["Content-Length"], answer.read().decode()
    connection.close()
    return found


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("/nothing/", "找不到這一頁"),
        ("/nothing/en/", "找不到這一頁"),
        ("/en/methods/nothing/", "This page is missing"),
        ("/en/nothing.png", "This page is missing"),
    ],
)
def test_what_is_missing_is_told_by_the_page_of_its_language(
    running: ThreadingHTTPServer, place: str, shown: str
) -> None:
    assert _asked(running, "GET", place) == (404, str(len(shown.encode())), shown)


def test_a_question_about_what_is_missing_gets_its_length_and_no_page(running: ThreadingHTTPServer) -> None:
    with socket.create_connection(running.server_address[:2], timeout=30) as asked, asked.makefile("rb") as answer:
        asked.sendall(b"HEAD /en/nothing/ HTTP/1.0\r\n\r\n")
        head, _, body = answer.read().partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.0 404 ") and b"Content-Length: 20" in head
    assert body == b""


def test_without_a_page_for_what_is_missing_the_answer_is_plain(running: ThreadingHTTPServer) -> None:
    status, _, text = _asked(running, "GET", "/zh-Hans/nothing/")
    assert status == 404 and "File not found" in text
    assert _asked(running, "GET", "/zh-Hans/")[::2] == (200, "home of zh-Hans/")


def test_an_error_that_is_not_about_a_missing_page_keeps_its_code(running: ThreadingHTTPServer) -> None:
    status, _, text = _asked(running, "POST", "/en/")
    assert status == 501 and "This page is missing" not in text


def test_a_port_in_use_is_told_with_the_way_to_another(site: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ValueError, match=rf"^Port {port} is in use\. Take another:  posatlas serve --port 0$"):
            server(site, port=port)


def test_an_address_of_another_machine_is_told_with_the_way_to_this_one(site: Path) -> None:
    """192.0.2.1 stands in examples and belongs to nobody."""
    with pytest.raises(ValueError, match=r"^192\.0\.2\.1:0 cannot be listened on: .+--address 127\.0\.0\.1 --port 0$"):
        server(site, "192.0.2.1")


def test_a_folder_without_a_site_is_told_with_the_way_to_one(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"holds no site\. Build it:  make site$"):
        server(tmp_path)


class _Stopped:
    """`serve_forever` that answers one question and is then stopped by Ctrl-C."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
        self.answer = ""
        forever = ThreadingHTTPServer.serve_forever

        def once(running: ThreadingHTTPServer) -> None:
            thread = Thread(target=forever, args=(running,), daemon=True)
            thread.start()
            self.answer = _asked(running, "GET", place)[2]
            running.shutdown()
            thread.join()
            raise KeyboardInterrupt

        monkeypatch.setattr(ThreadingHTTPServer, "serve_forever", once)


def test_serving_prints_the_address_and_ends_quietly(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped = _Stopped(monkeypatch, "/en/")
    serve(site, "127.0.0.1", 0)
    assert stopped.answer == "home of en/"
    first, *rest = capsys.readouterr().out.split("\n")
    address = first.removeprefix(f"Serving {site}/ at ").removesuffix(" — stop with Ctrl-C.")
    assert rest == ["", ""]  # the shell's prompt begins a line of its own
    with pytest.raises(urllib.error.URLError):  # what was announced is given back
        urllib.request.urlopen(address)


def test_with_a_knowledge_base_pages_follow_its_files(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warmed = Event()

    class Following:
        def __init__(self, kb: Path) -> None:
            self.kb = kb

        def warm(self) -> None:
            warmed.set()

        def page(self, path: str) -> bytes | None:
            return f"{path} from {self.kb}".encode() if path == "en/methods/shift/" else None

    monkeypatch.setattr(preview, "Preview", Following)
    stopped = _Stopped(monkeypatch, "/en/methods/shift/?q=1")
    serve(site, "127.0.0.1", 0, Path("kb"))
    assert stopped.answer == "en/methods/shift/ from kb"
    assert warmed.wait(30)
    assert capsys.readouterr().out.startswith("A changed file of kb/ shows on its pages when they are loaded again")
