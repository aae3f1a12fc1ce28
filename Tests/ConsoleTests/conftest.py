"""The console in a real browser, against a real server: every view, hostile values, load, faults, the keyboard, and every call as code."""

import pytest
from browser import Browser, Console


@pytest.fixture
def console():
    """A server with a console that only this check uses."""
    with Console() as console:
        yield console


@pytest.fixture
def browser():
    with Browser() as browser:
        yield browser
