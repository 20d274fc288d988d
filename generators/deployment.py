"""Where the site and its repository stand, as the environment of a build says: SITE_URL and REPO_URL."""

from __future__ import annotations

import os
from urllib.parse import quote, urlencode

from posatlas.generators.addresses import FOLDER_OF_LANGUAGE


def site_url() -> str:
    """Address under which the site will stand, with a slash at the end: SITE_URL, or the local one."""
    return os.environ.get("SITE_URL", "http://127.0.0.1:8000/").rstrip("/") + "/"


def permanent_url(language: str, address: str) -> str:
    """The whole address of a page in one language."""
    return f"{site_url()}{FOLDER_OF_LANGUAGE[language]}{address}"


def repository_url() -> str:
    """Address of the repository without a slash at the end; empty where REPO_URL names none.

    Raises ValueError for anything but a web address.
    """
    url = os.environ.get("REPO_URL", "").strip().rstrip("/")
    if url and not url.startswith(("https://", "http://")):
        raise ValueError(f"REPO_URL is {url!r}; give an address that begins with https://, or leave it out.")
    return url


def edit_url(path: str) -> str:
    """Where a file of the repository is edited; empty where no repository is named."""
    root = repository_url()
    return f"{root}/edit/main/{quote(path)}" if root else ""


def issue_url(title: str, body: str) -> str:
    """The repository's form for a new issue, filled in; empty where no repository is named."""
    root = repository_url()
    return f"{root}/issues/new?{urlencode({'title': title, 'body': body})}" if root else ""
