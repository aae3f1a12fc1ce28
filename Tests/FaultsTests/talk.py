"""Shared code of the checks: a remote origin, a local subscriber, and numbered messages between them."""

import contextlib
import json
import queue
import subprocess
import threading
import time

from network import FAR, Network
from running import KEYS, PATIENCE, Origin, Process, equal

PUBLISH = """
import sys, urllib.request
address, channel, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
for number in range(first, last):
    url = f"{address}/publish/demo-pub/demo-sub/0/{channel}/0/{number}"
    with urllib.request.urlopen(url, timeout=30) as answer:
        assert answer.status == 200
"""


def far_origin(network, *arguments):
    """An origin on the far network."""
    return Origin("--host", FAR, *arguments, prefix=network.far.prefix)


def publish(origin, numbers, channel="c", prefix=()):
    """Publishes the numbers in order, and returns when all are acknowledged."""
    subprocess.run(
        [*prefix, "python3", "-c", PUBLISH, origin.address, channel, str(numbers.start), str(numbers.stop)], check=True,
        timeout=2 * PATIENCE)


class Subscriber(Process):
    """Starts `pubnub subscribe c` with a log that the checks read, and returns once it is subscribed."""

    def __init__(self, address, *arguments, log="debug"):
        super().__init__(
            "subscribe", "c", "--origin", address, *KEYS, "--json", "--log", log, *arguments, errors=subprocess.PIPE)
        self.logged = queue.Queue()
        self.next = 0
        threading.Thread(target=self._read_log, daemon=True).start()

    def _read_log(self):
        for line in self.process.stderr:
            self.logged.put(line)

    def __exit__(self, *error):
        super().__exit__(*error)
        self.process.stderr.close()

    def status(self, state, patience=PATIENCE):
        """Waits for this status; returns the seconds that it took. No message may come before it."""
        start = time.monotonic()
        while True:
            line = self.line(patience)
            assert line is not None, "the subscriber ended"
            event = json.loads(line)
            assert event["event"] == "status", f"{event} before {state}"
            if event["state"] == state:
                return time.monotonic() - start
            assert time.monotonic() - start < patience, f"{state} did not come within {patience} s"

    def expect(self, numbers, patience=PATIENCE, quiet=False):
        """The next messages are these, each once and in their order; returns the seconds until the last of them.

        With `quiet` nothing is told of the connection meanwhile.
        """
        start = time.monotonic()
        found = []
        while len(found) < len(numbers):
            line = self.line(patience)
            assert line is not None, "the subscriber ended"
            event = json.loads(line)
            if event["event"] == "status":
                assert not quiet, event
                continue
            equal(event["event"], "message")
            found.append(event["message"])
            equal(found, list(numbers)[:len(found)])
        return time.monotonic() - start

    def log_has(self, text, count=1, patience=PATIENCE):
        """Waits until the log has contained `text` this many times since the last call."""
        end = time.monotonic() + patience
        while count:
            try:
                line = self.logged.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                raise AssertionError(f"{count} more of {text!r} did not come within {patience} s") from None
            count -= text in line

    def forget_log(self):
        while not self.logged.empty():
            self.logged.get()


def subscriber(origin, *arguments, address=None):
    process = Subscriber(address or origin.address, *arguments)
    process.status("subscribed")
    return process


@contextlib.contextmanager
def conversation(count):
    """Two networks, a local subscriber that has received `count` messages from the remote origin, and a function that sends more."""
    with Network() as network, far_origin(network) as origin, subscriber(origin) as client:
        def send(numbers):
            publish(origin, numbers, prefix=network.far.prefix)

        if count:
            send(range(count))
            client.expect(range(count))
        yield network, client, send


def within(seconds, limit, what):
    """Prints a duration, and checks it against its limit."""
    print(f"      {what}: {seconds:.1f} s (at most {limit} s)", flush=True)
    assert seconds <= limit, f"{what} took {seconds:.1f} s"
