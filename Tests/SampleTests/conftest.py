"""Checks of the chat sample in pseudo-terminals."""

import pytest
from chatting import Place


@pytest.fixture
def place():
    """A home directory that only this check uses."""
    with Place() as place:
        yield place
