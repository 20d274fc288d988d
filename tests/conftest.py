"""Settings for all tests: drawn inputs are the same in every run of `make test`, and new ones in `make test-full`."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True)
settings.register_profile("searching", derandomize=False)
settings.load_profile("searching" if os.environ.get("POSATLAS_FULL") else "steady")
