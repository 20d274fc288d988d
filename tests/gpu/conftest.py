"""Everything here runs on a CUDA device, or on the one that POSATLAS_DEVICE names; without one it is skipped."""
import os

import pytest
import torch

DEVICE = os.environ.get("POSATLAS_DEVICE", "cuda")
RAN = {}


def _there():
    return DEVICE == "cpu" or (DEVICE.startswith("cuda") and torch.cuda.is_available())


def pytest_collection_modifyitems(items):
    if _there():
        return
    reason = f'not run on a GPU: torch {torch.__version__} finds no device "{DEVICE}"'
    for item in items:
        if "/gpu/" in str(item.path):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture
def device():
    with torch.device(DEVICE):
        yield DEVICE


@pytest.fixture(scope="session")
def ran():
    """Counts of what ran, printed as a table at the end."""
    return RAN


def pytest_terminal_summary(terminalreporter):
    if not RAN:
        return
    name = torch.cuda.get_device_name() if DEVICE.startswith("cuda") else DEVICE
    terminalreporter.write_sep("=", f"{name}, torch {torch.__version__}")
    for row, (count, worst) in sorted(RAN.items()):
        terminalreporter.write_line(f"{row:44} {count:6}   largest violation of what is allowed: {worst:.2g}")
