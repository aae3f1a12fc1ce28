"""PubNub's own Python client against our origin, and it and our client through each other's eyes.

Everything runs twice, against two origins at a time: with the access manager off, and with it on and clients that have authorization keys.
"""

import pytest
import world

# The origin issues and checks rights only with the access manager.
GUARDED = {"rights_checks", "tokens_checks"}
# Checks of one origin run one after the other, in one process.
MODES = [pytest.param(is_on, id=f"access-manager-{name}", marks=pytest.mark.xdist_group(name)) for is_on, name in ((False, "off"), (True, "on"))]


@pytest.fixture(scope="session", autouse=True)
def origin(request):
    """The origin that all checks share."""
    with world.origin(access_manager=request.param) as origin:
        yield origin


def pytest_generate_tests(metafunc):
    metafunc.parametrize("origin", MODES[1:] if metafunc.module.__name__ in GUARDED else MODES, indirect=True, scope="session")


def pytest_collection_modifyitems(items):
    """The check of the origin's end is the last one."""
    items.sort(key=lambda item: item.path.name == "end_checks.py")


def pytest_xdist_auto_num_workers():
    return len(MODES)


@pytest.fixture
def python(origin):
    """A client of this check."""
    with world.Client("python") as python:
        yield python
