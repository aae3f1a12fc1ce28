"""The command line, as a script sees it: what it prints, how it ends, what it reads its settings from."""

import pytest
from running import Origin


@pytest.fixture
def origin():
    """A server that only this check uses."""
    with Origin() as origin:
        yield origin
