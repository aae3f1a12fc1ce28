"""The stories: their programs against an origin of their own, and what `pubnub port` does with their earlier forms."""

import pathlib
import re
import subprocess
import tempfile

import pytest
from compiling import COMPLETIONS, FIXTURES, STORIES, build, errors
from port_checks import port
from running import PATIENCE, Origin, clean_environment, equal

KEYS = ["--publish-key", "pub", "--subscribe-key", "sub"]

# The stories are parts of apps; these lines complete their classes.
COMPLETED = {"card-game": ("    let name: String\n", '    let name = "ann"\n')}


def outside_code(text):
    """The comments and the strings of a file."""
    return re.findall(r'//.*|"(?:\\.|[^"\\\n])*"', text)


def ported(name, folder):
    """A story in the spelling of Swift 1, after `port --write`."""
    path = pathlib.Path(folder) / "Story.swift"
    path.write_text((FIXTURES / f"{name}-swift1.txt").read_text())
    result = port("--write", path)
    equal(result["written"], [str(path)])
    return path, result


@pytest.mark.parametrize("name", STORIES)
def test_story_compiles_and_its_checks_hold(name):
    """a story compiles as it is, and all of its checks hold"""
    with tempfile.TemporaryDirectory() as folder, Origin(keys=KEYS) as origin:
        program = pathlib.Path(folder) / name
        build(FIXTURES / f"{name}.swift", program)
        finished = subprocess.run([program, origin.host], capture_output=True, text=True, timeout=PATIENCE, env=clean_environment())
        failed = [line for line in finished.stdout.splitlines() if not line.startswith("ok ")]
        assert not failed, "\n".join(failed)
        assert finished.returncode == 0, f"status {finished.returncode}: {finished.stdout}{finished.stderr}"


@pytest.mark.parametrize("name", STORIES)
def test_ported_story_compiles(name):
    """after port --write a story in the spelling of Swift 1 compiles"""
    with tempfile.TemporaryDirectory() as folder:
        path, result = ported(name, folder)
        text = path.read_text()
        equal([use for use in result["uses"] if not use["sure"]], [])
        equal(port("--write", path)["written"], [])
        before, after = COMPLETED.get(name, ("", ""))
        assert before in text, text
        path.write_text(text.replace(before, after) if before else text)
        equal(errors(path, COMPLETIONS / "Apple.swift", COMPLETIONS / f"{name}.swift"), [])


@pytest.mark.parametrize("name", STORIES)
def test_port_leaves_comments_and_strings(name):
    """port --write leaves the comments and the strings of a story"""
    with tempfile.TemporaryDirectory() as folder:
        before = outside_code((FIXTURES / f"{name}-swift1.txt").read_text())
        path, _ = ported(name, folder)
        # One call has a string for an argument that is a constant here.
        equal([part for part in outside_code(path.read_text())], [part for part in before if part != '"userInfo"'])


@pytest.mark.parametrize("name", STORIES)
def test_port_finds_uses_in_objective_c(name):
    """port finds the uses of a story in Objective-C, and changes nothing there"""
    path = FIXTURES / f"{name}-objc.txt"
    text = path.read_text()
    result = port("--write", path)
    equal(result["written"], [])
    equal(path.read_text(), text)
    lines = text.splitlines()
    found = {use["line"] for use in result["uses"]}
    expected = {number for number, line in enumerate(lines, 1) if re.search(
        r"\[PubNub \w|\[PN\w+ \w|pubnubClient:|\b(kPN\w+|PNMessageSent|PNSubscriptionProcess\w+State)\b|self\.client \w", line)
        and not line.startswith("//")}
    # A call that ends in a later line begins in the line of its receiver.
    missing = {number for number in expected - found if "setClientIdentifier" not in lines[number - 1]}
    equal([lines[number - 1] for number in sorted(missing)], [])


@pytest.mark.parametrize("name", STORIES)
def test_port_finds_nothing_in_current_spelling(name):
    """port finds nothing to change in a program, which has the current spelling"""
    result = port("--write", FIXTURES / f"{name}.swift")
    equal(result["written"], [])
    equal([use for use in result["uses"] if not use["new"].endswith(use["old"])], [])
    assert result["differences"], result
