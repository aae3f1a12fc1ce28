"""`pubnub origin`: the ready line, the end, and what survives."""

import json
import pathlib
import signal
import subprocess
import tempfile
import urllib.request

from running import BINARY, KEYS, PATIENCE, Origin, Process, clean_environment, equal, pubnub


def test_origin_prints_its_address_once_it_accepts_connections(origin):
    """origin prints its address once it accepts connections"""
    assert origin.address.startswith("http://127.0.0.1:"), origin.address
    with urllib.request.urlopen(origin.address + "/time/0", timeout=PATIENCE) as answer:
        equal(answer.status, 200)


def test_origin_stops_cleanly_on_sigterm_and_on_sigint():
    """origin stops cleanly on SIGTERM and on SIGINT, long polls waiting or not"""
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


def test_origin_without_json_prints_its_address():
    """origin without --json prints its address"""
    process = subprocess.Popen([BINARY, "origin", "--port", "0"], stdout=subprocess.PIPE, text=True,
                               env=clean_environment())
    try:
        assert "http://127.0.0.1:" in process.stdout.readline()
    finally:
        process.terminate()
        equal(process.wait(timeout=PATIENCE), 0)
        process.stdout.close()


def test_acknowledged_publish_survives_kill_9_of_durable_origin():
    """an acknowledged publish survives kill -9 of a durable origin"""
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


def test_origin_without_data_stores_nothing_across_restarts():
    """an origin without --data stores nothing across restarts"""
    with Origin() as origin:
        pubnub("publish", "kept", "1", "--origin", origin.address, *KEYS, "--json").result
    with Origin() as origin:
        equal(pubnub("history", "kept", "--origin", origin.address, *KEYS, "--json").result["messages"], [])


def test_origin_has_app_context_settings_of_keyset():
    """origin has the App Context settings of a keyset"""
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


def test_port_that_is_taken_is_error_not_crash(origin):
    """a port that is taken is an error, not a crash"""
    port = origin.address.rsplit(":", 1)[1]
    equal(pubnub("origin", "--port", port, "--json").error["associated"], None)
