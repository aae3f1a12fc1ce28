"""The documents' blocks of Swift: each compiles exactly as it is printed, with its own imports, against the built modules.

A program of the async interface with a line `print(…)  // output` is also run, against a server of the check, and has to print these
outputs. `-k Documentation/Cluster.md` selects the blocks of one document.
"""

import pytest
from blocks import blocks, complaints, difference, documents, flags
from running import Origin

BLOCKS = [block for path in documents() for block in blocks(path)]
EXAMPLES = [block for block in BLOCKS if block.is_example]


def place(block):
    return block.place


@pytest.fixture(scope="session")
def origin():
    with Origin(keys=["--publish-key", "demo", "--subscribe-key", "demo"]) as origin:
        yield origin
        origin.stop()


@pytest.mark.parametrize("block", BLOCKS, ids=place)
def test_compiles_as_printed(block):
    found = complaints(block, flags())
    if found:
        pytest.fail(f"{block.place}: does not compile as printed\n{found}", pytrace=False)


# All against one server.
@pytest.mark.xdist_group("examples")
@pytest.mark.parametrize("example", EXAMPLES, ids=place)
def test_prints_what_its_comments_say(example, origin):
    found = difference(example, flags(), origin.host)
    if found:
        pytest.fail(f"{example.place}: prints other lines\n{found}", pytrace=False)
