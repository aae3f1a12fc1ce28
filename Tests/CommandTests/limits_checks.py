"""What the command reads and prints is bounded: files, standard input, long replies, and readers that go away."""

import json
import os
import pathlib
import subprocess
import tempfile

from answering import Answering, otherwise_time
from calling import at
from running import BINARY, KEYS, PATIENCE, clean_environment, equal, measured, pubnub

MEBIBYTE = 1024 * 1024


def test_config_reads_at_most_1_mib_of_file_or_device():
    """--config reads at most 1 MiB of a file or device, and says so"""
    with tempfile.TemporaryDirectory() as directory:
        long = pathlib.Path(directory) / "long.json"
        long.write_text(json.dumps({"uuid": "x" * MEBIBYTE}))
        for path in (str(long), "/dev/zero"):
            outcome = pubnub("time", "--config", path, "--json")
            equal((path, outcome.status, outcome.output), (path, 64, ""))
            assert "--config" in outcome.errors and "longer than 1024 KiB" in outcome.errors, outcome.errors
        outcome = pubnub("time", "--config", directory, "--json")
        equal((outcome.status, outcome.output), (64, ""))
        assert "cannot read" in outcome.errors, outcome.errors


def test_config_may_be_pipe(origin):
    """--config may be a pipe"""
    settings = json.dumps({"origin": origin.address, "publishKey": "demo-pub", "subscribeKey": "demo-sub",
                           "uuid": "piped"})
    found = pubnub("where-now", "--config", "/dev/stdin", "--json", input=settings)
    equal(found.result, {"identifier": "piped", "channels": []})


def test_ca_takes_regular_file_of_at_most_16_mib():
    """--ca takes a regular file of at most 16 MiB"""
    with tempfile.TemporaryDirectory() as directory:
        long = pathlib.Path(directory) / "long.pem"
        with long.open("wb") as file:
            file.truncate(16 * MEBIBYTE + 1)
        for path, reason in ((str(long), "longer than"), ("/dev/zero", "regular file"), (directory, "regular file"),
                             (directory + "/none", "cannot read")):
            outcome = pubnub("time", "--ca", path, "--json")
            equal((path, outcome.status, outcome.output), (path, 64, ""))
            assert "--ca" in outcome.errors and reason in outcome.errors, outcome.errors


def test_publish_reports_line_longer_than_1_mib_and_sends_next(origin):
    """publish - reports a line longer than 1 MiB and sends the next one"""
    long = '"' + "x" * (3 * MEBIBYTE) + '"'
    outcome = at(origin, "publish", "c", "-", input=f"1\n{long}\n2\r\n3")
    equal(outcome.status, 1)
    equal([next(iter(found)) for found in outcome.objects], ["result", "error", "result", "result"])
    equal(outcome.objects[1]["error"]["code"], 114)
    equal([found["message"] for found in at(origin, "history", "c").result["messages"]], [1, 2, 3])


def test_publish_from_input_that_cannot_be_read_is_error(origin):
    """publish - from an input that cannot be read is an error"""
    with tempfile.TemporaryDirectory() as directory:
        descriptor = os.open(directory, os.O_RDONLY)
        finished = subprocess.run([BINARY, "publish", "c", "-", "--origin", origin.address, *KEYS, "--json"],
                                  stdin=descriptor, capture_output=True, text=True, timeout=PATIENCE,
                                  env=clean_environment())
        os.close(descriptor)
        equal(finished.returncode, 1)
        assert "Standard input" in json.loads(finished.stdout)["error"]["description"], finished.stdout


def test_subscription_whose_reader_goes_away_ends_with_status_1(origin):
    """a subscription whose reader goes away ends with status 1 at the next event"""
    process = subprocess.Popen([BINARY, "subscribe", "c", "--origin", origin.address, *KEYS, "--json"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, env=clean_environment())
    with process.stderr as errors:
        while '"subscribed"' not in process.stdout.readline():
            equal(process.poll(), None)
        process.stdout.close()
        at(origin, "publish", "c", "1").result
        equal(process.wait(timeout=PATIENCE), 1)
        equal(errors.read(), "")


def test_standard_output_that_is_closed_from_start_is_error_with_status_1(origin):
    """a standard output that is closed from the start is an error with status 1"""
    command = [BINARY, "time", "--origin", origin.address, *KEYS, "--json"]
    finished = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *command], capture_output=True, text=True,
                              timeout=PATIENCE, env=clean_environment())
    equal(finished.returncode, 1)
    assert "standard output" in finished.stderr, finished.stderr


def test_history_all_ends_when_service_gives_page_after_page_of_same_time():
    """history --all ends when a service gives page after page of the same time"""
    def answer(path):
        return 200, json.dumps([list(range(100)), 15000000000000000, 15000000000000001])
    with Answering(otherwise_time(answer)) as server:
        found = at(server, "history", "c", "--all").result
        equal(len(found["messages"]), 100)


def test_history_all_ends_with_error_at_256_mib_of_messages():
    """history --all ends with an error at 256 MiB of messages"""
    page = json.dumps(["x" * 120_000] * 100)
    count = 0

    def answer(path):
        nonlocal count
        count += 1
        return 200, f"[{page},{15000000000000000 - count},{15000000000000000 - count}]"
    with Answering(otherwise_time(answer)) as server:
        error = at(server, "history", "c", "--all").error
        assert "256 MiB" in error["description"], error


def test_here_now_and_history_print_large_replies_in_bounded_memory():
    """here-now and history print replies of 15 MiB and of two million values in bounded memory"""
    # As many clients, and as many values, as the library accepts in one reply.
    names = [f"client-{number:08}-{'x' * 95}" for number in range(131_072)]
    here = json.dumps({"status": 200, "uuids": names, "occupancy": len(names), "service": "Presence"},
                      separators=(",", ":"))
    values = 2_000_000
    messages = json.dumps([[[[]] * values], 1, 1], separators=(",", ":"))
    with Answering(otherwise_time(lambda path: (200, messages if "/history/" in path else here))) as server:
        common = ["--origin", server.address, *KEYS, "--json"]
        status, output, memory = measured("here-now", "c", *common)
        equal(status, 0)
        found = json.loads(output)["result"]["channels"]["c"]
        equal((found["occupancy"], [person["identifier"] for person in found["participants"]] == names),
              (len(names), True))
        assert memory < 1024, f"{memory} MiB"
        status, output, memory = measured("history", "c", *common)
        equal((status, len(json.loads(output)["result"]["messages"][0]["message"])), (0, values))
        assert memory < 1024, f"{memory} MiB"
