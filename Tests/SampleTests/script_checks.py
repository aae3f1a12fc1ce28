"""The command line, and Chat without a terminal."""

import pathlib

from running import PATIENCE, equal


def test_help_text(place):
    """--help lists every option"""
    outcome = place.run("--help")
    equal((outcome.returncode, outcome.stderr), (0, ""))
    for option in "user", "room", "store", "origin", "publish-key", "subscribe-key", "help":
        assert f"--{option}" in outcome.stdout, option
    assert outcome.stdout == place.run("--user", "ann", "--help").stdout


def test_refusals(place):
    """an invalid option is reported with status 1, and no file is created"""
    for arguments, problem in [
        ([], "Chat: --user NAME is missing\n"),
        (["--user"], "Chat: --user needs a value\n"),
        (["--user", ""], "Chat: --user needs a value\n"),
        (["--colour", "red"], "Chat: unknown option --colour; --help lists the options\n"),
        (["ann"], "Chat: unknown option ann; --help lists the options\n"),
        (["--user", "ann", "--origin", "x"],
         "Chat: --publish-key and --subscribe-key need each other, and --origin needs both\n"),
    ]:
        outcome = place.run(*arguments)
        equal((outcome.returncode, outcome.stdout, outcome.stderr), (1, "", problem))
    equal(list(pathlib.Path(place.directory).iterdir()), [])


def test_stores(place):
    """reports a store that cannot be opened, and a user who is active in another program"""
    outcome = place.run("--user", "ann", "--store", f"{place.directory}/missing/ann.sqlite")
    assert outcome.returncode == 1 and "missing/ann.sqlite" in outcome.stderr, outcome
    ann = place.chat("ann")
    ann.until("here: ann")
    outcome = place.run("--user", "ann")
    assert outcome.returncode == 1 and "is ann in another terminal?" in outcome.stderr, outcome
    file = pathlib.Path(place.directory) / "own.sqlite"
    equal(place.run("--user", "bob", "--store", str(file), input="hello\n").returncode, 0)
    assert file.exists()


def test_lines(place):
    """without a terminal, sends lines, prints messages, and ends when all lines are sent"""
    ann = place.chat("ann")
    ann.until("here: ann")
    outcome = place.run("--user", "bob", input="one\ntwo 👍\n\n/name Bob the Script\nthree")
    equal(outcome.returncode, 0)
    ann.until("Bob the Script: one")
    ann.until("Bob the Script: two 👍")
    ann.until("Bob the Script: three")
    cay = place.script("cay")
    ann.until("here: ann, cay")
    ann.say("for scripts")

    def printed(wanted):
        # Earlier messages are also printed.
        while (line := cay.stdout.readline()) != wanted:
            assert line, "ended early"
    printed("ann: for scripts\n")
    cay.stdin.write("an answer\n")
    ann.until("cay: an answer")
    printed("cay: an answer\n")
    cay.stdin.close()
    equal(cay.wait(PATIENCE), 0)


def test_problems(place):
    """without a terminal, reports failed commands on standard error"""
    outcome = place.run("--user", "ann", input="/nothing\n/react 9 x\n/help\n")
    assert "* cannot do “/nothing”, see /help\n" in outcome.stderr, outcome.stderr
    assert "* there is no message #9\n" in outcome.stderr and "* /react N EMOJI" in outcome.stderr, outcome.stderr
    equal((outcome.returncode, outcome.stdout), (0, ""))
