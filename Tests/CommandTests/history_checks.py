"""history delete and message-counts: the object each prints, ranges, confirmation, and what is refused."""

import os
import pty
import subprocess

from answering import Answering, otherwise_time
from calling import at, people
from running import BINARY, KEYS, PATIENCE, Origin, clean_environment, equal, pubnub


def published(origin, channel, count):
    """The timetokens of `count` messages with the contents 0, 1, …"""
    return [at(origin, "publish", channel, str(number)).result["timetoken"] for number in range(count)]


def contents(origin, channel):
    return [found["message"] for found in at(origin, "history", channel).result["messages"]]


def confirmed(origin, answer, *arguments):
    """Standard output, standard error and status of a run whose standard input is a terminal on which `answer` is typed."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([BINARY, "history", "delete", *arguments, "--origin", origin.address, *KEYS],
                          stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=clean_environment()) as process:
        os.close(theirs)
        os.write(ours, answer.encode())
        output, errors = process.communicate(timeout=PATIENCE)
        os.close(ours)
        return output, errors, process.returncode


def test_after_includes_its_own_timetoken(origin):
    """history delete: --after includes its own timetoken, --before excludes it; --since is --after"""
    tokens = published(origin, "c", 6)
    result = at(origin, "history", "delete", "c", "--after", tokens[2], "--before", tokens[4], "--yes").result
    equal(result, {"channel": "c", "before": tokens[4], "after": tokens[2]})
    equal(contents(origin, "c"), [0, 1, 4, 5])
    result = at(origin, "history", "delete", "c", "--before", tokens[1], "-y").result
    equal(result, {"channel": "c", "before": tokens[1], "after": None})
    equal(contents(origin, "c"), [1, 4, 5])
    at(origin, "history", "delete", "c", "--since", tokens[5], "--yes").result
    equal(contents(origin, "c"), [1, 4])
    at(origin, "history", "delete", "c", "--after", "1d", "--yes").result
    equal(contents(origin, "c"), [])


def test_history_delete_all_deletes_every_message_of_channel(origin):
    """history delete --all deletes every message of the channel, and no other"""
    published(origin, "c", 3)
    published(origin, "other", 2)
    shown = people(origin, "history", "delete", "c", "--all", "--yes")
    equal((shown.status, shown.output), (0, "deleted all stored messages of c\n"))
    equal((contents(origin, "c"), contents(origin, "other")), ([], [0, 1]))


def test_history_delete_asks_on_terminal_deletes_after_yes(origin):
    """history delete asks on a terminal, deletes after yes, and ends with 1 after anything else"""
    published(origin, "c", 2)
    for answer in ("n\n", "\n", "delete\n"):
        output, errors, status = confirmed(origin, answer, "c", "--all")
        equal((answer, output, status), (answer, "", 1))
        assert "Delete all stored messages of c?" in errors and "nothing was deleted" in errors, errors
        equal(contents(origin, "c"), [0, 1])
    output, errors, status = confirmed(origin, "y\n", "c", "--all")
    equal((output, status, contents(origin, "c")), ("deleted all stored messages of c\n", 0, []))


def test_without_range_without_terminal_or_with_range():
    """history delete: without a range, without a terminal or with a range that is empty it is wrong usage, and nothing is sent"""
    with Answering(lambda path: (500, "no request expected")) as server:
        for arguments, word in ((["c", "--yes"], "--all"), (["c", "--all", "--before", "1h", "--yes"], "--all"),
                                (["c", "--all"], "--yes"), (["c", "--after", "1h", "--before", "2h", "--yes"], "--after"),
                                (["c", "--before", "soon", "--yes"], "--before")):
            outcome = pubnub("history", "delete", *arguments, "--origin", server.address, *KEYS)
            equal((arguments, outcome.status), (arguments, 64))
            assert word in outcome.errors, outcome.errors
        equal(server.paths, [])


def test_history_delete_signs_request_with_secret_key():
    """history delete signs the request with the secret key, which the access manager accepts in place of a right"""
    keys = ["--publish-key", "demo-pub", "--subscribe-key", "demo-sub"]
    environment = {"PUBNUB_SECRET_KEY": "sec-c-deletion"}
    with Origin("--access-manager", keys=keys, environment=environment) as origin:
        common = ["--origin", origin.address, *keys, "--json"]
        pubnub("grant", "--channel", "c", "--read", "--write", *common, environment=environment).result
        pubnub("publish", "c", "1", *common).result
        arguments = ["history", "delete", "c", "--all", "--yes", *common]
        equal(pubnub(*arguments).error["code"], 122)
        equal(pubnub(*arguments, environment={"PUBNUB_SECRET_KEY": "sec-c-another"}).error["code"], 122)
        equal(pubnub(*arguments, environment=environment).result["channel"], "c")
        equal(pubnub("history", "c", *common).result["messages"], [])


def test_history_delete_without_right_to_delete_is_error_122():
    """history delete without the right to delete is error 122, about the channel"""
    refusal = '{"status":403,"error":true,"error_message":"Forbidden"}'
    with Answering(otherwise_time(lambda path: (403, refusal))) as server:
        error = pubnub("history", "delete", "c", "--all", "--yes", "--origin", server.address, *KEYS, "--json").error
        equal((error["code"], error["associated"]), (122, "c"))


def test_read_can_be_left_out_it_reads_channel_that_has_name(origin):
    """history: 'read' can be left out; it reads a channel that has the name of a subcommand"""
    published(origin, "delete", 2)
    for words in (["history"], ["history", "read"]):
        found = pubnub(*words, "c", "--origin", origin.address, *KEYS, "--json").result
        equal(found["channel"], "c")
    found = pubnub("history", "read", "delete", "--origin", origin.address, *KEYS, "--json").result
    equal([item["message"] for item in found["messages"]], [0, 1])


def test_message_counts_prints_number_of_messages_after_moment(origin):
    """message-counts prints the number of messages after the moment for each channel, 0 for an empty one"""
    tokens = published(origin, "a", 3)
    published(origin, "b", 1)
    counts = at(origin, "message-counts", "a", "b", "empty", "--since", tokens[0]).result
    equal(counts, {"channels": {"a": 2, "b": 1, "empty": 0}})
    equal(at(origin, "message-counts", "a", "--since", "1h").result, {"channels": {"a": 3}})
    shown = people(origin, "message-counts", "b", "a", "--since", "1h")
    equal([line.split() for line in shown.output.splitlines()], [["CHANNEL", "MESSAGES"], ["a", "3"], ["b", "1"]])
    for arguments in (["a"], ["--since", "1h"], ["a", "--since", "soon"]):
        equal((arguments, at(origin, "message-counts", *arguments).status), (arguments, 64))
