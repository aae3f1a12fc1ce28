"""What people see without --json: columns, colour on a terminal only, and nothing that could steer the terminal."""

import os
import pty
import subprocess

from access_checks import SECRET
from calling import at, people, subscribed
from running import BINARY, KEYS, PATIENCE, Origin, Process, clean_environment, equal, pubnub

ESCAPE = "\x1b"


def on_terminal(*arguments, environment=None):
    """Standard output, standard error and status of a run that has a terminal for both."""
    ours, theirs = pty.openpty()
    errors, their_errors = pty.openpty()
    process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.DEVNULL, stdout=theirs, stderr=their_errors,
                               env=clean_environment({"TERM": "xterm", **(environment or {})}))
    os.close(theirs)
    os.close(their_errors)
    texts = []
    for descriptor in (ours, errors):
        data = b""
        while True:
            try:
                part = os.read(descriptor, 65536)
            except OSError:
                # So a pseudo terminal says that the other side has closed it.
                break
            if not part:
                break
            data += part
        os.close(descriptor)
        texts.append(data.decode().replace("\r\n", "\n"))
    return *texts, process.wait(timeout=PATIENCE)


def aligned(text):
    """The rows of a table, checked to have their columns one below the other."""
    lines = text.splitlines()
    starts = [lines[0].index(title) for title in lines[0].split()]
    for line in lines[1:]:
        for start in starts[1:]:
            assert len(line) <= start or line[start - 2:start] == "  ", text
    return [[line[start:end].strip() for start, end in zip(starts, [*starts[1:], None])] for line in lines]


def test_without_json_same_facts_are_printed_for_people(origin):
    """without --json the same facts are printed for people, without colour when it is not a terminal"""
    token = at(origin, "publish", "c", '"hello"').result["timetoken"]
    for arguments, facts in (
        (["time"], []), (["publish", "c", '"again"'], ["c"]), (["history", "c", "--tokens"], ["hello", token]),
        (["here-now", "c"], ["c", "0"]), (["groups", "add", "g", "a", "b"], ["added a, b to g"]),
        (["groups", "channels", "g"], ["a\nb\n"]), (["groups", "list"], ["g\n"]),
        (["groups", "delete", "g"], ["deleted g"]), (["where-now", "u"], []),
    ):
        outcome = people(origin, *arguments)
        equal(outcome.status, 0)
        assert ESCAPE not in outcome.output + outcome.errors and "{" not in outcome.output, outcome.output
        for fact in facts:
            assert fact in outcome.output, (arguments, outcome.output)


def test_tables_have_title_row_and_aligned_columns():
    """tables have a title row and aligned columns: here-now, grant, audit"""
    with Origin("--access-manager", environment=SECRET) as origin:
        at(origin, "grant", "--read", "--write", environment=SECRET).result
        with subscribed(origin, "a", "a-long-name", "--uuid", "ann", "--state", '{"a":{"mood":"fine"}}'):
            equal(aligned(people(origin, "here-now", "--state", "a", "a-long-name").output),
                  [["CHANNEL", "OCCUPANCY", "CLIENTS"], ["a", "1", 'ann {"mood":"fine"}'], ["a-long-name", "1", "ann"]])
        keys = ["--channel", "a", "--channel", "a-long-name", "--auth", "k"]
        for outcome in (people(origin, "grant", *keys, "--write", "--ttl", "7", environment=SECRET),
                        people(origin, "audit", *keys, environment=SECRET)):
            rows = aligned(outcome.output)
            equal(rows[0], ["LEVEL", "NAME", "KEY", "RIGHTS", "MINUTES"])
            for name in ("a", "a-long-name"):
                assert ["channel", name, "k", "write", "7"] in rows, outcome.output


def test_on_terminal_events_are_coloured(origin):
    """on a terminal events are coloured, unless NO_COLOR or TERM=dumb; tables and results never are"""
    start = at(origin, "publish", "c", "1").result["timetoken"]
    at(origin, "publish", "c", '"hello"').result
    common = ["--origin", origin.address, *KEYS]
    listen = ["subscribe", "c", "--since", start, "--count", "1", *common]
    output, _, status = on_terminal(*listen)
    equal(status, 0)
    assert ESCAPE + "[34mmessage" in output and "hello" in output, output
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        output, _, status = on_terminal(*listen, environment=environment)
        equal(status, 0)
        assert ESCAPE not in output and "hello" in output, output
    for arguments in (["history", "c"], ["here-now", "c"], ["time"], ["history", "c", "--json"]):
        assert ESCAPE not in on_terminal(*arguments, *common)[0], arguments
    assert ESCAPE not in on_terminal(*listen, "--json")[0]


def test_on_terminal_error_is_red_on_standard_error():
    """on a terminal an error is red on standard error; with --json it is one plain line on standard output"""
    output, errors, status = on_terminal("encrypt", "text")
    equal((output, status), ("", 1))
    assert errors.startswith(ESCAPE + "[31merror 125:"), errors
    output, errors, status = on_terminal("encrypt", "text", "--json")
    equal((output.count("\n"), errors, status), (1, "", 1))
    assert output.startswith("{") and ESCAPE not in output, output


def test_what_others_wrote_cannot_steer_terminal(origin):
    """what others wrote cannot steer the terminal, and stays on its line; with --json it is exact"""
    evil = "red \x1b[31m bell \x07 line\nnext\r\ttab \x9b1m"
    start = at(origin, "publish", "c", "1").result["timetoken"]
    at(origin, "publish", "c", "--text", evil).result
    equal(at(origin, "history", "c").result["messages"][1]["message"], evil)
    shown = "red \\u{1b}[31m bell \\u{7} line\\nnext\\r\\ttab \\u{9b}1m"
    equal(people(origin, "history", "c").output, f"1\n{shown}\n")
    with Process("subscribe", "c", "--since", start, "--count", "1", "--origin", origin.address, *KEYS) as process:
        lines = []
        while (line := process.line()) is not None:
            lines.append(line)
        equal(process.wait(), 0)
    assert lines[-1].endswith(f"message c: {shown}"), lines


def test_subscribe_without_json_line_per_event(origin):
    """subscribe without --json: a line per event, with its time, in words; the status goes to standard error"""
    with Process("subscribe", "room", "--presence", "--uuid", "ann", "--count", "2", "--origin", origin.address,
                    *KEYS) as process:
        line = process.line()
        assert "presence room: join ann (1 here)" in line, line
        at(origin, "publish", "room", '{"a":1}').result
        line = process.line()
        assert line.endswith('message room: {"a":1}'), line
        equal(process.wait(), 0)


def test_output_that_cannot_be_written_is_error_with_status_1(origin):
    """an output that cannot be written is an error with status 1, not a crash"""
    with open("/dev/full", "w") as full:
        for arguments in (["time"], ["time", "--json"]):
            finished = subprocess.run([BINARY, *arguments, "--origin", origin.address, *KEYS], stdout=full,
                                      stderr=subprocess.PIPE, text=True, timeout=PATIENCE, env=clean_environment())
            equal(finished.returncode, 1)
            assert "standard output" in finished.stderr and "Crash" not in finished.stderr, finished.stderr


def test_error_about_mistyped_subcommand_suggests_right_name():
    """an error about a mistyped subcommand suggests the right name, or where to find all of them"""
    for arguments, wanted in (
        (["histroy"], "'history'"), (["publsh", "c", "--json"], "'publish'"), (["wherenow"], "'where-now'"),
        (["groups", "lst"], "'list'"), (["push", "delete-everything", "--json"], "add, remove, list or remove-all"),
        (["state"], "get or set"), ([], "pubnub --help"),
    ):
        outcome = pubnub(*arguments)
        equal((arguments, outcome.status, outcome.output), (arguments, 64, ""))
        assert wanted in outcome.errors, outcome.errors
