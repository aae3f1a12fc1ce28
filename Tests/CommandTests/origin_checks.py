"""`pubnub origin`: the ready line, the end, and what survives."""

import json
import signal
import subprocess
import urllib.request

from harness import BINARY, KEYS, PATIENCE, Origin, Process, check, clean_environment, equal, pubnub

import pathlib
import tempfile


@check("origin prints its address once it accepts connections")
def _():
    with Origin() as origin:
        assert origin.address.startswith("http://127.0.0.1:"), origin.address
        with urllib.request.urlopen(origin.address + "/time/0", timeout=PATIENCE) as answer:
            equal(answer.status, 200)


@check("origin stops cleanly on SIGTERM and on SIGINT, long polls waiting or not")
def _():
    for number in (signal.SIGTERM, signal.SIGINT):
        with Origin() as origin:
            waiting = subprocess.Popen(
                [BINARY, "subscribe", "c", "--origin", origin.address, *KEYS, "--json"], stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True, env=clean_environment())
            try:
                while '"subscribed"' not in waiting.stdout.readline():
                    pass
                origin.signal(number)
                equal(origin.wait(), 0)
                equal(origin.line(), None)
            finally:
                waiting.kill()
                waiting.wait()
                waiting.stdout.close()


@check("origin without --json prints its address")
def _():
    process = subprocess.Popen([BINARY, "origin", "--port", "0"], stdout=subprocess.PIPE, text=True,
                               env=clean_environment())
    try:
        assert "http://127.0.0.1:" in process.stdout.readline()
    finally:
        process.terminate()
        equal(process.wait(timeout=PATIENCE), 0)
        process.stdout.close()


@check("an acknowledged publish survives kill -9 of a durable origin")
def _():
    with tempfile.TemporaryDirectory() as directory:
        data = ["--data", str(pathlib.Path(directory) / "origin.sqlite")]
        sent = []
        for round in range(3):
            with Origin(*data) as origin:
                for number in range(5):
                    message = f"{round}-{number}"
                    token = pubnub("publish", "kept", "--text", message, "--origin", origin.address, *KEYS,
                                   "--json").result["timetoken"]
                    sent.append({"message": message, "timetoken": token})
                origin.signal(signal.SIGKILL)
                equal(origin.wait(), -signal.SIGKILL)
        with Origin(*data) as origin:
            found = pubnub("history", "kept", "--tokens", "--origin", origin.address, *KEYS, "--json").result
            equal(found["messages"], sent)


@check("an origin without --data stores nothing across restarts")
def _():
    with Origin() as origin:
        pubnub("publish", "kept", "1", "--origin", origin.address, *KEYS, "--json").result
    with Origin() as origin:
        equal(pubnub("history", "kept", "--origin", origin.address, *KEYS, "--json").result["messages"], [])


@check("origin has the App Context settings of a keyset")
def _():
    def member(*arguments):
        with Origin(*arguments) as origin:
            common = ["--origin", origin.address, *KEYS, "--json"]
            return pubnub("memberships", "set", "ann", "nowhere", *common)
    equal(member().status, 0)
    assert member("--referential-integrity").error["description"]
    assert "not enabled" in json.dumps(member("--no-app-context").error).lower()
    for flag, silent in (("--no-user-events", "users"), ("--no-channel-events", "channels")):
        with Origin(flag) as origin:
            common = ["--origin", origin.address, *KEYS, "--json"]
            with Process("subscribe", "ann", *common, "--count", "1") as listener:
                listener.until(lambda found: found.get("state") == "subscribed")
                other = "channels" if silent == "users" else "users"
                for kind in (silent, other):
                    equal(pubnub(kind, "set", "ann", "--name", "Ann", *common).status, 0)
                heard = listener.until(lambda found: found["event"] == "object")
                equal(heard["data"]["type"], "uuid" if other == "users" else "channel")
    outcome = pubnub("origin", "--port", "0", "--disallow-all-users")
    equal((outcome.status, "--access-manager" in outcome.errors), (64, True))


@check("a port that is taken is an error, not a crash")
def _():
    with Origin() as origin:
        port = origin.address.rsplit(":", 1)[1]
        equal(pubnub("origin", "--port", port, "--json").error["associated"], None)
