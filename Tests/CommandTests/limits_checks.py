"""What the command reads and prints is bounded: files, standard input, long replies, and readers that go away."""

import json
import os
import pathlib
import subprocess
import tempfile

from answering import Answering, otherwise_time
from calling import at
from harness import BINARY, KEYS, PATIENCE, Origin, check, clean_environment, equal, measured, pubnub

MEBIBYTE = 1024 * 1024


@check("--config reads at most 1 MiB of a file or device, and says so")
def _():
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


@check("--config may be a pipe")
def _():
    with Origin() as origin:
        settings = json.dumps({"origin": origin.address, "publishKey": "demo-pub", "subscribeKey": "demo-sub",
                               "uuid": "piped"})
        found = pubnub("where-now", "--config", "/dev/stdin", "--json", input=settings)
        equal(found.result, {"identifier": "piped", "channels": []})


@check("--ca takes a regular file of at most 16 MiB")
def _():
    with tempfile.TemporaryDirectory() as directory:
        long = pathlib.Path(directory) / "long.pem"
        with long.open("wb") as file:
            file.truncate(16 * MEBIBYTE + 1)
        for path, reason in ((str(long), "longer than"), ("/dev/zero", "regular file"), (directory, "regular file"),
                             (directory + "/none", "cannot read")):
            outcome = pubnub("time", "--ca", path, "--json")
            equal((path, outcome.status, outcome.output), (path, 64, ""))
            assert "--ca" in outcome.errors and reason in outcome.errors, outcome.errors


@check("publish - reports a line longer than 1 MiB and sends the next one")
def _():
    with Origin() as origin:
        long = '"' + "x" * (3 * MEBIBYTE) + '"'
        outcome = at(origin, "publish", "c", "-", input=f"1\n{long}\n2\r\n3")
        equal(outcome.status, 1)
        equal([next(iter(found)) for found in outcome.objects], ["result", "error", "result", "result"])
        equal(outcome.objects[1]["error"]["code"], 114)
        equal([found["message"] for found in at(origin, "history", "c").result["messages"]], [1, 2, 3])


@check("publish - from an input that cannot be read is an error")
def _():
    with Origin() as origin, tempfile.TemporaryDirectory() as directory:
        descriptor = os.open(directory, os.O_RDONLY)
        finished = subprocess.run([BINARY, "publish", "c", "-", "--origin", origin.address, *KEYS, "--json"],
                                  stdin=descriptor, capture_output=True, text=True, timeout=PATIENCE,
                                  env=clean_environment())
        os.close(descriptor)
        equal(finished.returncode, 1)
        assert "Standard input" in json.loads(finished.stdout)["error"]["description"], finished.stdout


@check("a subscription whose reader goes away ends with status 1 at the next event")
def _():
    with Origin() as origin:
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


@check("a standard output that is closed from the start is an error with status 1")
def _():
    with Origin() as origin:
        command = [BINARY, "time", "--origin", origin.address, *KEYS, "--json"]
        finished = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *command], capture_output=True, text=True,
                                  timeout=PATIENCE, env=clean_environment())
        equal(finished.returncode, 1)
        assert "standard output" in finished.stderr, finished.stderr


@check("history --all ends when a service gives page after page of the same time")
def _():
    def answer(path):
        return 200, json.dumps([list(range(100)), 15000000000000000, 15000000000000001])
    with Answering(otherwise_time(answer)) as server:
        found = at(server, "history", "c", "--all").result
        equal(len(found["messages"]), 100)


@check("history --all ends with an error at 256 MiB of messages")
def _():
    page = json.dumps(["x" * 120_000] * 100)
    count = 0

    def answer(path):
        nonlocal count
        count += 1
        return 200, f"[{page},{15000000000000000 - count},{15000000000000000 - count}]"
    with Answering(otherwise_time(answer)) as server:
        error = at(server, "history", "c", "--all").error
        assert "256 MiB" in error["description"], error


@check("here-now and history print replies of 15 MiB and of two million values in bounded memory")
def _():
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
